//! What can be done at any time, and the keys for it.
//!
//! Where pits are chosen by their letters, letters can't be commands. There the commands go by digits, and the four of
//! the menu have its numbers (rule con-menu).

/// What a key asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum KeyCommand {
    Save,
    /// Choose what the cursor is on, which is what Enter does everywhere.
    Play,
    Help,
    Quit,
    Undo,
    Redo,
    Replay,
    /// Review the game, once a round is over.
    Review,
    /// Try things out from here.
    Analyse,
    Value,
    Rules,
    Settings,
    /// Offer to call the round (rule kon-offer).
    Offer,
    /// Correct a throw by hand.
    Correct,
    /// Let two programs wait, or go on.
    Pause,
    Keys,
    Type,
    Faster,
    Slower,
}

/// Each command with its letter, and with its digit where letters choose pits.
const KEYS: [(KeyCommand, &str, Option<&str>); 18] = [
    (KeyCommand::Save, "s", Some("1")),
    (KeyCommand::Help, "h", Some("3")),
    (KeyCommand::Quit, "q", Some("4")),
    (KeyCommand::Undo, "u", Some("5")),
    (KeyCommand::Redo, "U", Some("6")),
    (KeyCommand::Replay, "r", Some("7")),
    (KeyCommand::Review, "v", None),
    (KeyCommand::Analyse, "x", Some("*")),
    (KeyCommand::Value, "e", Some("8")),
    (KeyCommand::Rules, "i", Some("9")),
    (KeyCommand::Settings, "t", Some("0")),
    (KeyCommand::Offer, "o", None),
    (KeyCommand::Correct, "c", None),
    (KeyCommand::Pause, "p", None),
    (KeyCommand::Keys, "?", Some("?")),
    (KeyCommand::Type, ":", Some(":")),
    (KeyCommand::Faster, "+", Some("+")),
    (KeyCommand::Slower, "-", Some("-")),
];

impl KeyCommand {
    /// What a character asks for. `pits` says whether letters choose pits.
    pub(super) fn of(key: char, pits: bool) -> Option<KeyCommand> {
        match key {
            '2' if pits => return Some(KeyCommand::Play),
            '/' => return Some(KeyCommand::Type),
            '=' => return Some(KeyCommand::Faster),
            '_' => return Some(KeyCommand::Slower),
            _ => {}
        }
        let is_meant = |name: &str| name.starts_with(key);
        let by_digit = || KEYS.iter().find(|(.., digit)| pits && digit.is_some_and(is_meant));
        let by_letter = || KEYS.iter().find(|(_, letter, _)| is_meant(letter));
        by_digit().or_else(by_letter).map(|(command, ..)| *command)
    }

    /// The character that asks for it.
    pub(super) fn key(self, pits: bool) -> &'static str {
        let found = KEYS.iter().find(|(command, ..)| *command == self);
        let (_, letter, digit) = found.expect("every command but that of Enter has a key");
        digit.filter(|_| pits).unwrap_or(letter)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_four_have_the_numbers_of_the_menu_where_letters_choose_pits() {
        let by_number = ['1', '2', '3', '4'].map(|digit| KeyCommand::of(digit, true).unwrap());
        assert_eq!(by_number, [KeyCommand::Save, KeyCommand::Play, KeyCommand::Help, KeyCommand::Quit]);
        assert_eq!(KeyCommand::of('1', false), None, "elsewhere digits begin a move");
    }

    #[test]
    fn every_command_has_its_own_key_that_terminals_can_tell_apart() {
        for pits in [false, true] {
            let mut keys: Vec<&str> = KEYS.iter().map(|(command, ..)| command.key(pits)).collect();
            for (command, ..) in KEYS {
                assert_eq!(KeyCommand::of(command.key(pits).parse().unwrap(), pits), Some(command));
            }
            assert!(
                keys.iter().all(|key| key.len() == 1 && key.bytes().all(|key| key.is_ascii_graphic())),
                "no key with Ctrl or Alt: {keys:?}"
            );
            keys.sort_unstable();
            keys.dedup();
            assert_eq!(keys.len(), KEYS.len());
        }
    }

    #[test]
    fn no_command_that_congkak_needs_collides_with_a_pit() {
        let needed = KEYS.iter().filter(|(.., digit)| digit.is_some());
        assert!(needed.count() > 9);
        for (command, _, digit) in KEYS {
            assert!(
                digit.is_none_or(|digit| !digit.contains(|digit: char| digit.is_ascii_alphabetic())),
                "{command:?}"
            );
        }
    }
}
