use parlor_rules::{Game, Pair, Seat, Throw, congkak, kono};

use crate::{BoardLayout, BoardView, CanogaView, DiceView, SquareView};

/// A white piece reaches an opponent's home point with them, so that the board has a piece that may capture.
const KONO_STEPS: [&str; 7] = ["2 5 sw", "4 1 ne", "3 4 sw", "3 2 ne", "2 1 se", "4 5 nw", "3 2 sw"];

/// A board as it may look in the middle of a round, to go with the rules.
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
        Game::Congkak => {
            let mut standing = congkak::Standing::new(congkak::Size::ALL[0], Seat::Human);
            let first = standing.position.moves().next().expect("at the start every pit can be played");
            standing.position = standing.position.play(first).expect("it is one of the legal moves");
            BoardView::of_standing(&standing.into())
        }
        Game::Kono => {
            let mut standing = kono::Standing::new(kono::Size::ALL[0]).choose(Seat::Human, kono::Color::White);
            for step in KONO_STEPS {
                standing.play(step.parse().expect("a step")).expect("the steps are legal in this order");
            }
            BoardView::of_standing(&standing.into())
        }
    }
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
}
