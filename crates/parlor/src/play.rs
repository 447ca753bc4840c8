//! Playing: what the arguments ask for becomes a table, and line mode plays it.

use std::fs;
use std::hash::{BuildHasher, Hasher};
use std::io::{self, BufRead, BufWriter, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use parlor_engine::Level;
use parlor_host::{Host, JournalError, Journals, Listed, State, read_dice_file};
use parlor_rules::Pair;
use parlor_saves::{Game, Save, disk};
use parlor_table::{DiceSource, Ending, Event, Need, Player, Setup, Table};

use crate::files::{self, TROUBLE, complain};
use crate::line::{Ended, Line};
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
    /// Plain lines, even on a terminal (there is nothing else yet).
    #[arg(long)]
    plain: bool,
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
    /// The setup that they ask for; what is wrong with them is a sentence.
    fn setup(&self, game: Game) -> Result<Setup, String> {
        let mut setup = Setup::new(game);
        setup.seed = self.seed.unwrap_or_else(any_seed);
        setup.size = self.size;
        setup.rounds = self.rounds;
        let level = |i: usize| self.level.get(i).or(self.level.first()).copied().unwrap_or_default();
        let person = |name: &str| Player::Human(name.to_owned());
        let name = self.name.as_deref().unwrap_or("Human").trim();
        if name.is_empty() || name.eq_ignore_ascii_case("computer") || name.chars().any(char::is_control) {
            return Err("--name: choose a name of letters, and not Computer".to_owned());
        }
        setup.players = match self.players {
            Players::HumanComputer => Pair { human: person(name), computer: Player::Computer(level(0)) },
            Players::HumanHuman => Pair { human: person(name), computer: person("Human 2") },
            Players::ComputerComputer => {
                Pair { human: Player::Computer(level(0)), computer: Player::Computer(level(1)) }
            }
        };
        match self.dice.as_str() {
            "random" => {}
            "manual" => setup.dice = DiceSource::Manual,
            file => {
                let text = fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
                setup.queue = read_dice_file(&text).map_err(|error| format!("{file}: {error}"))?;
            }
        }
        if let Some(size) = self.size {
            let sizes = match game {
                Game::Canoga => 9..=11,
                Game::Congkak => 5..=11,
                Game::Kono => 5..=9,
            };
            if !sizes.contains(&size) || (game == Game::Kono && size % 2 == 0) {
                let sizes = match game {
                    Game::Canoga => "rows of 9, 10 or 11 squares",
                    Game::Congkak => "5 to 11 pits a side",
                    Game::Kono => "5, 7 or 9 points a side",
                };
                return Err(format!("--size {size}: {game} has {sizes}"));
            }
        }
        Ok(setup)
    }
}

/// A seed that nobody chose, short enough to be typed again.
fn any_seed() -> u64 {
    std::collections::hash_map::RandomState::new().build_hasher().finish() % 1_000_000
}

/// `parlor`, `parlor canoga` and the like.
pub(crate) fn run(game: Option<Game>, options: &PlayOptions) -> ExitCode {
    ended(start(game, options))
}

/// `parlor continue [NAME]`.
pub(crate) fn go_on(name: Option<&str>) -> ExitCode {
    ended(continue_journal(name))
}

/// Trouble before or during a game.
enum Trouble {
    Io(io::Error),
    Said(String),
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Trouble {
        Trouble::Io(error)
    }
}

fn ended(result: Result<(), Trouble>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(Trouble::Io(error)) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(Trouble::Io(error)) => {
            complain(&format!("parlor: {error}"));
            TROUBLE.into()
        }
        Err(Trouble::Said(what)) => {
            complain(&format!("parlor: {what}"));
            TROUBLE.into()
        }
    }
}

fn talk() -> Talk<impl BufRead, impl Write> {
    let input = io::stdin();
    let echo = !input.is_terminal();
    Talk::new(input.lock(), BufWriter::new(io::stdout().lock()), echo)
}

fn start(game: Option<Game>, options: &PlayOptions) -> Result<(), Trouble> {
    let mut talk = talk();
    let chosen = match (&options.resume, game) {
        (Some(file), _) => Chosen::Resume(load(file).map_err(Trouble::Said)?),
        (None, Some(game)) => Chosen::New(game, options.clone()),
        (None, None) => welcome(&mut talk, options)?,
    };
    let setup = match chosen {
        Chosen::New(game, options) => options.setup(game).map_err(Trouble::Said)?,
        Chosen::Resume((save, text)) => {
            let found = save.standing.game();
            if game.is_some_and(|game| game != found) {
                return Err(Trouble::Said(format!("--resume: that is a save of {found}")));
            }
            for note in &save.notes {
                talk.say(&format!("Note: {note}"))?;
            }
            options.setup(found).map_err(Trouble::Said)?.resuming(&save, &text)
        }
        Chosen::Continue(name) => return play_journal(&mut talk, &name),
        Chosen::Nothing => return Ok(()),
    };
    talk.say(&format!("Seed {}: with the same seed and the same answers it is the same game.", setup.seed))?;
    let (table, told) = Table::new(setup.clone()).map_err(|refusal| Trouble::Said(refusal.to_string()))?;
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

/// What somebody wants to play.
enum Chosen {
    New(Game, PlayOptions),
    Resume((Save, String)),
    /// The journal of this name.
    Continue(String),
    /// Nobody answers.
    Nothing,
}

/// Reads a save that is to be played on.
fn load(file: &Path) -> Result<(Save, String), String> {
    let bytes = disk::read_file(file).map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    match parlor_saves::read_bytes(&bytes, None) {
        Ok(save) => Ok((save, text)),
        Err(refusal) => {
            Err(format!("this save can't be read\n{}", refusal.picture(&files::name(file), &text).trim_end()))
        }
    }
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

fn game_line(game: Game) -> &'static str {
    match game {
        Game::Canoga => "Canoga: dice, and two rows of squares",
        Game::Congkak => "Congkak: seeds sown around two rows of pits",
        Game::Kono => "Kono: diagonal steps to the other side",
    }
}

fn last_unfinished() -> Option<String> {
    Journals::standard().and_then(|journals| journals.last_unfinished()).ok().flatten()
}

fn continue_journal(name: Option<&str>) -> Result<(), Trouble> {
    let name = match name {
        Some(name) => name.to_owned(),
        None => last_unfinished().ok_or(Trouble::Said("there is no unfinished game to continue".to_owned()))?,
    };
    play_journal(&mut talk(), &name)
}

fn play_journal(talk: &mut Talk<impl BufRead, impl Write>, name: &str) -> Result<(), Trouble> {
    let said = |error: JournalError| Trouble::Said(error.to_string());
    let opened = Journals::standard().and_then(|journals| journals.open(name)).map_err(said)?;
    for notice in &opened.notices {
        talk.say(notice)?;
    }
    if let Need::Nothing(ending) = opened.table.need() {
        let how =
            if ending == Ending::Saved { "was saved to a file: go on with parlor --resume" } else { "is finished" };
        return Err(Trouble::Said(format!("the game of {name} {how}")));
    }
    talk.say(&format!("The game of {name} goes on."))?;
    let mut host = Host::new(opened.table, Some(opened.journal));
    play(&mut host, talk, &[])
}

fn play(host: &mut Host, talk: &mut Talk<impl BufRead, impl Write>, told: &[Event]) -> Result<(), Trouble> {
    let kept = host.journal_name().map_or("The game isn't kept.".to_owned(), |name| {
        format!("The game is kept. To go on: parlor continue {name}")
    });
    let farewell = kept.clone();
    // Everything that was acknowledged is in the journal, so there is nothing left to do but say so.
    let _ = ctrlc::set_handler(move || {
        complain(&format!("\n{farewell}"));
        std::process::exit(130);
    });
    let mut line = Line::new(host, talk);
    line.tell(told)?;
    if let Ended::Left = line.play()? {
        talk.say(&kept)?;
        talk.flush()?;
    }
    Ok(())
}

/// `parlor journals`: the games that are kept.
#[derive(Args)]
pub(crate) struct ListJournals {
    /// Remove the journals of these names.
    #[arg(long, value_name = "NAME", num_args = 1..)]
    remove: Vec<String>,
}

impl ListJournals {
    pub(crate) fn run(&self) -> ExitCode {
        ended(self.list())
    }

    fn list(&self) -> Result<(), Trouble> {
        let said = |error: JournalError| Trouble::Said(error.to_string());
        let journals = Journals::standard().map_err(said)?;
        let mut out = BufWriter::new(io::stdout().lock());
        for name in &self.remove {
            journals.remove(name).map_err(said)?;
            writeln!(out, "{name} is removed.")?;
        }
        if !self.remove.is_empty() {
            return Ok(out.flush()?);
        }
        let list = journals.list().map_err(said)?;
        if list.is_empty() {
            writeln!(out, "There are no journals in {}.", journals.folder().display())?;
        }
        for Listed { name, date, game, state, .. } in list {
            let game = game.map_or("?".to_owned(), |game| game.to_string());
            let state = match state {
                State::Unfinished => "unfinished".to_owned(),
                State::Finished => "finished".to_owned(),
                State::Saved => "saved to a file".to_owned(),
                State::Unreadable(why) => format!("can't be read: {why}"),
            };
            writeln!(out, "{date}  {game:8} {name}  {state}")?;
        }
        Ok(out.flush()?)
    }
}
