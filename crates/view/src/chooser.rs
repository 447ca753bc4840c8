//! A choice in progress: buttons, squares, a pit, or a piece and its step.
//!
//! A chooser knows only the answers to its question. Keys and clicks move its cursor and return a [`Reaction`].

mod buttons;
mod pits;
mod squares;
mod steps;

use parlor_rules::kono::Color;
use parlor_rules::{Choice, Coin, Decision, DiceCount, Game, Seat};
use parlor_table::{Answer, Ask, MenuItem, MenuKind, Question};

pub use buttons::{Button, ButtonKeys, Buttons};
pub use pits::ChosenPit;
pub use squares::ChosenSquares;
pub use steps::ChosenStep;

use crate::question::throws_each_turn;
use crate::{Spot, menu_label};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arrow {
    Left,
    Right,
    Up,
    Down,
}

#[derive(Clone, PartialEq, Debug)]
pub enum Chooser {
    Buttons(Buttons<Action>),
    /// Squares that add up to the throw.
    Squares(ChosenSquares),
    Pit(ChosenPit),
    /// First a piece, then its target.
    Step(ChosenStep),
}

#[derive(Clone, PartialEq, Debug)]
pub enum Action {
    Answer(Answer),
    Help,
    /// The side shown by a coin tossed by hand.
    Coin(Coin),
}

/// The effect of a key or a click.
#[derive(Clone, PartialEq, Debug)]
pub enum Reaction<T> {
    Chosen(T),
    /// The cursor or the selection has changed, but nothing is chosen yet.
    Moved,
    Ignored,
}

impl Chooser {
    /// A chooser for a question; `None` if a line has to be typed.
    pub fn of(question: &Question, game: Game) -> Option<Chooser> {
        let answer = |label: &str, answer| Button::new(label, Action::Answer(answer));
        let words = |buttons| Buttons::new(buttons, ButtonKeys::NumberOrLetter);
        let buttons = match &question.ask {
            Ask::Size { sizes, usual } => {
                let size = |&size: &i64| answer(&size.to_string(), Answer::Size(size));
                let at = sizes.iter().position(|size| size == usual).expect("the usual size is one of the sizes");
                Buttons::new(sizes.iter().map(size).collect(), ButtonKeys::Typed).starting_at(at)
            }
            Ask::Decide(Decision::Call) => words(vec![
                answer("Heads", Answer::Choice(Choice::Coin(Coin::Heads))),
                answer("Tails", Answer::Choice(Choice::Coin(Coin::Tails))),
            ]),
            Ask::Decide(Decision::Color(_)) => words(vec![
                answer("White (from the North)", Answer::Choice(Choice::Color(Color::White))),
                answer("Black", Answer::Choice(Choice::Color(Color::Black))),
            ]),
            Ask::Menu { before, items, .. } => menu(items, *before, game),
            Ask::Decide(Decision::Dice(_)) => words(vec![
                answer("One die", Answer::Choice(Choice::Dice(DiceCount::One))),
                answer("Two dice", Answer::Choice(Choice::Dice(DiceCount::Two))),
            ])
            .starting_at(1),
            Ask::Another => words(vec![answer("Yes", Answer::Another(true)), answer("No", Answer::Another(false))]),
            Ask::Decide(Decision::Canoga(thrown)) => {
                return Some(Chooser::Squares(ChosenSquares::new(question.seat, thrown)));
            }
            Ask::Decide(Decision::Congkak(position)) => return Some(Chooser::Pit(ChosenPit::new(position))),
            Ask::Decide(Decision::Kono(standing)) => return ChosenStep::new(standing).map(Chooser::Step),
            Ask::FileName => return None,
        };
        Some(Chooser::Buttons(buttons))
    }

    /// Heads or tails, for a coin tossed by hand.
    pub fn coin_by_hand() -> Chooser {
        let side = |label, coin| Button::new(label, Action::Coin(coin));
        let buttons = vec![side("Heads", Coin::Heads), side("Tails", Coin::Tails)];
        Chooser::Buttons(Buttons::new(buttons, ButtonKeys::NumberOrLetter))
    }

    pub fn cursor(&self) -> Option<Spot> {
        match self {
            Chooser::Buttons(_) => None,
            Chooser::Squares(squares) => Some(squares.cursor()),
            Chooser::Pit(pit) => Some(pit.cursor()),
            Chooser::Step(step) => Some(step.cursor()),
        }
    }

    pub fn can_choose(&self) -> Vec<Spot> {
        match self {
            Chooser::Buttons(_) => Vec::new(),
            Chooser::Squares(squares) => squares.can_choose(),
            Chooser::Pit(pit) => pit.can_choose(),
            Chooser::Step(step) => step.can_choose(),
        }
    }

    /// The places where a click has an effect, without those already selected: all that can be chosen now, and the
    /// pieces that could be lifted instead.
    pub fn can_click(&self) -> Vec<Spot> {
        let mut spots = self.can_choose();
        if let Chooser::Step(step) = self
            && let Some(lifted) = step.piece()
        {
            spots.extend(step.pieces().into_iter().filter(|piece| *piece != lifted).map(Spot::Point));
        }
        spots
    }

    pub fn chosen(&self) -> Vec<Spot> {
        match self {
            Chooser::Buttons(_) | Chooser::Pit(_) => Vec::new(),
            Chooser::Squares(squares) => squares.chosen(),
            Chooser::Step(step) => step.chosen(),
        }
    }

    /// Every answer that can be chosen on the board, with its places. Squares may be chosen in any order.
    pub fn answers(&self) -> Vec<(Vec<Spot>, Choice)> {
        match self {
            Chooser::Buttons(_) => Vec::new(),
            Chooser::Squares(squares) => squares.answers(),
            Chooser::Pit(pits) => {
                pits.pits().iter().map(|&pit| (vec![Spot::Pit(pit.letter())], Choice::Congkak(pit))).collect()
            }
            Chooser::Step(step) => step.answers(),
        }
    }

    /// Every place the cursor can go to, in reading order.
    fn in_reach(&self) -> Vec<Spot> {
        let mut spots = self.can_choose();
        if let Chooser::Squares(squares) = self {
            spots.extend(squares.chosen());
        }
        spots.sort_by_key(|spot| (place(*spot).1, place(*spot).0));
        spots
    }

    /// Moves the cursor to the nearest place in the direction of an arrow key.
    pub fn arrow(&mut self, arrow: Arrow) -> Reaction<Action> {
        match self {
            Chooser::Buttons(buttons) => buttons.step(matches!(arrow, Arrow::Left | Arrow::Up)),
            Chooser::Pit(pit) => match arrow {
                Arrow::Left => pit.step(true),
                Arrow::Right => pit.step(false),
                Arrow::Up | Arrow::Down => return Reaction::Ignored,
            },
            Chooser::Squares(_) | Chooser::Step(_) => {
                let from = place(self.cursor().expect("only buttons have no cursor on the board"));
                let distance = |spot: &Spot| distance(from, place(*spot), arrow);
                let nearest = self.in_reach().into_iter().filter_map(|spot| Some((distance(&spot)?, spot)));
                return match nearest.min_by_key(|(distance, _)| *distance) {
                    Some((_, spot)) => self.point_at(spot),
                    None => Reaction::Ignored,
                };
            }
        }
        Reaction::Moved
    }

    /// Moves the cursor to a place, if it can go there.
    pub fn point_at(&mut self, spot: Spot) -> Reaction<Action> {
        let found = match (self, spot) {
            (Chooser::Squares(squares), Spot::Square(row, number)) => squares.point_at(row, number),
            (Chooser::Step(step), Spot::Point(point)) => step.point_at(point),
            (Chooser::Pit(pit), Spot::Pit(letter)) => pit.point_at(letter),
            _ => false,
        };
        if found { Reaction::Moved } else { Reaction::Ignored }
    }

    /// Moves to the next or previous choice in reading order.
    pub fn cycle(&mut self, back: bool) -> Reaction<Action> {
        if let Chooser::Buttons(_) | Chooser::Pit(_) = self {
            return self.arrow(if back { Arrow::Left } else { Arrow::Right });
        }
        let spots = self.in_reach();
        let at = spots.iter().position(|spot| Some(*spot) == self.cursor());
        let next = match (at, back) {
            (Some(at), false) => (at + 1) % spots.len(),
            (Some(at), true) => at.checked_sub(1).unwrap_or(spots.len() - 1),
            (None, _) => 0,
        };
        spots.get(next).map_or(Reaction::Ignored, |spot| self.point_at(*spot))
    }

    /// Enter: chooses the item under the cursor.
    pub fn enter(&mut self) -> Reaction<Action> {
        match self {
            Chooser::Buttons(buttons) => Reaction::Chosen(buttons.current().clone()),
            Chooser::Pit(pit) => answer(Answer::Choice(Choice::Congkak(pit.current()))),
            Chooser::Squares(squares) => squares.enter(),
            Chooser::Step(step) => step.enter(),
        }
    }

    /// Space: selects or deselects the square under the cursor. It has no other effect, because people who skip an
    /// animation may press it once too often.
    pub fn toggle(&mut self) -> Reaction<Action> {
        match self {
            Chooser::Squares(squares) => squares.toggle_cursor(),
            _ => Reaction::Ignored,
        }
    }

    /// Esc: undoes the last part of a choice.
    pub fn back(&mut self) -> Reaction<Action> {
        let taken = match self {
            Chooser::Squares(squares) => squares.back(),
            Chooser::Step(step) => step.back(),
            Chooser::Buttons(_) | Chooser::Pit(_) => false,
        };
        if taken { Reaction::Moved } else { Reaction::Ignored }
    }

    pub fn click(&mut self, spot: Spot) -> Reaction<Action> {
        match (&mut *self, spot) {
            (Chooser::Squares(squares), Spot::Square(row, number)) => squares.toggle(row, number),
            (Chooser::Pit(_), Spot::Pit(_)) => match self.point_at(spot) {
                Reaction::Moved => self.enter(),
                ignored => ignored,
            },
            (Chooser::Step(step), Spot::Point(point)) => step.click(point),
            _ => Reaction::Ignored,
        }
    }

    /// Chooses a button by its number, from 1.
    pub fn number(&mut self, number: usize) -> Reaction<Action> {
        match self {
            Chooser::Buttons(buttons) => buttons.number(number).map_or(Reaction::Ignored, Reaction::Chosen),
            _ => Reaction::Ignored,
        }
    }

    /// Chooses a button or a pit by its letter.
    pub fn letter(&mut self, letter: char) -> Reaction<Action> {
        match self {
            Chooser::Buttons(buttons) => buttons.letter(letter).map_or(Reaction::Ignored, Reaction::Chosen),
            Chooser::Pit(_) => self.click(Spot::Pit(letter.to_ascii_uppercase())),
            _ => Reaction::Ignored,
        }
    }

    /// The parts chosen so far, in words; `None` for choices with one part.
    pub fn progress(&self) -> Option<String> {
        match self {
            Chooser::Squares(squares) => Some(squares.progress()),
            Chooser::Step(step) => Some(step.progress()),
            Chooser::Buttons(_) | Chooser::Pit(_) => None,
        }
    }
}

/// All menus have the same numbers (rule can-menu): 1 saves, 2 plays, 3 helps, 4 quits. The cursor starts on the usual
/// choice.
fn menu(items: &[MenuItem], before: MenuKind, game: Game) -> Buttons<Action> {
    let order = [MenuItem::Save, MenuItem::Play, MenuItem::Help, MenuItem::Quit];
    // If help were left out, quitting would get its number.
    let shown = |item: MenuItem| items.contains(&item) || item == MenuItem::Help && before == MenuKind::FirstDice;
    let button = |item: MenuItem| {
        let label = match (item, before) {
            (MenuItem::Play, MenuKind::Turn) if throws_each_turn(game) => menu_label(item, MenuKind::FirstDice),
            _ => menu_label(item, before),
        };
        let action = if item == MenuItem::Help { Action::Help } else { Action::Answer(Answer::Menu(item)) };
        Button::new(label, action)
    };
    let buttons: Vec<Button<Action>> = order.into_iter().filter(|item| shown(*item)).map(button).collect();
    let play = order.iter().filter(|item| shown(**item)).position(|item| *item == MenuItem::Play);
    Buttons::new(buttons, ButtonKeys::Number).starting_at(play.unwrap_or(0))
}

fn answer(answer: Answer) -> Reaction<Action> {
    Reaction::Chosen(Action::Answer(answer))
}

/// The column and row of a place, for the arrow keys.
fn place(spot: Spot) -> (i32, i32) {
    let row = |seat| i32::from(seat == Seat::Human);
    match spot {
        Spot::Square(seat, number) => (number.into(), row(seat)),
        Spot::Point(point) => (point.column.into(), point.row.into()),
        Spot::Pit(letter) => (letter as i32, 0),
        Spot::Store(seat) => (0, row(seat)),
    }
}

/// The distance of a place in the direction of an arrow; `None` if it isn't in that direction. Places to the side count
/// as farther away than places straight ahead.
fn distance(from: (i32, i32), to: (i32, i32), arrow: Arrow) -> Option<i32> {
    let (right, down) = (to.0 - from.0, to.1 - from.1);
    let (ahead, aside) = match arrow {
        Arrow::Left => (-right, down),
        Arrow::Right => (right, down),
        Arrow::Up => (-down, right),
        Arrow::Down => (down, right),
    };
    (ahead > 0).then_some(ahead + 3 * aside.abs())
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]
mod tests;
