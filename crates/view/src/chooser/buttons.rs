use super::Reaction;

/// A row of buttons with a cursor.
#[derive(Clone, PartialEq, Debug)]
pub struct Buttons<T> {
    all: Vec<Button<T>>,
    at: usize,
    keys: ButtonKeys,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Button<T> {
    pub label: String,
    pub action: T,
}

/// The keys that choose a button directly.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ButtonKeys {
    Number,
    /// The number of the button, or the first letter of its label.
    NumberOrLetter,
    /// None: the labels are numbers and can be typed.
    Typed,
}

impl<T> Button<T> {
    pub fn new(label: impl Into<String>, action: T) -> Button<T> {
        Button { label: label.into(), action }
    }
}

impl<T: Clone> Buttons<T> {
    /// Puts the cursor on the first button.
    ///
    /// # Panics
    /// If there are no buttons.
    pub fn new(buttons: Vec<Button<T>>, keys: ButtonKeys) -> Buttons<T> {
        assert!(!buttons.is_empty(), "there is something to choose");
        Buttons { all: buttons, at: 0, keys }
    }

    #[must_use]
    pub fn starting_at(mut self, at: usize) -> Buttons<T> {
        self.at = at.min(self.all.len() - 1);
        self
    }

    pub fn all(&self) -> &[Button<T>] {
        &self.all
    }

    /// The index of the button under the cursor, from 0.
    pub fn at(&self) -> usize {
        self.at
    }

    pub fn keys(&self) -> ButtonKeys {
        self.keys
    }

    /// The action of the button under the cursor.
    pub fn current(&self) -> &T {
        &self.all[self.at].action
    }

    /// Moves the cursor to the next or previous button, wrapping around.
    pub fn step(&mut self, back: bool) {
        let count = self.all.len();
        self.at = (self.at + if back { count - 1 } else { 1 }) % count;
    }

    /// Chooses a button by its number, from 1.
    pub fn number(&mut self, number: usize) -> Option<T> {
        let at = number.checked_sub(1).filter(|at| *at < self.all.len())?;
        self.at = at;
        Some(self.current().clone())
    }

    /// Chooses the only button whose label starts with a letter.
    pub fn letter(&mut self, letter: char) -> Option<T> {
        let begins =
            |button: &Button<T>| button.label.chars().next().is_some_and(|first| first.eq_ignore_ascii_case(&letter));
        let mut found = (0..self.all.len()).filter(|&at| begins(&self.all[at]));
        let (only, None) = (found.next()?, found.next()) else { return None };
        self.at = only;
        Some(self.current().clone())
    }

    pub fn enter(&self) -> Reaction<T> {
        Reaction::Chosen(self.current().clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn buttons() -> Buttons<u8> {
        let button = |label: &str, action| Button::new(label, action);
        Buttons::new(vec![button("Save", 1), button("Start", 2), button("Leave", 3)], ButtonKeys::NumberOrLetter)
    }

    #[test]
    fn the_cursor_goes_around() {
        let mut buttons = buttons();
        buttons.step(true);
        assert_eq!((buttons.at(), *buttons.current()), (2, 3));
        buttons.step(false);
        assert_eq!(buttons.at(), 0);
        assert_eq!(buttons.enter(), Reaction::Chosen(1));
        assert_eq!(buttons.clone().starting_at(9).at(), 2);
    }

    #[test]
    fn numbers_and_single_letters_choose() {
        let mut buttons = buttons();
        assert_eq!((buttons.number(2), buttons.at()), (Some(2), 1));
        assert_eq!([buttons.number(0), buttons.number(4)], [None, None]);
        assert_eq!((buttons.letter('l'), buttons.at()), (Some(3), 2));
        assert_eq!(buttons.letter('s'), None, "two buttons begin with it");
    }
}
