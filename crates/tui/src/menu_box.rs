//! A box with a few choices, drawn over the screen.

use parlor_view::{Button, ButtonKeys, Buttons, Reaction, wrap};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use crate::kit::{box_area, boxed};
use crate::theme::{Role, Theme};

/// The width, in columns, of the question above the choices.
const COLUMNS: usize = 64;

/// A box with a few choices below each other.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct MenuBox<T> {
    title: &'static str,
    pub(crate) above: Vec<(Role, String)>,
    pub(crate) buttons: Buttons<T>,
    /// Lines below the last choice. A click on them selects that choice.
    pub(crate) below: Vec<(Role, String)>,
}

impl<T: Clone + PartialEq> MenuBox<T> {
    pub(crate) fn new(title: &'static str, choices: Vec<Button<T>>, keys: ButtonKeys) -> MenuBox<T> {
        MenuBox { title, above: Vec::new(), buttons: Buttons::new(choices, keys), below: Vec::new() }
    }

    pub(crate) fn asking(mut self, question: &str) -> MenuBox<T> {
        self.above = wrap(question, COLUMNS).into_iter().map(|line| (Role::Prompt, line)).collect();
        self
    }

    pub(crate) fn starting_at(self, at: usize) -> MenuBox<T> {
        MenuBox { buttons: self.buttons.starting_at(at), ..self }
    }

    pub(crate) fn key(&mut self, code: KeyCode) -> Reaction<T> {
        press_button(&mut self.buttons, if code == KeyCode::Char(' ') { KeyCode::Enter } else { code })
    }

    /// The choice at a position.
    pub(crate) fn click(&mut self, at: Position, theme: Theme, area: Rect) -> Option<T> {
        let rows = box_area(self.title, &self.lines(theme), area);
        let row = usize::from(at.y.checked_sub(rows.y)?).checked_sub(self.above.len())?;
        rows.contains(at).then(|| self.buttons.number(1 + row.min(self.buttons.all().len() - 1)))?
    }

    fn lines(&self, theme: Theme) -> Vec<(Role, String)> {
        let mut lines = self.above.clone();
        for (at, button) in self.buttons.all().iter().enumerate() {
            let (mark, role) =
                if at == self.buttons.at() { (theme.pick("\u{25b6}", ">"), Role::Cursor) } else { (" ", Role::Text) };
            lines.push((
                role,
                match self.buttons.keys() {
                    ButtonKeys::Typed => format!("{mark} {}", button.label),
                    ButtonKeys::Number | ButtonKeys::NumberOrLetter => format!("{mark} {} {}", at + 1, button.label),
                },
            ));
        }
        lines.extend_from_slice(&self.below);
        lines
    }

    pub(crate) fn paint(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        boxed(self.title, &self.lines(theme), theme, area, buffer);
    }
}

pub(crate) fn press_button<T: Clone>(buttons: &mut Buttons<T>, code: KeyCode) -> Reaction<T> {
    let chosen = match code {
        KeyCode::Left | KeyCode::Up | KeyCode::BackTab => {
            buttons.step(true);
            return Reaction::Moved;
        }
        KeyCode::Right | KeyCode::Down | KeyCode::Tab => {
            buttons.step(false);
            return Reaction::Moved;
        }
        KeyCode::Enter => return buttons.enter(),
        KeyCode::Char(digit @ '0'..='9') => buttons.number(digit as usize - '0' as usize),
        KeyCode::Char(letter) if buttons.keys() == ButtonKeys::NumberOrLetter => buttons.letter(letter),
        _ => None,
    };
    chosen.map_or(Reaction::Ignored, Reaction::Chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn menu() -> MenuBox<u8> {
        let choices =
            ["Stay", "Leave", "Give up"].into_iter().zip(0..).map(|(label, action)| Button::new(label, action));
        let menu = MenuBox::new("Quit?", choices.collect(), ButtonKeys::Number).starting_at(1);
        let below = vec![(Role::Prompt, "It costs 12 points.".to_owned())];
        MenuBox { below, ..menu.asking("What now?") }
    }

    #[test]
    fn keys_choose() {
        assert_eq!(menu().key(KeyCode::Enter), Reaction::Chosen(1));
        assert_eq!(menu().key(KeyCode::Char(' ')), Reaction::Chosen(1));
        assert_eq!(menu().key(KeyCode::Char('3')), Reaction::Chosen(2));
        assert_eq!(menu().key(KeyCode::Down), Reaction::Moved);
        for code in [KeyCode::Char('5'), KeyCode::Char('l'), KeyCode::Esc] {
            assert_eq!(menu().key(code), Reaction::Ignored);
        }
    }

    #[test]
    fn a_row_can_be_clicked_and_lines_below_belong_to_the_last() {
        let area = Rect::new(0, 0, 80, 24);
        let rows = box_area("Quit?", &menu().lines(Theme::default()), area);
        let at = |row: u16| menu().click(Position::new(rows.x, rows.y + row), Theme::default(), area);
        assert_eq!([at(0), at(1), at(3), at(4), at(5)], [None, Some(0), Some(2), Some(2), None]);
        assert_eq!(menu().click(Position::new(0, 0), Theme::default(), area), None);
    }
}
