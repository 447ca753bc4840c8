//! A game as one line of JSON; `docs/play/journal.md` describes the fields.

use parlor_review::{Course, Matter, ReviewQuestion, RoundCourse};
use parlor_rpc::{choice_value, game_word, position_value};
use parlor_rules::{Decision, Seat};
use parlor_table::{DiceSource, Player, Seed, Table};
use serde_json::{Value, json};

pub(super) fn line(name: &str, table: &Table) -> String {
    let setup = table.setup();
    let seed = match (setup.dice, setup.seed) {
        (DiceSource::Random, Seed::Open(seed)) => Some(seed),
        (DiceSource::Random, Seed::Committed { seed, .. }) if table.is_revealed() => Some(seed),
        _ => None,
    };
    let game = table.game();
    let totals = table.totals();
    let rounds: Vec<Value> = Course::of(table).rounds.iter().map(round).collect();
    let value = json!({
        "name": name,
        "game": game_word(game),
        "rules": game.rules(),
        "players": { "human": player(table, Seat::Human), "computer": player(table, Seat::Computer) },
        "seed": seed,
        "over": table.is_over(),
        "totals": { "human": totals.human, "computer": totals.computer },
        "rounds": rounds,
    });
    format!("{value}\n")
}

fn player(table: &Table, seat: Seat) -> Value {
    match table.player(seat) {
        Player::Human(name) => json!({ "kind": "person", "name": name }),
        Player::Computer(level) => json!({ "kind": "level", "name": level.to_string() }),
        Player::Bot(name) => json!({ "kind": "bot", "name": name }),
    }
}

fn round(round: &RoundCourse) -> Value {
    json!({
        "round": round.round,
        "size": round.size,
        "first": round.first.map(|first| first.seat.word()),
        "points": round.points,
        "winner": round.winner.map(Seat::word),
        "given_up": round.given_up.map(Seat::word),
        "steps": round.questions.iter().map(step).collect::<Vec<_>>(),
    })
}

/// A throw, or a decision with its position.
fn step(ReviewQuestion { revision, seat, matter }: &ReviewQuestion) -> Value {
    let mut step = json!({ "entry": revision, "player": seat.word() });
    match matter {
        Matter::FirstThrow { throw, .. } => step["first_throw"] = json!(throw.dice()),
        Matter::Throw { throw, .. } => step["throw"] = json!(throw.dice()),
        Matter::Decision(decided) => {
            step["position"] = position_value(&decided.standing);
            if let Decision::Canoga(thrown) = &decided.decision {
                step["dice"] = json!(thrown.throw().dice());
            }
            let choices: Vec<Value> = decided.plays.iter().map(|play| choice_value(play.choice)).collect();
            step["choices"] = json!(choices);
            step["forced"] = json!(decided.plays.iter().all(|play| play.forced));
            step["opening"] = json!(decided.is_opening());
            let rationale = decided.plays.iter().find_map(|play| play.rationale.as_ref());
            step["value"] = json!(rationale.map(|rationale| rationale.value));
        }
    }
    step
}
