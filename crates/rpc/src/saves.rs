//! `read` and `write`: save files of any game as text.

use parlor_rules::{Game, Standing};
use parlor_saves::{Dialect, Save, Written};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::draft::Draft;
use crate::error::Error;
use crate::json::{At, Problems};
use crate::shapes::{one_of, write as result_of};
use crate::{canoga, congkak, kono};

/// A position of any game as answers have it.
#[derive(Serialize)]
#[serde(untagged)]
enum AnyPosition {
    Canoga(canoga::CanogaPosition),
    Congkak(congkak::CongkakPosition),
    Kono(kono::KonoPosition),
}

impl From<&Standing> for AnyPosition {
    fn from(standing: &Standing) -> AnyPosition {
        match standing {
            Standing::Canoga(standing) => AnyPosition::Canoga(standing.into()),
            Standing::Congkak(standing) => AnyPosition::Congkak(standing.into()),
            Standing::Kono(standing) => AnyPosition::Kono(standing.into()),
        }
    }
}

pub(crate) fn read(params: At<'_>) -> Result<Box<RawValue>, Error> {
    #[derive(Serialize)]
    struct Answer {
        position: AnyPosition,
        dialect: String,
        dice: Vec<Vec<u8>>,
        notes: Vec<String>,
    }
    let mut problems = Problems::default();
    let read = params.object(&["text", "game"], &mut problems).and_then(|fields| {
        let text = fields.must("text", &mut problems).and_then(|at| at.text(&mut problems));
        let game = fields.may("game").and_then(|at| one_of(at, &Game::ALL, &mut problems));
        Some((text?.to_owned(), game))
    });
    let (text, game) = problems.or(read)?;
    let save = parlor_saves::read(&text, game).map_err(|refusal| Error::save(&refusal))?;
    let Save { standing, dialect, dice, notes, .. } = save;
    result_of(&Answer {
        position: AnyPosition::from(&standing),
        dialect: dialect.to_string(),
        dice: dice.iter().map(|throw| throw.dice().to_vec()).collect(),
        notes: notes.iter().map(ToString::to_string).collect(),
    })
}

pub(crate) fn write(params: At<'_>, game: Game) -> Result<Box<RawValue>, Error> {
    #[derive(Serialize)]
    struct Answer {
        text: String,
        lost: Vec<String>,
    }
    let mut problems = Problems::default();
    let read = params.object(&["position", "dialect"], &mut problems).and_then(|fields| {
        let draft = fields.must("position", &mut problems).and_then(|at| Draft::read(at, game, &mut problems));
        let dialects = [("text", Dialect::Text), ("lisp", Dialect::Lisp), ("prolog", Dialect::Prolog)];
        let dialect = fields.must("dialect", &mut problems).and_then(|at| at.word(&dialects, &mut problems));
        Some((draft?, dialect?))
    });
    let (draft, dialect) = problems.or(read)?;
    let Written { text, lost } = parlor_saves::write(&draft.check()?, dialect);
    result_of(&Answer { text, lost })
}
