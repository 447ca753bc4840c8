//! `parlor arena`: matches between levels and bots.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Subcommand};
use indicatif::{ProgressBar, ProgressStyle};
use parlor_arena::{
    BotLimits, MAX_PLAYS, Match, MatchEnd, MatchPlayer, MatchProgress, MatchTally, MoveLimits, Openings, RatingsFormat,
    Report, Results, Running, Schedule, Sprt, run, unique_names,
};
use parlor_rules::Game;
use parlor_saves::disk::{self, Existing, write_file};

use crate::exit::{Exit, Failure};
use crate::options::level_or;
use crate::output::{printable_lines, stderr_line, to_stdout};

mod check;

/// Run a match between levels or bots, and rate the players.
///
/// Players are levels (master, club:nodes=20000, master:millis=50) or bots, which are programs that answer the protocol's
/// requests version and best ("cmd:./mybot --fast"). Settings can come before a player, as in
/// "name=Ann dir=students/ann env=SEED=1 millis=50 cmd:./mybot". There is no shell. Rounds are played in pairs with equal
/// opening and dice; the players swap seats between the two.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(
    override_usage = "parlor arena [OPTIONS] --game <GAME> <PLAYER> <PLAYER>...\n       parlor arena check [OPTIONS] <PLAYER>"
)]
pub(crate) struct Arena {
    #[command(subcommand)]
    command: Option<ArenaCommand>,
    /// Two or more players. More than two players play a round robin, unless --swiss or --gauntlet is given.
    #[arg(value_name = "PLAYER", value_parser = level_or::<MatchPlayer>(), hide_possible_values = true)]
    players: Vec<MatchPlayer>,
    /// The game: canoga, congkak or kono.
    #[arg(long, value_parser = crate::game())]
    game: Option<Game>,
    /// The size of the board; by default the game's usual size.
    #[arg(long)]
    size: Option<i64>,
    /// The number of pairs of rounds for each pairing.
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=10_000_000))]
    pairs: u64,
    /// The number of rounds played in parallel; by default one per core. This doesn't change the result.
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// The seed for dice and openings.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The number of random plays at the start of each pair; by default 0 in Canoga, 3 in Congkak and 4 in Kono.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=100))]
    opening_plays: Option<u32>,
    /// A file of openings to use instead: one position per line, in the JSON format of the protocol.
    #[arg(long, value_name = "FILE", conflicts_with = "opening_plays")]
    openings: Option<PathBuf>,
    /// The time per move, in milliseconds.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000), conflicts_with = "effort")]
    time: Option<u64>,
    /// The number of positions or plays that a level may search per move. This doesn't limit bots.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    effort: Option<u64>,
    /// A round counts as a tie after N plays.
    #[arg(long, value_name = "N", default_value_t = MAX_PLAYS, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    max_plays: u32,
    /// Stop the match by a sequential probability ratio test between two differences in normalised Elo, like 0,20.
    #[arg(long, value_name = "NELO0,NELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// The rate of wrong answers of --sprt in favour of the larger difference.
    #[arg(long, value_name = "RATE", value_parser = rate, requires = "sprt")]
    alpha: Option<f64>,
    /// The rate of wrong answers of --sprt in favour of the smaller difference.
    #[arg(long, value_name = "RATE", value_parser = rate, requires = "sprt")]
    beta: Option<f64>,
    /// Play tournaments of R rounds in place of single rounds. Their totals decide.
    #[arg(long, value_name = "R", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
    tournament: u32,
    /// The first player plays each of the others, who don't play each other.
    #[arg(long)]
    gauntlet: bool,
    /// Play R Swiss rounds: in each, every player meets one with about the same score. The seed draws the first pairings.
    #[arg(long, value_name = "R", conflicts_with = "gauntlet", value_parser = clap::value_parser!(u32).range(1..=1000))]
    swiss: Option<u32>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
    /// Write the journal of every round, and the bots' standard error, to this folder.
    #[arg(long, value_name = "DIR")]
    keep: Option<PathBuf>,
    /// Write every request to a bot and its answers to this file: one JSON object per line.
    #[arg(long, value_name = "FILE")]
    log: Option<PathBuf>,
    /// Write the rating list to this file. Its extension selects the format: .csv, .html, .json or .txt.
    #[arg(long, value_name = "FILE", value_parser = ratings_file)]
    ratings: Option<RatingsFile>,
    /// Append the result of every pair to this file.
    #[arg(long, value_name = "FILE")]
    results: Option<PathBuf>,
    /// Continue the match recorded in the results file.
    #[arg(long, requires = "results")]
    resume: bool,
    #[command(flatten)]
    bots: BotOptions,
}

/// A file for a rating list.
#[derive(Clone)]
struct RatingsFile {
    path: PathBuf,
    format: RatingsFormat,
}

fn ratings_file(text: &str) -> Result<RatingsFile, String> {
    let path = PathBuf::from(text);
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let format = RatingsFormat::of_extension(extension).ok_or("its name must end in .csv, .html, .json or .txt")?;
    Ok(RatingsFile { path, format })
}

fn rate(text: &str) -> Result<f64, String> {
    let rate = text.parse().ok().filter(|rate| *rate > 0.0 && *rate < 0.5);
    rate.ok_or_else(|| "a rate is between 0 and 0.5, like 0.05".to_owned())
}

/// Limits for bots.
#[derive(Args, Clone, Copy)]
pub(crate) struct BotOptions {
    /// The tolerance before a bot that exceeds --time counts as late, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 100)]
    margin: u64,
    /// The additional wait before a bot counts as hung, in milliseconds; by default 10 s with --time, otherwise 60 s.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    patience: Option<u64>,
    /// The memory limit of a bot, in MiB (Linux only).
    #[arg(long, value_name = "MIB", default_value_t = 2048, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    memory: u64,
}

impl BotOptions {
    /// The limits for a bot. `time` is the limit per move, in milliseconds.
    pub(crate) fn limits(self, time: Option<u64>) -> BotLimits {
        let patience = self.patience.unwrap_or(if time.is_some() { 10_000 } else { 60_000 });
        BotLimits {
            time: time.map(Duration::from_millis),
            margin: Duration::from_millis(self.margin),
            patience: Duration::from_millis(patience),
            memory_mib: self.memory,
        }
    }
}

#[derive(Subcommand)]
enum ArenaCommand {
    Check(check::ArenaCheck),
}

impl Arena {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        if let Some(ArenaCommand::Check(check)) = &self.command {
            return check.run();
        }
        let mut plan = self.plan()?;
        let mut own_names = Vec::new();
        for player in &plan.players {
            let own = player.own_name(plan.limits.bots);
            own_names.push(own.map_err(|error| format!("can't start {player}: {error}"))?);
        }
        plan.names = unique_names(&plan.players, &own_names);
        let mut tally = MatchTally::new(&plan);
        let mut results = match &self.results {
            None => None,
            Some(path) => {
                let opened = Results::open(path, &plan, self.resume, &mut tally);
                Some(opened.map_err(|why| format!("--results: {}: {why}", disk::shown(path)))?)
            }
        };
        if let Some(folder) = &self.keep {
            self.prepare_folder(folder)?;
        }
        let mut log = match &self.log {
            None => None,
            Some(path) => Some(BufWriter::new(File::create(path).map_err(|error| not_logged(path, &error))?)),
        };
        let running = Running { keep: self.keep.is_some(), log: log.is_some(), ..Running::new(self.jobs()) };
        let stop = running.stop.clone();
        // Without a handler, Ctrl-C ends the program at once; the results file is still valid.
        let _ = ctrlc::set_handler(move || stop.set());
        let bar = progress_bar(&plan, &tally);
        let ended = run(&plan, &running, &mut tally, &mut |progress| match progress {
            MatchProgress::Pair { pair, journals, log: lines, tally } => {
                if let Some(log) = &mut log {
                    lines.iter().try_for_each(|line| writeln!(log, "{line}"))?;
                    log.flush()?;
                }
                if let Some(results) = &mut results {
                    results.append(pair)?;
                }
                if let Some(folder) = &self.keep {
                    keep_journals(folder, pair.pair, journals)?;
                }
                if !bar.is_hidden() {
                    bar.set_position(tally.pairs());
                    bar.set_message(printable_lines(&Report::new(&plan, tally, MatchEnd::Stopped).live()));
                }
                Ok(())
            }
            MatchProgress::Errors { player, text } => match &self.keep {
                Some(folder) => keep_errors(folder, player, &text),
                None => Ok(()),
            },
        });
        bar.finish_and_clear();
        let ended = ended.map_err(|error| format!("can't write the results of the match: {error}"))?;
        let report = Report::new(&plan, &tally, ended);
        let text = if self.json { format!("{}\n", report.json()) } else { printable_lines(&report.text()) };
        if let Some(RatingsFile { path, format }) = &self.ratings {
            write_file(path, format.write(&report.ratings()).as_bytes(), Existing::Replace)?;
        }
        to_stdout(|out| out.write_all(text.as_bytes()))?;
        if ended == MatchEnd::Stopped {
            if self.results.is_some() {
                stderr_line("Use --resume to continue the match.");
            }
            std::process::exit(130);
        }
        Ok(Exit::Fine)
    }

    /// Refuses a folder that contains the journals of another match.
    fn prepare_folder(&self, folder: &Path) -> Result<(), Failure> {
        std::fs::create_dir_all(folder).map_err(|error| not_kept(folder, &error))?;
        let mut inside = std::fs::read_dir(folder).map_err(|error| not_kept(folder, &error))?;
        let is_journal = |name: &std::ffi::OsStr| Path::new(name).extension().is_some_and(|ext| ext == "journal");
        if !self.resume && inside.any(|entry| entry.is_ok_and(|entry| is_journal(&entry.file_name()))) {
            let why = "it already contains the journals of another match; name another folder";
            return Err(Failure::Error(format!("--keep: {}: {why}", disk::shown(folder))));
        }
        Ok(())
    }

    fn jobs(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
        self.jobs.map_or_else(cores, usize::from)
    }

    fn plan(&self) -> Result<Match, Failure> {
        let wrong = |why: String| Err(Failure::Error(why));
        if self.players.len() < 2 {
            return wrong("a match needs at least two players, like: parlor arena master club --game kono".to_owned());
        }
        let Some(game) = self.game else {
            return wrong("--game: choose a game: canoga, congkak or kono".to_owned());
        };
        let size = self.size.unwrap_or(game.usual_size());
        if !game.sizes().contains(&size) {
            return wrong(format!("--size: {game} has {}, not {size}", game.sizes_in_words()));
        }
        if self.swiss.is_some() && self.players.len() == 2 {
            return wrong("--swiss: a Swiss tournament needs at least three players".to_owned());
        }
        if self.sprt.is_some() && self.players.len() > 2 {
            return wrong("--sprt: the test is for exactly two players".to_owned());
        }
        let openings = match (&self.openings, self.opening_plays) {
            (Some(path), _) => {
                let bytes = disk::read_at_most(path, 1 << 24)?;
                let read = Openings::read(&String::from_utf8_lossy(&bytes), game, size);
                read.map_err(|why| format!("--openings: {}: {why}", disk::shown(path)))?
            }
            (None, Some(plays)) => Openings::Plays(plays),
            (None, None) => Openings::usual(game),
        };
        Ok(Match {
            schedule: match self.swiss {
                Some(rounds) => Schedule::Swiss { rounds },
                None if self.gauntlet => Schedule::Gauntlet,
                None => Schedule::RoundRobin,
            },
            pairs: self.pairs,
            seed: self.seed,
            openings,
            limits: MoveLimits { effort: self.effort, bots: self.bots.limits(self.time) },
            max_plays: self.max_plays,
            rounds: self.tournament,
            sprt: self.sprt.map(|sprt| Sprt {
                alpha: self.alpha.unwrap_or(sprt.alpha),
                beta: self.beta.unwrap_or(sprt.beta),
                ..sprt
            }),
            ..Match::new(game, size, self.players.clone())
        })
    }
}

/// A progress bar and a table on standard error. They are shown only on a terminal, and removed at the end.
fn progress_bar(plan: &Match, tally: &MatchTally) -> ProgressBar {
    let style = ProgressStyle::with_template("{msg}\n{bar:24} {pos} of {len} pairs, {elapsed}, about {eta} left")
        .expect("the template is valid");
    let bar = ProgressBar::new(plan.all_pairs()).with_style(style).with_position(tally.pairs());
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

fn not_logged(path: &Path, error: &io::Error) -> String {
    format!("--log: {}: {error}", disk::shown(path))
}

fn not_kept(path: &Path, error: &io::Error) -> String {
    format!("--keep: {}: {error}", disk::shown(path))
}

/// Writes the journals of a pair. Their names contain the numbers of the pair and of the round within it.
fn keep_journals(folder: &Path, pair: u64, journals: &[Option<String>; 2]) -> io::Result<()> {
    for (round, journal) in (1..).zip(journals) {
        if let Some(text) = journal {
            std::fs::write(folder.join(format!("{:04}-{round}.journal", pair + 1)), text)?;
        }
    }
    Ok(())
}

/// Appends to the file, because each thread has a separate process of the bot.
fn keep_errors(folder: &Path, player: usize, text: &str) -> io::Result<()> {
    let path = folder.join(format!("player-{}.stderr.txt", player + 1));
    std::fs::OpenOptions::new().create(true).append(true).open(path)?.write_all(text.as_bytes())
}
