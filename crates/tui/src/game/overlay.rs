//! What lies over the game: boxes, the rules, and a replay.

use parlor_view::{Button, ButtonKeys, Reaction, give_up_question, wrap};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Position, Rect};
use ratatui::widgets::{Clear, Widget};

use super::GameScreen;
use super::options::{self, Item};
use super::quit_box::Quit;
use super::replaying::Replaying;
use super::tutor_box::{TutorAnswer, TutorBox};
use crate::how::How;
use crate::kit::boxed;
use crate::menu_box::MenuBox;
use crate::screen::{Request, Screen};
use crate::theme::{Role, Theme};

/// What lies over the game.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Overlay {
    /// What was damaged in the journal. The game waits until it has been read.
    Damage(Vec<String>),
    /// Every key.
    Keys,
    /// Whether to leave, and how.
    Quit(MenuBox<Quit>),
    /// Whether a file of this name is to be replaced.
    Replace(String, MenuBox<bool>),
    /// Settings.
    Options(MenuBox<Item>),
    /// The rules.
    Rules(How),
    /// The tournament, step by step.
    Replay(Replaying),
    /// What the tutor says about a choice.
    Tutor(TutorBox),
}

impl Overlay {
    /// Asks whether a file is to be replaced. The cursor is on keeping it.
    pub(super) fn replace(name: &str) -> Overlay {
        let choices = vec![Button::new("Yes, replace it", true), Button::new("No, another name", false)];
        let menu = MenuBox::new("Save", choices, ButtonKeys::NumberOrLetter).starting_at(1);
        Overlay::Replace(name.to_owned(), menu.asking(&format!("{name} exists already. Replace it?")))
    }
}

impl GameScreen {
    /// A key while something lies over the game.
    pub(super) fn key_in_overlay(&mut self, key: KeyEvent) -> Request {
        match self.overlay.as_mut().expect("something lies over the game") {
            Overlay::Keys | Overlay::Damage(_) => self.overlay = None,
            Overlay::Rules(how) => {
                if how.key(key) != Request::Stay {
                    self.overlay = None;
                }
            }
            Overlay::Quit(quit_box) => match (key.code, quit_box.key(key.code)) {
                (KeyCode::Esc | KeyCode::Char('n'), _) => self.overlay = None,
                (KeyCode::Char('q'), _) => return self.quit(Quit::Leave),
                (_, Reaction::Chosen(quit)) => return self.quit(quit),
                (_, Reaction::Moved | Reaction::Ignored) => {}
            },
            Overlay::Replace(_, menu) => match (key.code, menu.key(key.code)) {
                (KeyCode::Esc, _) => self.replace_file(false),
                (_, Reaction::Chosen(yes)) => self.replace_file(yes),
                (_, Reaction::Moved | Reaction::Ignored) => {}
            },
            Overlay::Options(options) => {
                if !options::key(options, key.code, &mut self.looks) {
                    self.overlay = None;
                }
            }
            Overlay::Replay(replaying) => match key.code {
                KeyCode::Char('+' | '=') => self.looks.speed = self.looks.speed.faster(),
                KeyCode::Char('-' | '_') => self.looks.speed = self.looks.speed.slower(),
                KeyCode::Char('x') => return self.analyse(),
                KeyCode::Char('v') => return self.review(),
                KeyCode::Esc | KeyCode::Char('r' | 'q' | '7') => {
                    self.overlay = None;
                    if self.session.looked_at.is_some() {
                        return Request::Back;
                    }
                }
                code => replaying.key(code),
            },
            Overlay::Tutor(tutor) => match (key.code, tutor.menu.key(key.code)) {
                (KeyCode::Esc, _) => self.answer_box(TutorAnswer::ThinkAgain),
                (_, Reaction::Chosen(answer)) => self.answer_box(answer),
                (_, Reaction::Moved | Reaction::Ignored) => {}
            },
        }
        Request::Stay
    }

    /// A click while something lies over the game.
    pub(super) fn click_in_overlay(&mut self, at: Position, area: Rect) -> Request {
        let theme = Theme::from(self.looks);
        match self.overlay.as_mut().expect("something lies over the game") {
            Overlay::Replay(replaying) => replaying.step(1),
            Overlay::Quit(quit_box) => match quit_box.click(at, theme, area) {
                Some(quit) => return self.quit(quit),
                None => self.overlay = None,
            },
            Overlay::Options(options) => match options.click(at, theme, area) {
                Some(item) => options::set_next(options, item, &mut self.looks, false),
                None => self.overlay = None,
            },
            // Only an answer closes these two.
            Overlay::Replace(_, menu) => {
                if let Some(yes) = menu.click(at, theme, area) {
                    self.replace_file(yes);
                }
            }
            Overlay::Tutor(tutor) => {
                if let Some(answer) = tutor.menu.click(at, theme, area) {
                    self.answer_box(answer);
                }
            }
            Overlay::Keys | Overlay::Damage(_) | Overlay::Rules(_) => self.overlay = None,
        }
        Request::Stay
    }

    fn answer_box(&mut self, answer: TutorAnswer) {
        let Some(Overlay::Tutor(tutor)) = &mut self.overlay else { return };
        if answer == TutorAnswer::SeeWhy {
            tutor.explain();
        } else {
            let choice = tutor.choice;
            self.answer_tutor(answer, choice);
        }
    }

    /// What giving up would do now, with the numbers.
    pub(super) fn give_up_words(&self) -> String {
        let seat = self.mode.question().map_or(self.setup().keeper(), |question| question.seat);
        give_up_question(self.table(), seat).unwrap_or_else(|| {
            "Give up? You will be asked once more at your next turn, when it is known what that costs.".to_owned()
        })
    }

    /// Paints what covers the game. A replay takes the place of the game instead.
    pub(super) fn paint_overlay(&mut self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        self.refresh_quit_box();
        match &mut self.overlay {
            None | Some(Overlay::Replay(_)) => {}
            Some(Overlay::Keys) => {
                let lines: Vec<(Role, String)> =
                    self.all_keys().iter().map(|(key, what)| (Role::Text, format!("{key:<12}{what}"))).collect();
                boxed("Every key (any key goes back)", &lines, theme, area, buffer);
            }
            Some(Overlay::Damage(notices)) => {
                let wrapped = notices.iter().flat_map(|notice| wrap(notice, 70));
                let mut lines: Vec<(Role, String)> = wrapped.map(|line| (Role::Text, line)).collect();
                lines.push((Role::Quiet, "Any key goes on.".to_owned()));
                boxed("The journal was damaged", &lines, theme, area, buffer);
            }
            Some(Overlay::Quit(menu)) => menu.paint(theme, area, buffer),
            Some(Overlay::Replace(_, menu)) => menu.paint(theme, area, buffer),
            Some(Overlay::Options(menu)) => menu.paint(theme, area, buffer),
            Some(Overlay::Tutor(tutor)) => tutor.menu.paint(theme, area, buffer),
            Some(Overlay::Rules(how)) => {
                Clear.render(area, buffer);
                buffer.set_style(area, theme.base());
                how.paint(theme, area, buffer);
            }
        }
    }
}
