use parlor_rules::canoga::{Draft, DraftAdvantage, DraftOver, DraftRow, Move, Size, Squares, Standing, WonBy};

use crate::draft::unfinished;
use crate::error::Error;
use crate::json::{Json, PathValue, object, whole};
use crate::shapes::{both, name, seat, size, size_and_first, throw};

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

pub(crate) fn read(at: PathValue<'_>) -> Option<Result<Standing, Error>> {
    let known = ["game", "size", "human", "computer", "first", "next", "advantage", "over"];
    let fields = at.object(&known)?;
    let size = fields.must("size", whole);
    let rows = both(&fields, |at| {
        let fields = at.object(&["covered", "score"])?;
        let covered = fields.must("covered", |at| at.list("squares", whole));
        let score = fields.must("score", whole);
        Some(DraftRow { covered: covered?, score: score? })
    });
    let (first, next) = (fields.must("first", seat), fields.must("next", seat));
    let advantage = fields.may("advantage", |at| {
        let fields = at.object(&["player", "square"])?;
        let (player, square) = (fields.must("player", seat), fields.must("square", whole));
        Some(DraftAdvantage { player: player?, square: square? })
    });
    let over = fields.may("over", |at| {
        let fields = at.object(&["winner", "reason", "points"])?;
        let winner = fields.must("winner", seat);
        let by = fields.must("reason", |at| at.word(&REASONS));
        let points = fields.must("points", whole);
        Some(DraftOver { winner: winner?, by: by?, points: points? })
    });
    let draft = Draft { size: size?, rows: rows?, first: first?, next: next?, advantage, over };
    Some(draft.check().map_err(|faults| Error::position(&faults, "covered")))
}

pub(crate) fn chosen(at: PathValue<'_>) -> Option<Move> {
    let fields = at.object(&["cover", "uncover"])?;
    let squares = |at: PathValue<'_>| match Squares::named(at.list("squares", whole)?) {
        Ok(squares) => Some(squares),
        Err(error) => at.fault(error),
    };
    match (fields.may("cover", Some), fields.may("uncover", Some)) {
        (Some(at), None) => squares(at).map(Move::Cover),
        (None, Some(at)) => squares(at).map(Move::Uncover),
        (Some(_), Some(_)) => at.fault("must have either cover or uncover, not both"),
        (None, None) => at.fault("must have cover or uncover, a list of squares"),
    }
}

pub(crate) fn new(params: PathValue<'_>) -> Result<Json<'static>, Error> {
    let (size, first) = size_and_first(params, SIZES, Size::new)?;
    Ok(object! { "position": position(&Standing::new(size, first)) })
}

pub(crate) fn play(params: PathValue<'_>) -> Result<Json<'static>, Error> {
    let (standing, throw, chosen) = params.read(&["position", "dice", "move"], |fields| {
        let (position, dice) = (fields.must("position", read), fields.must("dice", throw));
        let chosen = fields.may("move", chosen);
        Some((position?, dice?, chosen))
    })?;
    let mut standing = unfinished(standing?)?;
    let thrown = standing.position.throw(throw).map_err(|refusal| Error::params("dice", refusal))?;
    let after = match chosen {
        None => thrown.pass(),
        Some(chosen) => thrown.play(chosen),
    };
    standing.position = after.map_err(|refusal| Error::params("move", refusal))?;
    Ok(object! { "position": position(&standing) })
}

pub(crate) fn next_round(params: PathValue<'_>) -> Result<Json<'static>, Error> {
    let (standing, size, first) = params.read(&["position", "size", "first"], |fields| {
        let position = fields.must("position", read);
        let size = fields.must("size", |at| size(at, SIZES, Size::new));
        let first = fields.must("first", seat);
        Some((position?, size?, first?))
    })?;
    let standing = standing?.next_round(size, first).map_err(Error::next_round)?;
    Ok(object! { "position": position(&standing) })
}
