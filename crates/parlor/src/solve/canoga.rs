use parlor_rules::{Level, Standing};
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use parlor_engine::canoga::{Cancelled, Progress, Solution, Stake, Strategy};
use parlor_rules::canoga::{Size, Squares};
use parlor_saves::Save;
use serde_json::json;

use crate::files::{self, NOT_FINE, complain};

mod chart;
mod pictures;
mod report;

/// Solve Canoga: what the start of a round is worth, and how often the first player wins it.
#[derive(Args)]
pub(crate) struct Canoga {
    /// How many squares a row has: 9, 10 or 11.
    #[arg(long, value_name = "N", default_value = "9", value_parser = size)]
    size: Size,
    /// Tell about the position of a save instead: what it is worth, and every throw's best move.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "json"])]
    position: Option<PathBuf>,
    /// Answer in JSON.
    #[arg(long)]
    json: bool,
    /// Draw the pictures of docs/canoga.md into this folder.
    #[arg(long, value_name = "DIR", hide = true)]
    pictures: Option<PathBuf>,
}

fn size(given: &str) -> Result<Size, String> {
    let squares: Option<i64> = given.parse().ok();
    squares.and_then(Size::new).ok_or_else(|| "a row has 9, 10 or 11 squares".to_owned())
}

/// What `parlor solve canoga` says.
struct Findings {
    size: Size,
    /// Net points that the first player can expect.
    value: f64,
    /// How often the first player wins, 0 to 1.
    wins: f64,
    sweeps: u32,
    seconds: f64,
    residual: f32,
}

impl Canoga {
    pub(crate) fn run(&self) -> ExitCode {
        let said = match (&self.pictures, &self.position) {
            (Some(folder), _) => pictures::draw(folder),
            (None, Some(file)) => match files::need(file) {
                Err(code) => return code,
                Ok(Save { standing: Standing::Canoga(standing), .. }) => {
                    io::stdout().lock().write_all(report::report(&standing.position).as_bytes())
                }
                Ok(save) => {
                    complain(&format!("parlor: {} is a save of {}", files::name(file), save.standing.game()));
                    return NOT_FINE.into();
                }
            },
            (None, None) => self.answer(),
        };
        match said {
            Ok(()) => ExitCode::SUCCESS,
            // Whoever reads has read enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("parlor: {error}");
                ExitCode::from(2)
            }
        }
    }

    fn answer(&self) -> io::Result<()> {
        let findings = Findings::of(self.size);
        let mut out = io::stdout().lock();
        if self.json { writeln!(out, "{}", findings.json()) } else { write!(out, "{}", findings.text()) }
    }
}

impl Findings {
    fn of(size: Size) -> Findings {
        let note = Note::new();
        let solved = Solution::solve_to(size, Solution::RESIDUAL, |progress: Progress| {
            note.say(&format!("Solving: {:.0} %", 100.0 * progress.done));
            ControlFlow::Continue(())
        });
        let solution = match solved {
            Ok(solution) => solution,
            Err(Cancelled) => unreachable!("nobody asked to stop"),
        };
        note.say("Counting who wins");
        let wins = Strategy::of(Level::Master, &solution).against_itself(Stake::Wins);
        note.say("");
        Findings {
            size,
            value: solution.value(Squares::NONE, Squares::NONE).into(),
            wins: f64::midpoint(1.0, wins),
            sweeps: solution.sweeps(),
            seconds: solution.time().as_secs_f64(),
            residual: solution.residual(),
        }
    }

    fn boards(&self) -> u64 {
        // A full row has won: nobody throws there.
        ((1u64 << self.size.squares()) - 1).pow(2)
    }

    fn text(&self) -> String {
        let &Findings { size, value, wins, sweeps, seconds, residual } = self;
        let (squares, boards) = (size.squares(), self.boards());
        format!(
            "Canoga on rows of {squares}, if both play as well as can be:\n\
             the first player expects {value:+.3} points and wins {:.1} % of rounds,\n\
             the second player expects {:+.3} points and wins {:.1} %.\n\
             Solved in {seconds:.2} s: {sweeps} sweeps over {boards} boards, residual {residual:.1e} points.\n",
            100.0 * wins,
            -value,
            100.0 * (1.0 - wins),
        )
    }

    fn json(&self) -> serde_json::Value {
        let &Findings { size, value, wins, sweeps, seconds, residual } = self;
        json!({
            "game": "canoga",
            "size": size.squares(),
            "value": value,
            "wins": { "first": wins, "second": 1.0 - wins },
            "boards": self.boards(),
            "sweeps": sweeps,
            "seconds": seconds,
            "residual": f64::from(residual),
        })
    }
}

/// One line that changes while somebody waits at a terminal.
struct Note(bool);

impl Note {
    fn new() -> Note {
        Note(io::stderr().is_terminal())
    }

    fn say(&self, text: &str) {
        if self.0 {
            eprint!("\r{text:<30}\r");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn says_that_going_first_is_a_handicap() {
        let findings = Findings::of(Size::ALL[0]);
        let text = findings.text();
        assert!(text.contains("the first player expects -2.814 points and wins 42.6 % of rounds,"), "{text}");
        assert!(text.contains("over 261121 boards"), "{text}");
        let json = findings.json();
        assert_eq!(json["size"], 9);
        assert!((json["wins"]["first"].as_f64().unwrap() - 0.4263).abs() < 1e-4);
        assert!(json["residual"].as_f64().unwrap() <= 1e-4);
    }

    #[test]
    fn sizes_are_those_of_the_rules() {
        assert!(size("11").is_ok());
        for wrong in ["8", "12", "nine", "", "-9", "99999999999999999999"] {
            assert_eq!(size(wrong).unwrap_err(), "a row has 9, 10 or 11 squares");
        }
    }
}
