use std::fmt;

use parlor_engine::canoga::Chance;
use parlor_rules::congkak::Pit;
use parlor_rules::kono::Standing;
use parlor_rules::{Choice, Decision, DiceCount, Seat, Throw, canoga, congkak};

use crate::DecisionRecord;

/// A disadvantage of the choice made, compared with the best one: a fact counted in the two positions. Its `Display` is
/// a sentence.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Drawback {
    /// The best choice wins the round at once (Canoga).
    MissesWin { points: u32 },
    /// More throws let the opponent win at once, if the turn ended here (Canoga).
    TheirWins { played: Chance, best: Chance },
    /// Fewer throws win at once (Canoga).
    OwnWins { played: Chance, best: Chance },
    /// Fewer throws of two dice can be played next (Canoga).
    Playable { played: Chance, best: Chance },
    /// The chosen number of dice is less likely to win at once (Canoga).
    DiceWin {
        /// The chance with the choice made.
        played: Chance,
        best: Chance,
    },
    /// The chosen number of dice is less likely to allow a move (Canoga).
    DicePlayable {
        /// The chance with the choice made.
        played: Chance,
        best: Chance,
    },
    /// The turn ends the round and loses it, unlike the best one (Congkak).
    LosesRound,
    /// The turn puts fewer seeds into the store (Congkak).
    Banks { played: u8, best: u8 },
    /// The opponent can put more seeds into their store with the next play (Congkak).
    TheyBank {
        /// The maximum after the choice made.
        played: u8,
        best: u8,
    },
    /// The step gains fewer points at once (Kono).
    Gains { played: i32, best: i32 },
    /// The opponent can gain more points with the next step (Kono).
    TheyGain {
        /// The maximum after the choice made.
        played: i32,
        best: i32,
    },
}

/// The disadvantages of a decision; empty if no countable fact differs.
pub fn drawbacks(decided: &DecisionRecord, best: &[Choice]) -> Vec<Drawback> {
    let played = decided.plays.iter().map(|play| play.choice);
    match (&decided.decision, decided.plays[0].choice, best.first()) {
        (Decision::Dice(position), Choice::Dice(played), Some(Choice::Dice(best))) if played != *best => {
            of_dice(position, played, *best)
        }
        (Decision::Canoga(thrown), Choice::Canoga(played), Some(Choice::Canoga(best))) if played != *best => {
            of_move(thrown, played, *best)
        }
        (Decision::Congkak(position), ..) => {
            let played: Vec<Pit> = played.filter_map(pit).collect();
            let best: Vec<Pit> = best.iter().copied().filter_map(pit).collect();
            if best.starts_with(&played) { Vec::new() } else { of_turn(position, &played, &best) }
        }
        (Decision::Kono(standing), Choice::Kono(played), Some(Choice::Kono(best))) if played != *best => {
            of_step(standing, played, *best)
        }
        _ => Vec::new(),
    }
}

fn pit(choice: Choice) -> Option<Pit> {
    match choice {
        Choice::Congkak(pit) => Some(pit),
        _ => None,
    }
}

/// The number of throws of these dice for which `counts` holds.
fn chance(dice: DiceCount, counts: impl Fn(Throw) -> bool) -> Chance {
    Chance { throws: Throw::all(dice).filter(|&throw| counts(throw)).count() as u8, of: Throw::all(dice).count() as u8 }
}

/// The throws that win at once for the player who throws.
fn wins(position: &canoga::Position, dice: DiceCount) -> Chance {
    chance(dice, |throw| {
        let Ok(thrown) = position.throw(throw) else { return false };
        thrown.legal_moves().any(|chosen| thrown.play(chosen).is_ok_and(|after| after.outcome().is_some()))
    })
}

/// Like [`wins`], with the better number of dice.
fn best_wins(position: &canoga::Position) -> Chance {
    let better = |best: Chance, other: Chance| if other.share() > best.share() { other } else { best };
    let two = wins(position, DiceCount::Two);
    position.throws().map(|dice| wins(position, dice)).fold(two, better)
}

fn playable(position: &canoga::Position, dice: DiceCount) -> Chance {
    chance(dice, |throw| position.throw(throw).is_ok_and(|thrown| thrown.legal_moves().next().is_some()))
}

fn of_dice(position: &canoga::Position, played: DiceCount, best: DiceCount) -> Vec<Drawback> {
    let mut found = Vec::new();
    let (mine, better) = (wins(position, played), wins(position, best));
    if mine.share() < better.share() {
        found.push(Drawback::DiceWin { played: mine, best: better });
    }
    let (mine, better) = (playable(position, played), playable(position, best));
    if mine.share() < better.share() {
        found.push(Drawback::DicePlayable { played: mine, best: better });
    }
    found
}

fn of_move(thrown: &canoga::Thrown, played: canoga::Move, best: canoga::Move) -> Vec<Drawback> {
    let after = |chosen| thrown.play(chosen).expect("a table and the engine play legal moves");
    let (mine, better) = (after(played), after(best));
    if mine.outcome().is_some() {
        return Vec::new();
    }
    if let Some(outcome) = better.outcome() {
        return vec![Drawback::MissesWin { points: outcome.points }];
    }
    let mut found = Vec::new();
    let theirs = |position: &canoga::Position| best_wins(&position.passed());
    let (played, best) = (theirs(&mine), theirs(&better));
    if played.share() > best.share() {
        found.push(Drawback::TheirWins { played, best });
    }
    let (played, best) = (best_wins(&mine), best_wins(&better));
    if played.share() < best.share() {
        found.push(Drawback::OwnWins { played, best });
    }
    let (played, best) = (playable(&mine, DiceCount::Two), playable(&better, DiceCount::Two));
    if played.share() < best.share() {
        found.push(Drawback::Playable { played, best });
    }
    found
}

fn of_turn(position: &congkak::Position, played: &[Pit], best: &[Pit]) -> Vec<Drawback> {
    let Some(seat) = position.turn() else { return Vec::new() };
    let after = |line: &[Pit]| {
        line.iter().fold(*position, |now, &pit| now.play(pit).expect("a table and the engine play legal pits"))
    };
    let (mine, better) = (after(played), after(best));
    let loses = |end: &congkak::Position| end.outcome().is_some_and(|outcome| outcome.winner != seat);
    let banks = |end: &congkak::Position| end.store(seat).saturating_sub(position.store(seat));
    let mut found = Vec::new();
    if loses(&mine) && !loses(&better) {
        found.push(Drawback::LosesRound);
    }
    if banks(&mine) < banks(&better) {
        found.push(Drawback::Banks { played: banks(&mine), best: banks(&better) });
    }
    if let (Some(played), Some(best)) = (they_bank(&mine, seat), they_bank(&better, seat))
        && played > best
    {
        found.push(Drawback::TheyBank { played, best });
    }
    found
}

/// The most seeds that the opponent of `seat` can bank with one play, if it is the opponent's turn.
fn they_bank(end: &congkak::Position, seat: Seat) -> Option<u8> {
    let Some(next) = end.turn() else { return Some(0) };
    let theirs = seat.other();
    if next != theirs {
        return None;
    }
    let banks = |pit| Some(end.play(pit).ok()?.store(theirs).saturating_sub(end.store(theirs)));
    end.legal_moves().filter_map(banks).max()
}

fn of_step(standing: &Standing, played: parlor_rules::kono::Move, best: parlor_rules::kono::Move) -> Vec<Drawback> {
    let Some(seat) = standing.position.and_then(|position| position.turn()) else { return Vec::new() };
    let after = |step| {
        let mut after = standing.clone();
        after.play(step).expect("a table and the engine make legal steps");
        after
    };
    let lead = |standing: &Standing| {
        let scores = standing.position.map(|position| position.scores()).unwrap_or_default();
        scores[seat] - scores[seat.other()]
    };
    let (mine, better) = (after(played), after(best));
    let gains = |after: &Standing| lead(after) - lead(standing);
    let they_gain = |after: &Standing| {
        let position = after.position?;
        if position.turn().is_none() {
            return Some(0);
        }
        let gain = |step| {
            let mut reply = after.clone();
            reply.play(step).expect("listed moves can be played");
            lead(after) - lead(&reply)
        };
        position.legal_moves().map(gain).max()
    };
    let mut found = Vec::new();
    if gains(&mine) < gains(&better) {
        found.push(Drawback::Gains { played: gains(&mine), best: gains(&better) });
    }
    if let (Some(played), Some(best)) = (they_gain(&mine), they_gain(&better))
        && played > best
    {
        found.push(Drawback::TheyGain { played, best });
    }
    found
}

/// "11 of 36 throws", "1 of 6 throws".
struct ChanceWords(Chance);

impl fmt::Display for ChanceWords {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Chance { throws: 0, .. } => f.write_str("no throw"),
            Chance { throws, of } => write!(f, "{throws} of {of} throws"),
        }
    }
}

fn count(number: impl Into<i64>, noun: &str) -> String {
    match number.into() {
        0 => format!("no {noun}"),
        1 => format!("1 {noun}"),
        number => format!("{number} {noun}s"),
    }
}

impl fmt::Display for Drawback {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Drawback::MissesWin { points } => {
                write!(f, "It misses a win: the best move wins the round at once, for {}.", count(points, "point"))
            }
            Drawback::TheirWins { played, best } => {
                write!(
                    f,
                    "It leaves the opponent {} that win at once; the best move leaves {}.",
                    ChanceWords(played),
                    ChanceWords(best)
                )
            }
            Drawback::OwnWins { played, best } => {
                write!(f, "Afterwards, {} win next; after the best move, {}.", ChanceWords(played), ChanceWords(best))
            }
            Drawback::Playable { played, best } => {
                write!(
                    f,
                    "Afterwards, {} can be played; after the best move, {}.",
                    ChanceWords(played),
                    ChanceWords(best)
                )
            }
            Drawback::DiceWin { played, best } => {
                write!(
                    f,
                    "With this number of dice, {} win at once; with the other, {}.",
                    ChanceWords(played),
                    ChanceWords(best)
                )
            }
            Drawback::DicePlayable { played, best } => {
                write!(
                    f,
                    "With this number of dice, {} can be played; with the other, {}.",
                    ChanceWords(played),
                    ChanceWords(best)
                )
            }
            Drawback::LosesRound => f.write_str("It empties the player's row, which loses the round."),
            Drawback::Banks { played, best } => {
                write!(f, "The turn puts {} into the store; the best turn puts {best}.", count(played, "seed"))
            }
            Drawback::TheyBank { played, best } => write!(
                f,
                "Then the opponent can gain {} with the next play; after the best turn, {}.",
                count(played, "seed"),
                if best == 0 { "none".to_owned() } else { best.to_string() }
            ),
            Drawback::Gains { played, best } => {
                write!(f, "It changes the lead by {played:+} points at once; the best step changes it by {best:+}.")
            }
            Drawback::TheyGain { played, best } => write!(
                f,
                "Then the opponent can gain {} with the next step; after the best step, {}.",
                count(played, "point"),
                if best == 0 { "none".to_owned() } else { best.to_string() }
            ),
        }
    }
}
