//! Draws the pictures of `docs/research/canoga.md`: `cargo run -p parlor-engine --example canoga_pictures`.

use std::path::Path;
use std::{env, fs, io};

use parlor_engine::EngineJob;
use parlor_engine::canoga::{OneDieBoards, Policy, advantage_values, one_die_boards, solution};
use parlor_rules::canoga::{Position, Size};
use parlor_rules::{Decision, Level, Seat};

use chart::{Bar, Chart};
use habit::Habit;

mod chart;
#[path = "../../tests/all/habit.rs"]
mod habit;

fn main() -> io::Result<()> {
    let folder = env::args().nth(1).unwrap_or_else(|| "docs/research/pictures".to_owned());
    fs::create_dir_all(&folder)?;
    for (name, chart) in all() {
        fs::write(Path::new(&folder).join(name), chart.svg())?;
    }
    Ok(())
}

/// Every picture, with the name of its file.
fn all() -> [(&'static str, Chart); 4] {
    [
        ("canoga-going-first.svg", going_first()),
        ("canoga-advantage.svg", advantage()),
        ("canoga-one-die.svg", one_die()),
        ("canoga-habits.svg", habits()),
    ]
}

fn start(size: Size) -> f64 {
    let position = Position::start(size, Seat::Human, None);
    EngineJob::full_strength(Decision::Dice(position)).decide().expect("the round isn't over").value
}

fn going_first() -> Chart {
    let bars = Size::ALL.map(|size| Bar::new(format!("rows of {}", size.squares()), &[start(size)]));
    Chart { title: "The value of going first, in points", series: &["first player"], bars: bars.into(), decimals: 2 }
}

fn advantage() -> Chart {
    let values = advantage_values(solution(Size::ALL[0]));
    let bars = values
        .iter()
        .map(|value| Bar::new(format!("square {}", value.square), &[value.going_first, value.going_second]));
    Chart {
        title: "The value of an advantage square to its owner, in points (rows of 9)",
        series: &["the first player's", "the second player's"],
        bars: bars.collect(),
        decimals: 1,
    }
}

fn one_die() -> Chart {
    let counts = one_die_boards(solution(Size::ALL[0]));
    let share = |count: &OneDieBoards| 100.0 * f64::from(count.one_die_better) / f64::from(count.boards.max(1));
    let bars = counts.iter().map(|count| Bar::new(count.open_sum.to_string(), &[share(count)]));
    Chart {
        title: "How often one die is better, in %, by the sum of the thrower's open squares (rows of 9)",
        series: &["boards"],
        bars: bars.collect(),
        decimals: 0,
    }
}

fn habits() -> Chart {
    let solution = solution(Size::ALL[0]);
    let master = Policy::of(Level::Master, solution);
    let bars = Habit::ALL.map(|habit| {
        let cost = habit::cost(&habit.policy(solution), &master);
        Bar::new(habit.to_string(), &[cost])
    });
    Chart {
        title: "The cost of a habit per round, in points (rows of 9)",
        series: &["cost"],
        bars: bars.into(),
        decimals: 2,
    }
}
