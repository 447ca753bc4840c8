//! Playing: what the arguments ask for becomes a table, and line mode or the full screen plays it.

use std::io::{self, BufRead, BufWriter, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;

use parlor_host::{BeginError, Host, JournalName, Listed, Settings, Store, StoreError, load_save, newest_unfinished};
use parlor_rules::Game;
use parlor_saves::Note;
use parlor_table::{Event, Seed, Setup};
use parlor_tui::Opening;

use crate::exit::{Exit, Failure};
use crate::line::Line;
use crate::options::PlayOptions;
use crate::output::stderr_line;
use crate::screen::ScreenOptions;
use crate::stores::{StoreOption, shelf};
use crate::talk::Talk;
use crate::welcome::{Chosen, welcome};

fn talk() -> Talk<impl BufRead, impl Write> {
    let input = io::stdin();
    let echo = !input.is_terminal();
    Talk::new(input.lock(), BufWriter::new(io::stdout().lock()), echo)
}

/// `parlor`, `parlor canoga` and the like.
pub(crate) fn start(game: Option<Game>, options: &PlayOptions) -> Result<Exit, Failure> {
    if options.screen.wanted() {
        return start_screen(game, options);
    }
    let mut talk = talk();
    let chosen = match (&options.resume, game) {
        (Some(file), _) => {
            let (save, text) = load_save(file)?;
            Chosen::Resume(save, text)
        }
        (None, Some(game)) => Chosen::New(game, options.clone()),
        (None, None) => {
            let unfinished = shelf().and_then(|store| newest_unfinished(&*store));
            welcome(&mut talk, options, unfinished.ok().flatten().map(|listed| listed.name))?
        }
    };
    let guided = options.guided && matches!(chosen, Chosen::New(..));
    let setup = match chosen {
        Chosen::New(game, options) => options.setup(game)?,
        Chosen::Resume(save, text) => {
            let setup = options.resume(game, &save, &text)?;
            for note in notes(&save.notes) {
                talk.say(&note)?;
            }
            setup
        }
        Chosen::Continue(name) => return continue_in_lines(&mut talk, shelf()?, &name),
        Chosen::Nothing => return Ok(Exit::Fine),
    };
    let store = shelf();
    let (host, told) = begin(setup, store, &mut talk)?;
    play(host, &mut talk, &told, guided)
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
        talk.say(&format!("Seed {seed}: with the same seed and the same answers it is the same game."))?;
    }
    let begun = store.map_err(BeginError::NotKept).and_then(|store| Host::begin(setup.clone(), Some(store)));
    match begun {
        Ok(begun) => Ok(begun),
        Err(BeginError::NotKept(error)) => {
            talk.say(&format!("No journal is kept ({error}): the game won't survive the end of the program."))?;
            Host::begin(setup, None).map_err(|error| Failure::Error(error.to_string()))
        }
        Err(error @ BeginError::Save(_)) => Err(Failure::Error(error.to_string())),
    }
}

/// The same on the full screen.
fn start_screen(game: Option<Game>, options: &PlayOptions) -> Result<Exit, Failure> {
    let settings = options.settings(game.unwrap_or(Game::Canoga));
    let opening = match (&options.resume, game) {
        (Some(file), _) => {
            let (save, text) = load_save(file)?;
            Opening::Game(Box::new(options.resume(game, &save, &text)?), notes(&save.notes))
        }
        (None, Some(game)) if options.guided => Opening::Guided(Box::new(options.setup(game)?)),
        (None, Some(game)) => Opening::Game(Box::new(options.setup(game)?), Vec::new()),
        (None, None) => Opening::Welcome,
    };
    options.screen.show(opening, &settings, shelf())
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
    store: &StoreOption,
    screen: &ScreenOptions,
) -> Result<Exit, Failure> {
    let store = store.to_change()?;
    let name = name.map_or_else(|| newest(&*store), Ok)?;
    if screen.wanted() {
        return screen.show(Opening::Continue(name), &Settings::new(Game::Canoga), Ok(store));
    }
    continue_in_lines(&mut talk(), store, &name)
}

fn continue_in_lines(
    talk: &mut Talk<impl BufRead, impl Write>,
    store: Arc<dyn Store>,
    name: &JournalName,
) -> Result<Exit, Failure> {
    match store.look(name) {
        Ok(found) if found.table.is_over() => return Err(Failure::Error(format!("the game of {name} is finished"))),
        Ok(_) => {}
        Err(error @ StoreError::OtherRules { .. }) => return tell_other_rules(talk, error),
        Err(error) => return Err(error.into()),
    }
    let (host, notices) = Host::open(store, name)?;
    for notice in &notices {
        talk.say(notice)?;
    }
    talk.say(&format!("The game of {name} goes on."))?;
    play(host, talk, &[], false)
}

/// A journal that can't be replayed is told as it stands.
fn tell_other_rules(talk: &mut Talk<impl BufRead, impl Write>, error: StoreError) -> Result<Exit, Failure> {
    if let StoreError::OtherRules { lines, .. } = &error {
        for line in lines {
            talk.say(&parlor_saves::printable(line))?;
        }
        talk.flush()?;
    }
    Err(error.into())
}

fn play(host: Host, talk: &mut Talk<impl BufRead, impl Write>, told: &[Event], guided: bool) -> Result<Exit, Failure> {
    let mut line = Line::new(host, talk, Path::new(""));
    if guided {
        line = line.guided();
    }
    let farewell = line.farewell();
    // Everything that was acknowledged is in the journal, so there is nothing left to do but say so. Without a handler
    // the program just ends, which loses nothing either.
    let _ = ctrlc::set_handler(move || {
        stderr_line(&format!("\n{}", farewell.words()));
        std::process::exit(130);
    });
    line.tell(told)?;
    line.play_to_the_end()?;
    Ok(Exit::Fine)
}
