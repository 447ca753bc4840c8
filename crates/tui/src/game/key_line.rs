//! The keys along the bottom of the game screen: what works now, and nothing else.

use parlor_rules::Decision;
use parlor_table::Ask;
use parlor_view::{Chooser, help_is_offered};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position, Rect};

use super::GameScreen;
use super::commands::Command;
use super::mode::{Asked, Mode};
use super::overlay::Overlay;
use super::pausing::Pause;
use crate::kit::{key_places, part, put, put_raw};
use crate::theme::{Role, Theme};

/// A key along the bottom, and what it does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct LineKey {
    name: &'static str,
    what: &'static str,
    /// What a click on it presses.
    code: Option<KeyCode>,
}

const fn key(name: &'static str, what: &'static str, code: KeyCode) -> LineKey {
    LineKey { name, what, code: Some(code) }
}

const SPACE: KeyCode = KeyCode::Char(' ');

impl GameScreen {
    fn command_key(&self, command: Command, what: &'static str) -> LineKey {
        let pits = self.letters_are_pits();
        let code = if command == Command::Play { KeyCode::Enter } else { KeyCode::Char(command.key(pits)) };
        LineKey { name: command.key_name(pits), what, code: Some(code) }
    }

    /// The keys that work now.
    pub(super) fn key_line(&self, theme: Theme) -> Vec<LineKey> {
        if let Some(replaying) = self.replaying() {
            let code = |name| match name {
                "Space" => Some(SPACE),
                "Esc" => Some(KeyCode::Esc),
                _ => None,
            };
            let keys = replaying.keys(theme).into_iter();
            return keys.map(|(name, what)| LineKey { name, what, code: code(name) }).collect();
        }
        match &self.overlay {
            Some(Overlay::Replace(_)) => {
                return vec![key("y", "replace it", KeyCode::Char('y')), key("n", "another name", KeyCode::Char('n'))];
            }
            Some(Overlay::Options(_)) => {
                let arrows = LineKey { name: "arrows", what: "choose, change", code: None };
                return vec![arrows, key("Esc", "back", KeyCode::Esc)];
            }
            Some(Overlay::Quit(_)) => {
                return vec![key("Enter", "choose", KeyCode::Enter), key("Esc", "back", KeyCode::Esc)];
            }
            Some(Overlay::Tutor(_)) => {
                return vec![key("Enter", "choose", KeyCode::Enter), key("Esc", "think again", KeyCode::Esc)];
            }
            Some(Overlay::Keys | Overlay::Damage(_)) => return vec![key("any key", "back", KeyCode::Esc)],
            Some(Overlay::Rules(_) | Overlay::Replay(_)) | None => {}
        }
        if self.mode.input().is_some() {
            return self.keys_of_a_line();
        }
        if !self.setup().has_people() && !matches!(self.mode, Mode::Ended(..) | Mode::Failed(_)) {
            return self.keys_of_programs();
        }
        match &self.mode {
            Mode::Ended(..) => self.keys_at_an_end(),
            Mode::Replying(..) => vec![
                key("y", "call it", KeyCode::Char('y')),
                key("n", "play on", KeyCode::Char('n')),
                key("Enter", "choose", KeyCode::Enter),
                self.command_key(Command::Keys, "keys"),
                self.command_key(Command::Quit, "quit"),
            ],
            Mode::Failed(_) => {
                let mut keys =
                    vec![key("Enter", "choose", KeyCode::Enter), self.command_key(Command::Save, "save a copy")];
                keys.extend(self.keys_for_what_was_played());
                keys.extend([self.command_key(Command::Keys, "keys"), self.command_key(Command::Quit, "quit")]);
                keys
            }
            Mode::Running => self.keys_while_nobody_is_asked(),
            Mode::Choosing(_) | Mode::Typing(..) => self.keys_at_a_question(),
        }
    }

    fn keys_of_a_line(&self) -> Vec<LineKey> {
        let done = match self.mode.asking().map(|asking| &asking.asked) {
            _ if self.mode.asks_for_file() => "save",
            Some(Asked::Correction(..)) => "correct it",
            _ => "done",
        };
        let mut keys = vec![key("Enter", done, KeyCode::Enter)];
        if self.mode.asks_for_file() {
            keys.push(key("Tab", "complete", KeyCode::Tab));
        }
        keys.push(key("Esc", if self.is_throw_line() { "other keys" } else { "back" }, KeyCode::Esc));
        keys
    }

    fn is_throw_line(&self) -> bool {
        matches!(self.mode.asking().map(|asking| &asking.asked), Some(Asked::Throw(..)))
    }

    fn keys_of_programs(&self) -> Vec<LineKey> {
        let mut keys = Vec::new();
        match self.pause {
            Pause::Off => keys.push(self.command_key(Command::Pause, "pause")),
            Pause::On | Pause::Step { .. } => {
                keys.push(self.command_key(Command::Pause, "go on"));
                keys.push(key("Enter", "one step", KeyCode::Enter));
            }
        }
        if self.stage.is_moving() && self.pause == Pause::Off {
            keys.push(key("Space", "skip", SPACE));
        }
        keys.push(LineKey { name: "+ -", what: "speed", code: Some(KeyCode::Char('+')) });
        keys.push(self.command_key(Command::Value, "value"));
        keys.push(self.command_key(Command::Replay, "replay"));
        keys.push(self.command_key(Command::Keys, "keys"));
        keys.push(self.command_key(Command::Quit, "quit"));
        keys
    }

    fn keys_at_an_end(&self) -> Vec<LineKey> {
        let mut keys = vec![key("Enter", "choose", KeyCode::Enter)];
        keys.extend(self.keys_for_what_was_played());
        if self.offers_review() {
            keys.push(self.command_key(Command::Review, "review"));
        }
        keys.push(self.command_key(Command::Replay, "replay"));
        keys.push(LineKey { name: "PgUp", what: "what happened", code: Some(KeyCode::PageUp) });
        keys.push(self.command_key(Command::Keys, "keys"));
        keys.push(self.command_key(Command::Quit, "quit"));
        keys
    }

    /// Undo, redo and correct, where there is something to undo, redo or correct.
    fn keys_for_what_was_played(&self) -> Vec<LineKey> {
        let mut keys = Vec::new();
        if self.can.undo {
            keys.push(self.command_key(Command::Undo, "undo"));
        }
        if self.can.redo {
            keys.push(self.command_key(Command::Redo, "redo"));
        }
        if self.can.correct {
            keys.push(self.command_key(Command::Correct, "correct the throw"));
        }
        keys
    }

    /// Nobody is asked: something moves, or the computer thinks. Of the four, making a move has to wait, and help isn't
    /// for this turn.
    fn keys_while_nobody_is_asked(&self) -> Vec<LineKey> {
        let mut keys = Vec::new();
        if self.stage.is_moving() {
            keys.push(key("Space", "skip", SPACE));
        }
        keys.push(self.command_key(Command::Save, "save"));
        keys.push(LineKey { what: "help (not now)", code: None, ..self.command_key(Command::Help, "") });
        keys.push(self.command_key(Command::Quit, "quit"));
        if self.correctable().is_some() {
            keys.push(self.command_key(Command::Correct, "correct the throw"));
        }
        keys.push(LineKey { name: "+ -", what: "speed", code: Some(KeyCode::Char('+')) });
        keys.push(self.command_key(Command::Keys, "keys"));
        keys
    }

    fn keys_at_a_question(&self) -> Vec<LineKey> {
        let asking = self.mode.asking().expect("somebody is asked");
        let ask = self.mode.question().map(|question| &question.ask);
        let mut keys = Vec::new();
        let letters = self.letters_choose();
        let plays = match (&asking.chooser, ask) {
            (Some(Chooser::Squares(squares)), _) if squares.complete().is_some() => "play",
            (Some(Chooser::Squares(_)), _) => "take a square",
            (Some(Chooser::Pit(_)), _) => "sow",
            (Some(Chooser::Step(step)), _) if step.piece().is_some() => "move there",
            (Some(Chooser::Step(_)), _) => "lift",
            (Some(Chooser::Buttons(_)), Some(Ask::Decide(Decision::Kono(_)))) => "pass",
            (Some(Chooser::Buttons(_)), _) => "choose",
            (None, _) => "",
        };
        keys.push(self.command_key(Command::Save, "save"));
        if asking.chooser.is_some() {
            let name = if self.letters_are_pits() { "2 Enter" } else { "Enter" };
            keys.push(key(name, plays, KeyCode::Enter));
        } else {
            keys.push(key(":", "type the throw", KeyCode::Char(':')));
        }
        // Where a letter means heads, it can't mean help.
        let helps = ask.is_some_and(|ask| help_is_offered(ask) && !matches!(ask, Ask::Another | Ask::Size { .. }));
        let taken = letters && matches!(ask, Some(Ask::Decide(Decision::Call)) | None);
        if !taken {
            let help = self.command_key(Command::Help, self.help.next_in_words());
            keys.push(if helps { help } else { LineKey { what: "help (not now)", code: None, ..help } });
        }
        keys.push(self.command_key(Command::Quit, if self.is_analysis { "back" } else { "quit" }));
        if self.offers_review() {
            keys.push(self.command_key(Command::Review, "review"));
        }
        if let Some(chooser) = &asking.chooser
            && !chooser.chosen().is_empty()
        {
            keys.push(key("Esc", "take it back", KeyCode::Esc));
        }
        keys.extend(self.keys_for_what_was_played());
        if self.can.offer {
            keys.push(self.command_key(Command::Offer, "offer to end it now"));
        }
        keys.push(self.command_key(Command::Keys, "keys"));
        keys.push(self.command_key(Command::Value, "value"));
        keys.push(self.command_key(Command::Replay, "replay"));
        keys.push(self.command_key(Command::Rules, "rules"));
        keys.push(self.command_key(Command::Analyse, "analyse"));
        keys.push(self.command_key(Command::Settings, "settings"));
        if asking.chooser.is_some() && !matches!(asking.asked, Asked::Coin) {
            keys.push(self.command_key(Command::Type, "type"));
        }
        keys
    }

    /// The key whose name is at this place.
    pub(super) fn line_key_at(&self, at: Position, area: Rect) -> Option<KeyCode> {
        let keys = self.key_line(Theme::default());
        let places = placed(&keys, area);
        places.into_iter().find(|(_, place)| place.contains(at)).and_then(|(key, _)| key.code)
    }

    pub(super) fn paint_key_line(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let keys = self.key_line(theme);
        for (line_key, place) in placed(&keys, area) {
            let role =
                if line_key.code.is_none() && line_key.what.starts_with("no ") { Role::Quiet } else { Role::Key };
            let taken = put_raw(line_key.name, theme.style(role), place, buffer) + 1;
            put(line_key.what, Role::Quiet, theme, part(place, taken, 0, place.width, 1), buffer);
        }
    }
}

/// The keys that there is room for, and where.
fn placed(keys: &[LineKey], area: Rect) -> Vec<(LineKey, Rect)> {
    let words: Vec<(&str, &str)> = keys.iter().map(|key| (key.name, key.what)).collect();
    let places = key_places(&words, area);
    keys.iter().copied().zip(places).map(|(key, (.., place))| (key, place)).collect()
}
