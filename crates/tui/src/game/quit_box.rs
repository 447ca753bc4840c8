//! The box that asks how to quit.

use parlor_view::{Button, ButtonKeys, Buttons, Reaction, wrap};
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use super::keys::press_button;
use crate::kit::box_area;
use crate::theme::{Role, Theme};

/// The box that asks how to quit.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct QuitBox(Buttons<Quit>);

/// How to quit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Quit {
    Stay,
    Leave,
    Start,
    GiveUp,
}

pub(super) const QUIT: &str = "Quit?";

/// The columns of what giving up does.
const COLUMNS: usize = 62;

impl QuitBox {
    /// The cursor is on leaving. `kept` says what becomes of the game then. A round can be given up only if there is
    /// one.
    pub(super) fn new(kept: &str, can_give_up: bool) -> QuitBox {
        let mut buttons = vec![
            Button::new("Stay at this table", Quit::Stay),
            Button::new(leave_line(kept), Quit::Leave),
            Button::new(start_line(kept), Quit::Start),
        ];
        if can_give_up {
            buttons.push(Button::new("Give up", Quit::GiveUp));
        }
        QuitBox(Buttons::new(buttons, ButtonKeys::Number).starting_at(1))
    }

    /// Says something else about what becomes of the game. The cursor stays.
    pub(super) fn set_kept(&mut self, kept: &str) {
        let told = |button: &Button<Quit>| match button.action {
            Quit::Leave => Button::new(leave_line(kept), Quit::Leave),
            Quit::Start => Button::new(start_line(kept), Quit::Start),
            Quit::Stay | Quit::GiveUp => button.clone(),
        };
        let buttons = self.0.all().iter().map(told).collect();
        self.0 = Buttons::new(buttons, ButtonKeys::Number).starting_at(self.0.at());
    }

    /// The same with the cursor on giving up.
    pub(super) fn at_giving_up(self) -> QuitBox {
        let last = self.0.all().len() - 1;
        QuitBox(self.0.starting_at(last))
    }

    /// What a key does; `None` closes the box.
    pub(super) fn key(&mut self, code: KeyCode) -> Option<Reaction<Quit>> {
        Some(match code {
            KeyCode::Esc | KeyCode::Char('n') => return None,
            KeyCode::Char('q') => Reaction::Chosen(Quit::Leave),
            KeyCode::Char(' ') => self.0.enter(),
            KeyCode::Char(letter) if !letter.is_ascii_digit() => Reaction::Ignored,
            code => press_button(&mut self.0, code),
        })
    }

    /// The lines of the box. What giving up does stands below its line.
    pub(super) fn lines(&self, giving_up: &str, theme: Theme) -> Vec<(Role, String)> {
        let mut lines = Vec::new();
        for (at, button) in self.0.all().iter().enumerate() {
            let here = at == self.0.at();
            let mark = if here { theme.pick("\u{25b6}", ">") } else { " " };
            lines.push((if here { Role::Cursor } else { Role::Text }, format!("{mark} {} {}", at + 1, button.label)));
        }
        if self.0.all().iter().any(|button| button.action == Quit::GiveUp) {
            lines.extend(wrap(giving_up, COLUMNS).into_iter().map(|line| (Role::Prompt, format!("    {line}"))));
        }
        lines
    }

    /// What was clicked.
    pub(super) fn clicked(&self, at: Position, giving_up: &str, area: Rect) -> Option<Quit> {
        let rows = box_area(QUIT, &self.lines(giving_up, Theme::default()), area);
        let last = self.0.all().len() - 1;
        rows.contains(at).then(|| self.0.all()[usize::from(at.y - rows.y).min(last)].action)
    }
}

fn leave_line(kept: &str) -> String {
    format!("Leave the program: {kept}")
}

fn start_line(kept: &str) -> String {
    format!("Start screen: {kept}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUESTION: &str = "Give up? Nobody gets this round, and the tournament ends: Human 12, Computer 30.";

    #[test]
    fn a_round_that_is_over_cannot_be_given_up() {
        let quits = |quit_box: QuitBox| quit_box.0.all().iter().map(|button| button.action).collect::<Vec<_>>();
        assert_eq!(quits(QuitBox::new("the game is kept", false)), [Quit::Stay, Quit::Leave, Quit::Start]);
        assert!(quits(QuitBox::new("the game is kept", true)).contains(&Quit::GiveUp));
        let mut at_giving_up = QuitBox::new("the game is kept", true).at_giving_up();
        assert_eq!(at_giving_up.key(KeyCode::Enter), Some(Reaction::Chosen(Quit::GiveUp)));
    }

    #[test]
    fn keys_choose_or_close_the_box() {
        let mut quit_box = QuitBox::new("the game is kept", true);
        assert_eq!(quit_box.key(KeyCode::Enter), Some(Reaction::Chosen(Quit::Leave)));
        assert_eq!(quit_box.key(KeyCode::Char('q')), Some(Reaction::Chosen(Quit::Leave)));
        assert_eq!(quit_box.key(KeyCode::Char('3')), Some(Reaction::Chosen(Quit::Start)));
        assert_eq!(quit_box.key(KeyCode::Char('5')), Some(Reaction::Ignored));
        assert_eq!(quit_box.key(KeyCode::Char('l')), Some(Reaction::Ignored));
        assert_eq!([quit_box.key(KeyCode::Esc), quit_box.key(KeyCode::Char('n'))], [None, None]);
    }

    #[test]
    fn a_row_of_the_box_can_be_clicked() {
        let area = Rect::new(0, 0, 80, 24);
        let quit_box = QuitBox::new("the game is kept", true);
        let rows = box_area(QUIT, &quit_box.lines(QUESTION, Theme::default()), area);
        let at = |row: u16| quit_box.clicked(Position::new(rows.x, rows.y + row), QUESTION, area);
        assert_eq!([at(2), at(3), at(4)], [Quit::Start, Quit::GiveUp, Quit::GiveUp].map(Some));
        assert_eq!(quit_box.clicked(Position::new(rows.x, rows.bottom()), QUESTION, area), None);
    }
}
