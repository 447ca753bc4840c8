//! Preset phrases that two people in two browsers can send each other, in place of a chat.

use std::str::FromStr;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Phrase {
    Hello,
    GoodGame,
    WellPlayed,
    Thinking,
    Thanks,
    Rematch,
    HaveToGo,
}

impl Phrase {
    pub const ALL: [Phrase; 7] = [
        Phrase::Hello,
        Phrase::GoodGame,
        Phrase::WellPlayed,
        Phrase::Thanks,
        Phrase::Thinking,
        Phrase::Rematch,
        Phrase::HaveToGo,
    ];

    /// Its name in forms.
    pub fn name(self) -> &'static str {
        match self {
            Phrase::Hello => "hello",
            Phrase::GoodGame => "good-game",
            Phrase::WellPlayed => "well-played",
            Phrase::Thinking => "thinking",
            Phrase::Thanks => "thanks",
            Phrase::Rematch => "rematch",
            Phrase::HaveToGo => "have-to-go",
        }
    }

    pub fn words(self) -> &'static str {
        match self {
            Phrase::Hello => "Hello",
            Phrase::GoodGame => "Good game",
            Phrase::WellPlayed => "Well played",
            Phrase::Thinking => "Thinking\u{2026}",
            Phrase::Thanks => "Thanks",
            Phrase::Rematch => "Rematch?",
            Phrase::HaveToGo => "Sorry, I have to go",
        }
    }
}

/// No phrase has this name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("there is no such phrase")]
pub struct NoSuchPhrase;

impl FromStr for Phrase {
    type Err = NoSuchPhrase;
    fn from_str(name: &str) -> Result<Phrase, NoSuchPhrase> {
        Phrase::ALL.into_iter().find(|phrase| phrase.name() == name).ok_or(NoSuchPhrase)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phrase_is_found_by_its_name() {
        for phrase in Phrase::ALL {
            assert_eq!(phrase.name().parse(), Ok(phrase));
        }
        assert_eq!("Good game".parse::<Phrase>(), Err(NoSuchPhrase));
    }
}
