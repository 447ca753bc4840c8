use std::fmt;

use parlor_rules::kono::{CAPTURE_POINTS, Direction, Point};

/// Why a move is made. Each reason is a fact about the position; its `Display` is a sentence about the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The round ends with it.
    Ends {
        /// The mover's lead then, in points.
        ahead: i32,
    },
    /// It removes an opponent's piece.
    Captures {
        /// Where that piece stands.
        piece: Point,
    },
    /// It reaches an opponent's home point that is worth more than the point it left.
    Takes {
        /// The home point.
        home: Point,
        /// What it is worth.
        worth: u8,
    },
    /// The piece reaches an opponent's home point for the first time, so that it may capture.
    Armed,
    /// The piece could have been captured where it stood, and can't be where it goes.
    Retreats {
        /// A piece that could have captured it.
        hunter: Point,
    },
    /// It blocks a step of an opponent's piece that can't capture.
    Blocks {
        /// The opponent's piece.
        piece: Point,
        /// Where it could have gone.
        direction: Direction,
    },
    /// It stands on an own home point that an opponent's piece could have stepped to.
    Holds {
        /// The home point.
        home: Point,
        /// The opponent's piece.
        against: Point,
    },
    /// An opponent's piece can be captured by its second or third move, whatever the replies.
    Wins {
        /// Where that piece stands now.
        piece: Point,
        /// By which of the mover's moves, this one being the first.
        moves: u8,
    },
    /// A home point can be taken with the next move, whatever the reply.
    Reaches {
        /// The home point.
        home: Point,
        /// What it is worth.
        worth: u8,
    },
    /// The moved piece could capture next.
    Threatens {
        /// Where the opponent's piece stands.
        piece: Point,
    },
    /// It comes a step closer to an opponent's home point, and forward unless it stood on another.
    Advances {
        /// The home point.
        home: Point,
        /// How many steps are left.
        steps: u8,
        /// Whether a way of that many steps is free now, including its end.
        free: bool,
    },
    /// A piece of the mover's can now advance to the point it left.
    ClearsWay {
        /// Where that piece stands.
        piece: Point,
    },
    /// The mover is ahead, and the round comes closer to being called (rule kon-called).
    TowardCall {
        /// By how many points.
        ahead: i32,
    },
    /// The mover is behind, and the move stops a round that was about to be called.
    AwayFromCall {
        /// By how many points.
        behind: i32,
    },
    /// The piece goes a row forward. This is said where nothing else is said of the step itself.
    StepsForward {
        /// Where it goes.
        to: Point,
    },
    /// The piece goes a row back. This is said where nothing else is said of the step itself.
    StepsBack {
        /// Where it goes.
        to: Point,
        /// Whether no piece can capture it there.
        safe: bool,
    },
    /// What speaks against it: the moved piece can be captured where it goes.
    Exposed {
        /// A piece that can capture it.
        hunter: Point,
    },
    /// Nothing else is possible.
    Only,
    /// No piece can move, so the player passes.
    Stuck,
}

impl Reason {
    /// Whether it names an advance, a retreat, a block or a capture.
    pub(super) fn names_the_step(self) -> bool {
        matches!(
            self,
            Reason::Captures { .. }
                | Reason::Takes { .. }
                | Reason::Retreats { .. }
                | Reason::Blocks { .. }
                | Reason::Advances { .. }
                | Reason::StepsForward { .. }
                | Reason::StepsBack { .. }
        )
    }
}

/// "1 point", "2 points".
fn many(count: impl Into<i64>, noun: &str) -> String {
    let count = count.into();
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reason::Ends { ahead } if ahead > 0 => {
                write!(f, "It ends the round and wins it by {}.", many(ahead, "point"))
            }
            Reason::Ends { ahead: 0 } => f.write_str("It ends the round in a tie."),
            Reason::Ends { ahead } => write!(f, "It ends the round and loses it by {}.", many(-ahead, "point")),
            Reason::Captures { piece } => write!(f, "It captures the piece at {piece}, for {CAPTURE_POINTS} points."),
            Reason::Takes { home, worth } => {
                write!(f, "It advances to the home point {home}, worth {}.", many(worth, "point"))
            }
            Reason::Armed => f.write_str("From now on that piece can capture."),
            Reason::Retreats { hunter } => {
                write!(f, "It retreats from the piece at {hunter}, which could have captured it.")
            }
            Reason::Blocks { piece, direction } => {
                write!(f, "It blocks the piece at {piece}, which can no longer go {direction}.")
            }
            Reason::Holds { home, against } => {
                write!(f, "It holds the home point {home} against the piece at {against}.")
            }
            Reason::Wins { piece, moves } => {
                let moves = if moves == 2 { "two" } else { "three" };
                write!(f, "It wins the piece at {piece} in {moves} moves, whatever the replies.")
            }
            Reason::Reaches { home, worth } => {
                let worth = many(worth, "point");
                write!(f, "Whatever the reply, the next move can take the home point {home}, worth {worth}.")
            }
            Reason::Threatens { piece } => write!(f, "It threatens to capture the piece at {piece}."),
            Reason::Advances { home, steps, free } => {
                let steps = many(steps, "step");
                if free {
                    write!(f, "It advances toward the home point {home}, now {steps} away.")
                } else {
                    write!(f, "It advances toward the home point {home}, {steps} away once the way is free.")
                }
            }
            Reason::ClearsWay { piece } => write!(f, "It clears the way for the piece at {piece}."),
            Reason::TowardCall { ahead } => {
                write!(f, "It keeps the lead: if the round is called, it is won by {}.", many(ahead, "point"))
            }
            Reason::AwayFromCall { behind } => {
                write!(f, "It keeps the round from being called, which would lose it by {}.", many(behind, "point"))
            }
            Reason::StepsForward { to } => write!(f, "It advances to {to}, a row closer to the other side."),
            Reason::StepsBack { to, safe: true } => write!(f, "It retreats to {to}, where no piece can capture it."),
            Reason::StepsBack { to, safe: false } => write!(f, "It retreats to {to}."),
            Reason::Exposed { hunter } => write!(f, "But the piece at {hunter} could capture it there."),
            Reason::Only => f.write_str("No other move is possible."),
            Reason::Stuck => f.write_str("No piece can move."),
        }
    }
}
