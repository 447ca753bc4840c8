use parlor_rules::{Seat, Throw, canoga, congkak, kono};

use crate::{Answer, MenuItem};

/// Something that somebody has to decide, with everything that can be answered.
#[derive(Clone, PartialEq, Debug)]
pub struct Question {
    /// The seat whose player has to answer.
    pub seat: Seat,
    /// What is asked.
    pub ask: Ask,
}

/// What is asked.
#[derive(Clone, PartialEq, Debug)]
pub enum Ask {
    /// How long the rows or how large the board is to be.
    Size {
        /// The sizes there are.
        sizes: Vec<i64>,
        /// The one that most people choose.
        usual: i64,
    },
    /// Heads or tails (rule con-first).
    Coin,
    /// White or Black (rule kon-first).
    Color,
    /// What to do before a turn (rules can-menu, con-menu, kon-menu).
    Menu {
        /// What it stands before.
        before: MenuKind,
        /// Whose turn it is, if it is anybody's.
        turn: Option<Seat>,
        /// What can be chosen.
        items: Vec<MenuItem>,
    },
    /// One die or two (rule can-dice).
    Dice,
    /// A move in Canoga, with this throw.
    Canoga {
        /// What was thrown.
        throw: Throw,
        /// Every legal move.
        moves: Vec<canoga::Move>,
    },
    /// A pit to sow from.
    Congkak {
        /// Every pit that can be played.
        pits: Vec<congkak::Pit>,
    },
    /// A step, or a pass.
    Kono {
        /// Every legal move.
        moves: Vec<kono::Move>,
    },
    /// Another round?
    Another,
    /// Where to save.
    FileName,
}

/// What a menu stands before.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MenuKind {
    /// A player's turn.
    Turn,
    /// The dice that decide who is first (Kono).
    FirstDice,
    /// A win that hasn't been told yet (rule can-save-win).
    Win,
}

impl Ask {
    /// Whether this answers it; the reason if not.
    pub fn accepts(&self, answer: &Answer) -> Result<(), String> {
        let fits = match (self, answer) {
            (Ask::Size { sizes, .. }, Answer::Size(size)) => sizes.contains(size),
            (Ask::Menu { items, .. }, Answer::Menu(item)) => items.contains(item),
            // Whether a move is legal is asked of the rules, which say why it isn't.
            (Ask::Coin, Answer::Coin(_))
            | (Ask::Color, Answer::Color(_))
            | (Ask::Dice, Answer::Dice(_))
            | (Ask::Another, Answer::Another(_))
            | (Ask::FileName, Answer::Cancel)
            | (Ask::Canoga { .. }, Answer::Canoga(_))
            | (Ask::Congkak { .. }, Answer::Congkak(_))
            | (Ask::Kono { .. }, Answer::Kono(_))
            // Nothing has happened since the menu, so it is still open.
            | (Ask::Congkak { .. } | Ask::Kono { .. }, Answer::Menu(MenuItem::Save | MenuItem::Quit)) => true,
            (Ask::FileName, Answer::File(name)) => !name.trim().is_empty(),

            _ => false,
        };
        if fits { Ok(()) } else { Err(self.wanted()) }
    }

    /// What would answer it, as a short sentence.
    pub fn wanted(&self) -> String {
        match self {
            Ask::Size { sizes, .. } => {
                let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
                format!("the size is one of {}", sizes.join(", "))
            }
            Ask::Coin => "heads or tails".to_owned(),
            Ask::Color => "white or black".to_owned(),
            Ask::Menu { items, .. } => {
                let items: Vec<String> = items.iter().map(ToString::to_string).collect();
                format!("choose one of {}", items.join(", "))
            }
            Ask::Dice => "one die or two".to_owned(),
            Ask::Canoga { throw, .. } => format!("cover or uncover squares that add up to {}", throw.sum()),
            Ask::Congkak { pits } => {
                let pits: Vec<String> = pits.iter().map(ToString::to_string).collect();
                format!("play one of the pits {}", pits.join(", "))
            }
            Ask::Kono { .. } => "name a piece and a direction, like 2 1 southeast".to_owned(),
            Ask::Another => "yes or no".to_owned(),
            Ask::FileName => "name a file, or cancel".to_owned(),
        }
    }
}
