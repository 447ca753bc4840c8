//! The lobby and other pages that don't belong to a table.

use std::sync::Arc;
use std::time::SystemTime;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use parlor_host::BadSetting;
use parlor_rules::{Game, Pair, Seat};
use parlor_store::Listed;
use parlor_table::Progress;

use super::{PageResult, UrlPath, page, see_other};
use crate::app::{AppState, SharedApp};
use crate::fault::{WebError, sentence};
use crate::fields::FormFields;
use crate::pages::{GameRulesPage, HowToPlayPage, LobbyPage, SavesPage, SettingsPage, TableLine};
use crate::visitor::{NewPrefs, Visitor};

/// The maximum number of listed tables.
const LISTED: usize = 50;

/// The maximum number of tables that are loaded to show whose turn it is.
const LOOKED_INTO: usize = 20;

pub(crate) async fn lobby(State(app): SharedApp, visitor: Visitor) -> PageResult {
    let tables = tables_of(&app, &visitor).await?;
    Ok(page(StatusCode::OK, &LobbyPage { site: visitor.site(), tables: &tables, message: None }))
}

/// The tables of a browser, the most recently played first.
pub(crate) async fn tables_of(app: &Arc<AppState>, visitor: &Visitor) -> Result<Vec<TableLine>, WebError> {
    let holder = visitor.holder;
    if !visitor.known {
        return Ok(Vec::new());
    }
    let list = app.blocking(move |app| app.registry.tables_of(holder, LISTED)).await??;
    let unfinished =
        |listed: &Listed| listed.about.as_ref().is_ok_and(|about| about.summary.progress != Progress::Finished);
    let open: Vec<_> = list.iter().filter(|(listed, ..)| unfinished(listed)).take(LOOKED_INTO).collect();
    let is_known = open.iter().all(|(_, id, _)| app.rooms.get(id).is_some());
    // If the visitor's share of places is used up, the list shows less about each table.
    let place = if is_known { None } else { app.place(visitor).await.ok() };
    app.blocking(move |app| {
        let may_open = place.is_some();
        let mut lines = Vec::new();
        let mut looked_into = 0;
        for (listed, id, seats) in list {
            let Ok(about) = listed.about else { continue };
            let over = about.summary.progress == Progress::Finished;
            looked_into += usize::from(!over);
            let room = match app.rooms.get(&id) {
                _ if over || looked_into > LOOKED_INTO => Ok(None),
                None if may_open => app.rooms.open(app, id),
                known => Ok(known),
            };
            let room = match room {
                // If too many tables are in memory, the list shows less about each.
                Err(WebError::TooMany(_)) => None,
                room => room?,
            };
            let ago = SystemTime::now().duration_since(listed.modified).unwrap_or_default();
            let line = match room {
                Some(room) => {
                    let (seen, people) = (room.seen(), room.people());
                    let taken = Pair::from_fn(|seat: Seat| !people.holders[seat].is_empty());
                    TableLine::of(&id.to_string(), &seen.table, seats, taken)
                }
                None => TableLine::of_summary(&id.to_string(), &about),
            };
            lines.push(line.last_played(ago));
        }
        Ok(lines)
    })
    .await?
}

pub(crate) async fn how_to_play(visitor: Visitor) -> Response {
    page(StatusCode::OK, &HowToPlayPage { site: visitor.site() })
}

pub(crate) async fn rules_of_game(visitor: Visitor, UrlPath(game): UrlPath<String>) -> PageResult {
    let game: Game = game.parse().map_err(|_| WebError::NoPage)?;
    Ok(page(StatusCode::OK, &GameRulesPage { site: visitor.site(), game }))
}

pub(crate) async fn saves(visitor: Visitor) -> Response {
    page(StatusCode::OK, &SavesPage { site: visitor.site() })
}

pub(crate) async fn settings(visitor: Visitor) -> Response {
    page(StatusCode::OK, &SettingsPage { site: visitor.site(), saved: false })
}

pub(crate) async fn change_settings(mut visitor: Visitor, fields: FormFields) -> PageResult {
    let prefs = &mut visitor.prefs;
    if fields.raw("name").is_some() {
        prefs.name = fields.person("name")?;
    }
    if fields.raw("name2").is_some() {
        prefs.name2 = fields.person("name2")?;
    }
    for key in ["page", "speed", "sounds", "value_bar", "tutor", "phrases"] {
        let Some(value) = fields.get(key) else { continue };
        prefs
            .set(key, value)
            .map_err(|why| match why {
                BadSetting::Value { wanted } => format!("The field \u{201c}{key}\u{201d} has to be {wanted}."),
                BadSetting::NoSuchKey | BadSetting::Name(_) => sentence(&why.to_string()),
            })
            .map_err(WebError::Unclear)?;
    }
    // A table's page has buttons for some settings, and has to be shown again after them.
    let back = fields.get("back").filter(|back| back.starts_with("/t/"));
    let saved = || page(StatusCode::OK, &SettingsPage { site: visitor.site(), saved: true });
    let mut response = back.map_or_else(saved, see_other);
    response.extensions_mut().insert(NewPrefs(visitor.prefs));
    Ok(response)
}
