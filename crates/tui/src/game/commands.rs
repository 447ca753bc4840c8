//! Commands that work at any time, and their keys: one letter each, the same letter in all games.
//!
//! In Congkak, lower-case letters choose pits, so only the capital letter is the command. Capitals work in all games.

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KeyCommand {
    Save,
    Help,
    /// Play the advised choice; in Congkak, the whole advised turn.
    PlayAdvised,
    Quit,
    Undo,
    Redo,
    Replay,
    /// Review the game after a round.
    Review,
    /// Analyse this position.
    Analyse,
    Value,
    Rules,
    Settings,
    /// Offer to call the round (rule kon-offer).
    Offer,
    /// Correct a throw that was entered by hand.
    Correct,
    /// Pause or continue a game between two computer players.
    Pause,
    Keys,
    Type,
    Faster,
    Slower,
}

/// The key of each command, and its key in games in which lower-case letters choose pits.
const KEYS: [(KeyCommand, &str, &str); 19] = [
    (KeyCommand::Save, "s", "S"),
    (KeyCommand::Help, "h", "H"),
    (KeyCommand::PlayAdvised, "g", "G"),
    (KeyCommand::Quit, "q", "Q"),
    (KeyCommand::Undo, "u", "U"),
    (KeyCommand::Redo, "a", "A"),
    (KeyCommand::Replay, "r", "R"),
    (KeyCommand::Review, "v", "V"),
    (KeyCommand::Analyse, "x", "X"),
    (KeyCommand::Value, "e", "E"),
    (KeyCommand::Rules, "i", "I"),
    (KeyCommand::Settings, "t", "T"),
    (KeyCommand::Offer, "o", "O"),
    (KeyCommand::Correct, "c", "C"),
    (KeyCommand::Pause, "p", "P"),
    (KeyCommand::Keys, "?", "?"),
    (KeyCommand::Type, ":", ":"),
    (KeyCommand::Faster, "+", "+"),
    (KeyCommand::Slower, "-", "-"),
];

/// Commands that don't exist in Congkak, where their capital letters are pits.
const NOT_IN_CONGKAK: [KeyCommand; 3] = [KeyCommand::Offer, KeyCommand::Correct, KeyCommand::Pause];

impl KeyCommand {
    /// The command for a key. If `pits` is true, lower-case letters choose pits.
    pub(super) fn of(key: char, pits: bool) -> Option<KeyCommand> {
        match key {
            '/' => return Some(KeyCommand::Type),
            '=' => return Some(KeyCommand::Faster),
            '_' => return Some(KeyCommand::Slower),
            _ => {}
        }
        let is_meant = |(command, small, capital): &&(KeyCommand, &str, &str)| {
            capital.starts_with(key) && !(pits && NOT_IN_CONGKAK.contains(command)) || !pits && small.starts_with(key)
        };
        KEYS.iter().find(is_meant).map(|(command, ..)| *command)
    }

    /// The name of the key on screen.
    pub(super) fn key(self, pits: bool) -> &'static str {
        let found = KEYS.iter().find(|(command, ..)| *command == self);
        let (_, small, capital) = found.expect("every command has a key");
        if pits { capital } else { small }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_has_one_letter_in_all_games() {
        for (command, small, capital) in KEYS {
            let [small, capital] = [small, capital].map(|key| key.chars().next().unwrap());
            assert_eq!(small.to_ascii_uppercase(), capital);
            assert_eq!([KeyCommand::of(small, false), KeyCommand::of(capital, false)], [Some(command); 2]);
            if !NOT_IN_CONGKAK.contains(&command) {
                assert_eq!(KeyCommand::of(capital, true), Some(command));
            }
        }
        let mut keys: Vec<&str> = KEYS.iter().map(|(command, ..)| command.key(false)).collect();
        assert!(
            keys.iter().all(|key| key.len() == 1 && key.bytes().all(|key| key.is_ascii_graphic())),
            "no key with Ctrl or Alt, which terminals can't always tell apart: {keys:?}"
        );
        keys.sort_unstable();
        keys.dedup();
        assert_eq!(keys.len(), KEYS.len());
    }

    #[test]
    fn where_letters_choose_pits_neither_they_nor_digits_are_commands() {
        for key in ('a'..='z').chain('0'..='9') {
            assert_eq!(KeyCommand::of(key, true), None, "{key}");
        }
    }
}
