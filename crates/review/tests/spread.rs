//! How much the result of a round varies between two masters: what marks and grades are measured by. `cargo xtask prove`
//! measures it again; `-- --nocapture` shows it.
#![allow(clippy::unwrap_used, reason = "tests may stop")]
#![allow(clippy::cast_precision_loss, reason = "there are few rounds")]

mod support;

use parlor_engine::EngineJob;
use parlor_review::Spread;
use parlor_rules::{Choice, Decision, Game, congkak};
use parlor_table::{Event, Table};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use support::{play_on, programs, proving};

/// A round's result from the first player's side. Canoga has dice. In Congkak and Kono the first plays are random, because
/// two masters would otherwise play the same round again and again; and the masters think a tenth as long as at a table, on
/// large boards of Kono a fiftieth, so that it can be measured at all.
fn round(game: Game, size: i64, seed: u64) -> f64 {
    let (mut table, _) = Table::new(programs(game, size, seed, 1)).unwrap();
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let opening = match game {
        Game::Canoga => 0,
        Game::Congkak => random.random_range(1..=2),
        Game::Kono => 2 * random.random_range(1..=3),
    };
    // Calls and colours are decisions too.
    let mut plays = 0;
    let mut plan: Vec<congkak::Pit> = Vec::new();
    play_on(&mut table, usize::MAX, |_, decision| {
        let choices = decision.choices();
        if matches!(decision, Decision::Call | Decision::Color(_)) || choices.len() == 1 {
            plan.clear();
            return choices[0];
        }
        plays += 1;
        if plays <= opening {
            return choices[random.random_range(0..choices.len())];
        }
        if !plan.is_empty() {
            return Choice::Congkak(plan.remove(0));
        }
        let mut job = EngineJob::glance(decision.clone());
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
    let entries = table.records().map(|record| &record.entry);
    Table::replay(table.setup().clone(), entries, |_, _, told| {
        for event in told {
            if let Event::RoundOver { end, standing, .. } = event {
                net = Some(f64::from(end.net(standing)));
            }
        }
    })
    .unwrap();
    net.unwrap()
}

fn deviation(results: &[f64]) -> f64 {
    let count = results.len() as f64;
    let mean = results.iter().sum::<f64>() / count;
    (results.iter().map(|result| (result - mean).powi(2)).sum::<f64>() / (count - 1.0)).sqrt()
}

#[test]
fn point_3_the_spreads_are_what_masters_play() {
    if !proving() {
        return;
    }
    let only = std::env::var("PARLOR_SPREAD").ok();
    for Spread { game, size, deviation: written, rounds } in Spread::all() {
        if only.as_ref().is_some_and(|only| *only != format!("{game} {size}")) {
            continue;
        }
        let results: Vec<f64> = (0..u64::from(rounds)).map(|seed| round(game, size, seed)).collect();
        let found = deviation(&results);
        println!("{game} {size}: {found:.2} over {rounds} rounds; {written} is written");
        if only.is_none() {
            assert!((found / written - 1.0).abs() < 0.2, "{game} {size}: {found}");
        }
    }
}
