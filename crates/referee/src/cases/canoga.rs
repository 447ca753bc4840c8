//! Turns from random tournaments of Canoga.

use parlor_rules::canoga::{Move, Position, Size, Standing, WonBy};
use parlor_rules::{Choice, DiceCount, Pair, Seat, Throw, first_by_dice};

use super::{PlayedTurn, RandomChoices, RuleNotShown, RuleShown};
use crate::TurnStep;
use crate::canoga::{round_begins, throws_and_moves, throws_without_a_move};

const OTHER_ROWS: &str = "The new round has rows of another size.";
const FIRST: &str = "Both throw two dice, Human first, and the higher sum takes the first turn.";
const TIE: &str = "If the sums are equal, both players throw again.";
const MORE_MOVES: &str = "The turn goes on until a throw allows no move.";
const NO_MOVE: &str = "The first throw allows no move, so the turn ends at once.";
const ONE_DIE: &str = "One die is thrown, because all of the player's own squares from 7 up are covered.";
const COVER: &str = "A player covers several of their own squares with one throw.";
const UNCOVER: &str = "Some of the opponent's squares are uncovered.";
const BY_COVERING: &str = "The round is won by covering the whole row.";
const BY_UNCOVERING: &str = "The round is won by uncovering the opponent's last covered square.";
const OPEN_SQUARES: &str = "The sum of the loser's open squares is added to the winner's score.";
const COVERED_SQUARES: &str = "The sum of the winner's covered squares is added to the winner's score.";
const DIGIT: &str = "The points of the previous round are the square that starts covered.";
const DIGIT_SUM: &str = "The digits of the points are added until one is left: this square starts covered.";
const LOCKED: &str = "The throw fits only the locked square, so the turn ends.";
const ANOTHER: &str = "After the round another one follows, and the points add up.";
const NOT_ADDED_YET: &str = "The save after the winning move doesn't have its points yet.";
const SKIPPED: &str = "A line of the dice file with one die is skipped, because two must be thrown.";

pub(super) const SHOWN: &[RuleShown] = &[
    ("can-row", &[OTHER_ROWS]),
    ("can-first", &[FIRST, TIE]),
    ("can-turn", &[MORE_MOVES, NO_MOVE]),
    ("can-dice", &[ONE_DIE]),
    ("can-move", &[COVER, UNCOVER]),
    ("can-win", &[BY_COVERING, BY_UNCOVERING]),
    ("can-points", &[OPEN_SQUARES, COVERED_SQUARES]),
    ("can-handicap", &[DIGIT, DIGIT_SUM]),
    ("can-lock", &[LOCKED]),
    ("can-tournament", &[ANOTHER]),
    ("can-save-win", &[NOT_ADDED_YET]),
    ("dice-file", &[SKIPPED]),
];

pub(super) const NOT_SHOWN: &[RuleNotShown] = &[("can-menu", "a save doesn't say what was offered")];

const ROUNDS: usize = 4;

pub(super) fn tournament(choose: &mut RandomChoices) -> Vec<PlayedTurn> {
    let mut now = Standing::new(choose.one(&Size::ALL), choose.one(&Seat::BOTH));
    let (mut turns, mut rounds) = (vec![], 0);
    loop {
        let mut turn = PlayedTurn::new(now);
        if now.position.outcome().is_some() {
            rounds += 1;
            match begin_round(&now, choose, &mut turn) {
                Some(next) if rounds < ROUNDS => now = next,
                _ => return turns,
            }
        }
        now.position = play(now.position, choose, &mut turn);
        turn.after = now.into();
        turns.push(turn);
    }
}

fn two_dice(choose: &mut RandomChoices) -> Throw {
    Throw::numbered(DiceCount::Two, choose.below(36) as u32)
}

fn begin_round(over: &Standing, choose: &mut RandomChoices, turn: &mut PlayedTurn) -> Option<Standing> {
    let outcome = over.position.outcome()?;
    let first = loop {
        let throws = Pair { human: two_dice(choose), computer: two_dice(choose) };
        for seat in Seat::BOTH {
            turn.throws.push(throws[seat]);
            turn.steps.push(TurnStep::of(seat, format!("throws {} for the first turn", throws[seat])));
        }
        match first_by_dice(throws) {
            Some(first) => break first,
            None => turn.shows("can-first", TIE),
        }
    };
    let size = choose.one(&Size::ALL);
    let next = over.next_round(size, first).ok()?;
    turn.steps.push(round_begins(size, first));
    turn.shows("can-first", FIRST);
    turn.shows("can-tournament", ANOTHER);
    if size != over.position.size() {
        turn.shows("can-row", OTHER_ROWS);
    }
    let points = match outcome.by {
        WonBy::Covering => OPEN_SQUARES,
        WonBy::Uncovering => COVERED_SQUARES,
    };
    turn.shows("can-points", points);
    match outcome.points {
        0 => {}
        1..=9 => turn.shows("can-handicap", DIGIT),
        _ => turn.shows("can-handicap", DIGIT_SUM),
    }
    Some(next)
}

/// A turn with random throws and moves.
fn play(mut position: Position, choose: &mut RandomChoices, turn: &mut PlayedTurn) -> Position {
    let mut moves = 0;
    while let Some(mover) = position.turn() {
        let one = position.may_throw_one() && choose.below(2) == 0;
        let throw = if one {
            turn.shows("can-dice", ONE_DIE);
            Throw::numbered(DiceCount::One, choose.below(6) as u32)
        } else {
            two_dice(choose)
        };
        if !position.may_throw_one() && choose.below(20) == 0 {
            turn.throws.push(Throw::numbered(DiceCount::One, choose.below(6) as u32));
            turn.shows("dice-file", SKIPPED);
        }
        turn.throws.push(throw);
        let thrown = position.throw(throw).expect("the number of dice is allowed");
        if let Ok(after) = thrown.pass() {
            turn.steps.push(throws_without_a_move(mover, &throw));
            if position.locked().is_some_and(|lock| lock.square == throw.sum()) {
                turn.shows("can-lock", LOCKED);
            }
            turn.shows("can-turn", if moves == 0 { NO_MOVE } else { MORE_MOVES });
            return after;
        }
        let all: Vec<Move> = thrown.legal_moves().collect();
        let chosen = choose.one(&all);
        turn.steps.push(throws_and_moves(mover, &throw, chosen));
        turn.choices.push(Choice::Canoga(chosen));
        match chosen {
            Move::Cover(set) if set.count() > 1 => turn.shows("can-move", COVER),
            Move::Cover(_) => {}
            Move::Uncover(_) => turn.shows("can-move", UNCOVER),
        }
        moves += 1;
        position = thrown.play(chosen).expect("the move is legal");
    }
    if let Some(outcome) = position.outcome() {
        turn.shows("can-save-win", NOT_ADDED_YET);
        turn.shows(
            "can-win",
            match outcome.by {
                WonBy::Covering => BY_COVERING,
                WonBy::Uncovering => BY_UNCOVERING,
            },
        );
    }
    position
}
