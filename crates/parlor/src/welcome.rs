//! What line mode asks where the arguments don't say what to play.

use std::io::{self, BufRead, Write};
use std::path::Path;

use parlor_host::{JournalName, load_save};
use parlor_rules::{Game, Level};
use parlor_saves::Save;
use parlor_view::game_line;

use crate::options::{PlayOptions, Players};
use crate::talk::{Heard, Talk};

/// What is to be played.
pub(crate) enum Chosen {
    /// A new game.
    New(Game, PlayOptions),
    /// A save, with its text.
    Resume(Save, String),
    /// The journal of this name.
    Continue(JournalName),
    /// Nothing: there was no answer.
    Nothing,
}

/// One of some choices, by number or by word; `None` if there is no answer.
fn choose<T: Copy>(
    talk: &mut Talk<impl BufRead, impl Write>,
    title: &str,
    choices: &[(&str, T)],
) -> io::Result<Option<T>> {
    talk.say(title)?;
    for ((word, _), number) in choices.iter().zip(1..) {
        talk.say(&format!("  {number}  {word}"))?;
    }
    loop {
        match talk.ask("Your choice")? {
            Heard::End => return Ok(None),
            Heard::Line(line) if matches!(line.as_str(), "quit" | "leave") => return Ok(None),
            Heard::Line(line) => {
                let by_number = line.parse::<usize>().ok().and_then(|number| choices.get(number.checked_sub(1)?));
                let begins = |word: &str| !line.is_empty() && word.to_lowercase().starts_with(&line.to_lowercase());
                let by_word = choices.iter().find(|(word, _)| begins(word));
                if let Some((_, choice)) = by_number.or(by_word) {
                    return Ok(Some(*choice));
                }
            }
            Heard::TooLong => {}
        }
        talk.say(&format!("No: type a number from 1 to {}, a word of the list, or quit.", choices.len()))?;
    }
}

/// What is asked where the arguments don't say it.
pub(crate) fn welcome(
    talk: &mut Talk<impl BufRead, impl Write>,
    options: &PlayOptions,
    unfinished: Option<JournalName>,
) -> io::Result<Chosen> {
    #[derive(Clone, Copy)]
    enum First {
        New,
        Resume,
        Continue,
    }
    let mut choices = vec![("New game", First::New), ("Resume a game from a save file", First::Resume)];
    if unfinished.is_some() {
        choices.insert(0, ("Continue the last game", First::Continue));
    }
    match (choose(talk, "Parlor: Canoga, Congkak and Kono.", &choices)?, unfinished) {
        (None, _) => Ok(Chosen::Nothing),
        (Some(First::Continue), Some(name)) => Ok(Chosen::Continue(name)),
        (Some(First::Resume), _) => loop {
            match talk.ask("Which file?")? {
                Heard::End => return Ok(Chosen::Nothing),
                Heard::Line(line) if matches!(line.as_str(), "quit" | "leave" | "cancel") => {
                    return Ok(Chosen::Nothing);
                }
                Heard::Line(line) if matches!(line.as_str(), "" | "?" | "help") => {
                    talk.say("Type the name of a save file, or quit.")?;
                }
                Heard::TooLong => talk.say("No: that name is far too long.")?,
                Heard::Line(line) => match load_save(Path::new(&line)) {
                    Ok((save, text)) => return Ok(Chosen::Resume(save, text)),
                    Err(why) => talk.say(&format!("No: {why}"))?,
                },
            }
        },
        (Some(_), _) => {
            let games = Game::ALL.map(|game| (game_line(game), game));
            let Some(game) = choose(talk, "Which game?", &games)? else { return Ok(Chosen::Nothing) };
            let mut options = options.clone();
            if options.level.is_empty() && options.players == Players::HumanComputer && !options.guided {
                let levels = [
                    ("club: a good game", Level::Club),
                    ("novice: for a start", Level::Novice),
                    ("master: as well as it can", Level::Master),
                ];
                let Some(level) = choose(talk, "How well shall the computer play?", &levels)? else {
                    return Ok(Chosen::Nothing);
                };
                options.level = vec![level];
            }
            Ok(Chosen::New(game, options))
        }
    }
}
