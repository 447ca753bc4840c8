use parlor_engine::Judged;
use parlor_rules::Seat;

/// What a round is worth, for everybody who looks on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Worth {
    /// The net points or seeds that Human can expect of the round's end; below zero they are Computer's.
    pub human: f64,
    /// Whether that is proven.
    pub exact: bool,
}

impl Worth {
    /// What the best choice of a player says about the round.
    pub fn of(seat: Seat, best: &Judged) -> Worth {
        let human = if seat == Seat::Human { best.value } else { -best.value };
        Worth { human, exact: best.exact }
    }
}
