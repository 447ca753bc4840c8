use parlor_rules::{Seat, Standing, canoga, congkak, kono};

/// A place where two saves differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// A description like "Human's square 4".
    pub place: String,
    /// The contents in the first save.
    pub first: String,
    /// The contents in the second save.
    pub second: String,
}

/// Every difference between two saves; none if they hold the same position. Throws and names don't count.
pub fn differences(first: &Standing, second: &Standing) -> Vec<Difference> {
    let mut found = Found::default();
    found.add("the game", first.game(), second.game());
    if first.game() != second.game() {
        return found.0;
    }
    found.add("the size", first.size(), second.size());
    match (first, second) {
        (Standing::Canoga(first), Standing::Canoga(second)) => canoga(first, second, &mut found),
        (Standing::Congkak(first), Standing::Congkak(second)) => congkak(first, second, &mut found),
        (Standing::Kono(first), Standing::Kono(second)) => kono(first, second, &mut found),
        _ => {}
    }
    found.0
}

#[derive(Default)]
struct Found(Vec<Difference>);

impl Found {
    #[expect(clippy::needless_pass_by_value, reason = "numbers are passed as they are")]
    fn add(&mut self, place: impl Into<String>, first: impl ToString, second: impl ToString) {
        let (first, second) = (first.to_string(), second.to_string());
        if first != second {
            self.0.push(Difference { place: place.into(), first, second });
        }
    }
}

fn canoga(first: &canoga::Standing, second: &canoga::Standing, found: &mut Found) {
    let (one, other) = (first.position, second.position);
    if one.size() == other.size() {
        for seat in [Seat::Computer, Seat::Human] {
            for square in 1..=one.size().squares() {
                let shown = |position: &canoga::Position| {
                    if position.covered()[seat].contains(square) { "covered" } else { "open" }
                };
                found.add(format!("{seat}'s square {square}"), shown(&one), shown(&other));
            }
        }
    }
    for seat in [Seat::Computer, Seat::Human] {
        found.add(format!("{seat}'s score"), first.scores[seat], second.scores[seat]);
    }
    found.add("the first turn", one.first(), other.first());
    let lock = |position: &canoga::Position| {
        position.locked().map_or("none".to_owned(), |lock| format!("{}'s {}", lock.owner, lock.square))
    };
    found.add("the locked square", lock(&one), lock(&other));
    let state = |position: &canoga::Position| match position.outcome() {
        Some(outcome) => format!("{} has won the round", outcome.winner),
        None => next(position.turn()),
    };
    found.add("the next turn", state(&one), state(&other));
}

fn congkak(first: &congkak::Standing, second: &congkak::Standing, found: &mut Found) {
    let (one, other) = (first.position, second.position);
    for seat in Seat::BOTH {
        found.add(format!("{seat}'s store"), one.store(seat), other.store(seat));
        if one.size() == other.size() {
            for (index, (one, other)) in one.pits(seat).iter().zip(other.pits(seat)).enumerate().rev() {
                let pit = congkak::Pit::new(seat, index).expect("the pit is on the board");
                found.add(format!("pit {pit}"), one, other);
            }
        }
        found.add(format!("{seat}'s rounds"), first.rounds[seat], second.rounds[seat]);
    }
    let state = |position: &congkak::Position| match position.outcome() {
        Some(outcome) => format!("{} has won the round", outcome.winner),
        None => next(position.turn()),
    };
    found.add("the next player", state(&one), state(&other));
}

fn kono(first: &kono::Standing, second: &kono::Standing, found: &mut Found) {
    found.add("the round", first.round, second.round);
    for seat in [Seat::Computer, Seat::Human] {
        found.add(format!("{seat}'s score"), first.scores[seat], second.scores[seat]);
    }
    let color = |standing: &kono::Standing| {
        standing.position.map_or("not chosen".to_owned(), |position| position.color(Seat::Human).to_string())
    };
    found.add("Human's colour", color(first), color(second));
    if first.board().size() == second.board().size() {
        for point in first.board().points() {
            found.add(format!("the point {point}"), cell(first.board().cell(point)), cell(second.board().cell(point)));
        }
    }
    let state = |standing: &kono::Standing| match standing.outcome() {
        Some(outcome) => outcome.winner.map_or("tied".to_owned(), |winner| format!("{winner} has won the round")),
        None => next(standing.position.and_then(|position| position.turn())),
    };
    found.add("the next player", state(first), state(second));
}

fn next(seat: Option<Seat>) -> String {
    seat.map_or("not chosen".to_owned(), |seat| seat.to_string())
}

/// A point in the notation of saves.
pub(crate) fn cell(cell: kono::Cell) -> &'static str {
    match cell {
        kono::Cell::Vacant => "O",
        kono::Cell::Piece { color: kono::Color::White, captures: false } => "W",
        kono::Cell::Piece { color: kono::Color::White, captures: true } => "WW",
        kono::Cell::Piece { color: kono::Color::Black, captures: false } => "B",
        kono::Cell::Piece { color: kono::Color::Black, captures: true } => "BB",
    }
}
