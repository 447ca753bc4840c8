//! `parlor bench`: the engines on a fixed workload.

use clap::Args;
use parlor_arena::workload::{Measured, fingerprint, measure};
use parlor_rules::Game;
use serde_json::json;

use crate::exit::{Exit, Failure};
use crate::output::to_stdout;

/// Measure the engines on a fixed workload. The fingerprint changes only if the engines' answers change.
#[derive(Args)]
pub(crate) struct Bench {
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

impl Bench {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let measured = Game::ALL.map(measure);
        let all = fingerprint(&measured);
        if self.json {
            let games: Vec<_> = measured
                .iter()
                .map(|one| {
                    json!({
                        "game": parlor_rpc::game_word(one.game),
                        "decisions": one.decisions,
                        "nodes": one.nodes,
                        "seconds": one.time.as_secs_f64(),
                        "fingerprint": format!("{:016x}", one.fingerprint),
                    })
                })
                .collect();
            let report = json!({ "games": games, "fingerprint": all });
            return to_stdout(|out| writeln!(out, "{report}"));
        }
        to_stdout(|out| {
            writeln!(out, "game     decisions      nodes  seconds   nodes/s  fingerprint")?;
            for one in &measured {
                let Measured { game, decisions, nodes, time, fingerprint } = one;
                let (seconds, speed) = (time.as_secs_f64(), one.speed());
                writeln!(out, "{game:8} {decisions:>9} {nodes:>10} {seconds:>8.2} {speed:>9.0}  {fingerprint:016x}")?;
            }
            writeln!(out, "{:8} {:>9} {:>10} {:>8} {:>9}  {all}", "all", "", "", "", "")
        })
    }
}
