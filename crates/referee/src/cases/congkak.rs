//! Turns from random tournaments of Congkak.

use parlor_rules::congkak::{Hole, Pit, Play, Position, Size, Standing};
use parlor_rules::{Choice, Seat};

use super::{PlayedTurn, RandomChoices, RuleNotShown, RuleShown};
use crate::TurnStep;
use crate::congkak::{ROUND_BEGINS, sows};

const FULL_BOARD: &str = "The round starts with as many seeds in every pit as a row has pits.";
const FIRST_PIT: &str = "The play starts from the end of the row that is farthest from the player's own store.";
const LAST_PIT: &str = "The play starts from the pit next to the player's own store.";
const PAST_STORE: &str = "Seeds fall into the player's own store and the pits after it.";
const AROUND: &str = "Sowing goes all the way around: it skips the opponent's store, but not the pit it started from.";
const RELAY: &str = "The last seed falls into a pit that has seeds, so these are sown next.";
const RELAY_THERE: &str = "Sowing continues from the opponent's pits, too.";
const FREE: &str = "The last seed falls into the player's own store, so the turn goes on with another play.";
const CAPTURE: &str =
    "The last seed falls into one of the player's empty pits: it and the seeds across go into the store.";
const CAPTURE_NONE: &str =
    "The last seed falls into one of the player's empty pits, and the pit across is empty: only this seed is taken.";
const NO_CAPTURE: &str = "The last seed falls into one of the opponent's empty pits: nothing is taken.";
const SWEPT: &str = "A row is empty, so the round is over and the other row's seeds go to its owner.";
const DEALT_SHORT: &str = "A player with too few seeds fills pits from the one next to the store outward.";
const DEALT_FULL: &str = "A player with more seeds than the row needs keeps the rest in the store.";
const WINNER_FIRST: &str = "The winner of the previous round begins.";
const COUNTED: &str = "The round is added to its winner's total when the next one begins.";

pub(super) const SHOWN: &[RuleShown] = &[
    ("con-board", &[FULL_BOARD]),
    ("con-names", &[FIRST_PIT, LAST_PIT]),
    ("con-sow", &[PAST_STORE, AROUND]),
    ("con-relay", &[RELAY, RELAY_THERE]),
    ("con-free", &[FREE]),
    ("con-capture", &[CAPTURE, CAPTURE_NONE, NO_CAPTURE]),
    ("con-end", &[SWEPT]),
    ("con-deal", &[DEALT_SHORT, DEALT_FULL]),
    ("con-first", &[WINNER_FIRST]),
    ("con-tournament", &[COUNTED]),
];

pub(super) const NOT_SHOWN: &[RuleNotShown] = &[("con-menu", "a save doesn't say what was offered")];

const ROUNDS: usize = 3;

/// Turns with more plays are hard to follow by hand.
const MOST_PLAYS: usize = 2;

pub(super) fn tournament(choose: &mut RandomChoices) -> Vec<PlayedTurn> {
    let mut now = Standing::new(choose.one(&Size::ALL), choose.one(&Seat::BOTH));
    let (mut turns, mut rounds) = (vec![], 0);
    loop {
        let mut turn = PlayedTurn::new(now);
        if now.position.outcome().is_some() {
            rounds += 1;
            match begin_round(&now, &mut turn) {
                Some(next) if rounds < ROUNDS => now = next,
                _ => return turns,
            }
        } else if now == Standing::new(now.position.size(), now.position.turn().unwrap_or(Seat::Human)) {
            turn.shows("con-board", FULL_BOARD);
        }
        let plays = play(&mut now.position, choose, &mut turn);
        turn.after = now.into();
        if plays <= MOST_PLAYS {
            turns.push(turn);
        }
    }
}

fn begin_round(over: &Standing, turn: &mut PlayedTurn) -> Option<Standing> {
    let next = over.next_round().ok()?;
    turn.steps.push(TurnStep::round(ROUND_BEGINS));
    turn.shows("con-first", WINNER_FIRST);
    turn.shows("con-tournament", COUNTED);
    let size = next.position.size();
    for seat in Seat::BOTH {
        if next.position.pits(seat).iter().any(|seeds| usize::from(*seeds) != size.pits()) {
            turn.shows("con-deal", DEALT_SHORT);
        } else if next.position.store(seat) > 0 {
            turn.shows("con-deal", DEALT_FULL);
        }
    }
    Some(next)
}

/// A turn with random plays; returns their number.
fn play(position: &mut Position, choose: &mut RandomChoices, turn: &mut PlayedTurn) -> usize {
    let first = position.turn();
    let mut plays = 0;
    while let Some(mover) = position.turn().filter(|mover| Some(*mover) == first) {
        let all: Vec<Pit> = position.legal_moves().collect();
        let pit = choose.one(&all);
        let play = position.play_with_details(pit).expect("the play is legal");
        turn.steps.push(sows(mover, position, pit, &play.after));
        turn.choices.push(Choice::Congkak(pit));
        if pit.index() == 0 {
            turn.shows("con-names", FIRST_PIT);
        } else if pit.index() + 1 == position.size().pits() {
            turn.shows("con-names", LAST_PIT);
        }
        shows(mover, &play, turn);
        plays += 1;
        *position = play.after;
    }
    plays
}

fn shows(mover: Seat, play: &Play, turn: &mut PlayedTurn) {
    let pits = play.after.size().pits();
    match &play.laps[..] {
        [lap] if usize::from(lap.seeds) > 2 * pits + 1 => turn.shows("con-sow", AROUND),
        [lap] if lap.stops().any(|hole| hole == Hole::OwnStore) && lap.stops().last() != Some(Hole::OwnStore) => {
            turn.shows("con-sow", PAST_STORE);
        }
        [_, second] => {
            turn.shows("con-relay", if second.from.seat() == mover { RELAY } else { RELAY_THERE });
        }
        _ => {}
    }
    if play.free && play.after.outcome().is_none() {
        turn.shows("con-free", FREE);
    }
    match play.capture {
        Some(capture) if capture.seeds > 0 => turn.shows("con-capture", CAPTURE),
        Some(_) => turn.shows("con-capture", CAPTURE_NONE),
        None if !play.free => turn.shows("con-capture", NO_CAPTURE),
        None => {}
    }
    if play.after.outcome().is_some() && play.swept > 0 {
        turn.shows("con-end", SWEPT);
    }
}
