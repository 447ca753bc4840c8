//! Deleting a table. Opening the address only asks: what is gone doesn't come back.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use parlor_view::Names;

use super::{Path, page, see};
use crate::app::App;
use crate::fault::Fault;
use crate::fields::Fields;
use crate::pages::{DeletePage, render};
use crate::room::Room;
use crate::visitor::Visitor;

/// The table, if this browser made it.
async fn own(app: &Arc<App>, id: &str, visitor: &Visitor) -> Result<Arc<Room>, Fault> {
    let room = app.room_now(id).await?;
    if room.people().maker != Some(visitor.holder) {
        return Err(Fault::NotAllowed("Only the browser that made this table can delete it.".to_owned()));
    }
    Ok(room)
}

pub(crate) async fn ask(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
) -> Result<Response, Fault> {
    let room = own(&app, &id, &visitor).await?;
    let seen = room.seen();
    let names = Names::of(&seen.table.setup().players);
    let id = room.id.to_string();
    let html = render(&DeletePage {
        site: visitor.site(),
        id: &id,
        game: seen.table.game(),
        names: &names,
        over: seen.table.is_over(),
    });
    Ok(page(StatusCode::OK, html))
}

pub(crate) async fn delete(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    visitor: Visitor,
    _: Fields,
) -> Result<Response, Fault> {
    let room = own(&app, &id, &visitor).await?;
    app.at_table(&room, |app, room| {
        app.registry.remove(&room.name)?;
        // The store tells it, too, but who is sent to the lobby now must not find the table any more.
        app.rooms.close(app, &room.id);
        Ok::<(), Fault>(())
    })
    .await??;
    Ok(see("/"))
}
