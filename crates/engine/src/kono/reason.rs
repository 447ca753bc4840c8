use std::fmt;

use parlor_rules::kono::{CAPTURE_POINTS, Direction, Point};

use crate::evaluation::counted;

/// Why a move is made. Each reason is a fact about the position; its `Display` is a sentence about the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
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
    /// Where the piece goes and what for. Given only if no other reason is about the step itself.
    Steps {
        /// Where it goes.
        to: Point,
        /// Whether that is a row forward; otherwise it is a row back.
        forward: bool,
        /// What for.
        purpose: Purpose,
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

/// The purpose of a step that neither captures nor blocks nor heads for a home point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Purpose {
    /// An opponent's piece that could have threatened the piece with its next step can't any more.
    KeepsAway {
        /// The opponent's piece, which can capture.
        hunter: Point,
    },
    /// A piece of the mover's can now advance to the point it left.
    MakesRoom {
        /// Where that piece stands.
        piece: Point,
    },
    /// The mover's next step: that of the principal variation if it has an aim, otherwise one that some reply allows.
    Prepares {
        /// Where the next step begins.
        from: Point,
        /// Where it leads.
        direction: Direction,
        /// What it does, unless no next step does anything.
        aim: Option<Aim>,
    },
    /// The mover has no further step, whatever the reply.
    Last,
}

/// What a prepared step does, the best aims first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Aim {
    /// Like [`Reason::Captures`].
    Captures {
        /// Where that piece stands.
        piece: Point,
    },
    /// Like [`Reason::Takes`].
    Takes {
        /// The home point.
        home: Point,
        /// What it is worth.
        worth: u8,
    },
    /// Like [`Reason::Retreats`].
    Retreats {
        /// A piece that could have captured it.
        hunter: Point,
    },
    /// Like [`Reason::Blocks`].
    Blocks {
        /// The opponent's piece.
        piece: Point,
    },
    /// Like [`Reason::Advances`].
    Advances {
        /// The home point.
        home: Point,
    },
}

impl Reason {
    /// Whether this is about the step itself, and not only about its consequences.
    pub(super) fn names_the_step(self) -> bool {
        matches!(
            self,
            Reason::Captures { .. }
                | Reason::Takes { .. }
                | Reason::Retreats { .. }
                | Reason::Blocks { .. }
                | Reason::Advances { .. }
        )
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Reason::Ends { ahead } if ahead > 0 => {
                write!(f, "It ends the round and wins it by {}.", counted(ahead, "point"))
            }
            Reason::Ends { ahead: 0 } => f.write_str("It ends the round in a tie."),
            Reason::Ends { ahead } => write!(f, "It ends the round and loses it by {}.", counted(-ahead, "point")),
            Reason::Captures { piece } => write!(f, "It captures the piece at {piece}, for {CAPTURE_POINTS} points."),
            Reason::Takes { home, worth } => {
                write!(f, "It advances to the home point {home}, worth {}.", counted(worth, "point"))
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
                let worth = counted(worth, "point");
                write!(f, "Whatever the reply, the next move can take the home point {home}, worth {worth}.")
            }
            Reason::Threatens { piece } => write!(f, "It threatens to capture the piece at {piece}."),
            Reason::Advances { home, steps, free } => {
                let steps = counted(steps, "step");
                if free {
                    write!(f, "It advances toward the home point {home}, now {steps} away.")
                } else {
                    write!(f, "It advances toward the home point {home}, {steps} away once the way is free.")
                }
            }
            Reason::TowardCall { ahead } => {
                write!(f, "It keeps the lead: if the round is called, it is won by {}.", counted(ahead, "point"))
            }
            Reason::AwayFromCall { behind } => {
                write!(f, "It keeps the round from being called, which would lose it by {}.", counted(behind, "point"))
            }
            Reason::Steps { to, forward, purpose } => {
                write!(f, "It {} to {to}{purpose}.", if forward { "advances" } else { "retreats" })
            }
            Reason::Exposed { hunter } => write!(f, "But the piece at {hunter} could capture it there."),
            Reason::Only => f.write_str("No other move is possible."),
            Reason::Stuck => f.write_str("No piece can move."),
        }
    }
}

/// The second half of a sentence.
impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Purpose::KeepsAway { hunter } => {
                write!(f, ", where the piece at {hunter} can't threaten it with its next step")
            }
            Purpose::MakesRoom { piece } => write!(f, " and makes room for the piece at {piece}"),
            Purpose::Prepares { from, direction, aim: Some(aim) } => {
                write!(f, " to prepare {from} {direction}, {aim}")
            }
            Purpose::Prepares { from, direction, aim: None } => write!(f, " to prepare {from} {direction}"),
            Purpose::Last => f.write_str(", the player's last step of the round"),
        }
    }
}

/// The end of a sentence.
impl fmt::Display for Aim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Aim::Captures { piece } => write!(f, "which captures the piece at {piece}"),
            Aim::Takes { home, worth } => {
                write!(f, "which takes the home point {home}, worth {}", counted(worth, "point"))
            }
            Aim::Retreats { hunter } => write!(f, "which escapes from the piece at {hunter}"),
            Aim::Blocks { piece } => write!(f, "which blocks the piece at {piece}"),
            Aim::Advances { home } => write!(f, "which heads for the home point {home}"),
        }
    }
}
