//! All answers to a question as buttons outside the board.

use parlor_rules::canoga::Move;
use parlor_rules::{Choice, Coin, kono};
use parlor_table::{Answer, MenuItem};

use crate::words::count;
use crate::{Action, BoardLayout, BoardView, Chooser, Names, Spot};

/// A button that answers a question or a part of it.
#[derive(Clone, PartialEq, Debug)]
pub struct ChoiceButton {
    /// The short label: "R", "Cover 5 + 2".
    pub label: String,
    /// The rest of the full name: ", 4 seeds".
    pub detail: String,
    pub does: ChoiceDoes,
}

impl ChoiceButton {
    /// The full name: "R, 4 seeds".
    pub fn name(&self) -> String {
        format!("{}{}", self.label, self.detail)
    }
}

#[derive(Clone, PartialEq, Debug)]
pub enum ChoiceDoes {
    Answer(Answer),
    /// Reports the side shown by a coin tossed by hand.
    Coin(Coin),
    /// Selects a place; another choice follows.
    Pick(Spot),
}

/// The buttons for a question, in display order. If places are selected on the board, only choices that include them
/// are left.
///
/// Leaves out help, saving and giving up, which don't answer the question.
pub fn choices(chooser: &Chooser, board: Option<&BoardView>, names: &Names) -> Vec<ChoiceButton> {
    match chooser {
        Chooser::Buttons(buttons) => {
            buttons.all().iter().filter_map(|button| plain(&button.label, &button.action)).collect()
        }
        Chooser::Squares(squares) => {
            let moves = squares.fitting();
            moves.map(|chosen| self::squares(chosen, &names.possessive(squares.seat().other()))).collect()
        }
        Chooser::Pit(pits) => pits.pits().iter().map(|pit| self::pit(*pit, board)).collect(),
        Chooser::Step(step) => match step.piece() {
            None => step.pieces().into_iter().map(|point| piece(point, board)).collect(),
            Some(piece) => step.targets(piece).map(|(chosen, to)| target(chosen, piece, to, board)).collect(),
        },
    }
}

fn plain(label: &str, action: &Action) -> Option<ChoiceButton> {
    let does = match action {
        Action::Answer(Answer::Menu(MenuItem::Save | MenuItem::Quit | MenuItem::Help)) | Action::Help => return None,
        Action::Answer(answer) => ChoiceDoes::Answer(answer.clone()),
        Action::Coin(coin) => ChoiceDoes::Coin(*coin),
    };
    Some(ChoiceButton { label: label.to_owned(), detail: String::new(), does })
}

fn squares(chosen: Move, other: &str) -> ChoiceButton {
    let (Move::Cover(set) | Move::Uncover(set)) = chosen;
    let numbers: Vec<String> = set.ascending().rev().map(|number| number.to_string()).collect();
    let (verb, of) = match chosen {
        Move::Cover(_) => ("Cover", String::new()),
        Move::Uncover(_) => ("Uncover", format!(" in {other} row")),
    };
    ChoiceButton {
        label: format!("{verb} {}", numbers.join(" + ")),
        detail: of,
        does: ChoiceDoes::Answer(Answer::Choice(Choice::Canoga(chosen))),
    }
}

fn pit(pit: parlor_rules::congkak::Pit, board: Option<&BoardView>) -> ChoiceButton {
    let letter = pit.letter();
    let seeds = match board.map(|board| &board.layout) {
        Some(BoardLayout::Congkak(view)) => view.find(letter).map(|(seat, at)| view.rows[seat][at].seeds),
        _ => None,
    };
    let with = seeds.map_or(String::new(), |seeds| format!(", {}", count(seeds.into(), "seed")));
    ChoiceButton {
        label: letter.to_string(),
        detail: with,
        does: ChoiceDoes::Answer(Answer::Choice(Choice::Congkak(pit))),
    }
}

fn cell(board: Option<&BoardView>, point: kono::Point) -> Option<kono::Cell> {
    let BoardLayout::Kono(view) = &board?.layout else { return None };
    view.cell(point)
}

fn piece(point: kono::Point, board: Option<&BoardView>) -> ChoiceButton {
    let captures = matches!(cell(board, point), Some(kono::Cell::Piece { captures: true, .. }));
    ChoiceButton {
        label: point.to_string(),
        detail: if captures { ", a piece that may capture" } else { ", a piece" }.to_owned(),
        does: ChoiceDoes::Pick(Spot::Point(point)),
    }
}

fn target(chosen: kono::Move, from: kono::Point, to: kono::Point, board: Option<&BoardView>) -> ChoiceButton {
    let kono::Move::Step(_, direction) = chosen else { unreachable!("a target is reached by a step") };
    let direction = crate::capitalised(&direction.to_string());
    let captures = matches!(cell(board, to), Some(kono::Cell::Piece { .. }));
    let capture = if captures { ", capture" } else { "" };
    ChoiceButton {
        label: format!("{direction}{capture}"),
        detail: format!(", from {from} to {to}"),
        does: ChoiceDoes::Answer(Answer::Choice(Choice::Kono(chosen))),
    }
}

#[cfg(test)]
mod tests {
    use parlor_rules::Game;
    use parlor_table::{Ask, Entry, Next, Question};

    use super::*;
    use crate::Reaction;
    use crate::trial;

    /// Every answer that can be given by pressing a sequence of buttons.
    fn answers(chooser: &Chooser, board: Option<&BoardView>) -> Vec<Answer> {
        let mut answers = Vec::new();
        for button in choices(chooser, board, &Names::plain()) {
            match button.does {
                ChoiceDoes::Answer(answer) => answers.push(answer),
                ChoiceDoes::Pick(spot) => {
                    let mut picked = chooser.clone();
                    assert_eq!(picked.click(spot), Reaction::Moved);
                    answers.extend(self::answers(&picked, board));
                }
                ChoiceDoes::Coin(_) => panic!("nothing is tossed by hand"),
            }
        }
        answers
    }

    #[test]
    fn every_choice_has_a_button_and_every_button_is_accepted() {
        for game in Game::ALL {
            trial::play(game, 11, 1, |table, _| {
                let Next::Ask(question) = table.next() else { return };
                let Some(chooser) = Chooser::of(&question, game) else { return };
                let answers = answers(&chooser, BoardView::of(table).as_ref());
                if let Ask::Decide(decision) = &question.ask {
                    let mut choices = decision.choices();
                    assert_eq!(answers.len(), choices.len(), "{answers:?}");
                    choices.retain(|choice| !answers.contains(&Answer::Choice(*choice)));
                    assert_eq!(choices, []);
                }
                for answer in answers {
                    table.clone().apply(Entry::decision(question.seat, answer)).unwrap();
                }
            });
        }
    }

    #[test]
    fn selected_squares_leave_only_moves_with_them() {
        let question = Question { seat: parlor_rules::Seat::Human, ask: trial::which_squares(&[], &[3], &[1, 2]) };
        let mut chooser = Chooser::of(&question, Game::Canoga).unwrap();
        let labels = |chooser: &Chooser| {
            let buttons = choices(chooser, None, &Names::plain());
            buttons.iter().map(ChoiceButton::name).collect::<Vec<_>>()
        };
        assert_eq!(labels(&chooser), ["Cover 3", "Cover 2 + 1", "Uncover 3 in Computer's row"]);
        chooser.click(Spot::Square(parlor_rules::Seat::Human, 1));
        assert_eq!(labels(&chooser), ["Cover 2 + 1"]);
    }

    #[test]
    fn pits_and_pieces_have_full_names() {
        let names = |game, ask, board: BoardView| {
            let chooser = Chooser::of(&Question { seat: parlor_rules::Seat::Human, ask }, game).unwrap();
            choices(&chooser, Some(&board), &Names::plain()).remove(0).name()
        };
        let laid_out = |game: Game| BoardView::laid_out(game, game.usual_size()).unwrap();
        assert_eq!(names(Game::Congkak, trial::which_pit(), laid_out(Game::Congkak)), "V, 7 seeds");
        assert_eq!(names(Game::Kono, trial::which_step(), laid_out(Game::Kono)), "(1,1), a piece");
    }
}
