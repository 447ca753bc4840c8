use parlor_rules::congkak::{Draft, DraftSide, Hole, Lap, Outcome, Pit, Play, Size, Standing};

use crate::draft::unfinished;
use crate::error::Error;
use crate::json::{Json, PathValue, object, whole};
use crate::shapes::{both, seat, size_and_first};

const SIZES: &str = parlor_rules::congkak::Size::CHOICES;

pub(crate) fn position(standing: &Standing) -> Json<'static> {
    let Draft { size, sides, next, over } = Draft::from(standing);
    let side = |side: DraftSide| object! { "store": side.store, "pits": side.pits, "rounds": side.rounds };
    object! {
        "game": "congkak",
        "size": size,
        "human": side(sides.human),
        "computer": side(sides.computer),
        "next": next,
        "over": over.map(|over| object! { "winner": over.winner, "reason": "empty" }),
    }
}

pub(crate) fn write_move(pit: Pit) -> Json<'static> {
    object! { "pit": pit.to_string() }
}

pub(crate) fn read(at: PathValue<'_>) -> Option<Result<Standing, Error>> {
    let fields = at.object(&["game", "size", "human", "computer", "next", "over"])?;
    let size = fields.must("size", whole);
    let sides = both(&fields, |at| {
        let fields = at.object(&["store", "pits", "rounds"])?;
        let store = fields.must("store", whole);
        let pits = fields.must("pits", |at| at.list("seeds", whole));
        let rounds = fields.must("rounds", whole);
        Some(DraftSide { store: store?, pits: pits?, rounds: rounds? })
    });
    let next = fields.must("next", seat);
    let over = fields.may("over", |at| {
        let fields = at.object(&["winner", "reason"])?;
        let winner = fields.must("winner", seat);
        fields.must("reason", |at| at.word(&[("empty", ())]))?;
        Some(Outcome { winner: winner? })
    });
    let draft = Draft { size: size?, sides: sides?, next: next?, over };
    Some(draft.check().map_err(|faults| Error::position(&faults, "pits")))
}

pub(crate) fn new(params: PathValue<'_>) -> Result<Json<'static>, Error> {
    let (size, first) = size_and_first(params, SIZES, Size::new)?;
    Ok(object! { "position": position(&Standing::new(size, first)) })
}

pub(crate) fn chosen(at: PathValue<'_>) -> Option<Pit> {
    at.object(&["pit"])?.must("pit", |at| match at.text()?.parse() {
        Ok(pit) => Some(pit),
        Err(error) => at.fault(error),
    })
}

pub(crate) fn play(params: PathValue<'_>) -> Result<Json<'static>, Error> {
    let (standing, pit) = params.read(&["position", "move"], |fields| {
        let (position, chosen) = (fields.must("position", read), fields.must("move", chosen));
        Some((position?, chosen?))
    })?;
    let mut standing = unfinished(standing?)?;
    let play = standing.position.play_with_details(pit).map_err(|refusal| Error::params("move.pit", refusal))?;
    let Play { after, laps, capture, .. } = play;
    standing.position = after;
    let name = |hole| match hole {
        Hole::Pit(pit) => pit.to_string(),
        Hole::OwnStore => "store".to_owned(),
    };
    let lap = |lap: &Lap| std::iter::once(lap.from.to_string()).chain(lap.stops().map(name)).collect::<Vec<_>>();
    Ok(object! {
        "position": position(&standing),
        "laps": laps.iter().map(lap).collect::<Vec<_>>(),
        "captured": capture.map(|capture| object! { "pit": capture.across.to_string(), "seeds": capture.seeds }),
    })
}

pub(crate) fn next_round(params: PathValue<'_>) -> Result<Json<'static>, Error> {
    let standing = params.read(&["position"], |fields| fields.must("position", read))??;
    let next = standing.next_round().map_err(Error::next_round)?;
    Ok(object! { "position": position(&next) })
}
