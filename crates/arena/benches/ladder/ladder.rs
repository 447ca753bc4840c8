//! Every level and both stand-ins for people against each other: the tables at the start of `docs/research/levels.md`.

use std::path::Path;

use parlor_arena::{Match, MatchProgress, MatchTally, Results, Running, run};
use parlor_rules::{Game, Level};

/// The players of a table, the weakest first, with a limit for the level that takes long.
fn players(game: Game) -> Vec<String> {
    let level = |level| match (game, level) {
        (Game::Congkak | Game::Kono, Level::Master) => format!("{level}:nodes=200000"),
        _ => level.to_string(),
    };
    ["beginner", "amateur"].map(str::to_owned).into_iter().chain(Level::ALL.map(level)).collect()
}

/// Plays a round robin until each pairing has this number of rounds, and prints the table. The file keeps the results,
/// so that a later call continues. If `others` isn't empty, these players replace the usual ones.
pub(crate) fn play(game: Game, size: i64, rounds: u64, file: &str, others: &[&str]) {
    let names = if others.is_empty() { players(game) } else { others.iter().map(|&name| name.to_owned()).collect() };
    let mut plan = Match::new(game, size, names.iter().map(|name| crate::player(name)).collect());
    plan.pairs = rounds.div_ceil(2);
    let mut tally = MatchTally::new(&plan);
    let mut results = Results::open(Path::new(file), &plan, true, &mut tally).unwrap();
    run(&plan, &Running::new(1), &mut tally, &mut |progress| match progress {
        MatchProgress::Pair { pair, .. } => results.append(pair),
        MatchProgress::Errors { .. } => Ok(()),
    })
    .unwrap();
    print(&plan, &tally, &names);
}

/// The score of each row's player against each column's, in per cent; ties count half.
fn print(plan: &Match, tally: &MatchTally, names: &[String]) {
    let mut cells = vec![vec!["\u{2013}".to_owned(); names.len()]; names.len()];
    let mut rounds = Vec::new();
    for pairing in &tally.pairings {
        let (one, other) = pairing.players;
        assert!(pairing.faults.iter().all(|faults| faults.all() == 0), "{} {}", names[one], names[other]);
        if let Some(score) = pairing.counts.score() {
            cells[one][other] = format!("{:.0}", 100.0 * score);
            cells[other][one] = format!("{:.0}", 100.0 - 100.0 * score);
        }
        rounds.push(pairing.rounds());
    }
    let (least, most) = (rounds.iter().min().unwrap(), rounds.iter().max().unwrap());
    println!("{} {}, {least} to {most} rounds a pairing", plan.game, plan.size);
    println!("| % | {} |\n|---|{}", names.join(" | "), "---|".repeat(names.len()));
    for (name, row) in names.iter().zip(cells) {
        println!("| `{name}` | {} |", row.join(" | "));
    }
}
