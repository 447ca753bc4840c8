use parlor_rules::kono::Point;
use parlor_rules::{Seat, kono};

use crate::chooser::{ChosenPit, ChosenSquares, ChosenStep};
use crate::{BoardLayout, BoardView, CanogaView, Chooser, CongkakView, KonoView, Names, Spot, capitalised};

/// The reason why a place can't be chosen now, as a sentence.
pub fn why_not(spot: Spot, board: &BoardView, chooser: Option<&Chooser>, names: &Names) -> String {
    match (spot, &board.layout, chooser) {
        (Spot::Square(row, number), BoardLayout::Canoga(view), Some(Chooser::Squares(squares))) => {
            square(row, number, view, squares, names)
        }
        (Spot::Pit(letter), BoardLayout::Congkak(view), Some(Chooser::Pit(chosen))) => pit(letter, view, chosen, names),
        (Spot::Store(_), _, Some(Chooser::Pit(_))) => "Seeds are taken from a pit, never from a store.".to_owned(),
        (Spot::Point(point), BoardLayout::Kono(view), Some(Chooser::Step(step))) => {
            self::point(point, view, step, names)
        }
        (_, _, Some(Chooser::Buttons(_))) => {
            "Nothing on the board can be chosen now. Answer the question below.".to_owned()
        }
        _ => "Nothing on the board can be chosen now.".to_owned(),
    }
}

fn square(row: Seat, number: u8, view: &CanogaView, squares: &ChosenSquares, names: &Names) -> String {
    let Some(square) = view.rows[row].iter().find(|square| square.number == number) else {
        return format!("This board has no square {number}.");
    };
    let own = row == squares.seat();
    let whose = names.possessive(row);
    let sum = squares.sum();
    match (own, square.covered, square.locked) {
        (true, true, _) => format!("Your square {number} is covered already."),
        (false, false, _) => capitalised(&format!("{whose} square {number} isn't covered, so it can't be uncovered.")),
        (false, true, true) => {
            let owner = names.object(row);
            capitalised(&format!("{whose} square {number} is locked until {owner} has had a turn."))
        }
        _ if squares.has_begun() => {
            format!("Square {number} doesn't fit the squares that you have chosen; Esc takes the last one back.")
        }
        _ if u32::from(number) > u32::from(sum) => format!("Square {number} is more than the {sum} you threw."),
        (true, ..) => format!("No open squares in your row that include {number} add up to {sum}."),
        (false, ..) => format!("No covered squares in {whose} row that include {number} add up to {sum}."),
    }
}

fn pit(letter: char, view: &CongkakView, chosen: &ChosenPit, names: &Names) -> String {
    match view.find(letter) {
        None => format!("This board has no pit {letter}."),
        Some((row, _)) if row != chosen.seat() => {
            format!("Pit {letter} is {}: you sow from your own row.", names.possessive(row))
        }
        Some(_) => format!("Pit {letter} is empty."),
    }
}

fn point(point: Point, view: &KonoView, step: &ChosenStep, names: &Names) -> String {
    let mine = step.pieces().first().and_then(|piece| view.color(*piece));
    match (step.piece(), view.color(point)) {
        (None, None) => format!("No piece stands at {point}."),
        (Some(piece), None) => {
            format!(
                "The piece at {piece} can only go one step northwest, northeast, southeast or southwest, not to {point}."
            )
        }
        (_, Some(color)) if Some(color) == mine => format!("The piece at {point} can't move now."),
        (Some(piece), Some(_)) if next_to(piece, point) => {
            format!("The piece at {piece} can't capture yet: it has to reach one of the opponent's home points first.")
        }
        (_, Some(color)) => {
            let owner = Seat::BOTH.into_iter().find(|&seat| view.colors[seat] == Some(color));
            let owner = owner.map_or_else(|| format!("{color}'s"), |seat| names.possessive(seat));
            format!("The piece at {point} is {owner}.")
        }
    }
}

fn next_to(piece: Point, point: Point) -> bool {
    kono::Direction::ALL.into_iter().any(|direction| piece.step(direction) == Some(point))
}

#[cfg(test)]
mod tests {
    use parlor_rules::{Game, Standing};
    use parlor_table::{Ask, Question};

    use super::*;
    use crate::trial::{self, which_pit, which_squares, which_step};

    fn why(spot: Spot, ask: Ask, board: &BoardView, game: Game) -> String {
        let chooser = Chooser::of(&Question { seat: Seat::Human, ask }, game);
        why_not(spot, board, chooser.as_ref(), &Names::plain())
    }

    #[test]
    fn places_that_cannot_be_chosen_have_a_reason() {
        let standing = parlor_rules::canoga::Standing {
            position: trial::canoga(&[3], &[5]),
            scores: parlor_rules::Pair::default(),
        };
        let board = BoardView::of_standing(&Standing::Canoga(standing));
        let square =
            |seat, number| why(Spot::Square(seat, number), which_squares(&[3], &[5], &[3, 4]), &board, Game::Canoga);
        assert_eq!(square(Seat::Human, 3), "Your square 3 is covered already.");
        assert_eq!(square(Seat::Human, 9), "Square 9 is more than the 7 you threw.");
        assert_eq!(square(Seat::Computer, 1), "Computer's square 1 isn't covered, so it can't be uncovered.");
        assert_eq!(square(Seat::Computer, 5), "No covered squares in Computer's row that include 5 add up to 7.");
        let board = BoardView::laid_out(Game::Congkak, 7).unwrap();
        let pit = |spot| why(spot, which_pit(), &board, Game::Congkak);
        assert_eq!(pit(Spot::Pit('B')), "Pit B is Computer's: you sow from your own row.");
        assert_eq!(pit(Spot::Store(Seat::Human)), "Seeds are taken from a pit, never from a store.");
        let standing = parlor_rules::kono::Standing::new(parlor_rules::kono::Size::ALL[0])
            .choose(Seat::Human, parlor_rules::kono::Color::White);
        let board = BoardView::of_standing(&Standing::Kono(standing));
        let point = |row, column| why(Spot::Point(Point { row, column }), which_step(), &board, Game::Kono);
        assert_eq!(point(3, 3), "No piece stands at (3,3).");
        assert_eq!(point(5, 1), "The piece at (5,1) is Computer's.");
        let buttons = why(Spot::Pit('P'), Ask::Another, &board, Game::Kono);
        assert_eq!(buttons, "Nothing on the board can be chosen now. Answer the question below.");
    }
}
