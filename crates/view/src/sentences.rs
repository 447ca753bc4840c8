use std::sync::Arc;

use parlor_rules::canoga::{Handicap, Move, WonBy};
use parlor_rules::congkak::{Capture, Hole, Lap, Play};
use parlor_rules::kono::{
    self, CAPTURE_POINTS, Called, Cell, End, Point, QUIET_MOVES, QUIT_PENALTY, REPETITIONS, ScoreParts,
};
use parlor_rules::{Coin, DiceCount, Seat, Standing, Throw};
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

/// What happened, in sentences, one on each line.
#[allow(clippy::too_many_lines, reason = "a few lines for each event, and nothing else")]
pub fn sentences(event: &Event, names: &Names) -> Vec<Line> {
    let name = |seat: Seat| names.label(seat);
    let one = |sentence: String| vec![Line::told(sentence)];
    let note = |sentence: String| vec![Line::note(sentence)];
    match event {
        Event::Resumed => note("The tournament goes on from the save.".to_owned()),
        Event::RoundBegins { round, size, since_save } => {
            let since = if *since_save { " since the save" } else { "" };
            one(format!("Round {round}{since}, size {size}."))
        }
        Event::FirstThrow { seat, throw } => {
            one(format!("For the first turn {} throws {}.", name(*seat), dice(*throw)))
        }
        Event::FirstTied => one("The sums are equal, so both throw again.".to_owned()),
        Event::CoinFell { call, shown } => {
            let side = |coin: &Coin| if *coin == Coin::Heads { "heads" } else { "tails" };
            one(format!("{} called {}, and the coin shows {}.", name(Seat::Human), side(call), side(shown)))
        }
        Event::First { seat } => one(format!("{} plays first.", name(*seat))),
        Event::Handicap(Handicap { owner, square }, locked) => {
            let (owner, other) = (name(*owner), name(owner.other()));
            let told = format!("{owner} has the advantage: {owner}'s square {square} starts covered.");
            let lock = format!("It is locked: {other} can't uncover it until {owner} has had a turn.");
            let mut lines = one(told);
            if *locked {
                lines.push(Line::told(lock));
            }
            lines
        }
        Event::NoHandicap => one("The last round was worth nothing, so nobody has an advantage.".to_owned()),
        Event::ColorChosen { seat, color } => {
            one(format!("{} plays {color}, {} plays {}.", name(*seat), name(seat.other()), color.other()))
        }
        Event::DiceSkipped { line, throw } => {
            note(format!("Line {line} of the dice file, \u{201c}{throw}\u{201d}, isn't allowed now and is skipped."))
        }
        Event::QueueEmpty => note("The given throws are used up. From here on, dice are thrown as usual.".to_owned()),
        Event::Thrown { seat, throw, instead_of, rationale } => {
            let mut told = Vec::new();
            let number = |dice: DiceCount| if dice == DiceCount::One { "one die" } else { "two dice" };
            if rationale.is_some() {
                let chosen = number(instead_of.unwrap_or(throw.count()));
                told.push(Line::told(format!("{} chooses {chosen}.", name(*seat))));
                because(&mut told, rationale.as_ref());
            }
            told.push(Line::told(format!("{} throws {}.", name(*seat), dice(*throw))));
            if let Some(chosen) = instead_of {
                let (chosen, given) = (number(*chosen), number(throw.count()));
                let told_anyway = format!("(The choice was {chosen}, but the next given throw has {given}.)");
                told.push(Line::note(told_anyway));
            }
            told
        }
        Event::NothingToPlay { seat } => {
            one(format!("Nothing can be covered or uncovered with that: {}'s turn is over.", name(*seat)))
        }
        Event::Moved { seat, chosen, rationale } => {
            let (Move::Cover(set) | Move::Uncover(set)) = chosen;
            let squares = listed(set.ascending().rev().map(|square| square.to_string()));
            let mut told = one(match chosen {
                Move::Cover(_) => format!("{} covers {squares}.", name(*seat)),
                Move::Uncover(_) => format!("{} uncovers {}'s {squares}.", name(*seat), name(seat.other())),
            });
            because(&mut told, rationale.as_ref());
            told
        }
        Event::Sowed { seat, play, rationale } => {
            let mut told = sowing(name(*seat), play);
            because(&mut told, rationale.as_ref());
            told
        }
        Event::Stepped { seat, chosen, captured, arrived, rationale } => {
            let mut told = one(match chosen {
                kono::Move::Pass => format!("{} can't move and passes.", name(*seat)),
                kono::Move::Step(from, direction) => {
                    let to = from.step(*direction).expect("a step that was played stays on the board");
                    format!("{} moves the piece at {from} {direction}, to {to}.", name(*seat))
                }
            });
            if *captured {
                told.push(Line::told(format!("It captures {}'s piece there.", name(seat.other()))));
            }
            if *arrived {
                let theirs = name(seat.other());
                told.push(Line::told(format!(
                    "It has reached one of {theirs}'s home points and may capture from now on."
                )));
            }
            because(&mut told, rationale.as_ref());
            told
        }
        Event::Repeated => {
            let (now, then) = (ordinal(REPETITIONS - 1), ordinal(REPETITIONS));
            one(format!("This position has come up for the {now} time. The {then} time, the round is called."))
        }
        Event::Quiet(moves) => {
            let quiet = "moves in a row without a capture or a first arrival";
            let left = count(QUIET_MOVES.saturating_sub(*moves) as u32, "more move");
            one(format!("{moves} {quiet}: after {left} like that, the round is called."))
        }
        Event::TakenBack => note("Taken back.".to_owned()),
        Event::Redone => note("Played again.".to_owned()),
        Event::Corrected { was, now } => note(format!("Corrected: the dice show {now}, not {was}.")),
        Event::Offered { seat, offer: Offer::Undo } => {
            note(format!("{} asks to take back the last decision.", name(*seat)))
        }
        Event::Offered { seat, offer: Offer::Call } => {
            note(format!("{} offers to call the round and score it as it stands.", name(*seat)))
        }
        Event::Accepted { seat, .. } => note(format!("{} accepts.", name(*seat))),
        Event::Declined { seat, .. } => note(format!("{} declines.", name(*seat))),
        Event::GaveUp { seat } => one(format!("{} gives up.", name(*seat))),
        Event::RoundOver { end, totals, standing } => {
            let totals =
                format!("{} {}, {} {}", name(Seat::Human), totals.human, name(Seat::Computer), totals.computer);
            let how = how_round_ended(end, standing, names).into_iter();
            how.chain([format!("Totals: {totals}.")]).map(Line::result).collect()
        }
        Event::NoMoreRounds(why) => note(format!("{}.", capitalised(&why.to_string()))),
        Event::TournamentOver { totals, rounds } => {
            let tally = format!("{} {}, {} {}", name(Seat::Human), totals.human, name(Seat::Computer), totals.computer);
            let won = rounds
                .map_or(String::new(), |rounds| format!(" (rounds won: {} and {})", rounds.human, rounds.computer));
            vec![Line::result(match totals.leader() {
                Some(winner) => format!("{} wins the tournament: {tally}{won}.", name(winner)),
                None => format!("The tournament is a draw: {tally}{won}."),
            })]
        }
        Event::NewSeed { was_hidden, commitment } => {
            let old = if *was_hidden { ": the old one is hidden" } else { "" };
            let mut lines = note(format!("From here on the dice come from a new seed{old}."));
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

fn because(told: &mut Vec<Line>, rationale: Option<&Arc<Rationale>>) {
    told.extend(rationale.into_iter().flat_map(|rationale| &rationale.reasons).map(Line::reason));
}

/// How a round ended, in sentences, without the totals.
pub(crate) fn how_round_ended(end: &RoundEnd, standing: &Standing, names: &Names) -> Vec<String> {
    let name = |seat: Seat| names.label(seat);
    match end {
        RoundEnd::Canoga(outcome) => {
            let how = match outcome.by {
                WonBy::Covering => "has covered every square".to_owned(),
                WonBy::Uncovering => format!("has uncovered {}'s last square", name(outcome.winner.other())),
            };
            vec![format!("{} {how} and wins the round: {}.", name(outcome.winner), count(outcome.points, "point"))]
        }
        RoundEnd::Congkak { winner, swept } => {
            let (winner, loser) = (name(*winner), name(winner.other()));
            vec![match swept {
                Some(0) => {
                    format!("Nobody has a seed left in the pits, and {loser} would play next: {winner} wins the round.")
                }
                None => format!("{loser} has no seed left in the pits: {winner} wins the round."),
                Some(swept) => {
                    let go = if *swept == 1 { "goes" } else { "go" };
                    let seeds = count((*swept).into(), "seed");
                    format!(
                        "{loser} has no seed left in the pits: {winner} wins the round, and the {seeds} left in \
                         {winner}'s pits {go} to {winner}'s store."
                    )
                }
            }]
        }
        RoundEnd::Kono(outcome) => {
            let award = match outcome.winner {
                Some(winner) => {
                    format!("{} wins the round and is awarded {}.", name(winner), count(outcome.points, "point"))
                }
                None => "Nobody wins the round, and no points are awarded.".to_owned(),
            };
            let mut told = vec![why_over(outcome.end, standing, names)];
            told.extend(Seat::BOTH.map(|seat| score(name(seat), outcome.scores[seat], outcome.parts[seat])));
            told.push(award);
            told
        }
    }
}

/// Why a round of Kono is over.
fn why_over(end: End, standing: &Standing, names: &Names) -> String {
    let name = |seat: Seat| names.label(seat);
    match end {
        End::Home => match home(standing) {
            Some((seat, 0)) => format!("{} has no piece left: the round is over.", name(seat)),
            Some((seat, _)) => format!(
                "All pieces that {} has left stand on {}'s home points: the round is over.",
                name(seat),
                name(seat.other())
            ),
            None => "The round is over.".to_owned(),
        },
        End::Stuck => "Neither player can move: the round is over.".to_owned(),
        End::Called(Called::Agreement) => "Both players have agreed to call the round.".to_owned(),
        End::Called(Called::Repetition) => {
            let third = ordinal(REPETITIONS);
            format!("The round is called, because this position has come up for the {third} time.")
        }
        End::Called(Called::QuietMoves) => format!(
            "The round is called, because there were {QUIET_MOVES} moves in a row without a capture or a first arrival."
        ),
        End::Quit(seat) => format!("{} has quit, which costs {QUIT_PENALTY} points.", name(seat)),
    }
}

/// Whose pieces all stand on the other's home points, and how many there are.
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

/// A score of Kono and what it is made up of.
fn score(name: &str, score: i32, parts: ScoreParts) -> String {
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
    if list.is_empty() {
        format!("{name} scores nothing.")
    } else {
        format!("{name} scores {score}: {}.", listed(list))
    }
}

/// Each sowing on a line of its own, pit by pit, with what the last pit held.
fn sowing(sower: &str, play: &Play) -> Vec<Line> {
    let mut told = Vec::new();
    let store = format!("{sower}'s store");
    let hole = |hole: Hole| match hole {
        Hole::Pit(pit) => pit.to_string(),
        Hole::OwnStore => store.clone(),
    };
    for (i, lap) in play.laps.iter().enumerate() {
        let stops = listed(lap.stops().map(hole));
        let them = if lap.seeds == 1 { "it" } else { "them" };
        let start = if i == 0 {
            format!("{sower} takes {} from pit {}", count(lap.seeds.into(), "seed"), lap.from)
        } else {
            let held = count(u32::from(lap.seeds) - 1, "seed");
            format!("Pit {} held {held}, so {sower} picks up the {} now in it", lap.from, lap.seeds)
        };
        told.push(Line::told(format!("{start} and sows {them} into {stops}.")));
    }
    let last = play.laps.last().and_then(|lap| lap.stops().last());
    let banked: usize = play.laps.iter().flat_map(Lap::stops).filter(|stop| *stop == Hole::OwnStore).count();
    let mut gained = banked as u32;
    match (&play.capture, last) {
        (Some(Capture { last, across, seeds: 0 }), _) => {
            gained += 1;
            told.push(Line::told(format!(
                "Pit {last} was empty, and so is pit {across} across: that seed goes to {store}."
            )));
        }
        (Some(Capture { last, across, seeds }), _) => {
            gained += u32::from(*seeds) + 1;
            told.push(Line::told(format!(
                "Pit {last} was empty: that seed and the {seeds} in pit {across} across go to {store}."
            )));
        }
        (None, Some(Hole::Pit(pit))) => told.push(Line::told(format!("Pit {pit} was empty: the turn ends."))),
        (None, _) if play.after.turn().is_none() => {
            told.push(Line::told(format!("The last seed falls into {store}.")));
        }
        (None, _) => told.push(Line::told(format!("The last seed falls into {store}: {sower} plays again."))),
    }
    if play.laps.len() > 1 {
        let gained = if gained == 0 { "no seed".to_owned() } else { count(gained, "seed") };
        told.push(Line::told(format!("In all that was {} sowings, which put {gained} into {store}.", play.laps.len())));
    }
    told
}

#[cfg(test)]
mod tests;
