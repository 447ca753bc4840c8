//! Finds the reasons for a choice: facts about the position that set it apart from the other choices. It takes some
//! microseconds, so it doesn't look at the clock.

use parlor_rules::DiceCount;
use parlor_rules::canoga::{Move, Squares};

use super::Chance;
use super::board::{After, Board};
use super::judge::Candidate;
use super::reason::{MoveKind, NOTICEABLE, Reason, the_other};

/// More plain facts than this are noise.
const MOST_FACTS: usize = 2;

/// Why the `index`th of these ranked moves: plain facts first, then, where values are exact, points.
pub(super) fn move_reasons(board: Board, ranking: &[Candidate<Move>], index: usize) -> Vec<Reason> {
    let Candidate { chosen, value, exact, .. } = ranking[index];
    if ranking.len() == 1 {
        let mut reasons = vec![Reason::OnlyMove];
        if let After::Won(by, points) = board.after(chosen) {
            reasons.push(Reason::Wins { by, points });
        }
        return reasons;
    }
    let mut reasons = Vec::new();
    match board.after(chosen) {
        After::Won(by, points) => reasons.push(Reason::Wins { by, points }),
        After::GoesOn(after) => {
            plain_facts(board, ranking, chosen, after, &mut reasons);
            reasons.truncate(MOST_FACTS);
            if index == 0
                && let Some(points) = largest_win(board, ranking)
                && value - f64::from(points) >= NOTICEABLE
            {
                reasons.insert(0, Reason::PassesUpWin { points });
            }
        }
    }
    if exact && index > 0 {
        let best = &ranking[0];
        reasons.push(Reason::Costs { points: best.value - value, best: best.chosen });
    } else if exact {
        let other_kind = ranking.iter().find(|other| MoveKind::of(other.chosen) != MoveKind::of(chosen));
        let next = &ranking[1];
        match other_kind.filter(|other| other.exact && value - other.value >= NOTICEABLE) {
            Some(other) => reasons.push(Reason::BeatsOtherKind { by: value - other.value, best: other.chosen }),
            None if next.exact && value - next.value >= NOTICEABLE => {
                reasons.push(Reason::BeatsNext { by: value - next.value, next: next.chosen });
            }
            None => {}
        }
    }
    reasons
}

fn largest_win(board: Board, ranking: &[Candidate<Move>]) -> Option<u32> {
    ranking
        .iter()
        .filter_map(|other| match board.after(other.chosen) {
            After::Won(_, points) => Some(points),
            After::GoesOn(_) => None,
        })
        .max()
}

/// Facts about a move that doesn't win, the most telling first; at least one.
fn plain_facts(board: Board, ranking: &[Candidate<Move>], chosen: Move, after: Board, facts: &mut Vec<Reason>) {
    let kind = MoveKind::of(chosen);
    let same_kind = || ranking.iter().map(|other| other.chosen).filter(|&other| MoveKind::of(other) == kind);
    // After a move that wins there is no board to compare with.
    let others_after = || {
        ranking.iter().filter_map(|other| match board.after(other.chosen) {
            After::GoesOn(after) => Some(after),
            After::Won(..) => None,
        })
    };

    let threat = |board: Board| board.turned().best_winning();
    let (before, now) = (threat(board), threat(after));
    if now.share() < before.share() {
        facts.push(Reason::DeniesWin { before, after: now });
    }
    let only_kind = same_kind().count() == ranking.len();
    if only_kind && kind == MoveKind::Uncover {
        facts.push(Reason::OnlyKind(kind));
    }
    if let Some(square) = stands_out(same_kind().map(largest), largest(chosen)) {
        facts.push(Reason::Largest { kind, square });
    }
    if kind == MoveKind::Uncover
        && let Some(squares) = stands_out(same_kind().map(|other| squares(other).count()), squares(chosen).count())
    {
        facts.push(Reason::UndoesMost { squares });
    }
    let allows_one = |board: Board| board.dice().contains(&DiceCount::One);
    if allows_one(after) {
        if !allows_one(board) {
            facts.push(Reason::FreesOneDie);
        }
        let one_die = |board: Board| board.playable(DiceCount::One).throws;
        if let Some(throws) = stands_out(others_after().filter(|&other| allows_one(other)).map(one_die), one_die(after))
        {
            facts.push(Reason::KeepsOneDie { throws });
        }
    }
    let two_dice = |board: Board| board.playable(DiceCount::Two).throws;
    if let Some(throws) = stands_out(others_after().map(two_dice), two_dice(after)) {
        facts.push(Reason::LeavesMost { throws });
    }
    if only_kind && kind == MoveKind::Cover && !board.opponent.is_empty() {
        facts.push(Reason::OnlyKind(kind));
    }
    if facts.is_empty() {
        facts.push(Reason::Leaves { throws: two_dice(after) });
    }
}

/// The number of the chosen one, if none is greater and at least one is smaller.
fn stands_out<N: Ord + Copy>(all: impl Iterator<Item = N>, chosen: N) -> Option<N> {
    let (mut greater, mut smaller) = (false, false);
    for number in all {
        greater |= number > chosen;
        smaller |= number < chosen;
    }
    (smaller && !greater).then_some(chosen)
}

fn squares(chosen: Move) -> Squares {
    let (Move::Cover(set) | Move::Uncover(set)) = chosen;
    set
}

fn largest(chosen: Move) -> u8 {
    squares(chosen).ascending().next_back().expect("a move uses at least one square")
}

/// Why the `index`th of these ranked numbers of dice.
pub(super) fn dice_reasons(board: Board, ranking: &[Candidate<DiceCount>], index: usize) -> Vec<Reason> {
    let Candidate { chosen: dice, value, exact, .. } = ranking[index];
    let [_, _] = ranking else {
        return vec![Reason::OnlyTwoDice { open: board.open().without(Squares::up_to(6)) }];
    };
    let other = the_other(dice);
    let likelier = |chance: fn(Board, DiceCount) -> Chance| {
        let (chance, other) = (chance(board, dice), chance(board, other));
        (chance.share() > other.share()).then_some((chance, other))
    };
    let mut reasons = Vec::new();
    if let Some((chance, other)) = likelier(Board::winning) {
        reasons.push(Reason::WinsSooner { dice, chance, other });
    }
    if let Some((chance, other)) = likelier(Board::playable) {
        reasons.push(Reason::GoesOn { dice, chance, other });
    }
    if reasons.is_empty() {
        reasons.push(Reason::Allows { dice, chance: board.playable(dice) });
    }
    let apart = value - ranking[1 - index].value;
    if exact && index > 0 {
        reasons.push(Reason::CostsDice { points: -apart, best: other });
    } else if exact && apart >= NOTICEABLE {
        reasons.push(Reason::BeatsOtherDice { by: apart, other });
    }
    reasons
}
