//! Starts or continues a game, in line mode or in full-screen mode.

use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;

use parlor_host::{Host, Looks, PreferencesFile, Settings};
use parlor_rules::{Game, Seat};
use parlor_saves::Note;
use parlor_store::{JournalName, Listed, Store, StoreError, newest_begun, newest_unfinished};
use parlor_table::{Event, Player, Seed, Setup, Table};
use parlor_tui::Opening;

use crate::editor::LineEditor;
use crate::exit::{Exit, Failure};
use crate::line::LineMode;
use crate::options::{Levels, OtherProgram, PlayOptions, TableOptions};
use crate::output::stderr_line;
use crate::screen::ScreenOptions;
use crate::stores::{StoreOption, local_games};
use crate::talk::Talk;
use crate::welcome::{WelcomeChoice, welcome};

pub(crate) fn talk() -> Talk<impl BufRead, impl Write> {
    let input = io::stdin();
    let output = BufWriter::new(io::stdout());
    let at_terminal = input.is_terminal();
    if at_terminal
        && io::stdout().is_terminal()
        && let Some(editor) = LineEditor::new()
    {
        return Talk::edited(editor, output);
    }
    Talk::new(BufReader::new(input), output, !at_terminal)
}

/// Runs `parlor` without a command, with or without a game.
pub(crate) fn start(game: Option<Game>, options: &PlayOptions) -> Result<Exit, Failure> {
    if options.screen.wanted() {
        return start_screen(game, options);
    }
    options.check(game)?;
    let options = &options.remembering_names(&PreferencesFile::standard().preferences);
    let mut talk = talk();
    let chosen = match (&options.resume, game) {
        (Some(file), _) => WelcomeChoice::Resume(file.clone(), options.load(file, game)?),
        (None, Some(game)) => WelcomeChoice::New(game, options.clone()),
        (None, None) => {
            let unfinished = local_games().and_then(|store| newest_begun(&*store));
            welcome(&mut talk, options, unfinished.ok().flatten())?
        }
    };
    let guided = matches!(&chosen, WelcomeChoice::New(_, options) if options.guided);
    let setup = match chosen {
        WelcomeChoice::New(game, options) => options.setup(game)?,
        WelcomeChoice::Resume(file, save) => {
            let setup = options.resume(game, &file, &save)?;
            for note in notes(&save.notes) {
                talk.say(&note)?;
            }
            setup
        }
        WelcomeChoice::Continue(name) => {
            return continue_in_lines(&mut talk, &local_games()?, &name, None, &options.table);
        }
        WelcomeChoice::Nothing => return Ok(left(&talk)),
    };
    if let Some(note) = options.dice_note(&setup) {
        talk.say(&format!("Note: {note}"))?;
    }
    let opponent = options.opponent()?;
    let store = local_games();
    let kept = store.as_ref().ok().cloned();
    let (host, events) = begin(setup, store, &mut talk)?;
    let host = seat_opponent(host, opponent, &mut talk)?;
    play(host, kept.as_ref(), &mut talk, &events, guided, &options.table)
}

fn seat_opponent(
    host: Host,
    opponent: Option<OtherProgram>,
    talk: &mut Talk<impl BufRead, impl Write>,
) -> Result<Host, Failure> {
    let Some(other) = opponent else { return Ok(host) };
    talk.say(&other.note())?;
    Ok(host.against(other.opponent))
}

/// The exit code after the player has left: 130 after Ctrl-C, as shells expect.
fn left(talk: &Talk<impl BufRead, impl Write>) -> Exit {
    if talk.interrupted {
        std::process::exit(130);
    }
    Exit::Fine
}

pub(crate) fn notes(notes: &[Note]) -> Vec<String> {
    notes.iter().map(|note| format!("Note: {note}")).collect()
}

/// Creates the table. If its journal can't be stored, the game is played without being saved.
pub(crate) fn begin(
    setup: Setup,
    store: Result<Arc<dyn Store>, StoreError>,
    talk: &mut Talk<impl BufRead, impl Write>,
) -> Result<(Host, Vec<Event>), Failure> {
    if let Seed::Open(seed) = setup.seed {
        talk.say(&format!("Seed {seed}: the same seed and the same answers give the same game."))?;
    }
    if setup.has_people() {
        talk.say("At any question, ? lists what you can type, and rules explains the game.")?;
    }
    let begun = store.and_then(|store| Host::begin(setup.clone(), Some(store)));
    match begun {
        Ok(begun) => Ok(begun),
        Err(error) => {
            talk.say(&format!("Can't save this game ({error}): the game will be lost when the program ends."))?;
            let (table, events) = Table::new(setup);
            Ok((Host::unsaved(table), events))
        }
    }
}

fn start_screen(game: Option<Game>, options: &PlayOptions) -> Result<Exit, Failure> {
    options.check(game)?;
    let remembered = PreferencesFile::standard();
    let options = &options.remembering(game, &remembered.preferences);
    let settings = options.settings(game.unwrap_or(Game::Canoga));
    let opponent = options.opponent()?;
    let opening = match (&options.resume, game) {
        (Some(file), _) => {
            let save = options.load(file, game)?;
            let setup = options.resume(game, file, &save)?;
            let notes = notes(&save.notes).into_iter().chain(options.dice_note(&setup)).collect();
            Opening::Game(Box::new(setup), notes)
        }
        (None, Some(game)) if options.guided => Opening::Guided(Box::new(options.setup(game)?)),
        (None, Some(game)) => {
            let setup = options.setup(game)?;
            let notes = options.dice_note(&setup).into_iter().collect();
            Opening::Game(Box::new(setup), notes)
        }
        (None, None) => Opening::Welcome,
    };
    let opening = match (opening, opponent) {
        (opening, None) => opening,
        (Opening::Game(setup, mut notes), Some(other)) => {
            notes.push(other.note());
            Opening::Against(setup, notes, other.opponent)
        }
        (_, Some(_)) => return Err(Failure::Error("--level: name the game that the bot plays".to_owned())),
    };
    options.screen.show(opening, &settings, &options.table, local_games(), remembered)
}

/// The last unfinished game. Prints a warning about newer games that can't be read.
fn newest(store: &dyn Store) -> Result<JournalName, Failure> {
    let newest = newest_unfinished(store)?;
    let list = store.list()?;
    let newer = list.iter().take_while(|listed| newest.as_ref().is_none_or(|newest| newest.name != listed.name));
    for Listed { name, about, .. } in newer {
        if let Err(why) = about {
            stderr_line(&format!("{name} can't be read: {why}"));
        }
    }
    Ok(newest.ok_or(Failure::Error("you have no unfinished game to continue".to_owned()))?.name)
}

pub(crate) fn continue_journal(
    name: Option<JournalName>,
    level: Option<&Levels>,
    store: &StoreOption,
    table: &TableOptions,
    screen: &ScreenOptions,
) -> Result<Exit, Failure> {
    let store = store.writable()?;
    let name = name.map_or_else(|| newest(&*store), Ok)?;
    let opponent = match level {
        Some(level) => Some(restart_bot(&*store, &name, level)?),
        None => None,
    };
    let remembered = PreferencesFile::standard();
    let table = table.remembering(remembered.preferences.looks);
    if screen.wanted() {
        let settings = Settings { dialect: table.dialect, ..Settings::new(Game::Canoga) };
        let opening = match opponent {
            Some(other) => Opening::ContinueAgainst(name, other.opponent),
            None => Opening::Continue(name),
        };
        return screen.show(opening, &settings, &table, Ok(store), remembered);
    }
    continue_in_lines(&mut talk(), &store, &name, opponent, &table)
}

/// Starts the bot of a saved game. A journal never starts a program automatically, so the user has to name the bot
/// again.
fn restart_bot(store: &dyn Store, name: &JournalName, level: &Levels) -> Result<OtherProgram, Failure> {
    let Levels::Bot(named) = level else {
        return Err(Failure::Error("--level: the level of a saved game can't be changed".to_owned()));
    };
    let found = store.look(name)?;
    let bot = Seat::BOTH.into_iter().find_map(|seat| match found.table.player(seat) {
        Player::Bot(bot) => Some(bot),
        Player::Human(_) | Player::Computer(_) => None,
    });
    match bot {
        None => Err(Failure::Error(format!("--level: {name} isn't a game against a bot"))),
        Some(bot) if *bot != named.to_string() => {
            let bot = parlor_saves::printable(bot);
            let why =
                format!("{name} is against {bot}; to play it against another bot, save it to a file and use --resume");
            Err(Failure::Error(format!("--level: {why}")))
        }
        Some(_) => level.start()?.ok_or_else(|| Failure::Error(format!("can't start {named}"))),
    }
}

fn continue_in_lines(
    talk: &mut Talk<impl BufRead, impl Write>,
    store: &Arc<dyn Store>,
    name: &JournalName,
    opponent: Option<OtherProgram>,
    options: &TableOptions,
) -> Result<Exit, Failure> {
    match store.look(name) {
        Ok(found) if found.table.is_over() && !found.table.setup().has_people() => {
            let why = format!(
                "{name} is finished, and two computers played it, so there is nothing to undo; to print its record, run parlor export {name}"
            );
            return Err(Failure::Error(why));
        }
        Ok(_) => {}
        Err(error) => {
            // A journal that can't be replayed is shown as text.
            if let StoreError::OtherRules { lines, .. } = &error {
                lines.iter().try_for_each(|line| talk.say(line))?;
                talk.flush()?;
            }
            return Err(error.into());
        }
    }
    let (host, notices) = Host::open(Arc::clone(store), name)?;
    for notice in &notices {
        talk.say(notice)?;
    }
    if !host.table().is_over() {
        talk.say(&format!("Continuing {name}."))?;
    }
    let host = seat_opponent(host, opponent, talk)?;
    play(host, Some(store), talk, &[], false, options)
}

fn play(
    host: Host,
    store: Option<&Arc<dyn Store>>,
    talk: &mut Talk<impl BufRead, impl Write>,
    events: &[Event],
    guided: bool,
    options: &TableOptions,
) -> Result<Exit, Failure> {
    let continued = events.is_empty() && host.table().revision() > 0;
    let over = host.table().is_over();
    let looks = options.looks(Looks::default());
    let mut line = LineMode::new(host.saving_in(options.dialect), talk, Path::new(""));
    (line.boards, line.is_guided) = (!options.no_boards, guided);
    (line.advice, line.tutor) = (looks.advice, looks.tutor);
    let farewell = line.farewell.clone();
    // Nothing has to be saved, because the journal contains every acknowledged entry. Without a handler, only the
    // farewell is missing.
    let _ = ctrlc::set_handler(move || {
        stderr_line(&format!("\n{}", farewell.words()));
        std::process::exit(130);
    });
    line.print_events(events)?;
    if continued {
        line.say_heading()?;
        if over {
            line.say_result()?;
        }
    }
    line.play_to_the_end()?;
    line.review(store)?;
    Ok(left(talk))
}
