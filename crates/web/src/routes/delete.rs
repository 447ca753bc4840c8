//! Deleting a table. Opening the address only asks for confirmation, because a deleted table can't be restored.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;

use super::{PageResult, UrlPath, page, see_other};
use crate::app::{AppState, SharedApp};
use crate::fault::WebError;
use crate::fields::FormFields;
use crate::pages::DeletePage;
use crate::room::Room;
use crate::visitor::Visitor;

/// The table, if this browser created it.
async fn own(app: &Arc<AppState>, id: &str, visitor: &Visitor) -> Result<Arc<Room>, WebError> {
    let room = app.room_now(visitor, id).await?;
    if room.people().maker != Some(visitor.holder) {
        return Err(WebError::NotAllowed("Only the browser that created this table can delete it.".to_owned()));
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
        // The store notifies us too, but the lobby must not list the table after this redirect.
        app.rooms.close(app, &room.id);
        Ok::<(), WebError>(())
    })
    .await??;
    Ok(see_other("/"))
}
