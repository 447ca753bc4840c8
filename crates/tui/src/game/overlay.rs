//! What lies over the game: boxes, the rules, and a replay.

use parlor_rules::Game;
use parlor_table::MenuItem;
use parlor_view::{Button, ButtonKeys, Buttons, Reaction, Replay, give_up_line, wrap};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Position, Rect};
use ratatui::widgets::{Clear, Widget};

use super::keys::press_button;
use super::{After, GameScreen};
use crate::how::How;
use crate::kit::{box_area, boxed};
use crate::theme::{Role, Theme};
use crate::wish::Wish;

/// What lies over the game.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Overlay {
    /// What was damaged in the journal. The game waits until it has been read.
    Damage(Vec<String>),
    /// Every key.
    Keys,
    /// Whether to leave, and how.
    Quit(QuitBox),
    /// The rules.
    Rules(How),
    /// The round, or the whole tournament, moment by moment.
    Replay {
        replay: Replay,
        /// Whether there is nothing to play on, so that closing the replay leaves the table.
        then_leave: bool,
    },
}

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

const QUIT: &str = "Quit?";

impl QuitBox {
    /// The cursor is on leaving. `kept` says what becomes of the game then. A round can be given up only if there is
    /// one.
    pub(super) fn new(kept: &str, can_give_up: bool, game: Game) -> QuitBox {
        let mut buttons = vec![
            Button::new("Stay: at this table", Quit::Stay),
            Button::new(leave_line(kept), Quit::Leave),
            Button::new(start_line(kept), Quit::Start),
        ];
        if can_give_up {
            buttons.push(Button::new(format!("Give up: {}", give_up_line(game)), Quit::GiveUp));
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
    fn key(&mut self, code: KeyCode) -> Option<Reaction<Quit>> {
        Some(match code {
            KeyCode::Esc | KeyCode::Char('n') => return None,
            KeyCode::Char('q') => Reaction::Chosen(Quit::Leave),
            KeyCode::Char(' ') => self.0.enter(),
            KeyCode::Char(letter) if !letter.is_ascii_digit() => Reaction::Ignored,
            code => press_button(&mut self.0, code),
        })
    }

    fn lines(&self, theme: Theme) -> Vec<(Role, String)> {
        let line = |(at, button): (usize, &Button<Quit>)| {
            let here = at == self.0.at();
            let mark = if here { theme.pick("\u{25b6}", ">") } else { " " };
            (if here { Role::Cursor } else { Role::Text }, format!("{mark} {} {}", at + 1, button.label))
        };
        self.0.all().iter().enumerate().map(line).collect()
    }

    fn clicked(&self, at: Position, area: Rect) -> Option<Quit> {
        let rows = box_area(QUIT, &self.lines(Theme::default()), area);
        rows.contains(at).then(|| self.0.all()[usize::from(at.y - rows.y)].action)
    }
}

fn leave_line(kept: &str) -> String {
    format!("Leave the program: {kept}")
}

fn start_line(kept: &str) -> String {
    format!("Start screen: {kept}")
}

impl GameScreen {
    /// A key while something lies over the game.
    pub(super) fn key_in_overlay(&mut self, key: KeyEvent) -> After {
        match self.overlay.as_mut().expect("something lies over the game") {
            Overlay::Keys | Overlay::Damage(_) => self.overlay = None,
            Overlay::Rules(how) => {
                if how.key(key) != Wish::Stay {
                    self.overlay = None;
                }
            }
            Overlay::Quit(quit_box) => match quit_box.key(key.code) {
                Some(Reaction::Chosen(quit)) => return self.quit(quit),
                Some(Reaction::Moved | Reaction::Ignored) => {}
                None => self.overlay = None,
            },
            Overlay::Replay { replay, then_leave } => match key.code {
                KeyCode::Right | KeyCode::Down | KeyCode::Char(' ') | KeyCode::Enter => replay.turn(1),
                KeyCode::Left | KeyCode::Up | KeyCode::Backspace => replay.turn(-1),
                KeyCode::PageDown => replay.turn(10),
                KeyCode::PageUp => replay.turn(-10),
                KeyCode::Home => replay.turn(isize::MIN),
                KeyCode::End => replay.turn(isize::MAX),
                KeyCode::Esc | KeyCode::Char('r' | 'q') => {
                    let after = if *then_leave { After::Start } else { After::Stay };
                    self.overlay = None;
                    return after;
                }
                _ => {}
            },
        }
        After::Stay
    }

    /// A click while something lies over the game.
    pub(super) fn click_in_overlay(&mut self, at: Position, area: Rect) -> After {
        match self.overlay.as_mut().expect("something lies over the game") {
            Overlay::Replay { replay, .. } => replay.turn(1),
            Overlay::Quit(quit_box) => match quit_box.clicked(at, area) {
                Some(quit) => return self.quit(quit),
                None => self.overlay = None,
            },
            Overlay::Keys | Overlay::Damage(_) | Overlay::Rules(_) => self.overlay = None,
        }
        After::Stay
    }

    fn quit(&mut self, quit: Quit) -> After {
        self.overlay = None;
        match quit {
            Quit::Leave => return After::Leave,
            Quit::Start => return After::Start,
            // The round may have ended while the box was open.
            Quit::GiveUp if self.can_give_up() => self.want(MenuItem::Quit),
            Quit::GiveUp | Quit::Stay => {}
        }
        After::Stay
    }

    /// Paints what covers the game. A replay takes the place of the game instead.
    pub(super) fn paint_overlay(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        match &self.overlay {
            None | Some(Overlay::Replay { .. }) => {}
            Some(Overlay::Keys) => {
                let lines: Vec<(Role, String)> =
                    self.all_keys().iter().map(|(key, what)| (Role::Text, format!("{key:<12}{what}"))).collect();
                boxed("Every key", &lines, theme, area, buffer);
            }
            Some(Overlay::Damage(notices)) => {
                let wrapped = notices.iter().flat_map(|notice| wrap(notice, 70));
                let mut lines: Vec<(Role, String)> = wrapped.map(|line| (Role::Text, line)).collect();
                lines.push((Role::Quiet, "Any key goes on.".to_owned()));
                boxed("The journal was damaged", &lines, theme, area, buffer);
            }
            Some(Overlay::Quit(quit_box)) => boxed(QUIT, &quit_box.lines(theme), theme, area, buffer),
            Some(Overlay::Rules(how)) => {
                Clear.render(area, buffer);
                buffer.set_style(area, theme.base());
                how.paint(theme, area, buffer);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_that_is_over_cannot_be_given_up() {
        let quits = |quit_box: QuitBox| quit_box.0.all().iter().map(|button| button.action).collect::<Vec<_>>();
        assert_eq!(quits(QuitBox::new("the game is kept", false, Game::Kono)), [Quit::Stay, Quit::Leave, Quit::Start]);
        assert!(quits(QuitBox::new("the game is kept", true, Game::Kono)).contains(&Quit::GiveUp));
        let mut at_giving_up = QuitBox::new("the game is kept", true, Game::Kono).at_giving_up();
        assert_eq!(at_giving_up.key(KeyCode::Enter), Some(Reaction::Chosen(Quit::GiveUp)));
    }

    #[test]
    fn keys_choose_or_close_the_box() {
        let mut quit_box = QuitBox::new("the game is kept", true, Game::Canoga);
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
        let quit_box = QuitBox::new("the game is kept", true, Game::Canoga);
        let rows = box_area(QUIT, &quit_box.lines(Theme::default()), area);
        assert_eq!(quit_box.clicked(Position::new(rows.x, rows.y + 2), area), Some(Quit::Start));
        assert_eq!(quit_box.clicked(Position::new(rows.x, rows.bottom()), area), None);
    }
}
