use parlor_rules::kono::{Move, Point};
use parlor_rules::{Choice, Decision, Seat};

use crate::{Answer, MenuItem};

#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    /// The player who has to answer.
    pub seat: Seat,
    pub ask: Ask,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Ask {
    /// The size of the next round.
    Size {
        sizes: Vec<i64>,
        /// The default.
        usual: i64,
    },
    /// The menu before a turn (rules can-menu, con-menu, kon-menu).
    Menu {
        before: MenuKind,
        /// The player to move, if any.
        turn: Option<Seat>,
        items: Vec<MenuItem>,
    },
    /// A decision within the game.
    Decide(Decision),
    Another,
    FileName,
}

/// The step that comes after a menu.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MenuKind {
    Turn,
    /// The dice for the first turn (Kono).
    FirstDice,
    /// A win that hasn't been announced yet (rule can-save-win).
    Win,
}

impl Ask {
    /// Checks that an answer is of the right kind; the error describes the expected one.
    pub fn accepts(&self, answer: &Answer) -> Result<(), String> {
        let fits = match (self, answer) {
            (Ask::Size { sizes, .. }, Answer::Size(size)) => sizes.contains(size),
            (Ask::Menu { items, .. }, Answer::Menu(item)) => items.contains(item),
            (Ask::FileName, Answer::File(name)) => !name.trim().is_empty(),
            (Ask::Another, Answer::Another(_) | Answer::Menu(MenuItem::Save))
            | (Ask::FileName, Answer::Cancel)
            // Nothing has happened since the menu, so it is still open.
            | (Ask::Decide(Decision::Congkak(_) | Decision::Kono(_)), Answer::Menu(MenuItem::Save | MenuItem::Quit)) => true,
            // The rules check whether a move is legal and explain why not.
            (Ask::Decide(decision), Answer::Choice(choice)) => matches!(
                (decision, choice),
                (Decision::Call, Choice::Coin(_))
                    | (Decision::Color(_), Choice::Color(_))
                    | (Decision::Dice(_), Choice::Dice(_))
                    | (Decision::Canoga(_), Choice::Canoga(_))
                    | (Decision::Congkak(_), Choice::Congkak(_))
                    | (Decision::Kono(_), Choice::Kono(_))
            ),
            _ => false,
        };
        if fits { Ok(()) } else { Err(self.wanted()) }
    }

    /// The expected answer, as a short sentence.
    pub fn wanted(&self) -> String {
        match self {
            Ask::Size { sizes, .. } => {
                let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
                format!("choose one of the sizes {}", sizes.join(", "))
            }
            Ask::Menu { items, .. } => {
                let items: Vec<String> = items.iter().map(ToString::to_string).collect();
                format!("choose one of {}", items.join(", "))
            }
            Ask::Decide(Decision::Call) => "call heads or tails".to_owned(),
            Ask::Decide(Decision::Color(_)) => "choose white or black".to_owned(),
            Ask::Decide(Decision::Dice(_)) => "choose one die or two".to_owned(),
            Ask::Decide(Decision::Canoga(thrown)) => {
                format!("cover or uncover squares that add up to {}", thrown.throw().sum())
            }
            Ask::Decide(Decision::Congkak(position)) => {
                let pits: Vec<String> = position.legal_moves().map(|pit| pit.to_string()).collect();
                format!("play one of the pits {}", pits.join(", "))
            }
            Ask::Decide(Decision::Kono(standing)) => {
                match standing.position.and_then(|position| position.legal_moves().next()) {
                    Some(Move::Step(Point { row, column }, direction)) => {
                        format!("name a piece and a direction, like {row} {column} {direction}")
                    }
                    _ => "no piece can move, so pass".to_owned(),
                }
            }
            Ask::Another => "type yes or no".to_owned(),
            Ask::FileName => "name a file, or cancel".to_owned(),
        }
    }
}
