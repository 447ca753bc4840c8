//! Turns from random tournaments of Kono.

use parlor_rules::kono::{Board, Cell, Color, Direction, Draft, End, Move, Play, Point, Size, Standing};
use parlor_rules::{Choice, DiceCount, Pair, Seat, Throw, first_by_dice};

use super::{PlayedTurn, RandomChoices, RuleNotShown, RuleShown};
use crate::TurnStep;
use crate::kono::{chooses, moves, round_begins};

const FIRST_MOVE: &str = "The first move on the full board.";
const STEP: &str = "A piece moves one step diagonally.";
const ARRIVED: &str = "A piece reaches one of the opponent's home points and is shown doubled from then on.";
const CAPTURED: &str = "A double piece captures one of the opponent's pieces.";
const STAYS_DOUBLE: &str = "A double piece leaves the home points and stays double.";
const ALL_HOME: &str = "All remaining pieces of a player are on home points of the other, so the round is over.";
const PASSES: &str = "A player who can't move passes.";
const HOME_POINTS: &str = "Each piece on one of the opponent's home points scores its value.";
const FOR_PIECES: &str = "Captured pieces score 5 each.";
const DIFFERENCE: &str = "The winner is awarded the difference of the scores.";
const BY_DICE: &str = "Both throw two dice, Human first, and the higher sum moves first.";
const TIE: &str = "If the sums are equal, both players throw again.";
const WINNER_FIRST: &str = "The winner of the previous round moves first.";
const ANOTHER: &str = "After the round another one follows, on a board of any size.";
const SKIPPED: &str = "A line of the dice file with one die is skipped, because two must be thrown.";

pub(super) const SHOWN: &[RuleShown] = &[
    ("kon-board", &[FIRST_MOVE]),
    ("kon-move", &[STEP]),
    ("kon-capture", &[ARRIVED, CAPTURED, STAYS_DOUBLE]),
    ("kon-end", &[ALL_HOME]),
    ("kon-stuck", &[PASSES]),
    ("kon-score", &[HOME_POINTS, FOR_PIECES]),
    ("kon-points", &[DIFFERENCE]),
    ("kon-first", &[BY_DICE, TIE, WINNER_FIRST]),
    ("kon-tournament", &[ANOTHER]),
    ("dice-file", &[SKIPPED]),
];

pub(super) const NOT_SHOWN: &[RuleNotShown] = &[
    ("kon-called", "a save has no earlier positions"),
    ("kon-offer", "a save doesn't say what the players agreed"),
    ("kon-menu", "a save doesn't say what was offered"),
];

const ROUNDS: usize = 3;

pub(super) fn tournament(choose: &mut RandomChoices) -> Vec<PlayedTurn> {
    let mut turns: Vec<PlayedTurn> = Size::ALL.into_iter().filter_map(|size| stuck(size, choose)).collect();
    let mut now = Standing::new(choose.one(&Size::ALL));
    let mut rounds = 0;
    loop {
        let mut turn = PlayedTurn::new(now.clone());
        if let Some(outcome) = now.outcome() {
            rounds += 1;
            // A save can't say that a round was called.
            let called = outcome.end != End::Home;
            match begin_round(&now, choose, &mut turn) {
                Some(next) if rounds < ROUNDS && !called => now = next,
                _ => return turns,
            }
        }
        if now.position.is_none() {
            now = choose_first(now, choose, &mut turn);
        }
        play(&mut now, choose, &mut turn);
        turn.after = now.clone().into();
        turns.push(turn);
    }
}

fn begin_round(over: &Standing, choose: &mut RandomChoices, turn: &mut PlayedTurn) -> Option<Standing> {
    let outcome = over.outcome()?;
    let next = over.next_round(choose.one(&Size::ALL)).ok()?;
    turn.steps.push(round_begins(&next));
    turn.shows("kon-tournament", ANOTHER);
    for seat in Seat::BOTH {
        if outcome.parts[seat].home > 0 {
            turn.shows("kon-score", HOME_POINTS);
        }
        if outcome.parts[seat].captured > 0 {
            turn.shows("kon-score", FOR_PIECES);
        }
    }
    let Some(winner) = outcome.winner else { return Some(next) };
    turn.shows("kon-points", DIFFERENCE);
    turn.shows("kon-first", WINNER_FIRST);
    Some(begin(next, winner, choose, turn))
}

/// The first player by the dice.
fn choose_first(standing: Standing, choose: &mut RandomChoices, turn: &mut PlayedTurn) -> Standing {
    loop {
        let throws = Pair { human: (), computer: () }.map(|()| {
            if choose.below(8) == 0 {
                turn.throws.push(Throw::numbered(DiceCount::One, choose.below(6) as u32));
                turn.shows("dice-file", SKIPPED);
            }
            let throw = Throw::numbered(DiceCount::Two, choose.below(36) as u32);
            turn.throws.push(throw);
            throw
        });
        for seat in Seat::BOTH {
            turn.steps.push(TurnStep::of(seat, format!("throws {} for the first move", throws[seat])));
        }
        if let Some(first) = first_by_dice(throws) {
            turn.shows("kon-first", BY_DICE);
            return begin(standing, first, choose, turn);
        }
        turn.shows("kon-first", TIE);
    }
}

fn begin(standing: Standing, first: Seat, choose: &mut RandomChoices, turn: &mut PlayedTurn) -> Standing {
    let color = choose.one(&[Color::White, Color::Black]);
    turn.steps.push(chooses(first, color));
    turn.choices.push(Choice::Color(color));
    turn.shows("kon-board", FIRST_MOVE);
    standing.choose(first, color)
}

/// A random move that prefers to go forward, so that pieces get home and capture.
fn play(now: &mut Standing, choose: &mut RandomChoices, turn: &mut PlayedTurn) {
    let Some((position, mover)) = now.position.and_then(|position| Some((position, position.turn()?))) else { return };
    let all: Vec<Move> = position.legal_moves().collect();
    let white = position.color(mover) == Color::White;
    let is_forward = |chosen: &Move| match chosen {
        Move::Step(_, direction) => white == matches!(direction, Direction::Southeast | Direction::Southwest),
        Move::Pass => true,
    };
    let forward: Vec<Move> = all.iter().copied().filter(is_forward).collect();
    let any = forward.is_empty() || choose.below(5) == 0;
    let chosen = choose.one(if any { &all } else { &forward });
    let play = now.play(chosen).expect("the move is legal");
    turn.steps.push(moves(mover, chosen));
    turn.choices.push(Choice::Kono(chosen));
    shows(position.board(), chosen, &play, turn);
    if now.outcome().is_some_and(|outcome| outcome.end == End::Home) {
        turn.shows("kon-end", ALL_HOME);
    }
}

fn shows(before: &Board, chosen: Move, play: &Play, turn: &mut PlayedTurn) {
    let Move::Step(from, direction) = chosen else {
        turn.shows("kon-stuck", PASSES);
        return;
    };
    let Cell::Piece { color, captures } = before.cell(from) else { return };
    let is_home = |point: Point| before.home(point).is_some_and(|(home, _)| home == color.other());
    if play.captured {
        turn.shows("kon-capture", CAPTURED);
    } else if play.arrived {
        turn.shows("kon-capture", ARRIVED);
    } else if captures && is_home(from) && from.step(direction).is_some_and(|to| !is_home(to)) {
        turn.shows("kon-capture", STAYS_DOUBLE);
    } else if !captures {
        turn.shows("kon-move", STEP);
    }
}

/// A piece in a corner whose way out is taken, which is very rare in random play.
fn stuck(size: Size, choose: &mut RandomChoices) -> Option<PlayedTurn> {
    let points = usize::from(size.points());
    let mut board = vec![vec![Cell::Vacant; points]; points];
    let (corner, next_to_it) = choose.one(&[(0, 1), (points - 1, points - 2)]);
    let piece = |color| Cell::Piece { color, captures: false };
    board[0][corner] = piece(Color::White);
    board[1][next_to_it] = piece(Color::Black);
    let mover = choose.one(&Seat::BOTH);
    let color = |seat| Some(if seat == mover { Color::White } else { Color::Black });
    let draft = Draft {
        size: points as i64,
        round: 1,
        colors: Pair { human: color(Seat::Human), computer: color(Seat::Computer) },
        scores: Pair::default(),
        board,
        next: Some(mover),
        history: vec![],
        over: None,
    };
    let mut now = draft.check().ok()?;
    let mut turn = PlayedTurn::new(now.clone());
    play(&mut now, choose, &mut turn);
    turn.after = now.into();
    Some(turn)
}
