use parlor_rules::{Decision, DiceCount, Seat};

use crate::{Ask, MenuItem, MenuKind, Question, Setup};

/// What happens next at a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Next {
    /// A player answers.
    Ask(Question),
    /// Dice are thrown; [`Table::draw`](crate::Table::draw) says where they come from.
    Throw {
        /// The player who throws.
        seat: Seat,
        /// The number that the thrower chose, or must throw.
        dice: DiceCount,
        /// Whether a single die would be allowed too.
        may_be_one: bool,
    },
    /// A coin is tossed; [`Table::draw`](crate::Table::draw) says where it comes from.
    Toss,
    /// A save is written to this file; the answer is [`Entry::Saved`](crate::Entry::Saved) or
    /// [`Entry::NotSaved`](crate::Entry::NotSaved).
    Save {
        /// The file's name, as the player gave it.
        name: String,
    },
    /// Nothing: the tournament is over.
    Over,
}

impl Next {
    /// The question, if a player answers one.
    pub fn question(&self) -> Option<&Question> {
        if let Next::Ask(question) = self { Some(question) } else { None }
    }

    pub(crate) fn decide(seat: Seat, decision: Decision) -> Next {
        Next::Ask(Question { seat, ask: Ask::Decide(decision) })
    }

    /// Two dice decide who plays first: Human's, then Computer's.
    pub(crate) fn first_throw(human_has_thrown: bool) -> Next {
        let seat = if human_has_thrown { Seat::Computer } else { Seat::Human };
        Next::Throw { seat, dice: DiceCount::Two, may_be_one: false }
    }

    /// A question to the owner of the table.
    pub(crate) fn ask_owner(setup: &Setup, ask: Ask) -> Next {
        Next::Ask(Question { seat: setup.keeper(), ask })
    }

    /// The size of a round; most players take that of the round before.
    pub(crate) fn size(setup: &Setup, previous: Option<i64>) -> Next {
        let usual = previous.unwrap_or(setup.game.usual_size());
        Next::ask_owner(setup, Ask::Size { sizes: setup.game.sizes(), usual })
    }

    pub(crate) fn menu(setup: &Setup, before: MenuKind, turn: Option<Seat>) -> Next {
        let own = turn.filter(|&seat| setup.players[seat].is_person());
        let mut items = vec![MenuItem::Save, MenuItem::Play];
        if own.is_some() && before == MenuKind::Turn {
            items.push(MenuItem::Help);
        }
        if before != MenuKind::Win {
            items.push(MenuItem::Quit);
        }
        Next::Ask(Question { seat: own.unwrap_or(setup.keeper()), ask: Ask::Menu { before, turn, items } })
    }
}
