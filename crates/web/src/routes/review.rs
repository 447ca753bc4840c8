use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::StatusCode;
use parlor_review::NotReviewed;
use parlor_view::not_reviewed;
use serde::Deserialize;

use super::{PageResult, UrlPath, page};
use crate::app::{AppState, SharedApp};
use crate::fault::WebError;
use crate::pages::ReviewPage;
use crate::room::Room;
use crate::visitor::Visitor;

#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct StepQuery {
    round: Option<u32>,
    at: Option<u64>,
    order: String,
}

pub(crate) async fn review(
    State(app): SharedApp,
    visitor: Visitor,
    UrlPath(id): UrlPath<String>,
    which: Result<Query<StepQuery>, QueryRejection>,
) -> PageResult {
    let room = room_to_study(&app, &visitor, &id).await?;
    let place = app.place(&visitor).await?;
    // An invalid query shows the last round.
    let Query(StepQuery { round, at, order }) = which.unwrap_or_default();
    app.blocking(move |app| {
        let _place = place;
        // Read first, so that the page's event stream doesn't miss a later change.
        let extra_changes = room.extra_changes();
        let so_far = room.review(app).so_far();
        let shown = ReviewPage {
            site: visitor.site(),
            id: &room.id.to_string(),
            table: &room.seen().table,
            seats: room.people().seats_of(visitor.holder),
            extra_changes,
            review: &so_far.review,
            answered: (so_far.answered, so_far.all),
            under_way: so_far.under_way,
            round,
            at,
            by_cost: order == "cost",
        };
        page(StatusCode::OK, &shown)
    })
    .await
}

/// The room of a table whose game may be reviewed and analysed.
pub(crate) async fn room_to_study(app: &Arc<AppState>, visitor: &Visitor, id: &str) -> Result<Arc<Room>, WebError> {
    let room = app.room(visitor, id).await?;
    match NotReviewed::on_the_page(&room.seen().table) {
        Some(why) => Err(WebError::NotOver(room.id, not_reviewed(why))),
        None => Ok(room),
    }
}
