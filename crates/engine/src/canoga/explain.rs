//! Finds the reasons for a choice: facts about the position that distinguish it from the other choices. This takes
//! microseconds, so it doesn't check the clock.
//!
//! For the best move the reasons say why it covers or uncovers, and why these squares.

use std::cmp::Reverse;

use parlor_rules::canoga::{Move, Squares};
use parlor_rules::{Choice, DiceCount};

use super::Chance;
use super::board::{After, ThrowerBoard};
use super::reason::{MoveKind, NOTICEABLE, Odds, Reason, Than};
use crate::Evaluation;

/// The reasons for the `index`th of these ranked moves: simple facts first, then points if the values are exact. For a
/// level that doesn't look ahead, no reason is about later throws.
pub(super) fn move_reasons(
    board: ThrowerBoard,
    ranking: &[Evaluation],
    index: usize,
    looks_ahead: bool,
) -> Vec<Reason> {
    let case = Case::new(board, ranking, index, looks_ahead);
    let mut reasons = Vec::with_capacity(4);
    match board.after(case.chosen) {
        After::Won(by, points) => {
            if ranking.len() == 1 {
                reasons.push(Reason::OnlyMove);
            }
            reasons.push(Reason::Wins { by, squares: case.chosen.squares().count(), points });
            reasons.extend(case.other_win());
        }
        After::Continues(_) if ranking.len() == 1 => reasons.push(Reason::OnlyMove),
        After::Continues(after) => {
            reasons.extend(case.win_passed_up());
            reasons.extend(case.why_kind(after));
            reasons.extend(case.why_squares(after));
            let more = case.more(after, &reasons).filter(|more| !reasons.contains(more));
            reasons.extend(more);
        }
    }
    reasons.extend(case.points(&reasons));
    if let (After::Continues(after), true) = (board.after(case.chosen), reasons.is_empty()) {
        reasons.push(Reason::Leaves { chance: after.best_playable() });
    }
    reasons
}

/// One of the ranked moves, and those that it is compared with.
struct Case<'a> {
    board: ThrowerBoard,
    ranking: &'a [Evaluation],
    index: usize,
    looks_ahead: bool,
    chosen: Move,
    kind: MoveKind,
    /// The other moves of its kind, the best first.
    same_kind: Vec<&'a Evaluation>,
    /// The moves of the other kind, the best first.
    other_kind: Vec<&'a Evaluation>,
}

impl Case<'_> {
    fn new(board: ThrowerBoard, ranking: &[Evaluation], index: usize, looks_ahead: bool) -> Case<'_> {
        let chosen = played(&ranking[index]);
        let kind = MoveKind::of(chosen);
        let others = ranking.iter().filter(|other| played(other) != chosen);
        let (same_kind, other_kind) = others.partition(|other| MoveKind::of(played(other)) == kind);
        Case { board, ranking, index, looks_ahead, chosen, kind, same_kind, other_kind }
    }

    fn is_best(&self) -> bool {
        self.index == 0
    }

    fn value(&self) -> f64 {
        self.ranking[self.index].value
    }

    /// The boards after these moves, without those that win.
    fn boards(&self, moves: &[&Evaluation]) -> impl Iterator<Item = ThrowerBoard> {
        moves.iter().filter_map(|other| match self.board.after(played(other)) {
            After::Continues(after) => Some(after),
            After::Won(..) => None,
        })
    }

    /// The points of the largest win among these moves.
    fn largest_win<'b>(&self, moves: impl Iterator<Item = &'b Evaluation>) -> Option<u32> {
        let points = |other: &Evaluation| match self.board.after(played(other)) {
            After::Won(_, points) => Some(points),
            After::Continues(_) => None,
        };
        moves.filter_map(points).max()
    }

    /// A winning move has no alternative of its kind, because it uses all the squares that are left.
    fn other_win(&self) -> Option<Reason> {
        let points = self.largest_win(self.other_kind.iter().copied())?;
        Some(Reason::OtherWin { kind: self.kind.other(), points })
    }

    fn win_passed_up(&self) -> Option<Reason> {
        let points = self.largest_win(self.ranking.iter())?;
        let promises_more = self.is_best() && self.value() - f64::from(points) >= NOTICEABLE;
        promises_more.then_some(Reason::PassesUpWin { points })
    }

    /// The reason to cover rather than uncover, or the reverse. `None` only if the other kind could win.
    fn why_kind(&self, after: ThrowerBoard) -> Option<Reason> {
        if self.other_kind.is_empty() {
            let nothing = self.kind == MoveKind::Cover && self.board.opponent.is_empty();
            return Some(if nothing { Reason::NothingToUncover } else { Reason::OnlyKind(self.kind) });
        }
        let others: Vec<ThrowerBoard> = self.boards(&self.other_kind).collect();
        if others.len() < self.other_kind.len() {
            return None;
        }
        let odds = self.odds().iter().find_map(|&odds| {
            let chance = odds.of(after);
            let other = odds.best(others.iter().map(|&other| odds.of(other)))?;
            odds.favours(chance, other).then_some(Reason::Favours {
                odds,
                chance,
                other,
                than: Than::Kind(self.kind.other()),
            })
        });
        Some(odds.unwrap_or_else(|| {
            let open = |board: ThrowerBoard| match self.kind {
                MoveKind::Cover => board.open().count(),
                MoveKind::Uncover => board.turned().open().count(),
            };
            Reason::Progress { kind: self.kind, left: open(after), otherwise: open(self.board) }
        }))
    }

    fn odds(&self) -> &'static [Odds] {
        if self.looks_ahead { &[Odds::TheirWin, Odds::OwnWin, Odds::Playable, Odds::PlayableWithTwo] } else { &[] }
    }

    /// The reason for these squares instead of others that could be used in the same way.
    fn why_squares(&self, after: ThrowerBoard) -> Option<Reason> {
        if self.same_kind.is_empty() {
            return Some(Reason::OnlyWay(self.kind));
        }
        let all = || self.same_kind.iter().map(|other| played(other)).chain([self.chosen]);
        let count = |chosen: Move| chosen.squares().count();
        if let Some(square) = stands_out(all().map(largest), largest(self.chosen)) {
            return Some(Reason::Largest { kind: self.kind, square });
        }
        if stands_out(all().map(|other| Reverse(count(other))), Reverse(count(self.chosen))).is_some() {
            return Some(Reason::UsesFewest { kind: self.kind, squares: count(self.chosen) });
        }
        if self.looks_ahead
            && let Some(reason) = self.leaves_most(after)
        {
            return Some(reason);
        }
        if !self.ranking[self.index].exact {
            let beaten = self.same_kind.iter().find_map(|other| self.beats_at_a_glance(after, played(other)));
            // An expert looks one throw further ahead than these comparisons.
            let leaves = self.is_best().then(|| Reason::Leaves { chance: after.best_playable() });
            return beaten.or(leaves);
        }
        // Here the master uses more squares than it has to. Only the values explain that.
        None
    }

    /// The reason that, of all moves of this kind, this one leaves the most throws playable next.
    fn leaves_most(&self, after: ThrowerBoard) -> Option<Reason> {
        let boards = self.boards(&self.same_kind).chain([after]);
        let chance = after.best_playable();
        stands_out(boards.map(|board| board.best_playable().of_36()), chance.of_36())
            .map(|_| Reason::LeavesMost { kind: self.kind, chance })
    }

    /// A chance that is better than after another move of this kind.
    fn beats_at_a_glance(&self, after: ThrowerBoard, next: Move) -> Option<Reason> {
        let After::Continues(then) = self.board.after(next) else { return None };
        let odds = self.odds().iter().find_map(|&odds| {
            let (chance, other) = (odds.of(after), odds.of(then));
            odds.favours(chance, other).then_some(Reason::Favours { odds, chance, other, than: Than::Way(next) })
        });
        let (own, theirs) = (self.chosen.squares(), next.squares());
        let is_larger = largest_of(own.without(theirs)) > largest_of(theirs.without(own));
        odds.or(is_larger.then_some(Reason::Larger { next }))
    }

    /// A further fact for a player who looks ahead.
    fn more(&self, after: ThrowerBoard, given: &[Reason]) -> Option<Reason> {
        if !self.looks_ahead {
            return None;
        }
        let threat = |board: ThrowerBoard| board.turned().best_winning();
        let (before, now) = (threat(self.board), threat(after));
        if now.share() < before.share() {
            return Some(Reason::DeniesWin { before, after: now });
        }
        if allows_one(after) && !allows_one(self.board) {
            return Some(Reason::FreesOneDie);
        }
        let is_given = given.iter().any(|reason| matches!(reason, Reason::LeavesMost { .. }));
        if is_given { None } else { self.leaves_most(after) }
    }

    /// Comparisons by exact values: with the other kind, and with the next move of this kind unless a simpler reason already
    /// explains the squares.
    fn points(&self, given: &[Reason]) -> Vec<Reason> {
        let Evaluation { value, exact, .. } = self.ranking[self.index];
        let two_wins = given.iter().any(|reason| matches!(reason, Reason::OtherWin { .. }));
        if !exact || self.ranking.len() == 1 || two_wins {
            return Vec::new();
        }
        if !self.is_best() {
            let best = &self.ranking[0];
            return vec![Reason::Costs { points: best.value - value, best: played(best) }];
        }
        let other_kind = self.other_kind.first().filter(|other| other.exact);
        let next = self.same_kind.first().filter(|next| next.exact);
        let plain = |reason: &Reason| matches!(reason, Reason::Wins { .. }) || reason.is_about_squares();
        let is_plain = given.iter().any(plain);
        let by_kind = other_kind.map(|other| self.beats(other));
        let needed = |next: &&&Evaluation| !is_plain || other_kind.is_none() && value - next.value >= NOTICEABLE;
        let by_way = next.filter(needed).map(|next| self.beats(next));
        by_kind.into_iter().chain(by_way).collect()
    }

    fn beats(&self, other: &Evaluation) -> Reason {
        let (by, other) = (self.value() - other.value, played(other));
        Reason::Beats { by, other, same_kind: MoveKind::of(other) == self.kind }
    }
}

impl Odds {
    /// The chance on the board after a move.
    fn of(self, board: ThrowerBoard) -> Chance {
        match self {
            Odds::TheirWin => board.turned().best_winning(),
            Odds::OwnWin => board.best_winning(),
            Odds::Playable => board.best_playable(),
            Odds::PlayableWithTwo => board.playable(DiceCount::Two),
        }
    }

    /// True if one chance is better than another for the player who moves.
    fn favours(self, chance: Chance, other: Chance) -> bool {
        match self {
            Odds::TheirWin => chance.share() < other.share(),
            Odds::OwnWin | Odds::Playable | Odds::PlayableWithTwo => chance.share() > other.share(),
        }
    }

    fn best(self, all: impl Iterator<Item = Chance>) -> Option<Chance> {
        all.reduce(|best, other| if self.favours(other, best) { other } else { best })
    }
}

fn allows_one(board: ThrowerBoard) -> bool {
    board.dice().contains(&DiceCount::One)
}

/// The number of the chosen move, if no other is greater and at least one is smaller.
fn stands_out<N: Ord + Copy>(all: impl Iterator<Item = N>, chosen: N) -> Option<N> {
    let (mut greater, mut smaller) = (false, false);
    for number in all {
        greater |= number > chosen;
        smaller |= number < chosen;
    }
    (smaller && !greater).then_some(chosen)
}

/// The move that an evaluation is about.
fn played(evaluation: &Evaluation) -> Move {
    match evaluation.choice {
        Choice::Canoga(chosen) => chosen,
        _ => unreachable!("after a throw, moves are ranked"),
    }
}

fn largest_of(set: Squares) -> Option<u8> {
    set.ascending().next_back()
}

fn largest(chosen: Move) -> u8 {
    largest_of(chosen.squares()).expect("a move uses at least one square")
}

/// The reasons for the `index`th of these ranked numbers of dice.
pub(super) fn dice_reasons(board: ThrowerBoard, ranking: &[Evaluation], index: usize) -> Vec<Reason> {
    let Evaluation { choice: Choice::Dice(dice), value, exact, .. } = ranking[index] else {
        unreachable!("before a throw, numbers of dice are ranked");
    };
    let [_, _] = ranking else {
        return vec![Reason::OnlyTwoDice { open: board.open().without(Squares::up_to(6)) }];
    };
    let other = dice.other();
    let compared = |chance: fn(ThrowerBoard, DiceCount) -> Chance| (chance(board, dice), chance(board, other));
    let (wins, they_win) = compared(ThrowerBoard::winning);
    let (allows, they_allow) = compared(ThrowerBoard::playable);
    let mut reasons = Vec::new();
    if wins.share() > they_win.share() {
        reasons.push(Reason::WinsSooner { dice, chance: wins, other: they_win });
    }
    if reasons.is_empty() || allows.share() > they_allow.share() {
        reasons.push(Reason::Allows { dice, chance: allows, other: they_allow });
    }
    let apart = value - ranking[1 - index].value;
    if exact {
        reasons.push(Reason::ComparesDice { by: apart, other });
    }
    reasons
}
