//! Writes pictures of boards as SVG files, for the documentation:
//! `cargo run -p parlor-view --example pictures -- FOLDER`.

use std::error::Error;
use std::path::PathBuf;
use std::{env, fs};

use parlor_rules::kono::{self, Point};
use parlor_rules::{Game, Level, Pair, Seat, Throw, congkak};
use parlor_table::Player;
use parlor_view::svg::{Shape, paint};
use parlor_view::{BoardLayout, BoardView, CanogaView, DiceView, Names, Scene, Spot, SquareView};

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::args().nth(1).ok_or("which folder? give its path")?);
    fs::create_dir_all(&folder)?;
    let players = Pair { human: Player::Human("Anna".to_owned()), computer: Player::Computer(Level::Club) };
    let names = Names::of(&players);
    for (name, game, scene, advised) in samples() {
        let shapes = [("", Shape::Wide), ("-narrow", Shape::Narrow)];
        for (ending, shape) in &shapes[..if game == Game::Kono { 1 } else { 2 }] {
            let picture = paint(&scene, &names, &advised, *shape).file(game);
            fs::write(folder.join(format!("{name}{ending}.svg")), picture)?;
        }
    }
    Ok(())
}

fn samples() -> Vec<(&'static str, Game, Scene, Vec<Spot>)> {
    let mut samples = Vec::new();
    let square = |number| Spot::Square(Seat::Human, number);
    let uncover = Spot::Square(Seat::Computer, 7);
    let can = vec![uncover, square(2), square(3), square(4), square(5), square(7)];
    let board = BoardView { can_choose: can, changed: vec![square(1), square(8)], ..canoga(9, &[1, 8, 9], &[3, 5, 7]) };
    samples.push(("canoga", Game::Canoga, Scene::of(board), vec![uncover]));
    let board = BoardView { can_choose: vec![square(2)], changed: vec![square(8)], ..canoga(11, &[1, 8, 9], &[3, 11]) };
    let scene = Scene { chosen: vec![square(5)], ..Scene::of(board) };
    samples.push(("canoga-11", Game::Canoga, scene, vec![square(2), square(5)]));

    for (name, pits, plays) in [("congkak", 7, 3), ("congkak-11", 11, 6)] {
        let board = congkak(pits, plays);
        let advised = board.can_choose.first().copied().into_iter().collect();
        samples.push((name, Game::Congkak, Scene::of(board), advised));
    }

    for (name, points, steps) in [("kono", 5, 24), ("kono-9", 9, 60)] {
        let (scene, advised) = kono(points, steps);
        samples.push((name, Game::Kono, scene, advised));
    }
    samples
}

fn canoga(squares: u8, human: &[u8], computer: &[u8]) -> BoardView {
    let covered = Pair { human, computer };
    let rows = Pair::from_fn(|seat| {
        let square = |number| SquareView {
            number,
            covered: covered[seat].contains(&number),
            locked: seat == Seat::Human && number == 9,
        };
        (1..=squares).map(square).collect()
    });
    let throw = Throw::new(&[1, 6]).expect("two dice");
    let dice = Some(DiceView { seat: Seat::Human, throw, rolling: false });
    BoardView { dice, ..BoardView::bare(BoardLayout::Canoga(CanogaView { rows, scores: Pair::default() })) }
}

/// A board after some plays, always from the fullest pit.
fn congkak(pits: i64, plays: usize) -> BoardView {
    let size = congkak::Size::new(pits).expect("it is one of the sizes");
    let mut standing = congkak::Standing::new(size, Seat::Human);
    for _ in 0..plays {
        let position = &standing.position;
        let fullest = position.legal_moves().max_by_key(|pit| position.pits(pit.seat())[pit.index()]);
        let Some(fullest) = fullest else { break };
        standing.position = position.play(fullest).expect("it is one of the legal moves");
    }
    let can_choose = standing.position.legal_moves().map(|pit| Spot::Pit(pit.letter())).collect();
    let view = BoardView::of_standing(&standing.into());
    BoardView { can_choose, changed: vec![Spot::Store(Seat::Human), Spot::Pit('C')], ..view }
}

/// A board after some steps, with a piece selected and its targets marked.
fn kono(points: i64, steps: usize) -> (Scene, Vec<Spot>) {
    let size = kono::Size::new(points).expect("it is one of the sizes");
    let mut standing = kono::Standing::new(size).choose(Seat::Human, kono::Color::Black);
    let moves = |standing: &kono::Standing| -> Vec<(Point, Point, kono::Move)> {
        let step = |chosen| match chosen {
            kono::Move::Step(from, direction) => Some((from, from.step(direction)?, chosen)),
            kono::Move::Pass => None,
        };
        standing.position.iter().flat_map(kono::Position::legal_moves).filter_map(step).collect()
    };
    let mut last = None;
    for number in 0..steps {
        let legal = moves(&standing);
        let Some((from, to, chosen)) = legal.get((number * 7 + 3) % legal.len().max(1)) else { break };
        if standing.play(*chosen).is_err() {
            break;
        }
        last = Some((*from, *to));
    }
    let legal = moves(&standing);
    let vacant = |point: &Point| standing.board().cell(*point) == kono::Cell::Vacant;
    let advised = legal.iter().find(|(_, to, _)| !vacant(to)).or(legal.first());
    let mut scene = Scene::of(BoardView::of_standing(&standing.clone().into()));
    scene.board.changed = last.into_iter().flat_map(|(from, to)| [Spot::Point(from), Spot::Point(to)]).collect();
    let Some((piece, to, _)) = advised else { return (scene, Vec::new()) };
    scene.chosen = vec![Spot::Point(*piece)];
    let targets = legal.iter().filter(|(from, ..)| from == piece).map(|(_, to, _)| Spot::Point(*to));
    let others = legal.iter().filter(|(from, ..)| from != piece).map(|(from, ..)| Spot::Point(*from));
    scene.board.can_choose = targets.chain(others).collect();
    (scene, vec![Spot::Point(*piece), Spot::Point(*to)])
}
