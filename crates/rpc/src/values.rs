//! Positions, moves and dice as answers have them, for other documents that speak of them in the same way.

use parlor_rules::{Choice, Seat, Standing, Throw};
use serde::Serialize;
use serde_json::Value;

use crate::shapes::{Player, dice_number};
use crate::{canoga, congkak, kono};

fn value(of: impl Serialize) -> Value {
    serde_json::to_value(of).expect("strings and numbers always serialise")
}

/// A position.
pub fn position_value(standing: &Standing) -> Value {
    match standing {
        Standing::Canoga(standing) => value(canoga::CanogaPosition::from(standing)),
        Standing::Congkak(standing) => value(congkak::CongkakPosition::from(standing)),
        Standing::Kono(standing) => value(kono::KonoPosition::from(standing)),
    }
}

/// A move; for a number of dice that number, and for a call or a colour its word.
pub fn choice_value(choice: Choice) -> Value {
    match choice {
        Choice::Dice(dice) => value(dice_number(dice)),
        Choice::Canoga(chosen) => value(canoga::Move::from(chosen)),
        Choice::Congkak(pit) => value(congkak::Move::from(pit)),
        Choice::Kono(chosen) => value(kono::Move::from(chosen)),
        Choice::Coin(_) | Choice::Color(_) => value(choice.to_string()),
    }
}

/// A seat.
pub fn seat_value(seat: Seat) -> Value {
    value(Player::from(seat))
}

/// Dice.
pub fn throw_value(throw: Throw) -> Value {
    value(throw.dice())
}
