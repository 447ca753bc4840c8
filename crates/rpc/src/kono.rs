use parlor_rules::Pair;
use parlor_rules::kono::{
    self, Cell as RulesCell, Direction as RulesDirection, Draft, DraftMoment, DraftOver, Point, Size, Standing,
};
use serde::de::value::MapAccessDeserializer;
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::value::RawValue;

use crate::error::Error;
use crate::shapes::{Both, Moves, Player, Position, Whole, read, size, write};

const SIZES: &str = "5, 7 or 9";

/// The game's name, as a type: a position of another game is no position of this one.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Name {
    Kono,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "a Kono position")]
pub(crate) struct Table {
    game: Name,
    size: Whole,
    round: Whole,
    human: Side,
    computer: Side,
    board: Board,
    #[serde(default)]
    next: Option<Player>,
    #[serde(default)]
    history: Option<Vec<Moment>>,
    #[serde(default)]
    over: Option<Over>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "an object with color and score")]
struct Side {
    #[serde(default)]
    color: Option<Color>,
    score: Whole,
}

#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Color {
    White,
    Black,
}

/// Rows from North.
type Board = Vec<Vec<Cell>>;

#[derive(Clone, Copy, Deserialize, Serialize)]
enum Cell {
    O,
    W,
    B,
    #[serde(rename = "WW")]
    DoubleW,
    #[serde(rename = "BB")]
    DoubleB,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "an object with board and next")]
struct Moment {
    board: Board,
    next: Player,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "an object with winner, reason, scores and points, or null")]
struct Over {
    #[serde(default)]
    winner: Option<Player>,
    reason: Reason,
    scores: Both<Whole>,
    points: Whole,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Reason {
    Home,
    Called,
    Stuck,
    Quit,
}

/// What can be played: a step, or one of two words.
enum Move {
    Step(Step),
    Pass,
    Quit,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct Step {
    piece: [Whole; 2],
    direction: Direction,
}

#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Direction {
    Northwest,
    Northeast,
    Southeast,
    Southwest,
}

impl<'de> Deserialize<'de> for Move {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Move, D::Error> {
        struct Any;
        impl<'de> Visitor<'de> for Any {
            type Value = Move;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object with piece and direction, \"pass\" or \"quit\"")
            }
            fn visit_str<E: de::Error>(self, word: &str) -> Result<Move, E> {
                match word {
                    "pass" => Ok(Move::Pass),
                    "quit" => Ok(Move::Quit),
                    _ => Err(E::invalid_value(de::Unexpected::Str(word), &self)),
                }
            }
            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Move, A::Error> {
                Step::deserialize(MapAccessDeserializer::new(map)).map(Move::Step)
            }
        }
        deserializer.deserialize_any(Any)
    }
}

impl Serialize for Move {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Move::Step(step) => step.serialize(serializer),
            Move::Pass => serializer.serialize_str("pass"),
            Move::Quit => serializer.serialize_str("quit"),
        }
    }
}

impl From<kono::Move> for Move {
    fn from(chosen: kono::Move) -> Move {
        match chosen {
            kono::Move::Pass => Move::Pass,
            kono::Move::Step(Point { row, column }, direction) => Move::Step(Step {
                piece: [Whole(row.into()), Whole(column.into())],
                direction: match direction {
                    RulesDirection::Northwest => Direction::Northwest,
                    RulesDirection::Northeast => Direction::Northeast,
                    RulesDirection::Southeast => Direction::Southeast,
                    RulesDirection::Southwest => Direction::Southwest,
                },
            }),
        }
    }
}

impl Step {
    fn check(&self, size: Size) -> Result<kono::Move, Error> {
        let [row, column] = self.piece;
        let number = |whole: Whole| {
            u8::try_from(whole.0).map_err(|_| {
                let n = size.points();
                let problem = format!("there is no point ({},{}) on a board of {n}\u{d7}{n}", row.0, column.0);
                Error::params("move.piece", problem)
            })
        };
        let direction = match self.direction {
            Direction::Northwest => RulesDirection::Northwest,
            Direction::Northeast => RulesDirection::Northeast,
            Direction::Southeast => RulesDirection::Southeast,
            Direction::Southwest => RulesDirection::Southwest,
        };
        Ok(kono::Move::Step(Point { row: number(row)?, column: number(column)? }, direction))
    }
}

impl From<Color> for kono::Color {
    fn from(color: Color) -> kono::Color {
        match color {
            Color::White => kono::Color::White,
            Color::Black => kono::Color::Black,
        }
    }
}

impl From<kono::Color> for Color {
    fn from(color: kono::Color) -> Color {
        match color {
            kono::Color::White => Color::White,
            kono::Color::Black => Color::Black,
        }
    }
}

impl From<Cell> for RulesCell {
    fn from(cell: Cell) -> RulesCell {
        let (color, captures) = match cell {
            Cell::O => return RulesCell::Vacant,
            Cell::W => (kono::Color::White, false),
            Cell::B => (kono::Color::Black, false),
            Cell::DoubleW => (kono::Color::White, true),
            Cell::DoubleB => (kono::Color::Black, true),
        };
        RulesCell::Piece { color, captures }
    }
}

impl From<RulesCell> for Cell {
    fn from(cell: RulesCell) -> Cell {
        match cell {
            RulesCell::Vacant => Cell::O,
            RulesCell::Piece { color: kono::Color::White, captures: false } => Cell::W,
            RulesCell::Piece { color: kono::Color::Black, captures: false } => Cell::B,
            RulesCell::Piece { color: kono::Color::White, captures: true } => Cell::DoubleW,
            RulesCell::Piece { color: kono::Color::Black, captures: true } => Cell::DoubleB,
        }
    }
}

fn board<A, B: From<A>>(rows: Vec<Vec<A>>) -> Vec<Vec<B>> {
    rows.into_iter().map(|row| row.into_iter().map(B::from).collect()).collect()
}

impl Table {
    pub(crate) fn check(self) -> Result<Standing, Error> {
        let draft = Draft {
            size: self.size.0,
            round: self.round.0,
            colors: Pair { human: self.human.color, computer: self.computer.color }.map(|color| color.map(Into::into)),
            scores: Pair { human: self.human.score.0, computer: self.computer.score.0 },
            board: board(self.board),
            next: self.next.map(Into::into),
            history: self
                .history
                .unwrap_or_default()
                .into_iter()
                .map(|moment| DraftMoment { board: board(moment.board), next: moment.next.into() })
                .collect(),
            over: self.over.map(|over| DraftOver {
                winner: over.winner.map(Into::into),
                reason: match over.reason {
                    Reason::Home => kono::Reason::Home,
                    Reason::Called => kono::Reason::Called,
                    Reason::Stuck => kono::Reason::Stuck,
                    Reason::Quit => kono::Reason::Quit,
                },
                scores: Pair::from(over.scores).map(|score| score.0),
                points: over.points.0,
            }),
        };
        draft.check().map_err(|faults| Error::position(&faults, "board"))
    }
}

impl From<&Standing> for Table {
    fn from(standing: &Standing) -> Table {
        let draft = Draft::from(standing);
        let side = |color: Option<kono::Color>, score| Side { color: color.map(Into::into), score: Whole(score) };
        Table {
            game: Name::Kono,
            size: Whole(draft.size),
            round: Whole(draft.round),
            human: side(draft.colors.human, draft.scores.human),
            computer: side(draft.colors.computer, draft.scores.computer),
            board: board(draft.board),
            next: draft.next.map(Into::into),
            history: Some(
                draft
                    .history
                    .into_iter()
                    .map(|moment| Moment { board: board(moment.board), next: moment.next.into() })
                    .collect(),
            ),
            over: draft.over.map(|over| Over {
                winner: over.winner.map(Into::into),
                reason: match over.reason {
                    kono::Reason::Home => Reason::Home,
                    kono::Reason::Called => Reason::Called,
                    kono::Reason::Stuck => Reason::Stuck,
                    kono::Reason::Quit => Reason::Quit,
                },
                scores: over.scores.map(Whole).into(),
                points: Whole(over.points),
            }),
        }
    }
}

fn position(standing: &Standing) -> Result<Box<RawValue>, Error> {
    write(&Position { position: Table::from(standing) })
}

/// A standing whose round is being played, with its position.
fn going_on(table: Table) -> Result<(Standing, kono::Position), Error> {
    let standing = table.check()?;
    let Some(position) = standing.position().copied() else {
        let problem = "must be a player, and the colours must be chosen, before anybody can move";
        return Err(Error::params("position.next", problem));
    };
    match position.outcome() {
        None => Ok((standing, position)),
        Some(outcome) => {
            let how = outcome.winner.map_or("it was a tie".to_owned(), |winner| format!("{winner} has won it"));
            Err(Error::params("position", format!("the round is over: {how}; see next_round")))
        }
    }
}

pub(crate) fn new(params: &str) -> Result<Box<RawValue>, Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Params {
        #[serde(rename = "game")]
        _game: Name,
        size: Whole,
        first: Player,
        color: Color,
    }
    let params: Params = read(params)?;
    let size = size(Size::new(params.size.0), params.size, SIZES)?;
    position(&Standing::new(size).choose(params.first.into(), params.color.into()))
}

pub(crate) fn moves(params: &str) -> Result<Box<RawValue>, Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Params {
        position: Table,
    }
    let params: Params = read(params)?;
    let (_, now) = going_on(params.position)?;
    write(&Moves { moves: now.moves().map(Move::from).collect() })
}

pub(crate) fn play(params: &str) -> Result<Box<RawValue>, Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Params {
        position: Table,
        #[serde(rename = "move")]
        chosen: Move,
    }
    let params: Params = read(params)?;
    let (mut standing, now) = going_on(params.position)?;
    let played = match params.chosen {
        Move::Quit => standing.quit(),
        Move::Pass => standing.play(kono::Move::Pass).map(|_| ()),
        Move::Step(step) => standing.play(step.check(now.board().size())?).map(|_| ()),
    };
    played.map_err(|refusal| Error::params("move", refusal))?;
    position(&standing)
}

pub(crate) fn next_round(params: &str) -> Result<Box<RawValue>, Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Params {
        position: Table,
        size: Whole,
        color: Color,
        #[serde(default)]
        first: Option<Player>,
    }
    let params: Params = read(params)?;
    let standing = params.position.check()?;
    let size = size(Size::new(params.size.0), params.size, SIZES)?;
    let next = standing.next_round(size, params.color.into(), params.first.map(Into::into));
    position(&next.map_err(Error::next_round)?)
}
