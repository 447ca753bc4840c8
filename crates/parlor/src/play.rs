//! Playing: what the arguments ask for becomes a table, and line mode or the full screen plays it.

use std::io::{self, BufRead, BufReader, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;

use parlor_host::{Host, Looks, PreferencesFile, Settings};
use parlor_rules::{Game, Seat};
use parlor_saves::Note;
use parlor_store::{JournalName, Listed, Store, StoreError, newest_unfinished};
use parlor_table::{Event, Player, Seed, Setup, Table};
use parlor_tui::Opening;

use crate::editor::LineEditor;
use crate::exit::{Exit, Failure};
use crate::line::LineMode;
use crate::options::{Levels, OtherProgram, PlayOptions, TableOptions};
use crate::output::stderr_line;
use crate::screen::ScreenOptions;
use crate::stores::{StoreOption, shelf};
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

/// `parlor`, `parlor canoga` and the like.
pub(crate) fn start(game: Option<Game>, options: &PlayOptions) -> Result<Exit, Failure> {
    if options.screen.wanted() {
        return start_screen(game, options);
    }
    options.check(game)?;
    let mut talk = talk();
    let chosen = match (&options.resume, game) {
        (Some(file), _) => WelcomeChoice::Resume(file.clone(), options.load(file, game)?),
        (None, Some(game)) => WelcomeChoice::New(game, options.clone()),
        (None, None) => {
            let unfinished = shelf().and_then(|store| newest_unfinished(&*store));
            welcome(&mut talk, options, unfinished.ok().flatten().map(|listed| listed.name))?
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
        WelcomeChoice::Continue(name) => return continue_in_lines(&mut talk, shelf()?, &name, None, &options.table),
        WelcomeChoice::Nothing => return Ok(left(&talk)),
    };
    if let Some(note) = options.dice_note(&setup) {
        talk.say(&format!("Note: {note}"))?;
    }
    let opponent = options.opponent()?;
    let store = shelf();
    let (host, told) = begin(setup, store, &mut talk)?;
    let host = seat_opponent(host, opponent, &mut talk)?;
    play(host, &mut talk, &told, guided, &options.table)
}

/// Lets another program decide for the computer, if there is one.
fn seat_opponent(
    host: Host,
    opponent: Option<OtherProgram>,
    talk: &mut Talk<impl BufRead, impl Write>,
) -> Result<Host, Failure> {
    let Some(other) = opponent else { return Ok(host) };
    talk.say(&other.note())?;
    Ok(host.against(other.opponent))
}

/// How the program ends when it was left before a game began.
fn left(talk: &Talk<impl BufRead, impl Write>) -> Exit {
    if talk.interrupted {
        std::process::exit(130);
    }
    Exit::Fine
}

pub(crate) fn notes(notes: &[Note]) -> Vec<String> {
    notes.iter().map(|note| format!("Note: {note}")).collect()
}

/// A new table, kept in a journal if there is a place for one.
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
            talk.say(&format!("The game isn't kept ({error}): it will be lost when the program ends."))?;
            let (table, events) = Table::new(setup);
            Ok((Host::unkept(table), events))
        }
    }
}

/// The same on the full screen.
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
        (_, Some(_)) => return Err(Failure::Error("--level: name the game that the program is to play".to_owned())),
    };
    options.screen.show(opening, &settings, &options.table, shelf(), remembered)
}

/// The journal that was last played and can be played on. Newer ones that can't be read aren't passed over in silence.
fn newest(store: &dyn Store) -> Result<JournalName, Failure> {
    let newest = newest_unfinished(store)?;
    let list = store.list()?;
    let newer = list.iter().take_while(|listed| newest.as_ref().is_none_or(|newest| newest.name != listed.name));
    for Listed { name, about, .. } in newer {
        if let Err(why) = about {
            stderr_line(&format!("{name} can't be read: {why}"));
        }
    }
    Ok(newest.ok_or(Failure::Error("there is no unfinished game to continue".to_owned()))?.name)
}

/// `parlor continue [NAME]`.
pub(crate) fn continue_journal(
    name: Option<JournalName>,
    level: Option<&Levels>,
    store: &StoreOption,
    table: &TableOptions,
    screen: &ScreenOptions,
) -> Result<Exit, Failure> {
    let store = store.to_change()?;
    let name = name.map_or_else(|| newest(&*store), Ok)?;
    let opponent = match level {
        Some(level) => Some(named_again(&*store, &name, level)?),
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
    continue_in_lines(&mut talk(), store, &name, opponent, &table)
}

/// The other program that a game is against, started again because somebody has named it again.
fn named_again(store: &dyn Store, name: &JournalName, level: &Levels) -> Result<OtherProgram, Failure> {
    let Levels::Bot(named) = level else {
        return Err(Failure::Error("--level: a game goes on at the level at which it was begun".to_owned()));
    };
    let found = store.look(name)?;
    let bot = Seat::BOTH.into_iter().find_map(|seat| match found.table.player(seat) {
        Player::Bot(bot) => Some(bot),
        Player::Human(_) | Player::Computer(_) => None,
    });
    match bot {
        None => Err(Failure::Error(format!("--level: {name} isn't a game against another program"))),
        Some(bot) if *bot != named.to_string() => {
            let bot = parlor_saves::printable(bot);
            let why = format!("{name} goes on against {bot}; against another one, a save of it can (--resume)");
            Err(Failure::Error(format!("--level: {why}")))
        }
        Some(_) => level.start()?.ok_or_else(|| Failure::Error(format!("{named} can't be started"))),
    }
}

fn continue_in_lines(
    talk: &mut Talk<impl BufRead, impl Write>,
    store: Arc<dyn Store>,
    name: &JournalName,
    opponent: Option<OtherProgram>,
    options: &TableOptions,
) -> Result<Exit, Failure> {
    match store.look(name) {
        Ok(found) if found.table.is_over() && !found.table.setup().has_people() => {
            let why = format!(
                "{name} is finished, and nobody can take anything back; parlor export {name} writes its record"
            );
            return Err(Failure::Error(why));
        }
        Ok(_) => {}
        Err(error) => {
            // A journal that can't be replayed is told as it stands.
            if let StoreError::OtherRules { lines, .. } = &error {
                lines.iter().try_for_each(|line| talk.say(line))?;
                talk.flush()?;
            }
            return Err(error.into());
        }
    }
    let (host, notices) = Host::open(store, name)?;
    for notice in &notices {
        talk.say(notice)?;
    }
    if !host.table().is_over() {
        talk.say(&format!("The game of {name} goes on."))?;
    }
    let host = seat_opponent(host, opponent, talk)?;
    play(host, talk, &[], false, options)
}

fn play(
    host: Host,
    talk: &mut Talk<impl BufRead, impl Write>,
    told: &[Event],
    guided: bool,
    options: &TableOptions,
) -> Result<Exit, Failure> {
    let continued = told.is_empty() && host.table().revision() > 0;
    let over = host.table().is_over();
    let looks = options.looks(Looks::default());
    let mut line = LineMode::new(host.saving_in(options.dialect), talk, Path::new(""));
    (line.boards, line.is_guided) = (options.boards, guided);
    (line.advice, line.tutor) = (looks.advice, looks.tutor);
    let farewell = line.farewell.clone();
    // Everything that was acknowledged is in the journal, so there is nothing left to do but say so. Without a handler
    // the program just ends, which loses nothing either.
    let _ = ctrlc::set_handler(move || {
        stderr_line(&format!("\n{}", farewell.words()));
        std::process::exit(130);
    });
    line.tell(told)?;
    if continued {
        line.say_heading()?;
        if over {
            line.say_result()?;
        }
    }
    line.play_to_the_end()?;
    Ok(left(talk))
}
