use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::{Args, ValueEnum};
use indicatif::ProgressBar;
use parlor_engine::canoga::{
    Policy, Solution, SolveProgress, Stake, advantage_values, first_throws, level_costs, one_die_boards,
};
use parlor_rules::canoga::{Size, Squares};
use parlor_rules::{Game, Standing};
use parlor_saves::Save;
use parlor_saves::disk::{self, Existing};
use serde::Serialize;
use serde_json::json;

use super::progress_bar;
use crate::exit::{Exit, Failure};
use crate::files::{input_name, read_save};
use crate::output::to_stdout;

mod report;
mod tournament;

/// Compute the value of the start of a round, and how often the first player wins.
#[derive(Args)]
pub(crate) struct Canoga {
    #[arg(long, value_name = "N", help = format!("Squares in a row: {}", Size::CHOICES))]
    #[arg(default_value_t = Size::USUAL, value_parser = |word: &str| super::size(Game::Canoga, Size::new, word))]
    size: Size,
    /// Report on the position in a save instead: its value, and the best move for every throw.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "json"])]
    position: Option<PathBuf>,
    /// Count only the points of this round, or those of all later rounds, too.
    #[arg(long, value_enum, default_value_t = Horizon::Round, conflicts_with = "position")]
    horizon: Horizon,
    /// Write the values of all boards to this file, for use by other programs.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["position", "horizon"])]
    table: Option<PathBuf>,
    /// Print tables as JSON instead: the first throws, the advantage squares, the boards on which one die is better, and the
    /// points that each level gives away.
    #[arg(long, conflicts_with_all = ["position", "horizon", "table"])]
    tables: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Horizon {
    Round,
    Tournament,
}

impl Canoga {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        if let Some(file) = &self.position {
            return report_position(file);
        }
        if self.horizon == Horizon::Tournament {
            let solved = tournament::SolvedTournament::new(self.size);
            return super::report(&solved, self.json, &solved.text());
        }
        if let Some(file) = &self.table {
            return write_table(self.size, file);
        }
        if self.tables {
            let tables = tables(&solve(self.size, &progress_bar(100)));
            return to_stdout(|out| writeln!(out, "{tables}"));
        }
        let solved = Solved::new(self.size);
        super::report(&solved, self.json, &solved.text())
    }
}

fn tables(solution: &Solution) -> serde_json::Value {
    json!({
        "game": "canoga",
        "size": solution.squares(),
        "first_throws": first_throws(solution),
        "advantage": advantage_values(solution),
        "one_die": one_die_boards(solution),
        "levels": level_costs(solution),
    })
}

fn write_table(size: Size, file: &Path) -> Result<Exit, Failure> {
    let mut bytes = Vec::new();
    solve(size, &progress_bar(100)).write_table(&mut bytes)?;
    disk::write_file(file, &bytes, Existing::Replace)?;
    Ok(Exit::Fine)
}

fn solve(size: Size, bar: &ProgressBar) -> Solution {
    bar.set_message("solving");
    let solved = Solution::solve_to(size.squares(), Solution::RESIDUAL, |progress| show(bar, progress));
    let Ok(solution) = solved else { unreachable!("only the callback can cancel") };
    solution
}

fn report_position(file: &Path) -> Result<Exit, Failure> {
    match read_save(file)? {
        Save { standing: Standing::Canoga(standing), .. } => {
            let report = report::report(&standing.position);
            to_stdout(|out| out.write_all(report.as_bytes()))
        }
        save => {
            let game = save.standing.game();
            Err(Failure::CheckFailed(format!("error: {} is a save of {game}, not of Canoga", input_name(file))))
        }
    }
}

#[derive(Serialize)]
struct Solved {
    game: &'static str,
    horizon: &'static str,
    size: u8,
    /// The net points that the first player expects.
    value: f64,
    wins: Wins,
    boards: u64,
    sweeps: u32,
    seconds: f64,
    residual: f32,
}

/// The probability that each player wins, from 0 to 1.
#[derive(Serialize)]
struct Wins {
    first: f64,
    second: f64,
    /// The time for computing the win probabilities, in addition to the time for the values.
    seconds: f64,
}

/// The maximum error of a win probability.
const WINS_PRECISION: f64 = 1e-4;

impl Solved {
    fn new(size: Size) -> Solved {
        let bar = progress_bar(100);
        let solution = solve(size, &bar);
        bar.set_message("finding how often each player wins");
        let begin = Instant::now();
        let wins = f64::midpoint(1.0, Policy::best(&solution).against_itself(Stake::Wins));
        let wins = (wins / WINS_PRECISION).round() * WINS_PRECISION;
        bar.finish_and_clear();
        Solved {
            game: "canoga",
            horizon: "round",
            size: size.squares(),
            value: solution.value(Squares::NONE, Squares::NONE).into(),
            wins: Wins { first: wins, second: 1.0 - wins, seconds: begin.elapsed().as_secs_f64() },
            // Boards with a full row don't count, because the round is over on them.
            boards: ((1u64 << size.squares()) - 1).pow(2),
            sweeps: solution.sweeps(),
            seconds: solution.time().as_secs_f64(),
            residual: solution.residual(),
        }
    }
}

fn show(bar: &ProgressBar, progress: SolveProgress) -> ControlFlow<()> {
    #[expect(clippy::cast_sign_loss, reason = "it is never negative")]
    bar.set_position((100.0 * progress.done) as u64);
    ControlFlow::Continue(())
}

impl Solved {
    fn text(&self) -> String {
        let Solved { size, value, wins, boards, sweeps, seconds, residual, .. } = self;
        format!(
            "A single round of Canoga with rows of {size} squares, if both players play as well as possible:\n\
             the first player expects {value:+.3} points and wins {:.1} % of rounds,\n\
             the second player expects {:+.3} points and wins {:.1} %.\n\
             The values took {seconds:.2} s: {sweeps} sweeps over {boards} boards, residual {residual:.1e} points.\n\
             The win probabilities took another {:.2} s.\n",
            100.0 * wins.first,
            -value,
            100.0 * wins.second,
            wins.seconds,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_have_a_row_for_each_case() {
        let tables = tables(parlor_engine::canoga::solution(Size::USUAL));
        let rows = |name: &str| tables[name].as_array().unwrap();
        let counts = ["first_throws", "advantage", "one_die", "levels"].map(|name| rows(name).len());
        assert_eq!(counts, [11, 9, 21, parlor_rules::Level::ALL.len()]);
        let nine = &rows("first_throws")[7];
        assert_eq!((nine["sum"].as_u64(), nine["best"].as_str()), (Some(9), Some("cover 9")));
        assert!((nine["value"].as_f64().unwrap() - 1.18).abs() < 0.005, "{nine}");
        assert_eq!((rows("levels")[0]["level"].as_str(), tables["size"].as_u64()), (Some("novice"), Some(9)));
    }

    #[test]
    fn says_that_going_first_is_a_handicap() {
        let solved = Solved::new(Size::USUAL);
        let text = solved.text();
        assert!(text.contains("the first player expects -2.814 points and wins 42.6 % of rounds,"), "{text}");
        assert!(text.contains("over 261121 boards"), "{text}");
        let json = serde_json::to_value(&solved).unwrap();
        assert_eq!(json["size"], 9);
        assert!((json["wins"]["first"].as_f64().unwrap() - 0.42627).abs() < WINS_PRECISION);
        assert!(json["residual"].as_f64().unwrap() <= 1e-4);
    }
}
