use parlor_rules::{Decision, Game, Pair, Seat, Standing, Throw, canoga, congkak, kono};
use parlor_table::{Ask, Question};

use crate::words::either;
use crate::{BoardLayout, BoardView, CanogaView, Chooser, DiceView, Scene, Spot, SquareView};

/// A board that illustrates a rule, with a caption.
#[derive(Clone, PartialEq, Debug)]
pub struct RulesPicture {
    pub scene: Scene,
    pub caption: String,
}

/// These steps bring a white piece to an opponent's home point, so that the board has a piece that may capture.
const KONO_STEPS: [&str; 7] = ["2 5 sw", "4 1 ne", "3 4 sw", "3 2 ne", "2 1 se", "4 5 nw", "3 2 sw"];

/// A board in the middle of a round, to illustrate the rules.
///
/// ```
/// use parlor_rules::Game;
/// use parlor_view::{Names, sample_board, text};
///
/// let drawn = text::board(&sample_board(Game::Canoga), &Names::plain());
/// assert!(drawn.ends_with("[n] is covered, #n# is covered and locked.\n"));
/// ```
pub fn sample_board(game: Game) -> BoardView {
    match game {
        Game::Canoga => {
            let covered = Pair { human: [3, 8].as_slice(), computer: &[1, 4, 7] };
            let square = |seat: Seat, number| SquareView {
                number,
                covered: covered[seat].contains(&number),
                locked: seat == Seat::Human && number == 8,
            };
            let rows = Pair::from_fn(|seat| (1..=9).map(|number| square(seat, number)).collect());
            let layout = BoardLayout::Canoga(CanogaView { rows, scores: Pair::default() });
            let throw = Throw::new(&[3, 4]).expect("two dice");
            BoardView { dice: Some(DiceView { seat: Seat::Human, throw, rolling: false }), ..BoardView::bare(layout) }
        }
        Game::Congkak | Game::Kono => BoardView::of_standing(&sample_standing(game)),
    }
}

/// The standing in the middle of a first round.
pub fn sample_standing(game: Game) -> Standing {
    match game {
        Game::Canoga => canoga::Standing { position: canoga_position(), scores: Pair::default() }.into(),
        Game::Congkak => {
            let mut standing = congkak::Standing::new(congkak::Size::ALL[0], Seat::Human);
            let first = standing.position.legal_moves().next().expect("at the start every pit can be played");
            standing.position = standing.position.play(first).expect("it is one of the legal moves");
            standing.into()
        }
        Game::Kono => after_steps(&KONO_STEPS).into(),
    }
}

/// These plays lead to a position in which Human can capture.
const CONGKAK_PLAYS: [&str; 4] = ["P", "S", "D", "A"];

/// The capturing play in that position.
const CAPTURING: &str = "P";

fn after_steps(steps: &[&str]) -> kono::Standing {
    let mut standing = kono::Standing::new(kono::Size::ALL[0]).choose(Seat::Human, kono::Color::White);
    for step in steps {
        standing.play(step.parse().expect("a step")).expect("the steps are legal in this order");
    }
    standing
}

/// The scene of a decision by Human.
fn choosing(board: BoardView, decision: Decision, clicks: &[Spot]) -> Scene {
    let game = match board.layout {
        BoardLayout::Canoga(_) => Game::Canoga,
        BoardLayout::Congkak(_) => Game::Congkak,
        BoardLayout::Kono(_) => Game::Kono,
    };
    let mut chooser = Chooser::of(&Question { seat: Seat::Human, ask: Ask::Decide(decision) }, game)
        .expect("a decision on the board has a chooser");
    for spot in clicks {
        chooser.click(*spot);
    }
    // No player is choosing here, so hide the cursor.
    Scene { cursor: None, ..Scene::of(board).with_choice(&chooser) }
}

/// A round in which both players have covered squares.
fn canoga_position() -> canoga::Position {
    let mut position = canoga::Position::start(canoga::Size::USUAL, Seat::Computer, None);
    let moves = [("6 5", "cover 7 4"), ("1 2", "cover 2 1"), ("4 6", ""), ("3 5", "cover 8"), ("2 1", "cover 3")];
    for (dice, chosen) in moves {
        let thrown = position.throw(dice.parse().expect("two dice")).expect("two dice are always allowed");
        let after = chosen.parse().map_or_else(|_| thrown.pass(), |chosen| thrown.play(chosen));
        position = after.expect("the moves are legal in this order");
    }
    position
}

/// A throw, and all ways to use it.
pub(crate) fn canoga_throw() -> RulesPicture {
    let position = canoga_position();
    let throw = Throw::new(&[3, 4]).expect("two dice");
    let thrown = position.throw(throw).expect("two dice are always allowed");
    let board = BoardView {
        dice: Some(DiceView { seat: Seat::Human, throw, rolling: false }),
        ..BoardView::of_standing(&canoga::Standing { position, scores: Pair::default() }.into())
    };
    let squares =
        |set: canoga::Squares| set.ascending().rev().map(|square| square.to_string()).collect::<Vec<_>>().join(" + ");
    let covers = thrown.legal_moves().filter_map(|chosen| match chosen {
        canoga::Move::Cover(set) => Some(squares(set)),
        canoga::Move::Uncover(_) => None,
    });
    let uncovers = thrown.legal_moves().filter_map(|chosen| match chosen {
        canoga::Move::Uncover(set) => Some(squares(set)),
        canoga::Move::Cover(_) => None,
    });
    let caption = format!(
        "Human has thrown {}: possible moves are to cover {}, or to uncover Computer's {}.",
        throw.sum(),
        either(covers),
        either(uncovers)
    );
    RulesPicture { scene: choosing(board, Decision::Canoga(thrown), &[]), caption }
}

/// The start of a round with an advantage.
pub(crate) fn canoga_advantage() -> RulesPicture {
    let handicap = canoga::Handicap { owner: Seat::Computer, square: 3 };
    let position = canoga::Position::start(canoga::Size::USUAL, Seat::Human, Some(handicap));
    let board = BoardView::of_standing(&canoga::Standing { position, scores: Pair { human: 30, computer: 0 } }.into());
    let caption = "The last round was worth 30, so Computer starts with square 3 covered. Human has the first turn, so \
                   the square is locked until Computer has had a turn.";
    RulesPicture { scene: Scene::of(board), caption: caption.to_owned() }
}

pub(crate) fn congkak_start() -> RulesPicture {
    let size = congkak::Size::USUAL;
    let standing = congkak::Standing::new(size, Seat::Human);
    let caption = format!(
        "The start: {size} pits a side with {size} seeds in each. Sowing goes clockwise: Human's pits P, Q, R and so on, \
         Human's store, Computer's pits A, B, C and so on, and round again. Computer sows into the other store instead."
    );
    RulesPicture { scene: Scene::of(BoardView::of_standing(&standing.into())), caption }
}

/// A Congkak board before and after a capture.
pub(crate) fn congkak_capture() -> [RulesPicture; 2] {
    let mut standing = congkak::Standing::new(congkak::Size::ALL[0], Seat::Human);
    for pit in CONGKAK_PLAYS {
        let pit = pit.parse().expect("a pit");
        standing.position = standing.position.play(pit).expect("the plays are legal in this order");
    }
    let pit: congkak::Pit = CAPTURING.parse().expect("a pit");
    let play = standing.position.play_with_details(pit).expect("this play is legal then");
    let congkak::Capture { last, across, seeds } = play.capture.expect("this play captures");
    let board = BoardView::of_standing(&standing.into());
    let before =
        Scene { chosen: vec![Spot::Pit(pit.letter())], ..choosing(board, Decision::Congkak(standing.position), &[]) };
    let after = BoardView {
        changed: vec![Spot::Pit(last.letter()), Spot::Pit(across.letter()), Spot::Store(Seat::Human)],
        ..BoardView::of_standing(&congkak::Standing { position: play.after, ..standing }.into())
    };
    [
        RulesPicture {
            scene: before,
            caption: format!(
                "Human can sow from {pit}: the last seed falls into {last}, which is empty, across from {across} with \
                 {seeds} seeds."
            ),
        },
        RulesPicture {
            scene: Scene::of(after),
            caption: format!(
                "Afterwards, that seed and the {seeds} seeds from {across} are in Human's store, and it is Computer's turn."
            ),
        },
    ]
}

pub(crate) fn kono_start() -> RulesPicture {
    let standing = kono::Standing::new(kono::Size::USUAL);
    let caption = "The start: White in the North, Black in the South. The numbers are the values of the home points to \
                   the other player.";
    RulesPicture { scene: Scene::of(BoardView::of_standing(&standing.into())), caption: caption.to_owned() }
}

/// A piece that may capture, with its targets.
pub(crate) fn kono_capture() -> RulesPicture {
    // With one more step by Black, it is White's turn.
    let standing = after_steps(&[&KONO_STEPS[..], &["3 4 se"]].concat());
    let piece = kono::Point { row: 4, column: 1 };
    let board = BoardView::of_standing(&standing.clone().into());
    let scene = choosing(board, Decision::Kono(standing), &[Spot::Point(piece)]);
    let caption = format!(
        "White's piece at {piece} has reached one of Black's home points. It can step to a vacant point, or onto a black \
         piece to capture it."
    );
    RulesPicture { scene, caption }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn konos_sample_has_one_piece_that_may_capture() {
        let BoardLayout::Kono(view) = sample_board(Game::Kono).layout else { panic!("another game's board") };
        let captures = |point: &&crate::PointView| matches!(point.cell, kono::Cell::Piece { captures: true, .. });
        assert_eq!(view.rows.iter().flatten().filter(captures).count(), 1);
    }

    #[test]
    fn congkaks_sample_has_an_empty_pit() {
        let BoardLayout::Congkak(view) = sample_board(Game::Congkak).layout else { panic!("another game's board") };
        assert!(view.rows.human.iter().any(|pit| pit.seeds == 0));
    }

    #[test]
    fn a_throw_is_shown_with_all_its_uses() {
        let RulesPicture { scene, caption } = canoga_throw();
        assert_eq!(
            caption,
            "Human has thrown 7: possible moves are to cover 7, 6 + 1, 5 + 2 or 4 + 2 + 1, or to uncover Computer's 7 or 4 + 2 + 1."
        );
        let can = |seat, number| scene.board.can_choose.contains(&Spot::Square(seat, number));
        assert!(can(Seat::Human, 7) && can(Seat::Computer, 7) && !can(Seat::Human, 8) && !can(Seat::Human, 9));
    }

    #[test]
    fn the_advantage_in_the_picture_is_the_one_of_the_rules() {
        // The digits of 30 points add up to 3.
        let BoardLayout::Canoga(view) = canoga_advantage().scene.board.layout else { panic!("another game's board") };
        let locked = |square: &&SquareView| square.covered && square.locked;
        assert_eq!(view.rows.computer.iter().filter(locked).map(|square| square.number).collect::<Vec<_>>(), [3]);
        assert_eq!(view.scores.human, 30);
    }

    #[test]
    fn a_capture_is_shown_before_and_after() {
        let [before, after] = congkak_capture();
        let side = |picture: &RulesPicture| {
            let BoardLayout::Congkak(view) = picture.scene.board.layout.clone() else { panic!("another game's board") };
            let seeds = |letter| {
                let mut pits = view.rows.human.iter().chain(&view.rows.computer);
                pits.find(|pit| pit.letter == letter).map(|pit| pit.seeds)
            };
            (view.stores.human, [seeds('P'), seeds('Q'), seeds('D')].map(Option::unwrap))
        };
        let ((store, pits), (gained, left)) = (side(&before), side(&after));
        assert_eq!((pits, left, gained - store), ([1, 0, 7], [0, 0, 0], 8));
        assert!(before.caption.contains("falls into Q, which is empty, across from D with 7 seeds"));
    }

    #[test]
    fn the_piece_that_may_capture_has_something_to_capture() {
        let RulesPicture { scene, .. } = kono_capture();
        let BoardLayout::Kono(view) = &scene.board.layout else { panic!("another game's board") };
        let cell = |spot: &Spot| match spot {
            Spot::Point(point) => view.rows[usize::from(point.row) - 1][usize::from(point.column) - 1].cell,
            _ => panic!("{spot:?}"),
        };
        let black = |spot: &&Spot| matches!(cell(spot), kono::Cell::Piece { color: kono::Color::Black, .. });
        assert!(scene.board.can_choose.iter().any(|spot| black(&spot)), "{:?}", scene.board.can_choose);
        assert!(scene.board.can_choose.iter().any(|spot| cell(spot) == kono::Cell::Vacant));
        assert!(matches!(cell(&scene.chosen[0]), kono::Cell::Piece { captures: true, .. }));
    }
}
