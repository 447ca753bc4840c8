use std::fmt;

use parlor_rules::kono::{CAPTURE_POINTS, Direction, Point};

use crate::evaluation::counted;

/// A reason for a move: a fact about the position. Its `Display` is a sentence about the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Reason {
    /// The move ends the round.
    Ends {
        /// The mover's lead at the end, in points.
        ahead: i32,
    },
    /// It removes an opponent's piece.
    Captures {
        /// The point on which that piece stands.
        piece: Point,
    },
    /// It reaches an opponent's home point with a greater value than the point it left.
    Takes {
        /// The location of the home point.
        home: Point,
        /// The value of the home point.
        worth: u8,
    },
    /// The piece reaches an opponent's home point for the first time, so that it may capture.
    Armed,
    /// The piece could have been captured where it stood, and can't be captured on its new point.
    Retreats {
        /// A piece that could have captured it.
        hunter: Point,
    },
    /// Blocks a step of an opponent's piece that can't capture.
    Blocks {
        /// The point of the opponent's piece.
        piece: Point,
        /// The direction in which it could have gone.
        direction: Direction,
    },
    /// It stands on one of the mover's home points, to which an opponent's piece could have stepped.
    Holds {
        /// The location of the home point.
        home: Point,
        /// The point of the opponent's piece.
        against: Point,
    },
    /// An opponent's piece can be captured by its second or third move, whatever the replies.
    Wins {
        /// The current point of that piece.
        piece: Point,
        /// The number of the mover's move that captures it, counting this one as the first.
        moves: u8,
    },
    /// A home point can be taken with the next move, whatever the reply.
    Reaches {
        /// The location of the home point.
        home: Point,
        /// The value of the home point.
        worth: u8,
    },
    /// The moved piece could capture next.
    Threatens {
        /// The point of the opponent's piece.
        piece: Point,
    },
    /// The piece comes a step closer to an opponent's home point, and steps forward unless it stood on another.
    Advances {
        /// The location of the home point.
        home: Point,
        /// The number of steps left.
        steps: u8,
        /// True if a shortest way there is free now, including its end.
        free: bool,
    },
    /// The mover is ahead, and the round comes closer to being called (rule kon-called).
    TowardCall {
        /// The lead in points.
        ahead: i32,
    },
    /// The mover is behind, and the move stops a round that was about to be called.
    AwayFromCall {
        /// The lead in points.
        behind: i32,
    },
    /// The destination and the purpose of the step. Given only if no other reason is about the step itself.
    Steps {
        /// The point that the piece moves to.
        to: Point,
        /// True for a row forward, false for a row back.
        forward: bool,
        /// The aim of the step.
        purpose: Purpose,
    },
    /// A drawback: the moved piece can be captured on its new point.
    Exposed {
        /// A piece that can capture it.
        hunter: Point,
    },
    /// This is the only legal move.
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
        /// The point on which that piece stands.
        piece: Point,
    },
    /// The mover's next step: that of the principal variation if it has an aim, otherwise one that some reply allows.
    Prepares {
        /// The point where the next step starts.
        from: Point,
        /// The direction of the next step.
        direction: Direction,
        /// The effect of the next step, if it has one.
        aim: Option<Aim>,
    },
    /// The mover has no further step, whatever the reply.
    Last,
}

/// The effect of a prepared step, the best aims first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Aim {
    /// Captures, like [`Reason::Captures`].
    Captures {
        /// The point on which that piece stands.
        piece: Point,
    },
    /// Takes a home point, like [`Reason::Takes`].
    Takes {
        /// The location of the home point.
        home: Point,
        /// The value of the home point.
        worth: u8,
    },
    /// Escapes a capture, like [`Reason::Retreats`].
    Retreats {
        /// A piece that could have captured it.
        hunter: Point,
    },
    /// Blocks a piece, like [`Reason::Blocks`].
    Blocks {
        /// The point of the opponent's piece.
        piece: Point,
    },
    /// Advances, like [`Reason::Advances`].
    Advances {
        /// The location of the home point.
        home: Point,
    },
}

impl Reason {
    /// True if the reason is about the step itself, not only about its consequences.
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
