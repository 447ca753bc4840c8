//! The report of a match as text and as JSON.

use parlor_rules::Game;
use serde_json::{Value, json};

use crate::{
    BotFaultKind, Match, MatchEnd, MatchPlayer, MatchTally, Openings, PairingTally, Rating, Schedule, Sprt,
    SprtVerdict, Superiority, ratings,
};

mod text;

pub struct Report<'a> {
    plan: &'a Match,
    tally: &'a MatchTally,
    ended: MatchEnd,
}

impl<'a> Report<'a> {
    pub fn new(plan: &'a Match, tally: &'a MatchTally, ended: MatchEnd) -> Report<'a> {
        Report { plan, tally, ended }
    }

    /// With two players all numbers are at the top level; with more there is a list of pairings.
    pub fn json(&self) -> Value {
        let plan = self.plan;
        let given: Vec<String> = plan.players.iter().map(MatchPlayer::to_string).collect();
        let mut report = json!({
            "game": parlor_rpc::game_word(plan.game),
            "size": plan.size,
            "players": plan.names,
            "given": given,
            "tournament": (plan.rounds > 1).then_some(plan.rounds),
            "swiss": match plan.schedule {
                Schedule::Swiss { rounds } => Some(rounds),
                Schedule::RoundRobin | Schedule::Gauntlet => None,
            },
            "seed": plan.seed,
            "openings": match &plan.openings {
                Openings::Plays(plays) => json!({ "plays": plays }),
                Openings::Positions(positions) => json!({ "positions": positions.len() }),
            },
            "effort": plan.limits.effort,
            "millis": plan.limits.bots.time.map(|time| time.as_millis()),
            "ended": self.ended_word(),
        });
        let mut pairings: Vec<Value> = self.tally.pairings.iter().map(|tally| self.pairing_json(tally)).collect();
        let fields = report.as_object_mut().expect("json! made an object");
        if let ([Value::Object(only)], 2) = (&mut pairings[..], plan.players.len()) {
            fields.append(only);
        } else {
            for (number, (pairing, tally)) in pairings.iter_mut().zip(&self.tally.pairings).enumerate() {
                let (one, other) = tally.players;
                pairing["players"] = json!([plan.names[one], plan.names[other]]);
                if let Schedule::Swiss { .. } = plan.schedule {
                    pairing["swiss_round"] = json!(number / plan.pairings_per_stage() + 1);
                }
            }
            if let Schedule::Swiss { .. } = plan.schedule {
                let names = self.tally.byes.iter().map(|bye| bye.map(|player| &plan.names[player]));
                fields.insert("byes".to_owned(), json!(names.collect::<Vec<_>>()));
            }
            fields.insert("pairings".to_owned(), Value::Array(pairings));
            fields.insert("ratings".to_owned(), json!(self.ratings()));
        }
        report
    }

    /// All players, the best first.
    pub fn ratings(&self) -> Vec<Rating> {
        ratings(self.plan, self.tally)
    }

    fn ended_word(&self) -> &'static str {
        match self.ended {
            MatchEnd::Complete => "complete",
            MatchEnd::Decided(SprtVerdict::Lower) => "sprt lower",
            MatchEnd::Decided(SprtVerdict::Upper) => "sprt upper",
            MatchEnd::Stopped => "stopped",
        }
    }

    fn pairing_json(&self, tally: &PairingTally) -> Value {
        let [won, tied, lost] = tally.results;
        let faults = tally.faults.each_ref().map(|faults| {
            let mut counts = json!({ "examples": faults.examples });
            for kind in BotFaultKind::ALL {
                counts[kind.word()] = json!(faults.of(kind));
            }
            counts
        });
        let (better, pairs_needed) = match tally.counts.superiority() {
            Superiority::First => (Some(0), None),
            Superiority::Second => (Some(1), None),
            Superiority::TooSmall { pairs } => (None, pairs),
        };
        let mut report = json!({
            "rounds": tally.rounds(),
            "won": won,
            "tied": tied,
            "lost": lost,
            "points": tally.points.mean(),
            "pairs": tally.counts,
            "elo": tally.counts.elo(),
            "nelo": tally.counts.nelo(),
            "los": tally.counts.los(),
            "better": better,
            "pairs_needed": pairs_needed,
            "llr": self.plan.sprt.map(|sprt| sprt.llr(&tally.counts)),
            "too_long": tally.too_long,
            "faults": faults,
        });
        if self.plan.game == Game::Canoga {
            report["luck_adjusted"] = json!(tally.adjusted.and_then(|sample| sample.mean()));
            report["fewer_rounds"] = json!(tally.fewer_rounds());
        }
        report
    }

    fn sprt_sentence(&self, sprt: Sprt, tally: &PairingTally) -> String {
        let llr = sprt.llr(&tally.counts);
        let (lower, upper) = sprt.bounds();
        let verdict = match self.ended {
            MatchEnd::Decided(SprtVerdict::Upper) => {
                format!(
                    "stopped, because a difference of {} explains the results better than {}",
                    sprt.nelo1, sprt.nelo0
                )
            }
            MatchEnd::Decided(SprtVerdict::Lower) => {
                format!(
                    "stopped, because a difference of {} explains the results better than {}",
                    sprt.nelo0, sprt.nelo1
                )
            }
            MatchEnd::Complete | MatchEnd::Stopped => {
                format!("undecided between differences of {} and {}", sprt.nelo0, sprt.nelo1)
            }
        };
        format!("{verdict} (normalised Elo; LLR {llr:.2}, bounds {lower:.2} and {upper:.2})")
    }
}
