use parlor_rules::Pair;
use parlor_rules::canoga::{
    Draft, DraftAdvantage, DraftOver, DraftRow, Move as RulesMove, Outcome, Size, Squares, Standing, WonBy,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::error::Error;
use crate::shapes::{self, Moves, Player, Position, Whole, numbers, read, size, throw, write};

const SIZES: &str = "9, 10 or 11";

/// The game's name, as a type: a position of another game is no position of this one.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Name {
    Canoga,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "a Canoga position")]
pub(crate) struct Table {
    game: Name,
    size: Whole,
    human: Row,
    computer: Row,
    first: Player,
    next: Player,
    #[serde(default)]
    advantage: Option<Advantage>,
    #[serde(default)]
    over: Option<Over>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "an object with covered and score")]
struct Row {
    covered: Vec<Whole>,
    score: Whole,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "an object with player and square, or null")]
struct Advantage {
    player: Player,
    square: Whole,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "an object with winner, reason and points, or null")]
struct Over {
    winner: Player,
    reason: Reason,
    points: Whole,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Reason {
    Covered,
    Uncovered,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "an object with either cover or uncover")]
struct Move {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    cover: Option<Vec<Whole>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    uncover: Option<Vec<Whole>>,
}

impl Table {
    pub(crate) fn check(self) -> Result<Standing, Error> {
        let row = |row: Row| DraftRow { covered: numbers(&row.covered), score: row.score.0 };
        let draft = Draft {
            size: self.size.0,
            rows: Pair { human: row(self.human), computer: row(self.computer) },
            first: self.first.into(),
            next: self.next.into(),
            advantage: self
                .advantage
                .map(|Advantage { player, square }| DraftAdvantage { player: player.into(), square: square.0 }),
            over: self.over.map(|Over { winner, reason, points }| DraftOver {
                winner: winner.into(),
                by: match reason {
                    Reason::Covered => WonBy::Covering,
                    Reason::Uncovered => WonBy::Uncovering,
                },
                points: points.0,
            }),
        };
        draft.check().map_err(|faults| Error::position(&faults, "covered"))
    }
}

impl From<&Standing> for Table {
    fn from(standing: &Standing) -> Table {
        let Draft { size, rows, first, next, advantage, over } = Draft::from(standing);
        let row =
            |row: DraftRow| Row { covered: row.covered.into_iter().map(Whole).collect(), score: Whole(row.score) };
        let Pair { human, computer } = rows.map(row);
        Table {
            game: Name::Canoga,
            size: Whole(size),
            human,
            computer,
            first: first.into(),
            next: next.into(),
            advantage: advantage
                .map(|DraftAdvantage { player, square }| Advantage { player: player.into(), square: Whole(square) }),
            over: over.map(|DraftOver { winner, by, points }| Over {
                winner: winner.into(),
                reason: match by {
                    WonBy::Covering => Reason::Covered,
                    WonBy::Uncovering => Reason::Uncovered,
                },
                points: Whole(points),
            }),
        }
    }
}

impl Move {
    fn check(self) -> Result<RulesMove, Error> {
        let squares =
            |path: &str, list: Vec<Whole>| Squares::named(numbers(&list)).map_err(|error| Error::params(path, error));
        match (self.cover, self.uncover) {
            (Some(list), None) => Ok(RulesMove::Cover(squares("move.cover", list)?)),
            (None, Some(list)) => Ok(RulesMove::Uncover(squares("move.uncover", list)?)),
            (Some(_), Some(_)) => Err(Error::params("move", "either cover or uncover, never both (rule can-move)")),
            (None, None) => Err(Error::params("move", "must have cover or uncover, a list of squares")),
        }
    }
}

impl From<RulesMove> for Move {
    fn from(chosen: RulesMove) -> Move {
        let list = |squares: Squares| Some(squares.ascending().rev().map(|square| Whole(square.into())).collect());
        match chosen {
            RulesMove::Cover(squares) => Move { cover: list(squares), uncover: None },
            RulesMove::Uncover(squares) => Move { cover: None, uncover: list(squares) },
        }
    }
}

fn position(standing: &Standing) -> Result<Box<RawValue>, Error> {
    write(&Position { position: Table::from(standing) })
}

pub(crate) fn new(params: &str) -> Result<Box<RawValue>, Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Params {
        #[serde(rename = "game")]
        _game: Name,
        size: Whole,
        first: Player,
    }
    let params: Params = read(params)?;
    let size = size(Size::new(params.size.0), params.size, SIZES)?;
    position(&Standing::new(size, params.first.into()))
}

pub(crate) fn moves(params: &str) -> Result<Box<RawValue>, Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Params {
        position: Table,
        #[serde(default)]
        dice: Option<Vec<Whole>>,
    }
    #[derive(Serialize)]
    struct Throws {
        throws: &'static [u8],
    }
    let params: Params = read(params)?;
    let now = going_on(params.position)?.position;
    let Some(dice) = params.dice else {
        return write(&Throws { throws: if now.may_throw_one() { &[1, 2] } else { &[2] } });
    };
    let thrown = now.throw(throw(&dice)?).map_err(|refusal| Error::params("dice", refusal))?;
    write(&Moves { moves: thrown.moves().map(Move::from).collect() })
}

/// A position that isn't over.
fn going_on(table: Table) -> Result<Standing, Error> {
    let standing = table.check()?;
    match standing.position.outcome() {
        None => Ok(standing),
        Some(Outcome { winner, .. }) => {
            Err(Error::params("position", format!("the round is over: {winner} has won it; see next_round")))
        }
    }
}

pub(crate) fn play(params: &str) -> Result<Box<RawValue>, Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Params {
        position: Table,
        dice: Vec<Whole>,
        #[serde(default, rename = "move")]
        chosen: Option<Move>,
    }
    let params: Params = read(params)?;
    let mut standing = going_on(params.position)?;
    let thrown = standing.position.throw(throw(&params.dice)?).map_err(|refusal| Error::params("dice", refusal))?;
    let after = match params.chosen {
        None => thrown.pass(),
        Some(chosen) => thrown.play(chosen.check()?),
    };
    standing.position = after.map_err(|refusal| Error::params("move", refusal))?;
    position(&standing)
}

pub(crate) fn next_round(params: &str) -> Result<Box<RawValue>, Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Params {
        position: Table,
        size: Whole,
        first: Player,
    }
    let params: Params = read(params)?;
    let standing = params.position.check()?;
    let size = shapes::size(Size::new(params.size.0), params.size, SIZES)?;
    position(&standing.next_round(size, params.first.into()).map_err(Error::next_round)?)
}
