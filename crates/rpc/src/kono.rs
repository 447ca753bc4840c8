use parlor_rules::kono::{
    Cell, Color, Direction, Draft, DraftMoment, DraftOver, Move as RulesMove, OverReason, Point,
    Position as RulesPosition, Size, Standing,
};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::error::Error;
use crate::json::{At, Json, Problems};
use crate::shapes::{Both, Moves, Player, Position, both, player, seat, size, whole, write};

const SIZES: &str = parlor_rules::kono::Size::CHOICES;

const COLORS: [(&str, Color); 2] = [("white", Color::White), ("black", Color::Black)];

const REASONS: [(&str, OverReason); 4] = [
    ("home", OverReason::Home),
    ("called", OverReason::Called),
    ("stuck", OverReason::Stuck),
    ("quit", OverReason::Quit),
];

const CELLS: [(&str, Cell); 5] = [
    ("O", Cell::Vacant),
    ("W", Cell::Piece { color: Color::White, captures: false }),
    ("B", Cell::Piece { color: Color::Black, captures: false }),
    ("WW", Cell::Piece { color: Color::White, captures: true }),
    ("BB", Cell::Piece { color: Color::Black, captures: true }),
];

const DIRECTIONS: [(&str, Direction); 4] = [
    ("northwest", Direction::Northwest),
    ("northeast", Direction::Northeast),
    ("southeast", Direction::Southeast),
    ("southwest", Direction::Southwest),
];

/// The word for a meaning in one of these lists.
fn name<T: PartialEq>(words: &[(&'static str, T)], of: &T) -> &'static str {
    words.iter().find(|(_, meaning)| meaning == of).expect("the lists are complete").0
}

/// A position as answers have it.
#[derive(Serialize)]
pub(crate) struct KonoPosition {
    game: &'static str,
    size: i64,
    round: i64,
    human: Side,
    computer: Side,
    board: Board,
    next: Option<Player>,
    history: Vec<KonoMoment>,
    over: Option<Over>,
}

#[derive(Serialize)]
struct Side {
    color: Option<&'static str>,
    score: i64,
}

/// Rows from the north.
type Board = Vec<Vec<&'static str>>;

#[derive(Serialize)]
struct KonoMoment {
    board: Board,
    next: Player,
}

#[derive(Serialize)]
struct Over {
    winner: Option<Player>,
    reason: &'static str,
    scores: Both<i64>,
    points: i64,
}

/// A move as answers have it. Quitting is not a move.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum Move {
    Step { piece: [u8; 2], direction: &'static str },
    Pass(&'static str),
}

impl From<RulesMove> for Move {
    fn from(chosen: RulesMove) -> Move {
        match chosen {
            RulesMove::Pass => Move::Pass("pass"),
            RulesMove::Step(Point { row, column }, direction) => {
                Move::Step { piece: [row, column], direction: name(&DIRECTIONS, &direction) }
            }
        }
    }
}

fn board(rows: &[Vec<Cell>]) -> Board {
    rows.iter().map(|row| row.iter().map(|cell| name(&CELLS, cell)).collect()).collect()
}

impl From<&Standing> for KonoPosition {
    fn from(standing: &Standing) -> KonoPosition {
        let draft = Draft::from(standing);
        let side = |color: Option<Color>, score| Side { color: color.map(|color| name(&COLORS, &color)), score };
        let moment = |moment: &DraftMoment| KonoMoment { board: board(&moment.board), next: moment.next.into() };
        KonoPosition {
            game: "kono",
            size: draft.size,
            round: draft.round,
            human: side(draft.colors.human, draft.scores.human),
            computer: side(draft.colors.computer, draft.scores.computer),
            board: board(&draft.board),
            next: draft.next.map(Into::into),
            history: draft.history.iter().map(moment).collect(),
            over: draft.over.map(|over| Over {
                winner: over.winner.map(Into::into),
                reason: name(&REASONS, &over.reason),
                scores: over.scores.into(),
                points: over.points,
            }),
        }
    }
}

fn read_board(at: At<'_>, problems: &mut Problems) -> Option<Vec<Vec<Cell>>> {
    at.list("rows", problems, |at, problems| at.list("points", problems, |at, problems| at.word(&CELLS, problems)))
}

pub(crate) fn draft(at: At<'_>, problems: &mut Problems) -> Option<Draft> {
    let known = ["game", "size", "round", "human", "computer", "board", "next", "history", "over"];
    let fields = at.object(&known, problems)?;
    let size = whole(&fields, "size", problems);
    let round = whole(&fields, "round", problems);
    let sides = both(&fields, problems, |at, problems| {
        let fields = at.object(&["color", "score"], problems)?;
        let color = fields.may("color").and_then(|at| at.word(&COLORS, problems));
        let score = whole(&fields, "score", problems);
        Some((color, score?))
    });
    let board = fields.must("board", problems).and_then(|at| read_board(at, problems));
    let next = fields.may("next").and_then(|at| seat(at, problems));
    let history = fields.may("history").and_then(|at| {
        at.list("earlier positions", problems, |at, problems| {
            let fields = at.object(&["board", "next"], problems)?;
            let board = fields.must("board", problems).and_then(|at| read_board(at, problems));
            let next = player(&fields, "next", problems);
            Some(DraftMoment { board: board?, next: next? })
        })
    });
    let over = fields.may("over").and_then(|at| {
        let fields = at.object(&["winner", "reason", "scores", "points"], problems)?;
        let winner = fields.may("winner").and_then(|at| seat(at, problems));
        let reason = fields.must("reason", problems).and_then(|at| at.word(&REASONS, problems));
        let scores = fields.must("scores", problems).and_then(|at| {
            let fields = at.object(&["human", "computer"], problems)?;
            both(&fields, problems, |at, problems| at.whole(problems))
        });
        let points = whole(&fields, "points", problems);
        Some(DraftOver { winner, reason: reason?, scores: scores?, points: points? })
    });
    let sides = sides?;
    Some(Draft {
        size: size?,
        round: round?,
        colors: sides.map(|(color, _)| color),
        scores: sides.map(|(_, score)| score),
        board: board?,
        next,
        history: history.unwrap_or_default(),
        over,
    })
}

pub(crate) fn check(draft: &Draft) -> Result<Standing, Error> {
    draft.check().map_err(|faults| Error::position(&faults, "board"))
}

/// A standing whose round is being played, with its position.
pub(crate) fn going_on(draft: &Draft) -> Result<(Standing, RulesPosition), Error> {
    let standing = check(draft)?;
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

fn position(standing: &Standing) -> Result<Box<RawValue>, Error> {
    write(&Position { position: KonoPosition::from(standing) })
}

pub(crate) fn new(params: At<'_>) -> Result<Box<RawValue>, Error> {
    let mut problems = Problems::default();
    let read = params.object(&["game", "size", "first", "color"], &mut problems).and_then(|fields| {
        let size = size(&fields, &mut problems, SIZES, Size::new);
        let first = player(&fields, "first", &mut problems);
        let color = fields.must("color", &mut problems).and_then(|at| at.word(&COLORS, &mut problems));
        Some((size?, first?, color?))
    });
    let (size, first, color) = problems.or(read)?;
    position(&Standing::new(size).choose(first, color))
}

pub(crate) fn moves(params: At<'_>) -> Result<Box<RawValue>, Error> {
    let mut problems = Problems::default();
    let read = params
        .object(&["position"], &mut problems)
        .and_then(|fields| fields.must("position", &mut problems).and_then(|at| draft(at, &mut problems)));
    let (_, now) = going_on(&problems.or(read)?)?;
    write(&Moves { moves: now.moves().map(Move::from).collect() })
}

/// What can be played: a move, or quitting the round.
pub(crate) enum Chosen {
    Move(RulesMove),
    Quit,
}

pub(crate) fn chosen(at: At<'_>, problems: &mut Problems) -> Option<Chosen> {
    match at.json() {
        Json::Text(word) if word == "pass" => Some(Chosen::Move(RulesMove::Pass)),
        Json::Text(word) if word == "quit" => Some(Chosen::Quit),
        Json::Object(_) => {
            let fields = at.object(&["piece", "direction"], problems)?;
            let point = fields.must("piece", problems).and_then(|at| point(at, problems));
            let direction = fields.must("direction", problems).and_then(|at| at.word(&DIRECTIONS, problems));
            Some(Chosen::Move(RulesMove::Step(point?, direction?)))
        }
        _ => at.refuse("an object with piece and direction, \"pass\" or \"quit\"", problems),
    }
}

fn point(at: At<'_>, problems: &mut Problems) -> Option<Point> {
    let Json::List(items) = at.json() else { return at.refuse("a list of a row and a column", problems) };
    if items.len() != 2 {
        return at.fault(format!("must be a row and a column, two numbers, not {}", items.len()), problems);
    }
    let numbers = at.list("numbers", problems, |at, problems| match u8::try_from(at.whole(problems)?) {
        Ok(number) => Some(number),
        Err(_) => at.refuse("a row or column of the board, from 1", problems),
    })?;
    match numbers[..] {
        [row, column] => Some(Point { row, column }),
        _ => None,
    }
}

pub(crate) fn play(params: At<'_>) -> Result<Box<RawValue>, Error> {
    let mut problems = Problems::default();
    let read = params.object(&["position", "move"], &mut problems).and_then(|fields| {
        let position = fields.must("position", &mut problems).and_then(|at| draft(at, &mut problems));
        let chosen = fields.must("move", &mut problems).and_then(|at| chosen(at, &mut problems));
        Some((position?, chosen?))
    });
    let (draft, chosen) = problems.or(read)?;
    let (mut standing, _) = going_on(&draft)?;
    let played = match chosen {
        Chosen::Quit => standing.quit(),
        Chosen::Move(chosen) => standing.play(chosen).map(|_| ()),
    };
    played.map_err(|refusal| Error::params("move", refusal))?;
    position(&standing)
}

pub(crate) fn next_round(params: At<'_>) -> Result<Box<RawValue>, Error> {
    let mut problems = Problems::default();
    let read = params.object(&["position", "size", "color", "first"], &mut problems).and_then(|fields| {
        let position = fields.must("position", &mut problems).and_then(|at| draft(at, &mut problems));
        let size = size(&fields, &mut problems, SIZES, Size::new);
        let color = fields.must("color", &mut problems).and_then(|at| at.word(&COLORS, &mut problems));
        let first = fields.may("first").and_then(|at| seat(at, &mut problems));
        Some((position?, size?, color?, first))
    });
    let (draft, size, color, first) = problems.or(read)?;
    position(&check(&draft)?.next_round(size, color, first).map_err(Error::next_round)?)
}
