use parlor_rules::{Decision, DiceCount, Seat};

use crate::{Ask, MenuItem, MenuKind, Question, Setup};

/// The next step of a table.
#[derive(Clone, PartialEq, Debug)]
pub enum Next {
    Ask(Question),
    /// Throw dice, from the source given by [`Table::draw`](crate::Table::draw).
    Throw {
        seat: Seat,
        /// The number that the thrower chose or must throw.
        dice: DiceCount,
        /// A single die would be allowed too.
        may_be_one: bool,
    },
    /// Toss a coin, from the source given by [`Table::draw`](crate::Table::draw).
    Toss,
    /// Write a save to this file, and apply [`Entry::Saved`](crate::Entry::Saved) or
    /// [`Entry::NotSaved`](crate::Entry::NotSaved).
    Save {
        /// The file's name, as the player typed it.
        name: String,
    },
    Over,
}

impl Next {
    pub fn question(&self) -> Option<&Question> {
        if let Next::Ask(question) = self { Some(question) } else { None }
    }

    pub(crate) fn decide(seat: Seat, decision: Decision) -> Next {
        Next::Ask(Question { seat, ask: Ask::Decide(decision) })
    }

    /// Two dice decide who plays first: Human throws, then Computer.
    pub(crate) fn first_throw(human_has_thrown: bool) -> Next {
        let seat = if human_has_thrown { Seat::Computer } else { Seat::Human };
        Next::Throw { seat, dice: DiceCount::Two, may_be_one: false }
    }

    /// A question to the owner of the table.
    pub(crate) fn ask_owner(setup: &Setup, ask: Ask) -> Next {
        Next::Ask(Question { seat: setup.owner_seat(), ask })
    }

    /// Asks for the size of a round. The default is that of the last round.
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
        Next::Ask(Question { seat: own.unwrap_or(setup.owner_seat()), ask: Ask::Menu { before, turn, items } })
    }
}
