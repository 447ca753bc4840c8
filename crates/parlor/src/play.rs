//! Playing: what the arguments ask for becomes a table, and line mode plays it.

use std::io::{self, BufRead, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use parlor_host::{Dice, Host, JournalError, Journals, Listed, Seats, Settings, State, load};
use parlor_rules::{Game, Level, Pair};
use parlor_saves::Save;
use parlor_table::{Ending, Event, Need, Table};
use parlor_tui::Opening;
use parlor_view::game_line;

use crate::exit::{Exit, Failure};
use crate::line::{Ended, Line};
use crate::output::stderr_line;
use crate::screen::ScreenOptions;
use crate::talk::{Heard, Talk};

/// What can be said about a game before it begins. What isn't said is asked, or as most people want it.
#[derive(Args, Clone)]
pub(crate) struct PlayOptions {
    /// Squares in a row, pits a side, or points a side; asked for if left out.
    #[arg(long)]
    size: Option<i64>,
    /// How well the computer plays: novice, club or master; two with a comma where both seats are programs.
    #[arg(long, value_delimiter = ',')]
    level: Vec<Level>,
    /// Who plays.
    #[arg(long, value_enum, default_value = "human,computer")]
    players: Players,
    /// What to call you.
    #[arg(long)]
    name: Option<String>,
    /// Where dice come from: random, manual (you throw real ones), or a file with a throw on each line.
    #[arg(long, default_value = "random")]
    dice: String,
    /// Where random dice and coins come from: the same number and the same answers give the same game.
    #[arg(long)]
    seed: Option<u64>,
    /// How many rounds two programs play.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
    /// Go on from a save file.
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    #[command(flatten)]
    screen: ScreenOptions,
}

/// Who sits where.
#[derive(Clone, Copy, ValueEnum)]
enum Players {
    /// You against the program.
    #[value(name = "human,computer")]
    HumanComputer,
    /// Two people at one keyboard.
    #[value(name = "human,human")]
    HumanHuman,
    /// Two programs, and nobody is asked anything.
    #[value(name = "computer,computer")]
    ComputerComputer,
}

impl PlayOptions {
    /// What they mean for a game.
    fn settings(&self, game: Game) -> Settings {
        let level = |i: usize| self.level.get(i).or(self.level.first()).copied().unwrap_or_default();
        let (seats, levels) = match self.players {
            Players::HumanComputer => (Seats::HumanComputer, (level(0), level(0))),
            Players::HumanHuman => (Seats::HumanHuman, (level(0), level(0))),
            Players::ComputerComputer => (Seats::ComputerComputer, (level(0), level(1))),
        };
        let dice = match self.dice.as_str() {
            "random" => Dice::Random,
            "manual" => Dice::ByHand,
            file => Dice::File(file.into()),
        };
        Settings {
            game,
            size: self.size,
            seats,
            levels: Pair { human: levels.0, computer: levels.1 },
            dice,
            seed: self.seed,
            name: self.name.clone(),
            rounds: self.rounds,
        }
    }
}

fn talk() -> Talk<impl BufRead, impl Write> {
    let input = io::stdin();
    let echo = !input.is_terminal();
    Talk::new(input.lock(), BufWriter::new(io::stdout().lock()), echo)
}

/// `parlor`, `parlor canoga` and the like.
pub(crate) fn start(game: Option<Game>, options: &PlayOptions) -> Result<Exit, Failure> {
    if options.screen.wanted() {
        start_screen(game, options)?;
        return Ok(Exit::Fine);
    }
    let mut talk = talk();
    let chosen = match (&options.resume, game) {
        (Some(file), _) => Chosen::Resume(load(file).map_err(Failure::Error)?),
        (None, Some(game)) => Chosen::New(game, options.clone()),
        (None, None) => welcome(&mut talk, options)?,
    };
    let setup = match chosen {
        Chosen::New(game, options) => options.settings(game).setup().map_err(Failure::Error)?,
        Chosen::Resume((save, text)) => {
            let found = of_game(&save, game).map_err(Failure::Error)?;
            for note in &save.notes {
                talk.say(&format!("Note: {note}"))?;
            }
            options.settings(found).setup().map_err(Failure::Error)?.resuming(&save, &text)
        }
        Chosen::Continue(name) => return play_journal(&mut talk, &name),
        Chosen::Nothing => return Ok(Exit::Fine),
    };
    talk.say(&format!("Seed {}: with the same seed and the same answers it is the same game.", setup.seed))?;
    let (table, told) = Table::new(setup.clone()).map_err(|refusal| Failure::Error(refusal.to_string()))?;
    let journal = match Journals::standard().and_then(|journals| journals.create(&setup)) {
        Ok(journal) => Some(journal),
        Err(error) => {
            talk.say(&format!("No journal is kept ({error}): the game won't survive the end of the program."))?;
            None
        }
    };
    let mut host = Host::new(table, journal);
    play(&mut host, &mut talk, &told)
}

/// The same on the full screen.
fn start_screen(game: Option<Game>, options: &PlayOptions) -> Result<(), String> {
    let settings = options.settings(game.unwrap_or(Game::Canoga));
    let opening = match (&options.resume, game) {
        (Some(file), _) => {
            let (save, text) = load(file)?;
            let settings = options.settings(of_game(&save, game)?);
            let notes = save.notes.iter().map(|note| format!("Note: {note}")).collect();
            Opening::Game(Box::new(settings.setup()?.resuming(&save, &text)), notes)
        }
        (None, Some(_)) => Opening::Game(Box::new(settings.setup()?), Vec::new()),
        (None, None) => Opening::Welcome,
    };
    options.screen.show(opening, &settings)
}

/// The game of a save, if it is the one that was asked for.
fn of_game(save: &Save, asked: Option<Game>) -> Result<Game, String> {
    let found = save.standing.game();
    if asked.is_some_and(|asked| asked != found) {
        return Err(format!("--resume: that is a save of {found}"));
    }
    Ok(found)
}

/// What somebody wants to play.
enum Chosen {
    New(Game, PlayOptions),
    Resume((Save, String)),
    /// The journal of this name.
    Continue(String),
    /// Nobody answers.
    Nothing,
}

/// One of some choices, by number or by word; `None` if nobody answers.
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
fn welcome(talk: &mut Talk<impl BufRead, impl Write>, options: &PlayOptions) -> io::Result<Chosen> {
    #[derive(Clone, Copy)]
    enum First {
        New,
        Resume,
        Continue,
    }
    let unfinished = last_unfinished();
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
                Heard::Line(line) => match load(Path::new(&line)) {
                    Ok(loaded) => return Ok(Chosen::Resume(loaded)),
                    Err(why) => talk.say(&format!("No: {why}"))?,
                },
            }
        },
        (Some(_), _) => {
            let games = Game::ALL.map(|game| (game_line(game), game));
            let Some(game) = choose(talk, "Which game?", &games)? else { return Ok(Chosen::Nothing) };
            let mut options = options.clone();
            if options.level.is_empty() && matches!(options.players, Players::HumanComputer) {
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

fn last_unfinished() -> Option<String> {
    Journals::standard().and_then(|journals| journals.last_unfinished()).ok().flatten()
}

/// `parlor continue [NAME]`.
pub(crate) fn continue_journal(name: Option<&str>, screen: &ScreenOptions) -> Result<Exit, Failure> {
    let name = match name {
        Some(name) => name.to_owned(),
        None => last_unfinished().ok_or(Failure::Error("there is no unfinished game to continue".to_owned()))?,
    };
    if screen.wanted() {
        let settings = Settings::new(Game::Canoga);
        screen.show(Opening::Continue(name), &settings)?;
        return Ok(Exit::Fine);
    }
    play_journal(&mut talk(), &name)
}

fn play_journal(talk: &mut Talk<impl BufRead, impl Write>, name: &str) -> Result<Exit, Failure> {
    let said = |error: JournalError| Failure::Error(error.to_string());
    let opened = Journals::standard().and_then(|journals| journals.open(name)).map_err(said)?;
    for notice in &opened.notices {
        talk.say(notice)?;
    }
    if let Need::Nothing(ending) = opened.table.need() {
        let how =
            if ending == Ending::Saved { "was saved to a file: go on with parlor --resume" } else { "is finished" };
        return Err(Failure::Error(format!("the game of {name} {how}")));
    }
    talk.say(&format!("The game of {name} goes on."))?;
    let mut host = Host::new(opened.table, Some(opened.journal));
    play(&mut host, talk, &[])
}

fn play(host: &mut Host, talk: &mut Talk<impl BufRead, impl Write>, told: &[Event]) -> Result<Exit, Failure> {
    let kept = host.journal_name().map_or("The game isn't kept.".to_owned(), |name| {
        format!("The game is kept. To go on: parlor continue {name}")
    });
    let farewell = kept.clone();
    // Everything that was acknowledged is in the journal, so there is nothing left to do but say so.
    let _ = ctrlc::set_handler(move || {
        stderr_line(&format!("\n{farewell}"));
        std::process::exit(130);
    });
    let mut line = Line::new(host, talk);
    line.tell(told)?;
    if let Ended::Left = line.play()? {
        talk.say(&kept)?;
        talk.flush()?;
    }
    Ok(Exit::Fine)
}

/// `parlor journals`: the games that are kept.
#[derive(Args)]
pub(crate) struct ListJournals {
    /// Remove the journals of these names.
    #[arg(long, value_name = "NAME", num_args = 1..)]
    remove: Vec<String>,
}

impl ListJournals {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let said = |error: JournalError| Failure::Error(error.to_string());
        let journals = Journals::standard().map_err(said)?;
        let mut out = BufWriter::new(io::stdout().lock());
        for name in &self.remove {
            journals.remove(name).map_err(said)?;
            writeln!(out, "{name} is removed.")?;
        }
        if !self.remove.is_empty() {
            out.flush()?;
            return Ok(Exit::Fine);
        }
        let list = journals.list().map_err(said)?;
        if list.is_empty() {
            writeln!(out, "There are no journals in {}.", journals.folder().display())?;
        }
        for Listed { name, date, game, players, state, .. } in list {
            let game = game.map_or("?".to_owned(), |game| game.to_string());
            let state = match state {
                State::Unfinished => "unfinished".to_owned(),
                State::Finished => "finished".to_owned(),
                State::Saved => "saved to a file".to_owned(),
                State::Unreadable(why) => format!("can't be read: {why}"),
            };
            let players = if players.is_empty() { players } else { format!(", {players}") };
            writeln!(out, "{date}  {game:8} {name}  {state}{players}")?;
        }
        out.flush()?;
        Ok(Exit::Fine)
    }
}
