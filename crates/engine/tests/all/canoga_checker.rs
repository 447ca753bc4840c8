//! Checks a reason against the position: rows are lists of numbers, and moves are found by trying every set. Only the
//! values of boards come from the engine.

use std::cell::RefCell;
use std::collections::HashMap;

use parlor_engine::canoga::{Chance, MoveKind, Odds, Reason, Solution, Than};
use parlor_rules::DiceCount;
use parlor_rules::canoga::{Move, Position, Squares, WonBy};

type KnownValues = HashMap<(Vec<u8>, Vec<u8>), f64>;

/// The board as lists of numbers.
#[derive(Clone)]
pub(crate) struct Table<'a> {
    size: u8,
    own: Vec<u8>,
    other: Vec<u8>,
    locked: Option<u8>,
    solution: Option<&'a Solution>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Play {
    kind: MoveKind,
    squares: Vec<u8>,
}

impl From<Move> for Play {
    fn from(chosen: Move) -> Play {
        let (Move::Cover(set) | Move::Uncover(set)) = chosen;
        Play { kind: MoveKind::of(chosen), squares: set.ascending().collect() }
    }
}

enum Next<'a> {
    Won(WonBy, u32),
    Table(Table<'a>),
}

fn total(squares: &[u8]) -> u32 {
    squares.iter().copied().map(u32::from).sum()
}

fn pick(from: &[u8], sum: u8) -> Vec<Vec<u8>> {
    let from: Vec<u8> = from.iter().copied().filter(|&square| square <= sum).collect();
    let mut found = Vec::new();
    for bits in 1..1u32 << from.len() {
        let set: Vec<u8> = (0..from.len()).filter(|bit| bits >> bit & 1 == 1).map(|bit| from[bit]).collect();
        if total(&set) == u32::from(sum) {
            found.push(set);
        }
    }
    found
}

impl<'a> Table<'a> {
    pub(crate) fn new(position: &Position, solution: Option<&'a Solution>) -> Table<'a> {
        let covered = position.covered();
        let seat = position.turn().expect("a round that is being played");
        let list = |squares: Squares| squares.ascending().collect();
        Table {
            size: position.size().squares(),
            own: list(covered[seat]),
            other: list(covered[seat.other()]),
            locked: position.locked().map(|handicap| handicap.square),
            solution,
        }
    }

    fn open(&self) -> Vec<u8> {
        (1..=self.size).filter(|square| !self.own.contains(square)).collect()
    }

    fn plays(&self, sum: u8) -> Vec<Play> {
        let free: Vec<u8> = self.other.iter().copied().filter(|&square| Some(square) != self.locked).collect();
        let covers = pick(&self.open(), sum).into_iter().map(|squares| Play { kind: MoveKind::Cover, squares });
        let uncovers = pick(&free, sum).into_iter().map(|squares| Play { kind: MoveKind::Uncover, squares });
        covers.chain(uncovers).collect()
    }

    fn after(&self, play: &Play) -> Next<'a> {
        let mut table = self.clone();
        match play.kind {
            MoveKind::Cover => table.own.extend(&play.squares),
            MoveKind::Uncover => table.other.retain(|square| !play.squares.contains(square)),
        }
        table.own.sort_unstable();
        if table.own.len() == usize::from(self.size) {
            let open = (1..=self.size).filter(|square| !self.other.contains(square));
            Next::Won(WonBy::Covering, open.map(u32::from).sum())
        } else if play.kind == MoveKind::Uncover && table.other.is_empty() {
            Next::Won(WonBy::Uncovering, total(&self.own))
        } else {
            Next::Table(table)
        }
    }

    fn turned(&self) -> Table<'a> {
        Table { own: self.other.clone(), other: self.own.clone(), locked: None, ..*self }
    }

    fn may_throw_one(&self) -> bool {
        self.open().iter().all(|&square| square < 7)
    }

    fn sums(dice: DiceCount) -> Vec<u8> {
        match dice {
            DiceCount::One => (1..=6).collect(),
            DiceCount::Two => (1..=6).flat_map(|one| (1..=6).map(move |two| one + two)).collect(),
        }
    }

    fn chance(dice: DiceCount, does: impl Fn(u8) -> bool) -> Chance {
        let sums = Table::sums(dice);
        let throws = sums.iter().filter(|&&sum| does(sum)).count();
        Chance { throws: throws as u8, of: sums.len() as u8 }
    }

    fn playable(&self, dice: DiceCount) -> Chance {
        Table::chance(dice, |sum| !self.plays(sum).is_empty())
    }

    fn winning(&self, dice: DiceCount) -> Chance {
        Table::chance(dice, |sum| self.plays(sum).iter().any(|play| matches!(self.after(play), Next::Won(..))))
    }

    /// The chance to win at once, with the better of the allowed numbers of dice.
    fn threat(&self) -> f64 {
        let two = self.winning(DiceCount::Two).share();
        if self.may_throw_one() { two.max(self.winning(DiceCount::One).share()) } else { two }
    }

    /// The chance of a move, with the better of the allowed numbers of dice.
    fn mobility(&self) -> f64 {
        let two = self.playable(DiceCount::Two).share();
        if self.may_throw_one() { two.max(self.playable(DiceCount::One).share()) } else { two }
    }

    fn has_mobility(&self, given: Chance) -> bool {
        let dice = if given.of == 6 { DiceCount::One } else { DiceCount::Two };
        self.playable(dice) == given
            && same(given.share(), self.mobility())
            && (dice == DiceCount::Two || self.may_throw_one())
    }

    fn has_threat(&self, given: Chance) -> bool {
        let dice = if given.of == 6 { DiceCount::One } else { DiceCount::Two };
        self.winning(dice) == given
            && same(given.share(), self.threat())
            && (dice == DiceCount::Two || self.may_throw_one())
    }

    /// The board's value by the solution; with a lock, computed throw by throw to the end of the turn.
    fn value(&self, known: &RefCell<KnownValues>) -> Option<f64> {
        let solution = self.solution?;
        let set = |row: &[u8]| row.iter().fold(Squares::NONE, |set, &square| set.with(Squares::one(square)));
        if self.locked.is_none() {
            return Some(f64::from(solution.value(set(&self.own), set(&self.other))));
        }
        let key = (self.own.clone(), self.other.clone());
        if let Some(&value) = known.borrow().get(&key) {
            return Some(value);
        }
        let mut value = self.throw_value(DiceCount::Two, known)?;
        if self.may_throw_one() {
            value = value.max(self.throw_value(DiceCount::One, known)?);
        }
        known.borrow_mut().insert(key, value);
        Some(value)
    }

    fn throw_value(&self, dice: DiceCount, known: &RefCell<KnownValues>) -> Option<f64> {
        let sums = Table::sums(dice);
        let mut by_sum = [None; 13];
        let mut value = 0.0;
        for &sum in &sums {
            let best = if let Some(best) = by_sum[usize::from(sum)] {
                best
            } else {
                let plays = self.plays(sum);
                let mut best = f64::NEG_INFINITY;
                for play in &plays {
                    best = best.max(self.play_value(play, known)?);
                }
                if plays.is_empty() { -self.turned().value(known)? } else { best }
            };
            by_sum[usize::from(sum)] = Some(best);
            value += best;
        }
        Some(value / f64::from(u8::try_from(sums.len()).ok()?))
    }

    fn play_value(&self, play: &Play, known: &RefCell<KnownValues>) -> Option<f64> {
        match self.after(play) {
            Next::Won(_, points) => Some(f64::from(points)),
            Next::Table(table) => table.value(known),
        }
    }
}

fn same(one: f64, other: f64) -> bool {
    (one - other).abs() < 1e-6
}

/// The chance of something on the board after a move.
fn share(table: &Table, odds: Odds) -> f64 {
    match odds {
        Odds::TheirWin => table.turned().threat(),
        Odds::OwnWin => table.threat(),
        Odds::Playable => table.mobility(),
        Odds::PlayableWithTwo => table.playable(DiceCount::Two).share(),
    }
}

/// True if `chosen` is the greatest of these, and not all of them are equal to it.
fn stands_out<N: PartialOrd>(all: &[N], chosen: &N) -> bool {
    all.iter().all(|number| number <= chosen) && all.iter().any(|number| number < chosen)
}

/// True if the reason is correct for a move.
#[allow(clippy::too_many_lines, reason = "a few lines for each kind of reason, and nothing else")]
pub(crate) fn true_of_move(table: &Table, sum: u8, chosen: Move, reason: Reason) -> bool {
    let play = Play::from(chosen);
    let plays = table.plays(sum);
    let known = RefCell::default();
    let value = |play: &Play| table.play_value(play, &known);
    let after = |play: &Play| match table.after(play) {
        Next::Table(table) => Some(table),
        Next::Won(..) => None,
    };
    let goes_on = || plays.iter().filter(|other| other.kind == play.kind).filter_map(after);
    let alike = || plays.iter().filter(|other| other.kind == play.kind);
    let best_of = |plays: &mut dyn Iterator<Item = &Play>| {
        plays.filter_map(|play| Some((value(play)?, play.clone()))).max_by(|one, other| one.0.total_cmp(&other.0))
    };
    // A reason may only mention legal moves.
    let named =
        |chosen: Move| Some(Play::from(chosen)).filter(|play| plays.contains(play)).and_then(|play| value(&play));
    match reason {
        Reason::OnlyMove => plays.len() == 1 && plays[0].kind == play.kind,
        Reason::Wins { by, squares, points } => {
            let uses = play.squares.len() as u32;
            matches!(table.after(&play), Next::Won(how, paid) if (how, uses, paid) == (by, squares, points))
        }
        Reason::PassesUpWin { points } => {
            let wins = plays.iter().filter_map(|other| match table.after(other) {
                Next::Won(_, points) => Some(points),
                Next::Table(_) => None,
            });
            wins.max() == Some(points) && value(&play).is_some_and(|value| value > f64::from(points))
        }
        Reason::DeniesWin { before, after: now } => {
            now.share() < before.share()
                && table.turned().has_threat(before)
                && after(&play).is_some_and(|table| table.turned().has_threat(now))
        }
        Reason::OtherWin { kind, points } => {
            let win = |play: &Play| match table.after(play) {
                Next::Won(_, points) => Some(points),
                Next::Table(_) => None,
            };
            let others = plays.iter().filter(|other| other.kind == kind).filter_map(win);
            kind != play.kind && others.max() == Some(points) && win(&play).is_some()
        }
        Reason::OnlyKind(kind) => kind == play.kind && plays.iter().all(|other| other.kind == kind),
        Reason::NothingToUncover => table.other.is_empty() && play.kind == MoveKind::Cover,
        Reason::Progress { kind, left, otherwise } => {
            let open = |table: &Table| match kind {
                MoveKind::Cover => table.open().len() as u32,
                MoveKind::Uncover => table.turned().open().len() as u32,
            };
            let others: Vec<Option<Table>> = plays.iter().filter(|other| other.kind != kind).map(after).collect();
            kind == play.kind
                && after(&play).is_some_and(|table| open(&table) == left)
                && !others.is_empty()
                && others.iter().all(|other| other.as_ref().is_some_and(|table| open(table) == otherwise))
                && (kind == MoveKind::Cover) == (left < otherwise)
        }
        Reason::Favours { odds, chance, other, than } => {
            let others: Vec<Option<Table>> = match than {
                Than::Kind(kind) => plays.iter().filter(|other| other.kind == kind).map(after).collect(),
                Than::Way(way) => plays.iter().filter(|&other| *other == Play::from(way)).map(after).collect(),
            };
            let compared = match than {
                Than::Kind(kind) => kind != play.kind,
                Than::Way(way) => Play::from(way).kind == play.kind && Play::from(way) != play,
            };
            let shares: Option<Vec<f64>> = others.iter().map(|table| Some(share(table.as_ref()?, odds))).collect();
            let Some(shares) = shares.filter(|shares| !shares.is_empty()) else { return false };
            let best = shares.into_iter().reduce(if odds == Odds::TheirWin { f64::min } else { f64::max });
            let better =
                if odds == Odds::TheirWin { chance.share() < other.share() } else { chance.share() > other.share() };
            compared
                && better
                && best.is_some_and(|best| same(best, other.share()))
                && after(&play).is_some_and(|table| same(share(&table, odds), chance.share()))
        }
        Reason::OnlyWay(kind) => kind == play.kind && alike().count() == 1,
        Reason::Largest { kind, square } => {
            let largest: Vec<u8> = alike().map(|other| *other.squares.iter().max().unwrap_or(&0)).collect();
            kind == play.kind && play.squares.contains(&square) && stands_out(&largest, &square)
        }
        Reason::UsesFewest { kind, squares } => {
            let counts: Vec<i64> = alike().map(|other| -(other.squares.len() as i64)).collect();
            kind == play.kind && play.squares.len() as u32 == squares && stands_out(&counts, &-i64::from(squares))
        }
        Reason::Larger { next } => {
            let next = Play::from(next);
            let largest_apart = |one: &Play, other: &Play| {
                one.squares.iter().copied().filter(|square| !other.squares.contains(square)).max()
            };
            plays.contains(&next) && next.kind == play.kind && largest_apart(&play, &next) > largest_apart(&next, &play)
        }
        Reason::FreesOneDie => !table.may_throw_one() && after(&play).is_some_and(|table| table.may_throw_one()),
        Reason::LeavesMost { kind, chance } => {
            let all: Vec<f64> = goes_on().map(|table| table.mobility()).collect();
            kind == play.kind
                && after(&play).is_some_and(|table| table.has_mobility(chance))
                && all.iter().all(|other| *other < chance.share() + 1e-6)
                && all.iter().any(|other| *other < chance.share() - 1e-6)
        }
        Reason::Leaves { chance } => after(&play).is_some_and(|table| table.has_mobility(chance)),
        Reason::Beats { by, other, same_kind } => {
            let is_compared = |compared: &Play| (compared.kind == play.kind) == same_kind && *compared != play;
            let best = best_of(&mut plays.iter().filter(|compared| is_compared(compared)));
            let Some((value, (best, _))) = value(&play).zip(best) else { return false };
            by >= 0.0
                && same(value - best, by)
                && named(other).is_some_and(|named| same(named, best))
                && is_compared(&Play::from(other))
        }
        Reason::Costs { points, best } => {
            let Some((value, (other, _))) = value(&play).zip(best_of(&mut plays.iter())) else { return false };
            let named = named(best);
            points >= 0.0 && same(other - value, points) && named.is_some_and(|named| same(named, other))
        }
        Reason::OnlyTwoDice { .. }
        | Reason::WinsSooner { .. }
        | Reason::Allows { .. }
        | Reason::ComparesDice { .. } => false,
    }
}

/// True if the reason is correct for a number of dice.
pub(crate) fn true_of_dice(table: &Table, chosen: DiceCount, reason: Reason) -> bool {
    let known = RefCell::default();
    let unchosen = if chosen == DiceCount::One { DiceCount::Two } else { DiceCount::One };
    let apart = || Some(table.throw_value(chosen, &known)? - table.throw_value(unchosen, &known)?);
    match reason {
        Reason::OnlyTwoDice { open } => {
            let large: Vec<u8> = table.open().into_iter().filter(|&square| square >= 7).collect();
            !large.is_empty() && open.ascending().collect::<Vec<_>>() == large && chosen == DiceCount::Two
        }
        Reason::WinsSooner { dice, chance, other } => {
            dice == chosen
                && chance.share() > other.share()
                && (table.winning(chosen), table.winning(unchosen)) == (chance, other)
                && table.may_throw_one()
        }
        Reason::Allows { dice, chance, other } => {
            dice == chosen
                && (table.playable(chosen), table.playable(unchosen)) == (chance, other)
                && table.may_throw_one()
        }
        Reason::ComparesDice { by, other } => other == unchosen && apart().is_some_and(|apart| same(apart, by)),
        _ => false,
    }
}

/// True if a move of this kind would win.
pub(crate) fn wins(table: &Table, sum: u8, kind: MoveKind) -> bool {
    table.plays(sum).iter().any(|play| play.kind == kind && matches!(table.after(play), Next::Won(..)))
}
