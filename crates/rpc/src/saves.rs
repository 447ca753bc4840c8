//! `read` and `write`: save files of any game as text.

use parlor_rules::Game;
use parlor_saves::{Dialect, Save, Written};

use crate::draft::{GameDraft, position};
use crate::error::Error;
use crate::json::{At, Json, object};
use crate::shapes::one_of;

pub(crate) fn read(params: At<'_>) -> Result<Json<'static>, Error> {
    let (text, game) = params.read(&["text", "game"], |fields, problems| {
        let text = fields.must("text", problems).and_then(|at| at.text(problems));
        let game = fields.may("game").and_then(|at| one_of(at, &Game::ALL, problems));
        Some((text?.to_owned(), game))
    })?;
    let save = parlor_saves::read(&text, game).map_err(|refusal| Error::save(&refusal))?;
    let Save { standing, dialect, dice, notes, .. } = save;
    Ok(object! {
        "position": position(&standing),
        "dialect": dialect.to_string(),
        "dice": dice.iter().map(|throw| throw.dice().to_vec()).collect::<Vec<_>>(),
        "notes": notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
    })
}

pub(crate) fn write(params: At<'_>, game: Game) -> Result<Json<'static>, Error> {
    let (draft, dialect) = params.read(&["position", "dialect"], |fields, problems| {
        let draft = fields.must("position", problems).and_then(|at| GameDraft::read(at, game, problems));
        let dialect = fields.must("dialect", problems).and_then(|at| one_of(at, &Dialect::ALL, problems));
        Some((draft?, dialect?))
    })?;
    let Written { text, lost } = parlor_saves::write(&draft.check()?, dialect);
    Ok(object! { "text": text, "lost": lost })
}
