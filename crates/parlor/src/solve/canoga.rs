use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use indicatif::ProgressBar;
use parlor_engine::canoga::{Policy, Solution, SolveProgress, Stake};
use parlor_rules::canoga::{Size, Squares};
use parlor_rules::{Game, Standing};
use parlor_saves::Save;
use serde::Serialize;

use super::progress_bar;
use crate::exit::{Exit, Failure};
use crate::files::{input_name, read_save};
use crate::output::to_stdout;

mod report;

/// What the start of a round is worth, and how often the first player wins it.
#[derive(Args)]
pub(crate) struct Canoga {
    #[arg(long, value_name = "N", help = format!("Squares in a row: {}", Size::CHOICES))]
    #[arg(default_value_t = Size::USUAL, value_parser = |word: &str| super::size(Game::Canoga, Size::new, word))]
    size: Size,
    /// Tell about the position of a save instead: what it is worth, and every throw's best move.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "json"])]
    position: Option<PathBuf>,
    /// Answer in JSON.
    #[arg(long)]
    json: bool,
}

impl Canoga {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        if let Some(file) = &self.position {
            return report_position(file);
        }
        let solved = Solved::new(self.size);
        super::report(&solved, self.json, &solved.text())
    }
}

fn report_position(file: &Path) -> Result<Exit, Failure> {
    match read_save(file)? {
        Save { standing: Standing::Canoga(standing), .. } => {
            let report = report::report(&standing.position);
            to_stdout(|out| out.write_all(report.as_bytes()))
        }
        save => {
            let game = save.standing.game();
            Err(Failure::NotFine(format!("error: {} is a save of {game}, not of Canoga", input_name(file))))
        }
    }
}

/// The solution, as far as it is reported.
#[derive(Serialize)]
struct Solved {
    game: &'static str,
    size: u8,
    /// Net points that the first player can expect.
    value: f64,
    wins: Wins,
    boards: u64,
    /// What the values took.
    sweeps: u32,
    seconds: f64,
    residual: f32,
}

/// How often each player wins, 0 to 1.
#[derive(Serialize)]
struct Wins {
    first: f64,
    second: f64,
    /// What the chances took, after the values.
    seconds: f64,
}

/// No chance to win is off by more.
const WINS_PRECISION: f64 = 1e-4;

impl Solved {
    fn new(size: Size) -> Solved {
        let bar = progress_bar(100);
        bar.set_message("solving");
        let solved = Solution::solve_to(size.squares(), Solution::RESIDUAL, |progress| show(&bar, progress));
        let Ok(solution) = solved else { unreachable!("only the callback can cancel") };
        bar.set_message("finding how often each player wins");
        let begin = Instant::now();
        let wins = f64::midpoint(1.0, Policy::best(&solution).against_itself(Stake::Wins));
        let wins = (wins / WINS_PRECISION).round() * WINS_PRECISION;
        bar.finish_and_clear();
        Solved {
            game: "canoga",
            size: size.squares(),
            value: solution.value(Squares::NONE, Squares::NONE).into(),
            wins: Wins { first: wins, second: 1.0 - wins, seconds: begin.elapsed().as_secs_f64() },
            // A round with a full row is over, so those boards don't count.
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
            "Canoga on rows of {size}, if both play as well as possible:\n\
             the first player expects {value:+.3} points and wins {:.1} % of rounds,\n\
             the second player expects {:+.3} points and wins {:.1} %.\n\
             The values took {seconds:.2} s: {sweeps} sweeps over {boards} boards, residual {residual:.1e} points.\n\
             How often each player wins took another {:.2} s.\n",
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
