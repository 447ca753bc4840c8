//! What lies over the game: boxes, the rules, and a replay.

use parlor_view::{Reaction, give_up_question, wrap};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent};
use ratatui::layout::{Position, Rect};
use ratatui::widgets::{Clear, Widget};

use super::options::{self, OptionsBox};
use super::quit_box::{QUIT, Quit, QuitBox};
use super::replaying::{Replayed, Replaying};
use super::tutor_box::{self, TutorBox};
use super::{After, GameScreen};
use crate::app::Looks;
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
    /// Whether a file of this name is to be replaced.
    Replace(String),
    /// Settings.
    Options(OptionsBox),
    /// The rules.
    Rules(How),
    /// The tournament, step by step.
    Replay(Replaying),
    /// What the tutor says about a choice.
    Tutor(TutorBox),
}

impl GameScreen {
    /// A key while something lies over the game.
    pub(super) fn key_in_overlay(&mut self, key: KeyEvent, looks: &mut Looks) -> After {
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
            Overlay::Replace(name) => {
                let name = name.clone();
                match key.code {
                    KeyCode::Char('y' | 'Y') => self.replace_file(&name, true),
                    KeyCode::Char('n' | 'N') | KeyCode::Esc | KeyCode::Enter => self.replace_file(&name, false),
                    _ => {}
                }
            }
            Overlay::Options(options) => {
                if !options.key(key.code, looks) {
                    self.overlay = None;
                }
            }
            Overlay::Replay(replaying) => match replaying.key(key.code) {
                Replayed::Stays => {}
                Replayed::Faster => looks.speed = looks.speed.faster(),
                Replayed::Slower => looks.speed = looks.speed.slower(),
                Replayed::Closes(after) => {
                    self.overlay = None;
                    return after;
                }
                Replayed::Analyses => return self.analyse(),
                Replayed::Reviews => return self.review(),
            },
            Overlay::Tutor(tutor) => {
                if let Some(answer) = tutor.key(key.code) {
                    let choice = tutor.choice;
                    self.answer_tutor(answer, choice);
                }
            }
        }
        After::Stay
    }

    /// A click while something lies over the game.
    pub(super) fn click_in_overlay(&mut self, at: Position, area: Rect, looks: &mut Looks) -> After {
        let giving_up = self.give_up_words();
        match self.overlay.as_mut().expect("something lies over the game") {
            Overlay::Replay(replaying) => replaying.step(1),
            Overlay::Quit(quit_box) => match quit_box.clicked(at, &giving_up, area) {
                Some(quit) => return self.quit(quit),
                None => self.overlay = None,
            },
            Overlay::Options(options) => {
                let rows = box_area(options::TITLE, &options.lines(*looks, looks.theme), area);
                let row = rows.contains(at).then(|| usize::from(at.y - rows.y));
                if !row.is_some_and(|row| options.click(row, looks)) {
                    self.overlay = None;
                }
            }
            // Only an answer closes it.
            Overlay::Replace(_) => {}
            Overlay::Tutor(tutor) => {
                if let Some(answer) = tutor.click(at, looks.theme, area) {
                    let choice = tutor.choice;
                    self.answer_tutor(answer, choice);
                }
            }
            Overlay::Keys | Overlay::Damage(_) | Overlay::Rules(_) => self.overlay = None,
        }
        After::Stay
    }

    /// Opens the box that asks how to quit, with the cursor on giving up if that can be done.
    pub(super) fn open_quit_box(&mut self) {
        let quit_box = self.quit_box();
        self.overlay = Some(Overlay::Quit(if self.can_give_up() { quit_box.at_giving_up() } else { quit_box }));
    }

    /// The box that asks how to quit.
    pub(super) fn quit_box(&self) -> QuitBox {
        let kept = if self.is_open() { self.kept_words() } else { "this tournament is over" };
        QuitBox::new(kept, self.can_give_up())
    }

    /// What giving up would do now, with the numbers.
    pub(super) fn give_up_words(&self) -> String {
        let seat = self.mode.question().map_or(self.setup().keeper(), |question| question.seat);
        give_up_question(self.table(), seat).unwrap_or_else(|| {
            "Give up? You will be asked once more at your next turn, when it is known what that costs.".to_owned()
        })
    }

    fn quit(&mut self, quit: Quit) -> After {
        self.overlay = None;
        match quit {
            Quit::Leave => return After::Leave,
            Quit::Start => return After::Start,
            // The round may have ended while the box was open.
            Quit::GiveUp if self.can_give_up() => self.give_up(),
            Quit::GiveUp | Quit::Stay => {}
        }
        After::Stay
    }

    /// Paints what covers the game. A replay takes the place of the game instead.
    pub(super) fn paint_overlay(&self, looks: Looks, area: Rect, buffer: &mut Buffer) {
        let theme = looks.theme;
        match &self.overlay {
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
            Some(Overlay::Quit(quit_box)) => {
                boxed(QUIT, &quit_box.lines(&self.give_up_words(), theme), theme, area, buffer);
            }
            Some(Overlay::Replace(name)) => boxed("Save", &replace_lines(name, theme), theme, area, buffer),
            Some(Overlay::Options(options)) => {
                boxed(options::TITLE, &options.lines(looks, theme), theme, area, buffer);
            }
            Some(Overlay::Tutor(tutor)) => boxed(tutor_box::TITLE, &tutor.lines(theme), theme, area, buffer),
            Some(Overlay::Rules(how)) => {
                Clear.render(area, buffer);
                buffer.set_style(area, theme.base());
                how.paint(theme, area, buffer);
            }
        }
    }
}

fn replace_lines(name: &str, theme: Theme) -> Vec<(Role, String)> {
    let question = wrap(&theme.text(&format!("{name} exists already. Replace it?")), 66);
    let mut lines: Vec<(Role, String)> = question.into_iter().map(|line| (Role::Prompt, line)).collect();
    lines.push((Role::Text, "y  Yes, replace it".to_owned()));
    lines.push((Role::Text, "n  No, another name".to_owned()));
    lines
}
