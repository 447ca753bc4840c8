use parlor_rules::congkak::{Draft, DraftOver, DraftSide, Hole, Lap, Pit, Play, Size, Standing};

use crate::draft::going_on;
use crate::error::Error;
use crate::json::{At, Json, Problems, object};
use crate::shapes::{both, player, size_and_first, whole};

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

pub(crate) fn new(params: At<'_>) -> Result<Json<'static>, Error> {
    let (size, first) = size_and_first(params, SIZES, Size::new)?;
    Ok(object! { "position": position(&Standing::new(size, first)) })
}

pub(crate) fn chosen(at: At<'_>, problems: &mut Problems) -> Option<Pit> {
    let fields = at.object(&["pit"], problems)?;
    let at = fields.must("pit", problems)?;
    match at.text(problems)?.parse() {
        Ok(pit) => Some(pit),
        Err(error) => at.fault(error, problems),
    }
}

pub(crate) fn play(params: At<'_>) -> Result<Json<'static>, Error> {
    let (draft, pit) = params.read(&["position", "move"], |fields, problems| {
        let position = fields.must("position", problems).and_then(|at| draft(at, problems));
        let chosen = fields.must("move", problems).and_then(|at| chosen(at, problems));
        Some((position?, chosen?))
    })?;
    let mut standing = going_on(check(&draft)?)?;
    let told = standing.position.play_with_details(pit).map_err(|refusal| Error::params("move.pit", refusal))?;
    let Play { after, laps, capture, .. } = told;
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

pub(crate) fn next_round(params: At<'_>) -> Result<Json<'static>, Error> {
    let draft = params
        .read(&["position"], |fields, problems| fields.must("position", problems).and_then(|at| draft(at, problems)))?;
    let standing = check(&draft)?.next_round().map_err(Error::next_round)?;
    Ok(object! { "position": position(&standing) })
}
