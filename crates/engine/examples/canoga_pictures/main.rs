//! Draws the pictures of `docs/research/canoga.md`: `cargo run -p parlor-engine --example canoga_pictures`.

use std::path::Path;
use std::{env, fs, io};

use parlor_engine::EngineJob;
use parlor_engine::canoga::{Policy, solution};
use parlor_rules::canoga::{Draft, DraftRow, Handicap, Position, Size, Squares};
use parlor_rules::{Choice, Decision, DiceCount, Level, Pair, Seat};

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

fn start(size: Size, handicap: Option<Handicap>) -> f64 {
    let position = Position::start(size, Seat::Human, handicap);
    EngineJob::full_strength(Decision::Dice(position)).decide().expect("the round isn't over").value
}

fn going_first() -> Chart {
    let bars = Size::ALL.map(|size| Bar::new(format!("rows of {}", size.squares()), &[start(size, None)]));
    Chart { title: "The value of going first, in points", series: &["first player"], bars: bars.into(), decimals: 2 }
}

fn advantage() -> Chart {
    let size = Size::ALL[0];
    let without = start(size, None);
    let bars = (1..=9).map(|square| {
        let with = |owner| start(size, Some(Handicap { owner, square }));
        Bar::new(format!("square {square}"), &[with(Seat::Human) - without, without - with(Seat::Computer)])
    });
    Chart {
        title: "The value of an advantage square to its owner, in points (rows of 9)",
        series: &["the first player's", "the second player's"],
        bars: bars.collect(),
        decimals: 1,
    }
}

fn one_die() -> Chart {
    let counts = one_die_is_better(Size::ALL[0]);
    let bars = (1..)
        .zip(counts)
        .map(|(sum, (better, all))| Bar::new(format!("{sum}"), &[100.0 * f64::from(better) / f64::from(all.max(1))]));
    Chart {
        title: "How often one die is better, in %, by the sum of the thrower's open squares (rows of 9)",
        series: &["boards"],
        bars: bars.collect(),
        decimals: 0,
    }
}

/// For every sum of the thrower's open squares from 1 to 21: the number of boards on which one die is better, and the
/// number on which one die may be thrown.
fn one_die_is_better(size: Size) -> [(u32, u32); 21] {
    let full = size.full_row();
    let rows = || (0..full.bits()).map(Squares::from_bits);
    let mut counts = [(0, 0); 21];
    for own in rows().filter(|&own| full.without(own).within(Squares::up_to(6))) {
        let (better, all) = &mut counts[full.without(own).sum() as usize - 1];
        for opponent in rows().filter(|opponent| !opponent.is_empty()) {
            let row = |row: Squares| DraftRow { covered: row.ascending().map(i64::from).collect(), score: 0 };
            let rows = Pair { human: row(own), computer: row(opponent) };
            let first = Seat::Human;
            let draft = Draft { size: size.squares().into(), rows, first, next: first, advantage: None, over: None };
            let Ok(standing) = draft.check() else { continue };
            let best = EngineJob::full_strength(Decision::Dice(standing.position)).decide();
            let Ok(best) = best else { continue };
            *all += 1;
            *better += u32::from(best.choice == Choice::Dice(DiceCount::One));
        }
    }
    counts
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
