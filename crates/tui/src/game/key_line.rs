//! The keys along the bottom of the game screen: what works now, and nothing else.

use parlor_rules::Decision;
use parlor_table::{Ask, Next};
use parlor_view::{Chooser, help_is_offered};
use ratatui::crossterm::event::KeyCode;

use super::GameScreen;
use super::commands::Command;
use super::mode::{Asking, Mode};
use super::overlay::Overlay;
use super::pausing::Pause;
use crate::kit::{self, LineKey};
use crate::screen::Screen;
use crate::theme::Theme;

impl GameScreen {
    fn command_key(&self, command: Command, what: &'static str) -> LineKey {
        let pits = self.letters_are_pits();
        let code = if command == Command::Play { KeyCode::Enter } else { KeyCode::Char(command.key(pits)) };
        LineKey::new(command.key_name(pits), what, code)
    }

    /// The keys that work now.
    pub(super) fn line_keys(&self, theme: Theme) -> Vec<LineKey> {
        if let Some(replaying) = self.replaying() {
            return replaying.keys(theme);
        }
        match &self.overlay {
            Some(Overlay::Replace(..)) => {
                return kit::line_keys([("y", "replace it"), ("n", "another name")]);
            }
            Some(Overlay::Options(_)) => {
                return kit::line_keys([("arrows", "choose, change"), ("Esc", "back")]);
            }
            Some(Overlay::Quit(_)) => {
                return kit::line_keys([("Enter", "choose"), ("Esc", "back")]);
            }
            Some(Overlay::Tutor(_)) => {
                return kit::line_keys([("Enter", "choose"), ("Esc", "think again")]);
            }
            Some(Overlay::Keys | Overlay::Damage(_)) => return vec![LineKey::new("any key", "back", KeyCode::Esc)],
            Some(Overlay::Rules(how)) => return how.keys(theme),
            Some(Overlay::Replay(_)) | None => {}
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
                ("y", "call it").into(),
                ("n", "play on").into(),
                ("Enter", "choose").into(),
                self.command_key(Command::Keys, "keys"),
                self.command_key(Command::Quit, "quit"),
            ],
            Mode::Failed(_) => {
                let mut keys = vec![("Enter", "choose").into(), self.command_key(Command::Save, "save a copy")];
                keys.extend(self.keys_for_what_was_played());
                keys.extend([self.command_key(Command::Keys, "keys"), self.command_key(Command::Quit, "quit")]);
                keys
            }
            Mode::Running => self.keys_while_nobody_is_asked(),
            Mode::Choosing(_) | Mode::Typing(..) => self.keys_at_a_question(),
        }
    }

    fn keys_of_a_line(&self) -> Vec<LineKey> {
        let done = match self.mode.asking() {
            _ if self.mode.asks_for_file() => "save",
            Some(asking) if asking.corrects => "correct it",
            _ => "done",
        };
        let mut keys = vec![("Enter", done).into()];
        if self.mode.asks_for_file() {
            keys.push(("Tab", "complete").into());
        }
        keys.push(LineKey::new("Esc", if self.is_throw_line() { "other keys" } else { "back" }, KeyCode::Esc));
        keys
    }

    fn is_throw_line(&self) -> bool {
        matches!(self.mode.asking(), Some(Asking { next: Next::Throw { .. }, corrects: false, .. }))
    }

    fn keys_of_programs(&self) -> Vec<LineKey> {
        let mut keys = Vec::new();
        match self.turn.pause {
            Pause::Off => keys.push(self.command_key(Command::Pause, "pause")),
            Pause::On | Pause::Step { .. } => {
                keys.push(self.command_key(Command::Pause, "go on"));
                keys.push(("Enter", "one step").into());
            }
        }
        if self.stage.is_moving() && self.turn.pause == Pause::Off {
            keys.push(("Space", "skip").into());
        }
        keys.push(("+ -", "speed").into());
        keys.push(self.command_key(Command::Value, "value"));
        keys.push(self.command_key(Command::Replay, "replay"));
        keys.push(self.command_key(Command::Keys, "keys"));
        keys.push(self.command_key(Command::Quit, "quit"));
        keys
    }

    fn keys_at_an_end(&self) -> Vec<LineKey> {
        let mut keys = vec![("Enter", "choose").into()];
        keys.extend(self.keys_for_what_was_played());
        if self.offers_review() {
            keys.push(self.command_key(Command::Review, "review"));
        }
        keys.push(self.command_key(Command::Replay, "replay"));
        keys.push(("PgUp", "what happened").into());
        keys.push(self.command_key(Command::Keys, "keys"));
        keys.push(self.command_key(Command::Quit, "quit"));
        keys
    }

    /// Undo, redo and correct, where there is something to undo, redo or correct.
    fn keys_for_what_was_played(&self) -> Vec<LineKey> {
        let mut keys = Vec::new();
        if self.turn.can.undo {
            keys.push(self.command_key(Command::Undo, "undo"));
        }
        if self.turn.can.redo {
            keys.push(self.command_key(Command::Redo, "redo"));
        }
        if self.turn.can.correct {
            keys.push(self.command_key(Command::Correct, "correct the throw"));
        }
        keys
    }

    /// Nobody is asked: something moves, or the computer thinks. Of the four, making a move has to wait, and help isn't
    /// for this turn.
    fn keys_while_nobody_is_asked(&self) -> Vec<LineKey> {
        let mut keys = Vec::new();
        if self.stage.is_moving() {
            keys.push(("Space", "skip").into());
        }
        keys.push(self.command_key(Command::Save, "save"));
        keys.push(self.command_key(Command::Help, "").disabled("help (not now)"));
        keys.push(self.command_key(Command::Quit, "quit"));
        if self.correctable().is_some() {
            keys.push(self.command_key(Command::Correct, "correct the throw"));
        }
        keys.push(("+ -", "speed").into());
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
            keys.push(LineKey::new(name, plays, KeyCode::Enter));
        } else {
            keys.push((":", "type the throw").into());
        }
        // Where a letter means heads, it can't mean help.
        let helps = ask.is_some_and(|ask| help_is_offered(ask) && !matches!(ask, Ask::Another | Ask::Size { .. }));
        let taken = letters && matches!(ask, Some(Ask::Decide(Decision::Call)) | None);
        if !taken {
            let help = self.command_key(Command::Help, self.panels.help.next_in_words());
            keys.push(if helps { help } else { help.disabled("help (not now)") });
        }
        keys.push(self.command_key(Command::Quit, self.session.purpose.quit_word()));
        if self.offers_review() {
            keys.push(self.command_key(Command::Review, "review"));
        }
        if let Some(chooser) = &asking.chooser
            && !chooser.chosen().is_empty()
        {
            keys.push(("Esc", "take it back").into());
        }
        keys.extend(self.keys_for_what_was_played());
        if self.turn.can.offer {
            keys.push(self.command_key(Command::Offer, "offer to end it now"));
        }
        keys.push(self.command_key(Command::Keys, "keys"));
        keys.push(self.command_key(Command::Value, "value"));
        keys.push(self.command_key(Command::Replay, "replay"));
        keys.push(self.command_key(Command::Rules, "rules"));
        keys.push(self.command_key(Command::Analyse, "analyse"));
        keys.push(self.command_key(Command::Settings, "settings"));
        if asking.chooser.is_some() && asking.next != Next::Toss {
            keys.push(self.command_key(Command::Type, "type"));
        }
        keys
    }
}
