//! The first questions of line mode, if the arguments don't name a game.

use std::io::{self, BufRead, Write};
use std::iter;
use std::path::{Path, PathBuf};

use parlor_host::{Seats, load_save};
use parlor_rules::{Game, Level};
use parlor_saves::Save;
use parlor_store::{JournalName, Listed};
use parlor_view::{game_line, level_in_words};

use crate::journals::described;
use crate::options::{Levels, PlayOptions};
use crate::talk::{Completions, Talk, TypedInput};

pub(crate) enum WelcomeChoice {
    New(Game, PlayOptions),
    Resume(PathBuf, Save),
    Continue(JournalName),
    /// The player left.
    Nothing,
}

/// Asks for a choice by number or word. Enter chooses the first one. `None` if the player leaves.
fn choose<T: Copy>(
    talk: &mut Talk<impl BufRead, impl Write>,
    title: &str,
    choices: &[(&str, T)],
) -> io::Result<Option<T>> {
    talk.say(title)?;
    for ((word, _), number) in choices.iter().zip(1..) {
        let enter = if number == 1 { " (Enter)" } else { "" };
        talk.say(&format!("  {number}  {word}{enter}"))?;
    }
    let words = choices.iter().map(|(words, _)| words.split(':').next().unwrap_or(words).to_owned());
    let completions = Completions { words: words.chain(["leave".to_owned()]).collect(), files: false };
    loop {
        match talk.ask("Your choice", &completions)? {
            TypedInput::End => return Ok(None),
            TypedInput::Line(line) if is_leaving(&line) => return Ok(None),
            TypedInput::Line(line) => {
                let by_number = line.parse::<usize>().ok().and_then(|number| choices.get(number.checked_sub(1)?));
                // Every word starts with the empty text, so Enter alone chooses the first.
                let begins = |word: &str| word.to_lowercase().starts_with(&line.to_lowercase());
                let by_word = choices.iter().find(|(word, _)| begins(word));
                if let Some((_, choice)) = by_number.or(by_word) {
                    return Ok(Some(*choice));
                }
            }
            TypedInput::TooLong => {}
        }
        let last = choices.len();
        talk.say(&format!("Type a number from 1 to {last} or a word of the list; leave ends the program."))?;
    }
}

/// Before a game starts there is nothing to give up, so "quit" means "leave".
fn is_leaving(line: &str) -> bool {
    ["leave", "quit", "exit", "q"].contains(&line.to_lowercase().as_str())
}

pub(crate) fn welcome(
    talk: &mut Talk<impl BufRead, impl Write>,
    options: &PlayOptions,
    unfinished: Option<Listed>,
) -> io::Result<WelcomeChoice> {
    #[derive(Clone, Copy)]
    enum First {
        New,
        Resume,
        Guided,
        Continue,
    }
    let last = unfinished.as_ref().map(|listed| match &listed.about {
        Ok(about) => format!("Continue the last game: {}", described(&about.setup, &about.summary)),
        Err(_) => "Continue the last game".to_owned(),
    });
    let mut choices = vec![("New game", First::New), ("Resume a game from a save file", First::Resume)];
    if options.can_be_guided() {
        choices.push(("Guided first round: every question is explained", First::Guided));
    }
    if let Some(last) = &last {
        choices.insert(0, (last, First::Continue));
    }
    match (choose(talk, "Parlor: Canoga, Congkak and Kono.", &choices)?, &unfinished) {
        (None, _) => Ok(WelcomeChoice::Nothing),
        (Some(First::Continue), Some(last)) => Ok(WelcomeChoice::Continue(last.name.clone())),
        (Some(First::Resume), _) => loop {
            let completions = Completions { words: vec!["cancel".to_owned(), "leave".to_owned()], files: true };
            match talk.ask("Which file? (cancel goes back)", &completions)? {
                TypedInput::End => return Ok(WelcomeChoice::Nothing),
                TypedInput::Line(line) if is_leaving(&line) => return Ok(WelcomeChoice::Nothing),
                TypedInput::Line(line) if line == "cancel" => return welcome(talk, options, unfinished),
                TypedInput::Line(line) if matches!(line.as_str(), "" | "?" | "help") => {
                    talk.say("Type the name of a save file; cancel goes back, leave ends the program.")?;
                }
                TypedInput::TooLong => talk.say("No: that name is too long.")?,
                TypedInput::Line(line) => match load_save(Path::new(&line)) {
                    Ok(save) => return Ok(WelcomeChoice::Resume(line.into(), save)),
                    Err(why) => talk.say(&format!("No: {why}"))?,
                },
            }
        },
        (Some(first), _) => {
            let games = Game::ALL.map(|game| (game_line(game), game));
            let Some(game) = choose(talk, "Which game?", &games)? else { return Ok(WelcomeChoice::Nothing) };
            let mut options = options.clone();
            options.guided |= matches!(first, First::Guided);
            if options.level.is_none() && options.players == Seats::HumanComputer && !options.guided {
                let usual = Level::default();
                let levels: Vec<(String, Level)> = iter::once(usual)
                    .chain(Level::ALL.into_iter().filter(|level| *level != usual))
                    .map(|level| (format!("{level}: {}", level_in_words(game, level)), level))
                    .collect();
                let levels: Vec<(&str, Level)> = levels.iter().map(|(words, level)| (words.as_str(), *level)).collect();
                let Some(level) = choose(talk, "How well should the computer play?", &levels)? else {
                    return Ok(WelcomeChoice::Nothing);
                };
                options.level = Some(Levels::Engine(vec![level]));
            }
            Ok(WelcomeChoice::New(game, options))
        }
    }
}
