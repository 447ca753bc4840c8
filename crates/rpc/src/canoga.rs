use parlor_rules::canoga::{Draft, DraftAdvantage, DraftOver, DraftRow, Move, Size, Squares, Standing, WonBy};

use crate::draft::going_on;
use crate::error::Error;
use crate::json::{At, Json, Problems, object};
use crate::shapes::{both, name, player, size, size_and_first, throw, whole};

const SIZES: &str = parlor_rules::canoga::Size::CHOICES;

const REASONS: [(&str, WonBy); 2] = [("covered", WonBy::Covering), ("uncovered", WonBy::Uncovering)];

pub(crate) fn position(standing: &Standing) -> Json<'static> {
    let Draft { size, rows, first, next, advantage, over } = Draft::from(standing);
    let row = |row: DraftRow| object! { "covered": row.covered, "score": row.score };
    object! {
        "game": "canoga",
        "size": size,
        "human": row(rows.human),
        "computer": row(rows.computer),
        "first": first,
        "next": next,
        "advantage": advantage.map(|lock| object! { "player": lock.player, "square": lock.square }),
        "over": over.map(|over| object! {
            "winner": over.winner, "reason": name(&REASONS, &over.by), "points": over.points,
        }),
    }
}

pub(crate) fn write_move(chosen: Move) -> Json<'static> {
    let list = |squares: Squares| squares.ascending().rev().collect::<Vec<u8>>();
    match chosen {
        Move::Cover(squares) => object! { "cover": list(squares) },
        Move::Uncover(squares) => object! { "uncover": list(squares) },
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
        let by = fields.must("reason", problems).and_then(|at| at.word(&REASONS, problems));
        let points = whole(&fields, "points", problems);
        Some(DraftOver { winner: winner?, by: by?, points: points? })
    });
    Some(Draft { size: size?, rows: rows?, first: first?, next: next?, advantage, over })
}

pub(crate) fn check(draft: &Draft) -> Result<Standing, Error> {
    draft.check().map_err(|faults| Error::position(&faults, "covered"))
}

pub(crate) fn chosen(at: At<'_>, problems: &mut Problems) -> Option<Move> {
    let fields = at.object(&["cover", "uncover"], problems)?;
    let squares = |at: At<'_>, problems: &mut Problems| {
        let squares = at.list("squares", problems, |at, problems| at.whole(problems))?;
        match Squares::named(squares) {
            Ok(squares) => Some(squares),
            Err(error) => at.fault(error, problems),
        }
    };
    match (fields.may("cover"), fields.may("uncover")) {
        (Some(at), None) => squares(at, problems).map(Move::Cover),
        (None, Some(at)) => squares(at, problems).map(Move::Uncover),
        (Some(_), Some(_)) => at.fault("either cover or uncover, never both", problems),
        (None, None) => at.fault("must have cover or uncover, a list of squares", problems),
    }
}

pub(crate) fn new(params: At<'_>) -> Result<Json<'static>, Error> {
    let (size, first) = size_and_first(params, SIZES, Size::new)?;
    Ok(object! { "position": position(&Standing::new(size, first)) })
}

pub(crate) fn play(params: At<'_>) -> Result<Json<'static>, Error> {
    let (draft, throw, chosen) = params.read(&["position", "dice", "move"], |fields, problems| {
        let position = fields.must("position", problems).and_then(|at| draft(at, problems));
        let dice = fields.must("dice", problems).and_then(|at| throw(at, problems));
        let chosen = fields.may("move").and_then(|at| chosen(at, problems));
        Some((position?, dice?, chosen))
    })?;
    let mut standing = going_on(check(&draft)?)?;
    let thrown = standing.position.throw(throw).map_err(|refusal| Error::params("dice", refusal))?;
    let after = match chosen {
        None => thrown.pass(),
        Some(chosen) => thrown.play(chosen),
    };
    standing.position = after.map_err(|refusal| Error::params("move", refusal))?;
    Ok(object! { "position": position(&standing) })
}

pub(crate) fn next_round(params: At<'_>) -> Result<Json<'static>, Error> {
    let (draft, size, first) = params.read(&["position", "size", "first"], |fields, problems| {
        let position = fields.must("position", problems).and_then(|at| draft(at, problems));
        let size = size(fields, problems, SIZES, Size::new);
        let first = player(fields, "first", problems);
        Some((position?, size?, first?))
    })?;
    let standing = check(&draft)?.next_round(size, first).map_err(Error::next_round)?;
    Ok(object! { "position": position(&standing) })
}
