//! The variation of a round's result between two masters, the unit of marks and grades. `cargo xtask prove` measures it
//! again; `-- --nocapture` prints it.
#![allow(clippy::cast_precision_loss, reason = "there are few rounds")]

use crate::support;

use parlor_engine::EngineJob;
use parlor_review::Spread;
use parlor_rules::{Choice, Decision, Game, congkak};
use parlor_table::{Event, Table};
use support::{opening, play_on, programs};

/// A round's result from the first player's side, after a random opening. The masters of Congkak and Kono use a tenth
/// of their usual effort, on large Kono boards a fiftieth, to make the measurement feasible.
fn round(game: Game, size: i64, seed: u64) -> f64 {
    let (mut table, _) = Table::new(programs(game, size, seed, 1));
    opening(&mut table, seed);
    let mut plan: Vec<congkak::Pit> = Vec::new();
    play_on(&mut table, usize::MAX, |_, decision| {
        let choices = decision.choices();
        if matches!(decision, Decision::Call | Decision::Color(_)) || choices.len() == 1 {
            plan.clear();
            return choices[0];
        }
        if !plan.is_empty() {
            return Choice::Congkak(plan.remove(0));
        }
        let mut job = EngineJob::quick(decision.clone());
        if game == Game::Kono && size > 5 {
            job.limits.effort = job.limits.effort.map(|effort| effort / 5);
        }
        let judged = job.decide().unwrap();
        plan = judged.plan.iter().skip(1).copied().collect();
        judged.choice
    });
    result(&table)
}

fn result(table: &Table) -> f64 {
    let mut net = None;
    table.replay_all(|_, _, events| {
        for event in events {
            if let Event::RoundOver { end, standing, .. } = event {
                net = Some(f64::from(end.net(standing)));
            }
        }
    });
    net.unwrap()
}

/// The standard deviation and its standard error.
fn deviation(results: &[f64]) -> (f64, f64) {
    let count = results.len() as f64;
    let mean = results.iter().sum::<f64>() / count;
    let moment = |power: i32| results.iter().map(|result| (result - mean).powi(power)).sum::<f64>() / count;
    let deviation = (moment(2) * count / (count - 1.0)).sqrt();
    (deviation, (moment(4) - moment(2).powi(2)).max(0.0).sqrt() / count.sqrt() / (2.0 * deviation))
}

fn spreads(game: Game) {
    for Spread { size, deviation: written, rounds, .. } in Spread::all().filter(|spread| spread.game == game) {
        let mut results = Vec::new();
        for seed in 0..u64::from(rounds) {
            results.push(round(game, size, seed));
            if seed % 20 == 19 && game != Game::Canoga {
                let (found, error) = deviation(&results);
                println!("{game} {size}: {found:.2} \u{b1} {error:.2} over {} rounds", results.len());
            }
        }
        let (found, error) = deviation(&results);
        println!("{game} {size}: {found:.2} \u{b1} {error:.2} over {rounds} rounds; the recorded one is {written}");
        // A few rounds give only a rough estimate.
        assert!((found - written).abs() <= (2.0 * error).max(0.03 * written), "{game} {size}: {found}");
    }
}

#[test]
#[ignore = "takes a long time: cargo xtask prove"]
fn the_spreads_of_canoga_match_master_rounds() {
    spreads(Game::Canoga);
}

#[test]
#[ignore = "takes a long time: cargo xtask prove"]
fn the_spreads_of_congkak_match_master_rounds() {
    spreads(Game::Congkak);
}

#[test]
#[ignore = "takes a long time: cargo xtask prove"]
fn the_spreads_of_kono_match_master_rounds() {
    spreads(Game::Kono);
}
