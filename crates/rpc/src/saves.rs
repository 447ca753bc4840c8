//! `read` and `write`: save files of any game as text.

use parlor_rules::Game;
use parlor_saves::{Dialect, Save, Written};

use crate::draft::{position, standing};
use crate::error::Error;
use crate::json::{Json, PathValue, object};
use crate::shapes::one_of;

pub(crate) fn read(params: PathValue<'_>) -> Result<Json<'static>, Error> {
    let (text, game) = params.read(&["text", "game"], |fields| {
        let text = fields.must("text", |at| at.text().map(str::to_owned));
        let game = fields.may("game", |at| one_of(at, &Game::ALL));
        Some((text?, game))
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

pub(crate) fn write(params: PathValue<'_>, game: Game) -> Result<Json<'static>, Error> {
    let (standing, dialect) = params.read(&["position", "dialect"], |fields| {
        let position = fields.must("position", |at| standing(at, game));
        let dialect = fields.must("dialect", |at| one_of(at, &Dialect::ALL));
        Some((position?, dialect?))
    })?;
    let Written { text, lost } = parlor_saves::write(&standing?, dialect);
    Ok(object! { "text": text, "lost": lost })
}
