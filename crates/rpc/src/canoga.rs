use parlor_rules::Pair;
use parlor_rules::canoga::{
    Draft, DraftAdvantage, DraftOver, DraftRow, Move as RulesMove, Outcome, Size, Squares, Standing, WonBy,
};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::error::Error;
use crate::json::{At, Problems};
use crate::shapes::{Moves, Player, Position, both, dice_number, player, size, size_and_first, throw, whole, write};

const SIZES: &str = parlor_rules::canoga::Size::CHOICES;

/// A position as answers have it.
#[derive(Serialize)]
pub(crate) struct CanogaPosition {
    game: &'static str,
    size: i64,
    human: Row,
    computer: Row,
    first: Player,
    next: Player,
    advantage: Option<Advantage>,
    over: Option<Over>,
}

#[derive(Serialize)]
struct Row {
    covered: Vec<i64>,
    score: i64,
}

#[derive(Serialize)]
struct Advantage {
    player: Player,
    square: i64,
}

#[derive(Serialize)]
struct Over {
    winner: Player,
    reason: &'static str,
    points: i64,
}

#[derive(Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Move {
    Cover(Vec<u8>),
    Uncover(Vec<u8>),
}

impl From<&Standing> for CanogaPosition {
    fn from(standing: &Standing) -> CanogaPosition {
        let Draft { size, rows, first, next, advantage, over } = Draft::from(standing);
        let Pair { human, computer } = rows.map(|DraftRow { covered, score }| Row { covered, score });
        CanogaPosition {
            game: "canoga",
            size,
            human,
            computer,
            first: first.into(),
            next: next.into(),
            advantage: advantage.map(|DraftAdvantage { player, square }| Advantage { player: player.into(), square }),
            over: over.map(|DraftOver { winner, by, points }| Over {
                winner: winner.into(),
                reason: match by {
                    WonBy::Covering => "covered",
                    WonBy::Uncovering => "uncovered",
                },
                points,
            }),
        }
    }
}

impl From<RulesMove> for Move {
    fn from(chosen: RulesMove) -> Move {
        let list = |squares: Squares| squares.ascending().rev().collect();
        match chosen {
            RulesMove::Cover(squares) => Move::Cover(list(squares)),
            RulesMove::Uncover(squares) => Move::Uncover(list(squares)),
        }
    }
}

pub(crate) fn draft(at: At<'_>, problems: &mut Problems) -> Option<Draft> {
    let known = ["game", "size", "human", "computer", "first", "next", "advantage", "over"];
    let fields = at.object(&known, problems)?;
    let size = whole(&fields, "size", problems);
    let rows = both(&fields, problems, |at, problems| {
        let fields = at.object(&["covered", "score"], problems)?;
        let covered = fields
            .must("covered", problems)
            .and_then(|at| at.list("squares", problems, |at, problems| at.whole(problems)));
        let score = whole(&fields, "score", problems);
        Some(DraftRow { covered: covered?, score: score? })
    });
    let first = player(&fields, "first", problems);
    let next = player(&fields, "next", problems);
    let advantage = fields.may("advantage").and_then(|at| {
        let fields = at.object(&["player", "square"], problems)?;
        let (player, square) = (player(&fields, "player", problems), whole(&fields, "square", problems));
        Some(DraftAdvantage { player: player?, square: square? })
    });
    let over = fields.may("over").and_then(|at| {
        let fields = at.object(&["winner", "reason", "points"], problems)?;
        let winner = player(&fields, "winner", problems);
        let reasons = [("covered", WonBy::Covering), ("uncovered", WonBy::Uncovering)];
        let by = fields.must("reason", problems).and_then(|at| at.word(&reasons, problems));
        let points = whole(&fields, "points", problems);
        Some(DraftOver { winner: winner?, by: by?, points: points? })
    });
    Some(Draft { size: size?, rows: rows?, first: first?, next: next?, advantage, over })
}

pub(crate) fn check(draft: &Draft) -> Result<Standing, Error> {
    draft.check().map_err(|faults| Error::position(&faults, "covered"))
}

pub(crate) fn chosen(at: At<'_>, problems: &mut Problems) -> Option<RulesMove> {
    let fields = at.object(&["cover", "uncover"], problems)?;
    let squares = |at: At<'_>, problems: &mut Problems| {
        let squares = at.list("squares", problems, |at, problems| at.whole(problems))?;
        match Squares::named(squares) {
            Ok(squares) => Some(squares),
            Err(error) => at.fault(error, problems),
        }
    };
    match (fields.may("cover"), fields.may("uncover")) {
        (Some(at), None) => squares(at, problems).map(RulesMove::Cover),
        (None, Some(at)) => squares(at, problems).map(RulesMove::Uncover),
        (Some(_), Some(_)) => at.fault("either cover or uncover, never both", problems),
        (None, None) => at.fault("must have cover or uncover, a list of squares", problems),
    }
}

/// A position that isn't over.
pub(crate) fn going_on(draft: &Draft) -> Result<Standing, Error> {
    let standing = check(draft)?;
    match standing.position.outcome() {
        None => Ok(standing),
        Some(Outcome { winner, .. }) => {
            Err(Error::params("position", format!("the round is over: {winner} has won it; see next_round")))
        }
    }
}

fn position(standing: &Standing) -> Result<Box<RawValue>, Error> {
    write(&Position { position: CanogaPosition::from(standing) })
}

pub(crate) fn new(params: At<'_>) -> Result<Box<RawValue>, Error> {
    let (size, first) = size_and_first(params, SIZES, Size::new)?;
    position(&Standing::new(size, first))
}

pub(crate) fn moves(params: At<'_>) -> Result<Box<RawValue>, Error> {
    #[derive(Serialize)]
    struct Throws {
        throws: Vec<u8>,
    }
    let mut problems = Problems::default();
    let read = params.object(&["position", "dice"], &mut problems).and_then(|fields| {
        let position = fields.must("position", &mut problems).and_then(|at| draft(at, &mut problems));
        let dice = fields.may("dice").and_then(|at| throw(at, &mut problems));
        Some((position?, dice))
    });
    let (draft, dice) = problems.or(read)?;
    let now = going_on(&draft)?.position;
    let Some(throw) = dice else {
        return write(&Throws { throws: now.throws().map(dice_number).collect() });
    };
    let thrown = now.throw(throw).map_err(|refusal| Error::params("dice", refusal))?;
    write(&Moves { moves: thrown.moves().map(Move::from).collect() })
}

pub(crate) fn play(params: At<'_>) -> Result<Box<RawValue>, Error> {
    let mut problems = Problems::default();
    let read = params.object(&["position", "dice", "move"], &mut problems).and_then(|fields| {
        let position = fields.must("position", &mut problems).and_then(|at| draft(at, &mut problems));
        let dice = fields.must("dice", &mut problems).and_then(|at| throw(at, &mut problems));
        let chosen = fields.may("move").and_then(|at| chosen(at, &mut problems));
        Some((position?, dice?, chosen))
    });
    let (draft, throw, chosen) = problems.or(read)?;
    let mut standing = going_on(&draft)?;
    let thrown = standing.position.throw(throw).map_err(|refusal| Error::params("dice", refusal))?;
    let after = match chosen {
        None => thrown.pass(),
        Some(chosen) => thrown.play(chosen),
    };
    standing.position = after.map_err(|refusal| Error::params("move", refusal))?;
    position(&standing)
}

pub(crate) fn next_round(params: At<'_>) -> Result<Box<RawValue>, Error> {
    let mut problems = Problems::default();
    let read = params.object(&["position", "size", "first"], &mut problems).and_then(|fields| {
        let position = fields.must("position", &mut problems).and_then(|at| draft(at, &mut problems));
        let size = size(&fields, &mut problems, SIZES, Size::new);
        let first = player(&fields, "first", &mut problems);
        Some((position?, size?, first?))
    });
    let (draft, size, first) = problems.or(read)?;
    position(&check(&draft)?.next_round(size, first).map_err(Error::next_round)?)
}
