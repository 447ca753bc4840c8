use parlor_rules::Seat;
use parlor_rules::kono::{
    Cell, Color, Direction, Draft, DraftOver, DraftPosition, Move, OverReason, Point, Size, Standing,
};

use crate::draft::going_on;
use crate::error::Error;
use crate::json::{At, Json, Problems, object};
use crate::shapes::{both, name, one_of, player, seat, size, whole};

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
            Some(DraftPosition { board: board?, next: next? })
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

pub(crate) fn new(params: At<'_>) -> Result<Json<'static>, Error> {
    let (size, first, color) = params.read(&["game", "size", "first", "color"], |fields, problems| {
        let size = size(fields, problems, SIZES, Size::new);
        let first = player(fields, "first", problems);
        let color = fields.must("color", problems).and_then(|at| at.word(&COLORS, problems));
        Some((size?, first?, color?))
    })?;
    Ok(object! { "position": position(&Standing::new(size).choose(first, color)) })
}

/// What can be played: a move, or quitting the round.
pub(crate) enum Chosen {
    Move(Move),
    Quit,
}

pub(crate) fn chosen(at: At<'_>, problems: &mut Problems) -> Option<Chosen> {
    match at.json() {
        Json::Text(word) if word == "pass" => Some(Chosen::Move(Move::Pass)),
        Json::Text(word) if word == "quit" => Some(Chosen::Quit),
        Json::Object(_) => {
            let fields = at.object(&["piece", "direction"], problems)?;
            let point = fields.must("piece", problems).and_then(|at| point(at, problems));
            let direction = fields.must("direction", problems).and_then(|at| one_of(at, &Direction::ALL, problems));
            Some(Chosen::Move(Move::Step(point?, direction?)))
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

pub(crate) fn play(params: At<'_>) -> Result<Json<'static>, Error> {
    let (draft, chosen) = params.read(&["position", "move"], |fields, problems| {
        let position = fields.must("position", problems).and_then(|at| draft(at, problems));
        let chosen = fields.must("move", problems).and_then(|at| chosen(at, problems));
        Some((position?, chosen?))
    })?;
    let mut standing = going_on(check(&draft)?)?;
    let played = match chosen {
        Chosen::Quit => {
            let turn = standing.position.and_then(|position| position.turn());
            standing.quit(turn.expect("the round goes on"))
        }
        Chosen::Move(chosen) => standing.play(chosen).map(|_| ()),
    };
    played.map_err(|refusal| Error::params("move", refusal))?;
    Ok(object! { "position": position(&standing) })
}

pub(crate) fn next_round(params: At<'_>) -> Result<Json<'static>, Error> {
    let (draft, size, color, first) = params.read(&["position", "size", "color", "first"], |fields, problems| {
        let position = fields.must("position", problems).and_then(|at| draft(at, problems));
        let size = size(fields, problems, SIZES, Size::new);
        let color = fields.must("color", problems).and_then(|at| at.word(&COLORS, problems));
        let first = fields.may("first").and_then(|at| seat(at, problems));
        Some((position?, size?, color?, first))
    })?;
    let standing = check(&draft)?;
    let next = standing.next_round(size).map_err(Error::next_round)?;
    let first = match (standing.outcome().and_then(|outcome| outcome.winner), first) {
        (None, None) => {
            let problem = "the round was a tie, so the dice decide who plays first: say who it was";
            return Err(Error::params("first", problem));
        }
        (Some(winner), Some(_)) => {
            let problem = format!("{winner} won the round and plays first: that can't be chosen");
            return Err(Error::params("first", problem));
        }
        (Some(first), None) | (None, Some(first)) => first,
    };
    Ok(object! { "position": position(&next.choose(first, color)) })
}
