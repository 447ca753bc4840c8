//! What tells a browser that a table has changed, and what it animates then.

use std::convert::Infallible;
use std::time::Duration;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::HeaderName;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use parlor_view::svg::Shape;
use serde::Deserialize;

use super::{PageResult, UrlPath};
use crate::app::SharedApp;
use crate::fault::WebError;
use crate::frames::RevisionFrames;
use crate::room::RoomChange;
use crate::visitor::Visitor;

/// How often a quiet stream shows that it is alive, so that no proxy cuts it off. A proxy that waits longer than twice
/// this knows that the server hangs.
const ALIVE: Duration = Duration::from_secs(15);

/// What the page has seen that wants to be told.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct SeenSoFar {
    /// How often something beside the game had changed.
    asides: Option<u64>,
}

/// Says the table's revision, at once and whenever it changes. What has changed is in the page. The first event says
/// whether something beside the game has changed since the page was made: between the page and its stream there is
/// time for that.
pub(crate) async fn events(
    State(app): SharedApp,
    UrlPath(id): UrlPath<String>,
    visitor: Visitor,
    seen: Result<Query<SeenSoFar>, QueryRejection>,
) -> PageResult {
    let Query(SeenSoFar { asides: seen }) = seen.unwrap_or_default();
    let room = match app.room(&id).await {
        // A page that was open when its table was deleted learns it here.
        Err(WebError::NoTable) => return Ok(as_events(stream::iter([Ok(gone())]))),
        room => room?,
    };
    let open = app.streams.open(visitor.holder, app.options.limits.streams_per_browser).ok_or(WebError::TooMany(5))?;
    let mut changes = room.changes.subscribe();
    changes.mark_changed();
    // Two programs play only while somebody follows them, and from now on somebody does.
    app.at_table(&room, |app, room| room.go_on(app)).await?;
    let state = (changes, app.ending.clone(), None::<RoomChange>, (room, open));
    let events = stream::unfold(state, move |(mut changes, mut ending, told, held)| async move {
        if told.is_some_and(|told| told.gone) {
            return None;
        }
        tokio::select! {
            changed = changes.changed() => changed.ok()?,
            _ = ending.wait_for(|ending| *ending) => return None,
        }
        let change = *changes.borrow_and_update();
        if change.gone {
            return Some((Ok(gone()), (changes, ending, Some(change), held)));
        }
        let (answered, all) = change.reviewed;
        if told.is_some_and(|told| told.revision == change.revision && told.asides == change.asides) {
            let event = Event::default().event("reviewed").data(format!("{answered} {all}"));
            return Some((Ok(event), (changes, ending, Some(change), held)));
        }
        let aside = match told {
            Some(told) => told.revision == change.revision,
            None => seen.is_some_and(|seen| seen != change.asides),
        };
        let event = Event::default()
            .event(if aside { "aside" } else { "table" })
            .id(change.revision.to_string())
            .data(change.revision.to_string());
        Some((Ok::<Event, Infallible>(event), (changes, ending, Some(change), held)))
    });
    Ok(as_events(events))
}

/// The last event of a table that was deleted. The page loads itself again then, and says so. Browsers ignore events without data.
fn gone() -> Event {
    Event::default().event("gone").data("gone")
}

fn as_events(events: impl Stream<Item = Result<Event, Infallible>> + Send + 'static) -> Response {
    let mut response = Sse::new(events).keep_alive(KeepAlive::new().interval(ALIVE)).into_response();
    // A proxy that gathers an answer before it passes it on would hold events back.
    response
        .headers_mut()
        .insert(HeaderName::from_static("x-accel-buffering"), axum::http::HeaderValue::from_static("no"));
    response
}

/// Between which revisions, and for which picture.
#[derive(Deserialize)]
pub(crate) struct WhichFrames {
    from: u64,
    #[serde(default)]
    picture: String,
}

/// What has to be animated since a revision.
pub(crate) async fn frames(
    State(app): SharedApp,
    UrlPath(id): UrlPath<String>,
    which: Result<Query<WhichFrames>, QueryRejection>,
) -> PageResult {
    let room = app.room(&id).await?;
    let unclear = || WebError::Unclear("Say from which revision, like frames?from=12&picture=wide.".to_owned());
    let Query(which) = which.map_err(|_| unclear())?;
    let shape = if which.picture == "narrow" { Shape::Narrow } else { Shape::Wide };
    let film = app.at_table(&room, move |_, room| RevisionFrames::since(&room.seen().table, which.from, shape)).await?;
    Ok(Json(film).into_response())
}
