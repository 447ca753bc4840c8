use std::sync::Arc;

use parlor_rules::canoga::{Handicap, Move, WonBy};
use parlor_rules::congkak::{Capture, Hole, Lap, Play};
use parlor_rules::kono::{CAPTURE_POINTS, Called, Cell, End, Point, QUIT_PENALTY, REPETITIONS, ScoreParts};
use parlor_rules::{Coin, DiceCount, Pair, Seat, Standing, Throw};
use parlor_table::{Event, Offer, Rationale, RoundEnd};

use crate::words::{capitalised, count, listed, ordinal};
use crate::{Line, Names};

fn dice(throw: Throw) -> String {
    match throw.count() {
        DiceCount::One => format!("one die: {throw}"),
        DiceCount::Two => {
            let dice = listed(throw.dice().iter().map(ToString::to_string));
            format!("{dice}: the sum is {}", throw.sum())
        }
    }
}

/// An event in sentences, one per line.
#[allow(clippy::too_many_lines, reason = "a few lines for each event, and nothing else")]
pub fn sentences(event: &Event, names: &Names) -> Vec<Line> {
    let one = |sentence: String| vec![Line::sentence(sentence)];
    let note = |sentence: String| vec![Line::note(sentence)];
    match event {
        Event::Resumed => note("The tournament resumes from the save.".to_owned()),
        Event::RoundBegins { round, size, since_save } => {
            let since = if *since_save { " since the save" } else { "" };
            one(format!("Round {round}{since}, size {size}."))
        }
        Event::FirstThrow { seat, throw } => {
            let throws = names.tense("throws", "threw");
            one(format!("For the first turn {} {throws} {}.", names.object(*seat), dice(*throw)))
        }
        Event::FirstTied => one("The sums are equal, so both throw again.".to_owned()),
        Event::CoinFell { call, shown } => {
            let side = |coin: &Coin| if *coin == Coin::Heads { "heads" } else { "tails" };
            one(format!("{} called {}, and the coin shows {}.", names.subject(Seat::Human), side(call), side(shown)))
        }
        Event::First { seat } => one(format!("{} first.", names.does(*seat, "plays", "play"))),
        Event::Handicap(Handicap { owner, square }, locked) => {
            let (whose, other) = (names.possessive(*owner), names.object(owner.other()));
            let has = names.does(*owner, "has", "have");
            let sentence = format!("{has} the advantage: {whose} square {square} starts covered.");
            let until = format!("{} {}", names.object(*owner), names.agreeing(*owner, "has", "have"));
            let lock = format!("It is locked: {other} can't uncover it until {until} had a turn.");
            let mut lines = one(sentence);
            if *locked {
                lines.push(Line::sentence(lock));
            }
            lines
        }
        Event::NoHandicap => one("The last round was worth nothing, so neither player has an advantage.".to_owned()),
        Event::ColorChosen { seat, color } => {
            let other = format!("{} {}", names.object(seat.other()), names.agreeing(seat.other(), "plays", "play"));
            one(format!("{} {color}, {other} {}.", names.does(*seat, "plays", "play"), color.other()))
        }
        Event::DiceSkipped { line, throw } => {
            note(format!("Line {line} of the dice file, \u{201c}{throw}\u{201d}, isn't allowed now and is skipped."))
        }
        Event::QueueEmpty => note("The queued throws are used up. From now on, dice are thrown as usual.".to_owned()),
        Event::Thrown { seat, throw, instead_of, rationale } => {
            let mut lines = Vec::new();
            let number = |dice: DiceCount| if dice == DiceCount::One { "one die" } else { "two dice" };
            if rationale.is_some() {
                let chosen = number(instead_of.unwrap_or(throw.count()));
                lines.push(Line::sentence(format!("{} {chosen}.", names.did(*seat, "chooses", "chose"))));
                because(&mut lines, rationale.as_ref());
            }
            lines.push(Line::sentence(format!("{} {}.", names.did(*seat, "throws", "threw"), dice(*throw))));
            if let Some(chosen) = instead_of {
                let (chosen, given) = (number(*chosen), number(throw.count()));
                let told_anyway = format!("(The choice was {chosen}, but the next queued throw has {given}.)");
                lines.push(Line::note(told_anyway));
            }
            lines
        }
        Event::NothingToPlay { seat } => {
            one(format!("Nothing can be covered or uncovered with that: {} turn is over.", names.possessive(*seat)))
        }
        Event::Moved { seat, chosen, rationale } => {
            let (Move::Cover(set) | Move::Uncover(set)) = chosen;
            let squares = listed(set.ascending().rev().map(|square| square.to_string()));
            let mut lines = one(match chosen {
                Move::Cover(_) => format!("{} {squares}.", names.did(*seat, "covers", "covered")),
                Move::Uncover(_) => {
                    let uncovers = names.did(*seat, "uncovers", "uncovered");
                    format!("{uncovers} {} {squares}.", names.possessive(seat.other()))
                }
            });
            because(&mut lines, rationale.as_ref());
            lines
        }
        Event::Sowed { seat, play, rationale } => {
            let mut lines = sowing(*seat, play, names);
            because(&mut lines, rationale.as_ref());
            lines
        }
        Event::Stepped { seat, from, direction, captured, arrived, rationale } => {
            let to = from.step(*direction).expect("a step that was played stays on the board");
            let moves = names.did(*seat, "moves", "moved");
            let mut lines = one(format!("{moves} the piece at {from} {direction}, to {to}."));
            let theirs = names.possessive(seat.other());
            if *captured {
                lines.push(Line::sentence(format!("It {} {theirs} piece there.", names.tense("captures", "captured"))));
            }
            if *arrived {
                lines.push(Line::sentence(format!(
                    "It has reached one of {theirs} home points and may capture from now on."
                )));
            }
            because(&mut lines, rationale.as_ref());
            lines
        }
        Event::Passed { seat, times: 1 } => {
            let (player, passes) = (names.object(*seat), names.agreeing(*seat, "passes", "pass"));
            let blocked = format!("All {} pieces are blocked", names.possessive(*seat));
            one(format!("{blocked}: {player} {passes} until one of them can move."))
        }
        Event::Passed { seat, times } if *times == 3 || times.is_multiple_of(10) => {
            let (stuck, free) = (names.does(*seat, "has", "have"), seat.other());
            let (other, moves) = (names.object(free), names.agreeing(free, "moves", "move"));
            one(format!(
                "{stuck} passed {times} times in a row. Until a piece makes way, only {other} {moves}; either player may offer \
                 to call the round."
            ))
        }
        Event::Passed { .. } => Vec::new(),
        Event::Repeated => {
            let (now, then) = (ordinal(REPETITIONS - 1), ordinal(REPETITIONS));
            one(format!("This position has come up for the {now} time. The {then} time, the round is called."))
        }
        Event::Quiet { moves, left } => {
            let quiet = "moves in a row without a capture or a first arrival";
            let left = count(*left as u32, "more move");
            one(format!("{moves} {quiet}: after {left} like that, the round is called."))
        }
        Event::TakenBack => note("Taken back.".to_owned()),
        Event::Redone => note("Played again.".to_owned()),
        Event::Corrected { was, now } => note(format!("Corrected: the dice show {now}, not {was}.")),
        Event::Offered { seat, offer: Offer::Undo } => {
            note(format!("{} to take back the last decision.", names.did(*seat, "asks", "asked")))
        }
        Event::Offered { seat, offer: Offer::Call } => {
            note(format!("{} to call the round and score it as it stands.", names.did(*seat, "offers", "offered")))
        }
        Event::Accepted { seat, .. } => note(format!("{}.", names.did(*seat, "accepts", "accepted"))),
        Event::Declined { seat, .. } => note(format!("{}.", names.did(*seat, "declines", "declined"))),
        Event::GaveUp { seat } => one(format!("{} up.", names.did(*seat, "gives", "gave"))),
        Event::RoundOver { end, totals, standing } => {
            let how = how_round_ended(end, standing, names).into_iter();
            how.chain([format!("Totals: {}.", tally(*totals, names))]).map(Line::result).collect()
        }
        Event::NoMoreRounds(why) => note(format!("{}.", capitalised(&why.to_string()))),
        Event::TournamentOver { totals, rounds } => {
            let tally = tally(*totals, names);
            let mut lines = vec![Line::result(match totals.leader() {
                Some(winner) => format!("{} the tournament: {tally}.", names.does(winner, "wins", "win")),
                None => format!("The tournament is a draw: {tally}."),
            })];
            if let Some(rounds) = rounds {
                lines.push(Line::sentence(format!("Rounds won: {}. {SEEDS_DECIDE}", self::tally(*rounds, names))));
            }
            lines
        }
        Event::NewSeed { was_hidden, commitment } => {
            let old = if *was_hidden { ": the old one is hidden" } else { "" };
            let mut lines = note(format!("From now on, dice come from a new seed{old}."));
            if let Some(commitment) = commitment {
                lines.push(Line::note(format!("Its commitment is {commitment}.")));
            }
            lines
        }
        Event::Revealed { seed, salt } => note(format!("The seed was {seed}, and its salt {salt}.")),
        Event::Saved { name } => note(format!("The game is saved in {name}.")),
        Event::NotSaved { why } => note(format!("The game is not saved: {why}.")),
    }
}

/// In Congkak, the winner of more rounds can lose the tournament.
pub(crate) const SEEDS_DECIDE: &str =
    "Winning a round only decides who starts the next one; the seeds decide the tournament.";

/// "Ada 12, Computer 3".
pub(crate) fn tally(totals: Pair<u32>, names: &Names) -> String {
    Seat::BOTH.map(|seat| format!("{} {}", names.object(seat), totals[seat])).join(", ")
}

fn because(lines: &mut Vec<Line>, rationale: Option<&Arc<Rationale>>) {
    lines.extend(rationale.into_iter().flat_map(|rationale| &rationale.reasons).map(Line::reason));
}

/// The end of a round in sentences, without the totals.
pub(crate) fn how_round_ended(end: &RoundEnd, standing: &Standing, names: &Names) -> Vec<String> {
    match end {
        RoundEnd::Canoga(outcome) => {
            let winner = outcome.winner;
            let how = match outcome.by {
                WonBy::Covering => "covered every square".to_owned(),
                WonBy::Uncovering => format!("uncovered {} last square", names.possessive(winner.other())),
            };
            let (has, wins) = (names.does(winner, "has", "have"), names.agreeing(winner, "wins", "win"));
            vec![format!("{has} {how} and {wins} the round: {}.", count(outcome.points, "point"))]
        }
        RoundEnd::Congkak { winner, swept } => {
            // A save of a round that is over still has the seeds in the pits.
            let left = match standing {
                Standing::Congkak(standing) => standing.position.pits(*winner).iter().sum(),
                _ => 0,
            };
            let swept = &swept.or_else(|| Some(left).filter(|left| *left > 0));
            let wins = format!("{} {} the round", names.object(*winner), names.agreeing(*winner, "wins", "win"));
            let loser = winner.other();
            let empty = format!("{} no seed left in the pits", names.does(loser, "has", "have"));
            vec![match swept {
                Some(0) => {
                    format!("No seeds are left in the pits, and {} would play next: {wins}.", names.object(loser))
                }
                None => format!("{empty}: {wins}."),
                Some(swept) => {
                    let go = if *swept == 1 { "goes" } else { "go" };
                    let (seeds, whose) = (count((*swept).into(), "seed"), names.possessive(*winner));
                    format!("{empty}: {wins}, and the {seeds} left in {whose} pits {go} to {whose} store.")
                }
            }]
        }
        RoundEnd::Kono(outcome) => {
            let award = match outcome.winner {
                Some(winner) => {
                    let (wins, is) = (names.does(winner, "wins", "win"), names.agreeing(winner, "is", "are"));
                    format!("{wins} the round and {is} awarded {}.", count(outcome.points, "point"))
                }
                None => "The round is a tie, and no points are awarded.".to_owned(),
            };
            let mut lines = vec![why_over(outcome.end, standing, names)];
            lines.extend(Seat::BOTH.map(|seat| score(seat, outcome.scores[seat], outcome.parts[seat], names)));
            lines.push(award);
            lines
        }
    }
}

/// The reason why a round ended, in a sentence without the scores.
pub(crate) fn why_round_ended(end: &RoundEnd, standing: &Standing, names: &Names) -> String {
    match end {
        RoundEnd::Kono(outcome) => why_over(outcome.end, standing, names),
        _ => how_round_ended(end, standing, names).concat(),
    }
}

fn why_over(end: End, standing: &Standing, names: &Names) -> String {
    match end {
        End::Home => match home(standing) {
            Some((seat, 0)) => format!("{} no piece left: the round is over.", names.does(seat, "has", "have")),
            Some((seat, _)) => format!(
                "All pieces that {} {} left stand on {} home points: the round is over.",
                names.object(seat),
                names.agreeing(seat, "has", "have"),
                names.possessive(seat.other())
            ),
            None => "The round is over.".to_owned(),
        },
        End::Stuck => "Neither player can move: the round is over.".to_owned(),
        End::Called(Called::Agreement) => "Both players have agreed to call the round.".to_owned(),
        End::Called(Called::Repetition) => {
            let third = ordinal(REPETITIONS);
            format!("The round is called, because this position has come up for the {third} time.")
        }
        End::Called(Called::QuietMoves) => match standing {
            Standing::Kono(standing) => {
                let moves = standing.history().len();
                format!(
                    "The round is called, because there were {moves} moves in a row without a capture or a first arrival."
                )
            }
            _ => unreachable!("only rounds of Kono are called"),
        },
        End::Quit(seat) => format!("{} quit, which costs {QUIT_PENALTY} points.", names.does(seat, "has", "have")),
    }
}

/// The player whose pieces all stand on the other's home points, and the number of pieces.
fn home(standing: &Standing) -> Option<(Seat, u32)> {
    let Standing::Kono(standing) = standing else { return None };
    let position = standing.position?;
    let board = position.board();
    let is_home = |seat: &Seat| {
        let own = position.color(*seat);
        let pieces = |point: &Point| matches!(board.cell(*point), Cell::Piece { color, .. } if color == own);
        board.points().filter(pieces).all(|point| board.home(point).is_some_and(|(color, _)| color != own))
    };
    let seat = Seat::BOTH.into_iter().find(is_home)?;
    Some((seat, board.count(position.color(seat))))
}

/// A Kono score and its parts.
fn score(seat: Seat, score: i32, parts: ScoreParts, names: &Names) -> String {
    let scores = names.did(seat, "scores", "scored");
    let mut list = Vec::new();
    if parts.home > 0 {
        list.push(format!("{} for home points", parts.home));
    }
    if parts.captured > 0 {
        let points = CAPTURE_POINTS.unsigned_abs() * parts.captured;
        list.push(format!("{points} for {}", count(parts.captured, "captured piece")));
    }
    if parts.quit {
        list.push(format!("{QUIT_PENALTY} off for quitting"));
    }
    if list.is_empty() { format!("{scores} nothing.") } else { format!("{scores} {score}: {}.", listed(list)) }
}

/// Each sowing on its own line, pit by pit, with the earlier contents of the last pit.
fn sowing(sower: Seat, play: &Play, names: &Names) -> Vec<Line> {
    let mut lines = Vec::new();
    let store = format!("{} store", names.possessive(sower));
    let hole = |hole: Hole| match hole {
        Hole::Pit(pit) => pit.to_string(),
        Hole::OwnStore => store.clone(),
    };
    for (i, lap) in play.laps.iter().enumerate() {
        let stops = listed(lap.stops().map(hole));
        let them = if lap.seeds == 1 { "it" } else { "them" };
        let start = if i == 0 {
            let takes = names.did(sower, "takes", "took");
            format!("{takes} {} from pit {}", count(lap.seeds.into(), "seed"), lap.from)
        } else {
            let held = count(u32::from(lap.seeds) - 1, "seed");
            let (who, picks) = (names.object(sower), names.tense("picks up", "picked up"));
            let now = names.tense("now", "then");
            format!("Pit {} held {held}, so {who} {picks} the {} {now} in it", lap.from, lap.seeds)
        };
        let sows = names.tense("sows", "sowed");
        lines.push(Line::sentence(format!("{start} and {sows} {them} into {stops}.")));
    }
    let last = play.laps.last().and_then(|lap| lap.stops().last());
    let banked: usize = play.laps.iter().flat_map(Lap::stops).filter(|stop| *stop == Hole::OwnStore).count();
    let mut gained = banked as u32;
    let falls = names.tense("falls", "fell");
    match (&play.capture, last) {
        (Some(Capture { last, across, seeds: 0 }), _) => {
            gained += 1;
            lines.push(Line::sentence(format!(
                "Pit {last} was empty, and so {} pit {across} across: that seed {} to {store}.",
                names.tense("is", "was"),
                names.tense("goes", "went")
            )));
        }
        (Some(Capture { last, across, seeds }), _) => {
            gained += u32::from(*seeds) + 1;
            lines.push(Line::sentence(format!(
                "Pit {last} was empty: that seed and the {seeds} in pit {across} across {} to {store}.",
                names.tense("go", "went")
            )));
        }
        (None, Some(Hole::Pit(pit))) => {
            lines.push(Line::sentence(format!("Pit {pit} was empty: the turn {}.", names.tense("ends", "ended"))));
        }
        (None, _) if play.after.turn().is_none() => {
            lines.push(Line::sentence(format!("The last seed {falls} into {store}.")));
        }
        (None, _) => {
            let again = format!("{} {} again", names.object(sower), names.agreeing(sower, "plays", "play"));
            lines.push(Line::sentence(format!("The last seed {falls} into {store}: {again}.")));
        }
    }
    if play.laps.len() > 1 {
        let gained = if gained == 0 { "no seed".to_owned() } else { count(gained, "seed") };
        lines.push(Line::sentence(format!("Altogether, these {} sowings put {gained} into {store}.", play.laps.len())));
    }
    lines
}

#[cfg(test)]
mod tests;
