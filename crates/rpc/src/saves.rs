//! `read` and `write`: save files of any game as text.

use parlor_saves::{Dialect as SavesDialect, Game as SavesGame, Save, Standing, Written};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::error::Error;
use crate::methods::Game;
use crate::shapes::{read as params_of, write as result_of};
use crate::{canoga, congkak, kono};

#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(rename_all = "lowercase")]
enum Dialect {
    Text,
    Lisp,
    Prolog,
}

/// A position of any game.
#[derive(Serialize)]
#[serde(untagged)]
enum Table {
    Canoga(canoga::Table),
    Congkak(congkak::Table),
    Kono(kono::Table),
}

impl From<&Standing> for Table {
    fn from(standing: &Standing) -> Table {
        match standing {
            Standing::Canoga(standing) => Table::Canoga(standing.into()),
            Standing::Congkak(standing) => Table::Congkak(standing.into()),
            Standing::Kono(standing) => Table::Kono(standing.into()),
        }
    }
}

pub(crate) fn read(params: &str) -> Result<Box<RawValue>, Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Params {
        text: String,
        #[serde(default)]
        game: Option<Game>,
    }
    #[derive(Serialize)]
    struct Answer {
        position: Table,
        dialect: Dialect,
        dice: Vec<Vec<u8>>,
        notes: Vec<String>,
    }
    let params: Params = params_of(params)?;
    let game = params.game.map(|game| match game {
        Game::Canoga => SavesGame::Canoga,
        Game::Congkak => SavesGame::Congkak,
        Game::Kono => SavesGame::Kono,
    });
    let save = parlor_saves::read(&params.text, game).map_err(|refusal| Error::save(&refusal))?;
    let Save { standing, dialect, dice, notes, .. } = save;
    result_of(&Answer {
        position: Table::from(&standing),
        dialect: match dialect {
            SavesDialect::Text => Dialect::Text,
            SavesDialect::Lisp => Dialect::Lisp,
            SavesDialect::Prolog => Dialect::Prolog,
        },
        dice: dice.iter().map(|throw| throw.dice().to_vec()).collect(),
        notes: notes.iter().map(ToString::to_string).collect(),
    })
}

pub(crate) fn write(params: &str, game: Game) -> Result<Box<RawValue>, Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Params<T> {
        position: T,
        dialect: Dialect,
    }
    #[derive(Serialize)]
    struct Answer {
        text: String,
        lost: Vec<String>,
    }
    let (standing, dialect): (Standing, Dialect) = match game {
        Game::Canoga => {
            let Params::<canoga::Table> { position, dialect } = params_of(params)?;
            (position.check()?.into(), dialect)
        }
        Game::Congkak => {
            let Params::<congkak::Table> { position, dialect } = params_of(params)?;
            (position.check()?.into(), dialect)
        }
        Game::Kono => {
            let Params::<kono::Table> { position, dialect } = params_of(params)?;
            (position.check()?.into(), dialect)
        }
    };
    let dialect = match dialect {
        Dialect::Text => SavesDialect::Text,
        Dialect::Lisp => SavesDialect::Lisp,
        Dialect::Prolog => SavesDialect::Prolog,
    };
    let Written { text, lost } = parlor_saves::write(&standing, dialect);
    result_of(&Answer { text, lost })
}
