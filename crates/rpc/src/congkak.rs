use parlor_rules::Pair;
use parlor_rules::congkak::{Draft, DraftOver, DraftSide, Hole, Pit, Play, Size, Standing};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::error::Error;
use crate::json::{At, Problems};
use crate::shapes::{Moves, Player, Position, both, player, size_and_first, whole, write};

const SIZES: &str = parlor_rules::congkak::Size::CHOICES;

/// A position as answers have it.
#[derive(Serialize)]
pub(crate) struct CongkakPosition {
    game: &'static str,
    size: i64,
    human: Side,
    computer: Side,
    next: Player,
    over: Option<Over>,
}

#[derive(Serialize)]
struct Side {
    store: i64,
    pits: Vec<i64>,
    rounds: i64,
}

#[derive(Serialize)]
struct Over {
    winner: Player,
    reason: &'static str,
}

#[derive(Serialize)]
pub(crate) struct Move {
    pit: String,
}

impl From<Pit> for Move {
    fn from(pit: Pit) -> Move {
        Move { pit: pit.to_string() }
    }
}

impl From<&Standing> for CongkakPosition {
    fn from(standing: &Standing) -> CongkakPosition {
        let Draft { size, sides, next, over } = Draft::from(standing);
        let Pair { human, computer } = sides.map(|DraftSide { store, pits, rounds }| Side { store, pits, rounds });
        CongkakPosition {
            game: "congkak",
            size,
            human,
            computer,
            next: next.into(),
            over: over.map(|over| Over { winner: over.winner.into(), reason: "empty" }),
        }
    }
}

pub(crate) fn draft(at: At<'_>, problems: &mut Problems) -> Option<Draft> {
    let fields = at.object(&["game", "size", "human", "computer", "next", "over"], problems)?;
    let size = whole(&fields, "size", problems);
    let sides = both(&fields, problems, |at, problems| {
        let fields = at.object(&["store", "pits", "rounds"], problems)?;
        let store = whole(&fields, "store", problems);
        let pits =
            fields.must("pits", problems).and_then(|at| at.list("seeds", problems, |at, problems| at.whole(problems)));
        let rounds = whole(&fields, "rounds", problems);
        Some(DraftSide { store: store?, pits: pits?, rounds: rounds? })
    });
    let next = player(&fields, "next", problems);
    let over = fields.may("over").and_then(|at| {
        let fields = at.object(&["winner", "reason"], problems)?;
        let winner = player(&fields, "winner", problems);
        let reason = fields.must("reason", problems).and_then(|at| at.word(&[("empty", ())], problems));
        reason?;
        Some(DraftOver { winner: winner? })
    });
    Some(Draft { size: size?, sides: sides?, next: next?, over })
}

pub(crate) fn check(draft: &Draft) -> Result<Standing, Error> {
    draft.check().map_err(|faults| Error::position(&faults, "pits"))
}

/// A position that isn't over.
pub(crate) fn going_on(draft: &Draft) -> Result<Standing, Error> {
    let standing = check(draft)?;
    match standing.position.winner() {
        None => Ok(standing),
        Some(winner) => {
            Err(Error::params("position", format!("the round is over: {winner} has won it; see next_round")))
        }
    }
}

fn position(standing: &Standing) -> Result<Box<RawValue>, Error> {
    write(&Position { position: CongkakPosition::from(standing) })
}

pub(crate) fn new(params: At<'_>) -> Result<Box<RawValue>, Error> {
    let (size, first) = size_and_first(params, SIZES, Size::new)?;
    position(&Standing::new(size, first))
}

/// The parameters of a method that takes nothing but a position.
fn only_position(params: At<'_>) -> Result<Draft, Error> {
    let mut problems = Problems::default();
    let read = params
        .object(&["position"], &mut problems)
        .and_then(|fields| fields.must("position", &mut problems).and_then(|at| draft(at, &mut problems)));
    problems.or(read)
}

pub(crate) fn moves(params: At<'_>) -> Result<Box<RawValue>, Error> {
    let now = going_on(&only_position(params)?)?.position;
    write(&Moves { moves: now.moves().map(Move::from).collect() })
}

pub(crate) fn chosen(at: At<'_>, problems: &mut Problems) -> Option<Pit> {
    let fields = at.object(&["pit"], problems)?;
    let at = fields.must("pit", problems)?;
    match at.text(problems)?.parse() {
        Ok(pit) => Some(pit),
        Err(error) => at.fault(error, problems),
    }
}

pub(crate) fn play(params: At<'_>) -> Result<Box<RawValue>, Error> {
    #[derive(Serialize)]
    struct Played {
        position: CongkakPosition,
        laps: Vec<Vec<String>>,
        captured: Option<Captured>,
    }
    #[derive(Serialize)]
    struct Captured {
        pit: String,
        seeds: u8,
    }
    let mut problems = Problems::default();
    let read = params.object(&["position", "move"], &mut problems).and_then(|fields| {
        let position = fields.must("position", &mut problems).and_then(|at| draft(at, &mut problems));
        let chosen = fields.must("move", &mut problems).and_then(|at| chosen(at, &mut problems));
        Some((position?, chosen?))
    });
    let (draft, pit) = problems.or(read)?;
    let mut standing = going_on(&draft)?;
    let told = standing.position.play_telling(pit).map_err(|refusal| Error::params("move.pit", refusal))?;
    let Play { after, laps, capture, .. } = told;
    standing.position = after;
    let name = |hole| match hole {
        Hole::Pit(pit) => pit.to_string(),
        Hole::OwnStore => "store".to_owned(),
    };
    let laps = laps.iter().map(|lap| std::iter::once(lap.from.to_string()).chain(lap.stops().map(name)).collect());
    write(&Played {
        position: CongkakPosition::from(&standing),
        laps: laps.collect(),
        captured: capture.map(|capture| Captured { pit: capture.across.to_string(), seeds: capture.seeds }),
    })
}

pub(crate) fn next_round(params: At<'_>) -> Result<Box<RawValue>, Error> {
    position(&check(&only_position(params)?)?.next_round().map_err(Error::next_round)?)
}
