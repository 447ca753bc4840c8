use parlor_rules::Seat;
use parlor_rules::kono::{
    Cell, Color, Direction, Draft, DraftOver, DraftPosition, Move, OverReason, Point, Size, Standing,
};

use crate::draft::unfinished;
use crate::error::Error;
use crate::json::{Json, PathValue, object, whole};
use crate::shapes::{both, name, one_of, seat, size};

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

fn board(rows: &[Vec<Cell>]) -> Json<'static> {
    let row = |row: &Vec<Cell>| row.iter().map(|cell| name(&CELLS, cell)).collect::<Vec<_>>();
    rows.iter().map(row).collect::<Vec<_>>().into()
}

pub(crate) fn position(standing: &Standing) -> Json<'static> {
    let Draft { size, round, colors, scores, board: rows, next, history, over } = Draft::from(standing);
    let side = |seat: Seat| {
        object! { "color": colors[seat].map(|color| name(&COLORS, &color)), "score": scores[seat] }
    };
    let earlier = |earlier: &DraftPosition| object! { "board": board(&earlier.board), "next": earlier.next };
    object! {
        "game": "kono",
        "size": size,
        "round": round,
        "human": side(Seat::Human),
        "computer": side(Seat::Computer),
        "board": board(&rows),
        "next": next,
        "history": history.iter().map(earlier).collect::<Vec<_>>(),
        "over": over.map(|over| object! {
            "winner": over.winner,
            "reason": name(&REASONS, &over.reason),
            "scores": object! { "human": over.scores.human, "computer": over.scores.computer },
            "points": over.points,
        }),
    }
}

/// Quitting is not a move.
pub(crate) fn write_move(chosen: Move) -> Json<'static> {
    match chosen {
        Move::Pass => "pass".into(),
        Move::Step(Point { row, column }, direction) => {
            object! { "piece": vec![row, column], "direction": direction.to_string() }
        }
    }
}

fn read_board(at: PathValue<'_>) -> Option<Vec<Vec<Cell>>> {
    at.list("rows", |at| at.list("points", |at| at.word(&CELLS)))
}

pub(crate) fn read(at: PathValue<'_>) -> Option<Result<Standing, Error>> {
    let known = ["game", "size", "round", "human", "computer", "board", "next", "history", "over"];
    let fields = at.object(&known)?;
    let (size, round) = (fields.must("size", whole), fields.must("round", whole));
    let sides = both(&fields, |at| {
        let fields = at.object(&["color", "score"])?;
        let color = fields.may("color", |at| at.word(&COLORS));
        Some((color, fields.must("score", whole)?))
    });
    let board = fields.must("board", read_board);
    let next = fields.may("next", seat);
    let history = fields.may("history", |at| {
        at.list("earlier positions", |at| {
            let fields = at.object(&["board", "next"])?;
            let (board, next) = (fields.must("board", read_board), fields.must("next", seat));
            Some(DraftPosition { board: board?, next: next? })
        })
    });
    let over = fields.may("over", |at| {
        let fields = at.object(&["winner", "reason", "scores", "points"])?;
        let winner = fields.may("winner", seat);
        let reason = fields.must("reason", |at| at.word(&REASONS));
        let scores = fields.must("scores", |at| both(&at.object(&["human", "computer"])?, whole));
        let points = fields.must("points", whole);
        Some(DraftOver { winner, reason: reason?, scores: scores?, points: points? })
    });
    let sides = sides?;
    let draft = Draft {
        size: size?,
        round: round?,
        colors: sides.map(|(color, _)| color),
        scores: sides.map(|(_, score)| score),
        board: board?,
        next,
        history: history.unwrap_or_default(),
        over,
    };
    Some(draft.check().map_err(|faults| Error::position(&faults, "board")))
}

pub(crate) fn new(params: PathValue<'_>) -> Result<Json<'static>, Error> {
    let (size, first, color) = params.read(&["game", "size", "first", "color"], |fields| {
        let size = fields.must("size", |at| size(at, SIZES, Size::new));
        let first = fields.must("first", seat);
        let color = fields.must("color", |at| at.word(&COLORS));
        Some((size?, first?, color?))
    })?;
    Ok(object! { "position": position(&Standing::new(size).choose(first, color)) })
}

/// A move, or quitting the round.
pub(crate) enum TurnAction {
    Move(Move),
    Quit,
}

pub(crate) fn chosen(at: PathValue<'_>) -> Option<TurnAction> {
    match at.json {
        Json::Text(word) if word == "pass" => Some(TurnAction::Move(Move::Pass)),
        Json::Text(word) if word == "quit" => Some(TurnAction::Quit),
        Json::Object(_) => {
            let fields = at.object(&["piece", "direction"])?;
            let point = fields.must("piece", point);
            let direction = fields.must("direction", |at| one_of(at, &Direction::ALL));
            Some(TurnAction::Move(Move::Step(point?, direction?)))
        }
        _ => at.refuse("an object with piece and direction, \"pass\" or \"quit\""),
    }
}

fn point(at: PathValue<'_>) -> Option<Point> {
    let Json::List(items) = at.json else { return at.refuse("a list of a row and a column") };
    if items.len() != 2 {
        return at.fault(format!("must be two numbers, a row and a column, not {}", items.len()));
    }
    let numbers = at.list("numbers", |at| match u8::try_from(whole(at)?) {
        Ok(number) => Some(number),
        Err(_) => at.refuse("a row or column of the board, from 1"),
    })?;
    match numbers[..] {
        [row, column] => Some(Point { row, column }),
        _ => None,
    }
}

pub(crate) fn play(params: PathValue<'_>) -> Result<Json<'static>, Error> {
    let (standing, chosen) = params.read(&["position", "move"], |fields| {
        let (position, chosen) = (fields.must("position", read), fields.must("move", chosen));
        Some((position?, chosen?))
    })?;
    let mut standing = unfinished(standing?)?;
    let played = match chosen {
        TurnAction::Quit => {
            let turn = standing.position.and_then(|position| position.turn());
            standing.quit(turn.expect("the round isn't over"))
        }
        TurnAction::Move(chosen) => standing.play(chosen).map(|_| ()),
    };
    played.map_err(|refusal| Error::params("move", refusal))?;
    Ok(object! { "position": position(&standing) })
}

pub(crate) fn next_round(params: PathValue<'_>) -> Result<Json<'static>, Error> {
    let (standing, size, color, first) = params.read(&["position", "size", "color", "first"], |fields| {
        let position = fields.must("position", read);
        let size = fields.must("size", |at| size(at, SIZES, Size::new));
        let (color, first) = (fields.must("color", |at| at.word(&COLORS)), fields.may("first", seat));
        Some((position?, size?, color?, first))
    })?;
    let standing = standing?;
    let next = standing.next_round(size).map_err(Error::next_round)?;
    let first = match (standing.outcome().and_then(|outcome| outcome.winner), first) {
        (None, None) => {
            let problem = "is required after a tie, because the dice decide who plays first";
            return Err(Error::params("first", problem));
        }
        (Some(winner), Some(_)) => {
            let problem = format!("must be left out: {winner} won the round and plays first");
            return Err(Error::params("first", problem));
        }
        (Some(first), None) | (None, Some(first)) => first,
    };
    Ok(object! { "position": position(&next.choose(first, color)) })
}
