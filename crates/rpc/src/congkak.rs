use parlor_rules::Pair;
use parlor_rules::congkak::{Draft, DraftOver, DraftSide, Hole, Pit, Play, Size, Standing};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::error::Error;
use crate::shapes::{Moves, Player, Position, Whole, numbers, read, size, write};

const SIZES: &str = "5 to 11";

/// The game's name, as a type: a position of another game is no position of this one.
#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Name {
    Congkak,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "a Congkak position")]
pub(crate) struct Table {
    game: Name,
    size: Whole,
    human: Side,
    computer: Side,
    next: Player,
    #[serde(default)]
    over: Option<Over>,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "an object with store, pits and rounds")]
struct Side {
    store: Whole,
    pits: Vec<Whole>,
    rounds: Whole,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "an object with winner and reason, or null")]
struct Over {
    winner: Player,
    reason: Reason,
}

#[derive(Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Reason {
    Empty,
}

#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields, expecting = "an object with pit")]
struct Move {
    pit: String,
}

impl Table {
    pub(crate) fn check(self) -> Result<Standing, Error> {
        let side = |side: Side| DraftSide { store: side.store.0, pits: numbers(&side.pits), rounds: side.rounds.0 };
        let draft = Draft {
            size: self.size.0,
            sides: Pair { human: side(self.human), computer: side(self.computer) },
            next: self.next.into(),
            over: self.over.map(|over| DraftOver { winner: over.winner.into() }),
        };
        draft.check().map_err(|faults| Error::position(&faults, "pits"))
    }
}

impl From<&Standing> for Table {
    fn from(standing: &Standing) -> Table {
        let Draft { size, sides, next, over } = Draft::from(standing);
        let side = |side: DraftSide| Side {
            store: Whole(side.store),
            pits: side.pits.into_iter().map(Whole).collect(),
            rounds: Whole(side.rounds),
        };
        let Pair { human, computer } = sides.map(side);
        Table {
            game: Name::Congkak,
            size: Whole(size),
            human,
            computer,
            next: next.into(),
            over: over.map(|over| Over { winner: over.winner.into(), reason: Reason::Empty }),
        }
    }
}

fn position(standing: &Standing) -> Result<Box<RawValue>, Error> {
    write(&Position { position: Table::from(standing) })
}

/// A position that isn't over.
fn going_on(table: Table) -> Result<Standing, Error> {
    let standing = table.check()?;
    match standing.position.winner() {
        None => Ok(standing),
        Some(winner) => {
            Err(Error::params("position", format!("the round is over: {winner} has won it; see next_round")))
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
    }
    let params: Params = read(params)?;
    let size = size(Size::new(params.size.0), params.size, SIZES)?;
    position(&Standing::new(size, params.first.into()))
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OnlyPosition {
    position: Table,
}

pub(crate) fn moves(params: &str) -> Result<Box<RawValue>, Error> {
    let params: OnlyPosition = read(params)?;
    let now = going_on(params.position)?.position;
    write(&Moves { moves: now.moves().map(|pit| Move { pit: pit.to_string() }).collect() })
}

pub(crate) fn play(params: &str) -> Result<Box<RawValue>, Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Params {
        position: Table,
        #[serde(rename = "move")]
        chosen: Move,
    }
    #[derive(Serialize)]
    struct Played {
        position: Table,
        laps: Vec<Vec<String>>,
        captured: Option<Captured>,
    }
    #[derive(Serialize)]
    struct Captured {
        pit: String,
        seeds: u8,
    }
    let params: Params = read(params)?;
    let mut standing = going_on(params.position)?;
    let pit: Pit = params.chosen.pit.parse().map_err(|error| Error::params("move.pit", error))?;
    let told = standing.position.play_telling(pit).map_err(|refusal| Error::params("move.pit", refusal))?;
    let Play { after, laps, capture, .. } = told;
    standing.position = after;
    let name = |hole| match hole {
        Hole::Pit(pit) => pit.to_string(),
        Hole::OwnStore => "store".to_owned(),
    };
    let laps = laps.iter().map(|lap| std::iter::once(lap.from.to_string()).chain(lap.stops().map(name)).collect());
    write(&Played {
        position: Table::from(&standing),
        laps: laps.collect(),
        captured: capture.map(|capture| Captured { pit: capture.across.to_string(), seeds: capture.seeds }),
    })
}

pub(crate) fn next_round(params: &str) -> Result<Box<RawValue>, Error> {
    let params: OnlyPosition = read(params)?;
    position(&params.position.check()?.next_round().map_err(Error::next_round)?)
}
