use parlor_host::Palette;
use parlor_rules::kono::{Cell, Color, Point};
use parlor_rules::{Game, Seat, Throw};
use parlor_table::Player;
use parlor_view::{BoardLayout, BoardView, DiceView, Hand, Names, Scene, Spot, SquareView};
use ratatui::buffer::{Buffer, Cell as Square};
use ratatui::layout::Rect;
use ratatui::style::Color as Ink;

use super::{least, paint, spots};
use crate::theme::Theme;

fn names(human: &str, computer: &str) -> Names {
    let person = |name: &str| Player::Human(name.to_owned());
    Names::of(&parlor_rules::Pair { human: person(human), computer: person(computer) })
}

fn anna() -> Names {
    names("Anna", "Computer")
}

fn canoga(squares: i64) -> BoardLayout {
    let BoardLayout::Canoga(mut view) = BoardView::laid_out(Game::Canoga, squares).unwrap().layout else { panic!() };
    let rows = &mut view.rows;
    for number in [3, 7, rows.human.len() - 1] {
        rows.human[number - 1].covered = true;
    }
    rows.computer[1] = SquareView { number: 2, covered: true, locked: true };
    rows.computer.last_mut().unwrap().covered = true;
    view.scores = parlor_rules::Pair { human: 34, computer: 105 };
    BoardLayout::Canoga(view)
}

fn congkak(pits: i64) -> BoardLayout {
    let BoardLayout::Congkak(mut view) = BoardView::laid_out(Game::Congkak, pits).unwrap().layout else { panic!() };
    view.rows.human[1].seeds = 0;
    view.rows.human[2].seeds = 23;
    view.rows.computer[0].seeds = 1;
    view.stores.human = 12;
    view.rounds.computer = 2;
    BoardLayout::Congkak(view)
}

fn kono(points: i64) -> BoardLayout {
    let BoardLayout::Kono(mut view) = BoardView::laid_out(Game::Kono, points).unwrap().layout else { panic!() };
    let last = view.rows.len() - 1;
    let take = |view: &mut parlor_view::KonoView, row: usize, column: usize| {
        std::mem::replace(&mut view.rows[row][column].cell, Cell::Vacant)
    };
    view.rows[1][1].cell = take(&mut view, 0, 2);
    view.rows[2][2].cell = take(&mut view, last, 2);
    view.rows[0][last].cell = Cell::Piece { color: Color::Black, captures: true };
    view.rows[last][1].cell = Cell::Piece { color: Color::White, captures: true };
    view.rows[1][0].cell = Cell::Vacant;
    BoardLayout::Kono(view)
}

fn every_size() -> Vec<BoardLayout> {
    let canogas = (9..=11).map(canoga);
    let congkaks = (5..=11).map(congkak);
    canogas.chain(congkaks).chain([5, 7, 9].map(kono)).collect()
}

fn bare(layout: BoardLayout) -> Scene {
    Scene::of(BoardView::bare(layout))
}

fn with_dice(layout: BoardLayout, dice: DiceView) -> Scene {
    Scene::of(BoardView { dice: Some(dice), ..BoardView::bare(layout) })
}

fn throw(dice: &[i64], rolling: bool) -> DiceView {
    DiceView { seat: Seat::Human, throw: Throw::new(dice).unwrap(), rolling }
}

/// A scene with every kind of mark, with dice and a hand.
fn busy(layout: BoardLayout) -> Scene {
    let all: Vec<Spot> = spots(&layout, Rect::new(0, 0, 200, 80)).into_iter().map(|(spot, _)| spot).collect();
    let every = |step: usize, from: usize| all.iter().copied().skip(from).step_by(step).collect();
    let hand = matches!(layout, BoardLayout::Congkak(_)).then_some(Hand { seat: Seat::Human, seeds: 14 });
    let dice = matches!(layout, BoardLayout::Canoga(_)).then(|| throw(&[4, 6], false));
    let board = BoardView { layout, dice, can_choose: every(2, 0), changed: every(3, 2) };
    Scene { cursor: Some(all[all.len() - 3]), chosen: every(5, 1), hand, ..Scene::of(board) }
}

fn scenes() -> Vec<Scene> {
    let mut scenes: Vec<Scene> = Vec::new();
    for board in every_size() {
        scenes.extend([bare(board.clone()), busy(board.clone())]);
        scenes.push(with_dice(board, throw(&[5], true)));
    }
    scenes
}

fn painted(scene: &Scene, names: &Names, theme: Theme, area: Rect) -> Buffer {
    let mut buffer = Buffer::empty(area);
    paint(scene, names, theme, area, &mut buffer);
    buffer
}

fn lines(buffer: &Buffer) -> String {
    let Rect { x, y, width, height } = buffer.area;
    let mut text = String::new();
    for row in y..y + height {
        let line: String = (x..x + width).map(|column| buffer[(column, row)].symbol()).collect();
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

fn least_area(scene: &Scene) -> Rect {
    let size = least(&scene.board.layout);
    Rect::new(0, 0, size.width, size.height)
}

fn text(scene: &Scene) -> String {
    lines(&painted(scene, &anna(), Theme::default(), least_area(scene)))
}

const PLAIN: Theme = Theme { palette: Palette::Mono, ascii: true };

#[test]
fn every_board_fits_a_small_screen() {
    for board in every_size() {
        let size = least(&board);
        let (width, height) = match board {
            BoardLayout::Kono(_) => (49, 19),
            _ => (78, 10),
        };
        assert!(size.width <= width && size.height <= height, "{size}");
    }
}

#[test]
fn spots_are_apart_and_inside() {
    for board in every_size() {
        let size = least(&board);
        for (more, taller) in [(0, 0), (3, 1), (10, 3), (25, 9), (60, 30)] {
            let area = Rect::new(7, 3, size.width + more, size.height + taller);
            let spots = spots(&board, area);
            for (i, (spot, part)) in spots.iter().enumerate() {
                assert!(!part.is_empty() && part.intersection(area) == *part, "{spot:?} {part} {area}");
                assert!(spots[..i].iter().all(|(_, other)| !other.intersects(*part)), "{spot:?} {part}");
            }
        }
    }
}

#[test]
fn a_spot_is_where_its_label_is() {
    for board in every_size() {
        let size = least(&board);
        for (more, taller) in [(0, 0), (12, 4), (60, 30)] {
            let area = Rect::new(7, 3, size.width + more, size.height + taller);
            let scene = bare(board.clone());
            let buffer = painted(&scene, &anna(), Theme::default(), area);
            for (spot, part) in spots(&board, area) {
                let mut inside = Buffer::empty(part);
                for position in part.positions() {
                    inside[position] = buffer[position].clone();
                }
                let label = match (spot, &board) {
                    (Spot::Square(_, number), _) => number.to_string(),
                    (Spot::Pit(letter), _) => letter.to_string(),
                    (Spot::Store(seat), BoardLayout::Congkak(view)) => view.stores[seat].to_string(),
                    (Spot::Point(Point { row, column }), BoardLayout::Kono(view)) => {
                        match view.rows[usize::from(row) - 1][usize::from(column) - 1].cell {
                            Cell::Vacant => continue,
                            Cell::Piece { color: Color::White, captures: true } => " WW ".to_owned(),
                            Cell::Piece { color: Color::Black, captures: true } => " BB ".to_owned(),
                            Cell::Piece { color: Color::White, .. } => " W ".to_owned(),
                            Cell::Piece { color: Color::Black, .. } => " B ".to_owned(),
                        }
                    }
                    _ => unreachable!("a spot of another board"),
                };
                assert!(lines(&inside).contains(label.trim_end()), "{spot:?}: {}", lines(&inside));
            }
        }
    }
}

#[test]
fn nothing_is_painted_outside() {
    let mut sentinel = Square::new("~");
    sentinel.set_fg(Ink::Red).set_bg(Ink::Green);
    let long = names("Wilhelmina Montgomery", "李明李明李明李明李明李明李明李明李明李明");
    for scene in scenes() {
        for size in [least_area(&scene), Rect::new(0, 0, 130, 45), Rect::new(0, 0, 20, 5)] {
            let area = Rect::new(4, 2, size.width, size.height);
            let mut buffer = Buffer::filled(Rect::new(0, 0, area.right() + 4, area.bottom() + 4), sentinel.clone());
            paint(&scene, &long, Theme::default(), area, &mut buffer);
            let outside = buffer.area.positions().filter(|position| !area.contains(*position));
            for position in outside {
                assert_eq!(buffer[position], sentinel, "{position}");
            }
        }
    }
}

#[test]
fn ascii_is_ascii_and_mono_has_no_colour() {
    let odd = names("Zoë “the” 李明", "Ω…");
    for scene in scenes() {
        for area in [least_area(&scene), Rect::new(0, 0, 130, 45)] {
            let ascii = painted(&scene, &odd, Theme { ascii: true, ..Theme::default() }, area);
            assert!(ascii.content.iter().all(|cell| cell.symbol().is_ascii()), "{}", lines(&ascii));
            let mono = painted(&scene, &odd, Theme { palette: Palette::Mono, ascii: false }, area);
            assert!(mono.content.iter().all(|cell| cell.fg == Ink::Reset && cell.bg == Ink::Reset));
        }
    }
}

#[test]
fn any_area_will_do() {
    let odd =
        [names("", ""), names("a\u{301}\u{200d}👩‍👩‍👧", "\u{7}\t李"), names(&"W".repeat(40), "明".repeat(40).as_str())];
    for (turn, scene) in scenes().iter().enumerate() {
        for width in (0..=130).filter(|width| width % 7 == turn as u16 % 7 || *width > 125) {
            for height in (0..=45).filter(|height| height % 3 == width % 3) {
                let names = &odd[usize::from(width + height) % odd.len()];
                let area = Rect::new(width % 3, height % 2, width, height);
                painted(scene, names, Theme::default(), area);
                spots(&scene.board.layout, area);
            }
        }
    }
    // An area that lies partly outside the buffer.
    for scene in scenes() {
        paint(&scene, &anna(), PLAIN, Rect::new(10, 5, 130, 45), &mut Buffer::empty(Rect::new(0, 0, 40, 12)));
    }
}

#[test]
fn covered_and_locked_squares_differ_in_text() {
    let square = |covered, locked| {
        let mut board = canoga(9);
        if let BoardLayout::Canoga(view) = &mut board {
            view.rows.human[8] = SquareView { number: 9, covered, locked };
        }
        text(&bare(board))
    };
    let (open, covered, locked) = (square(false, false), square(true, false), square(true, true));
    assert!(open != covered && covered != locked && open != locked);
}

#[test]
fn pieces_that_capture_differ_in_text() {
    let piece = |captures| {
        let mut board = kono(7);
        if let BoardLayout::Kono(view) = &mut board {
            view.rows[3][3].cell = Cell::Piece { color: Color::White, captures };
        }
        text(&bare(board))
    };
    assert_ne!(piece(false), piece(true));
}

#[test]
fn every_mark_shows_without_colour() {
    for board in every_size() {
        let area = Rect::new(0, 0, least(&board).width, least(&board).height);
        let stark = |mark: &dyn Fn(&mut Scene)| {
            let mut scene = bare(board.clone());
            mark(&mut scene);
            painted(&scene, &anna(), PLAIN, area)
        };
        let nothing = stark(&|_| {});
        for (spot, _) in spots(&board, area) {
            let looks = [
                stark(&|scene| scene.cursor = Some(spot)),
                stark(&|scene| scene.chosen = vec![spot]),
                stark(&|scene| scene.board.changed = vec![spot]),
                stark(&|scene| (scene.cursor, scene.chosen) = (Some(spot), vec![spot])),
            ]
            .map(|buffer| lines(&buffer));
            for (i, look) in looks.iter().enumerate() {
                assert_ne!(*look, lines(&nothing), "{spot:?}");
                assert!(looks[..i].iter().all(|other| other != look), "{spot:?}\n{look}");
            }
            assert_ne!(stark(&|scene| scene.board.can_choose = vec![spot]), nothing, "{spot:?}");
        }
    }
}

#[test]
fn rolling_dice_look_unlike_thrown_ones() {
    for board in [canoga(11), kono(9)] {
        let [rolling, thrown] = [true, false].map(|rolling| text(&with_dice(board.clone(), throw(&[4, 5], rolling))));
        assert!(rolling.contains("rolling") && thrown.contains("4 + 5 = 9"));
        assert_eq!((rolling.matches('●').count(), thrown.matches('●').count()), (0, 9));
    }
}

#[test]
fn seeds_in_a_hand_are_counted() {
    let scene = Scene { hand: Some(Hand { seat: Seat::Human, seeds: 12 }), ..bare(congkak(11)) };
    assert!(text(&scene).contains(&format!("in Anna's hand: 12 {} ", "●".repeat(12))));
    assert_eq!(text(&scene).matches('●').count(), 12);
    let cramped = Scene { hand: Some(Hand { seat: Seat::Computer, seeds: 98 }), ..bare(congkak(5)) };
    let shown = lines(&painted(&cramped, &names("A", &"明".repeat(20)), Theme::default(), least_area(&cramped)));
    assert!(shown.contains("'s hand: 98"), "{shown}");
}
