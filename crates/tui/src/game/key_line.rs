//! The keys along the bottom of the game screen: only those that work now.

use parlor_rules::Decision;
use parlor_table::{Ask, Next};
use parlor_view::{Chooser, help_is_offered};

use super::GameScreen;
use super::commands::KeyCommand;
use super::extras::Pause;
use super::mode::Asking;
use crate::kit::LineKey;

impl GameScreen {
    /// The name of the key that runs this command now.
    pub(super) fn key_of(&self, command: KeyCommand) -> &'static str {
        let h_moves = self.turn.letters_move && command == KeyCommand::Help;
        command.key(self.letters_are_pits() || h_moves)
    }

    pub(super) fn command_key(&self, command: KeyCommand, what: &'static str) -> LineKey {
        (self.key_of(command), what).into()
    }

    pub(super) fn keys_of_a_line(&self) -> Vec<LineKey> {
        let is_file = self.mode.asks_for_file();
        let (done, back) = match self.mode.asking() {
            _ if is_file => ("save", "back"),
            Some(Asking { corrects: true, .. }) => ("correct it", "back"),
            Some(Asking { next: Next::Throw { .. }, .. }) => ("done", "other keys"),
            _ => ("done", "back"),
        };
        let complete = is_file.then(|| ("Tab", "complete").into());
        [Some(("Enter", done).into()), complete, Some(("Esc", back).into())].into_iter().flatten().collect()
    }

    pub(super) fn keys_of_programs(&self) -> Vec<LineKey> {
        let key = |command, what| self.command_key(command, what);
        let plays = self.turn.pause == Pause::Off;
        let keys = [
            Some(key(KeyCommand::Pause, if plays { "pause" } else { "continue" })),
            (!plays).then(|| ("Enter", "one step").into()),
            (plays && self.stage.is_moving()).then(|| ("Space", "skip").into()),
            Some(("+ -", "speed").into()),
            Some(key(KeyCommand::Value, "value")),
            Some(key(KeyCommand::Replay, "replay")),
            Some(key(KeyCommand::Keys, "keys")),
            Some(key(KeyCommand::Quit, "quit")),
        ];
        keys.into_iter().flatten().collect()
    }

    pub(super) fn keys_at_an_end(&self) -> Vec<LineKey> {
        let mut keys = vec![("Enter", "choose").into()];
        keys.extend(self.undo_keys());
        keys.extend(self.offers_review().then(|| self.command_key(KeyCommand::Review, "review")));
        keys.push(self.command_key(KeyCommand::Replay, "replay"));
        keys.push(("PgUp", "what happened").into());
        keys.push(self.command_key(KeyCommand::Keys, "keys"));
        keys.push(self.command_key(KeyCommand::Quit, "quit"));
        keys
    }

    /// The keys for undo, redo and correct, where these are possible.
    pub(super) fn undo_keys(&self) -> impl Iterator<Item = LineKey> {
        let can = self.turn.can;
        let keys = [
            can.undo.then(|| self.command_key(KeyCommand::Undo, "undo")),
            can.redo.then(|| self.command_key(KeyCommand::Redo, "redo")),
            can.correct.then(|| self.command_key(KeyCommand::Correct, "correct the throw")),
        ];
        keys.into_iter().flatten()
    }

    /// The keys while no question is open, because something moves or the computer player is thinking. Of the four menu
    /// commands, playing is left out because it has to wait, and help is disabled during this turn.
    pub(super) fn keys_while_waiting(&self) -> Vec<LineKey> {
        let key = |command, what| self.command_key(command, what);
        let keys = [
            self.stage.is_moving().then(|| ("Space", "skip").into()),
            Some(key(KeyCommand::Save, "save")),
            Some(key(KeyCommand::Help, "").disabled("no help now")),
            Some(key(KeyCommand::Quit, "quit")),
            self.correctable().map(|_| key(KeyCommand::Correct, "correct the throw")),
            Some(("+ -", "speed").into()),
            Some(key(KeyCommand::Keys, "keys")),
        ];
        keys.into_iter().flatten().collect()
    }

    fn has_advice(&self) -> bool {
        self.panels.help.shown().is_some_and(|advice| !advice.ranked.is_empty())
            && self.mode.question().is_some_and(|question| matches!(question.ask, Ask::Decide(_)))
    }

    pub(super) fn keys_at_a_question(&self, asking: &Asking) -> Vec<LineKey> {
        let key = |command, what| self.command_key(command, what);
        let ask = self.mode.question().map(|question| &question.ask);
        let plays = match &asking.chooser {
            Some(Chooser::Squares(squares)) if squares.complete().is_some() => "play",
            Some(Chooser::Squares(_)) => "take a square",
            Some(Chooser::Pit(_)) => "sow",
            Some(Chooser::Step(step)) if step.piece().is_some() => "move there",
            Some(Chooser::Step(_)) => "lift",
            Some(Chooser::Buttons(_)) => "choose",
            None => "type the throw",
        };
        let plays_with = if asking.chooser.is_some() { "Enter" } else { ":" };
        // Where h means heads, it can't also mean help.
        let taken = self.letters_choose() && matches!(ask, Some(Ask::Decide(Decision::Call)) | None);
        let helps = ask.is_some_and(|ask| help_is_offered(ask) && !matches!(ask, Ask::Another | Ask::Size { .. }));
        let help = key(KeyCommand::Help, self.panels.help.next_label());
        let is_begun = asking.chooser.as_ref().is_some_and(|chooser| !chooser.chosen().is_empty());
        let first = [
            Some(key(KeyCommand::Save, "save")),
            Some((plays_with, plays).into()),
            (!taken).then(|| if helps { help } else { help.disabled("no help now") }),
            self.has_advice().then(|| key(KeyCommand::PlayAdvised, "play it")),
            Some(key(KeyCommand::Quit, self.session.purpose.quit_word())),
            self.offers_review().then(|| key(KeyCommand::Review, "review")),
            is_begun.then(|| ("Esc", "take it back").into()),
        ];
        let last = [
            self.turn.can.offer.then(|| key(KeyCommand::Offer, "offer to end the round")),
            Some(key(KeyCommand::Keys, "keys")),
            Some(key(KeyCommand::Value, "value")),
            Some(key(KeyCommand::Replay, "replay")),
            Some(key(KeyCommand::Rules, "rules")),
            Some(key(KeyCommand::Analyse, "analyse")),
            Some(key(KeyCommand::Settings, "settings")),
            (asking.chooser.is_some() && asking.next != Next::Toss).then(|| key(KeyCommand::Type, "type")),
        ];
        let played = self.undo_keys();
        first.into_iter().flatten().chain(played).chain(last.into_iter().flatten()).collect()
    }
}
