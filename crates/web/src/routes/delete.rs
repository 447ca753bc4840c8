//! Deleting a table. Opening the address only asks: what is gone doesn't come back.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;

use super::{PageResult, UrlPath, page, see};
use crate::app::{AppState, SharedApp};
use crate::fault::WebError;
use crate::fields::FormFields;
use crate::pages::DeletePage;
use crate::room::Room;
use crate::visitor::Visitor;

/// The table, if this browser made it.
async fn own(app: &Arc<AppState>, id: &str, visitor: &Visitor) -> Result<Arc<Room>, WebError> {
    let room = app.room_now(id).await?;
    if room.people().maker != Some(visitor.holder) {
        return Err(WebError::NotAllowed("Only the browser that made this table can delete it.".to_owned()));
    }
    Ok(room)
}

pub(crate) async fn ask(State(app): SharedApp, UrlPath(id): UrlPath<String>, visitor: Visitor) -> PageResult {
    let room = own(&app, &id, &visitor).await?;
    let (id, seen) = (room.id.to_string(), room.seen());
    Ok(page(StatusCode::OK, &DeletePage { site: visitor.site(), id: &id, table: &seen.table }))
}

pub(crate) async fn delete(
    State(app): SharedApp,
    UrlPath(id): UrlPath<String>,
    visitor: Visitor,
    _: FormFields,
) -> PageResult {
    let room = own(&app, &id, &visitor).await?;
    app.at_table(&room, |app, room| {
        app.registry.remove(&room.name)?;
        // The store tells it, too, but who is sent to the lobby now must not find the table any more.
        app.rooms.close(app, &room.id);
        Ok::<(), WebError>(())
    })
    .await??;
    Ok(see("/"))
}
