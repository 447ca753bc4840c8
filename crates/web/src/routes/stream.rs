//! Event streams and animations.

use std::convert::Infallible;
use std::time::Duration;

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::HeaderName;
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, Stream};
use parlor_rules::Pair;
use parlor_view::svg::Shape;
use serde::Deserialize;

use super::table::play_next;
use super::{PageResult, UrlPath};
use crate::app::SharedApp;
use crate::fault::WebError;
use crate::frames::{RevisionFrames, read_aspect};
use crate::pages::names_for;
use crate::phrase::Phrase;
use crate::room::{Room, RoomChange};
use crate::visitor::Visitor;

/// The interval of keep-alive messages on a quiet stream, so that proxies don't close it. A proxy that has received
/// nothing for twice this time can conclude that the server hangs.
const ALIVE: Duration = Duration::from_secs(15);

#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct StreamQuery {
    /// The number of changes outside the game when the page was made.
    extra_changes: Option<u64>,
    /// Not empty if the page is hidden.
    away: String,
    /// The revision at which the page pauses two programs.
    until: Option<u64>,
}

/// Sends the table's revision, at once and whenever it changes; the page fetches the changes themselves. The first
/// event also shows whether anything outside the game has changed since the page was made, before its stream was
/// opened.
pub(crate) async fn events(
    State(app): SharedApp,
    UrlPath(id): UrlPath<String>,
    visitor: Visitor,
    seen: Result<Query<StreamQuery>, QueryRejection>,
) -> PageResult {
    let Query(StreamQuery { extra_changes: seen, away, until }) = seen.unwrap_or_default();
    let room = match app.room(&visitor, &id).await {
        // The table was deleted while its page was open.
        Err(WebError::NoTable) => return Ok(as_events(stream::iter([Ok(gone())]))),
        room => room?,
    };
    let limits = app.options.limits;
    let (identity, address) = (visitor.client().identity, visitor.address);
    let by_address = app.streams_by_address.open(address, limits.streams_per_address).ok_or(WebError::TooMany(5))?;
    let open = app.streams.open(identity, limits.streams_per_browser).ok_or(WebError::TooMany(5))?;
    let mut changes = room.changes.subscribe();
    changes.mark_changed();
    // A page whose server was restarted has shown the last move already.
    play_next(&app, &room, until).await?;
    let following = room.followed_by(&app, visitor.holder, !away.is_empty());
    let state = (changes, app.ending.clone(), None::<RoomChange>, (room, open, by_address, following));
    let events = stream::unfold(state, move |(mut changes, mut ending, mut sent, held)| async move {
        loop {
            if sent.is_some_and(|sent| sent.gone) {
                return None;
            }
            tokio::select! {
                changed = changes.changed() => changed.ok()?,
                _ = ending.wait_for(|ending| *ending) => return None,
            }
            let change = *changes.borrow_and_update();
            let Some((event, known)) = next_event(&held.0, change, sent, seen) else { continue };
            sent = Some(known);
            if known != change {
                // There is more to send.
                changes.mark_changed();
            }
            return Some((Ok::<Event, Infallible>(event), (changes, ending, sent, held)));
        }
    });
    Ok(as_events(events))
}

/// The next event for a page, and the state that the page knows after it. `sent` is the state that the stream has sent
/// so far, and `seen` the number of changes outside the game when the page was rendered.
fn next_event(
    room: &Room,
    change: RoomChange,
    sent: Option<RoomChange>,
    seen: Option<u64>,
) -> Option<(Event, RoomChange)> {
    let RoomChange { revision, extra_changes, presence, phrases, reviewed, gone } = change;
    if gone {
        return Some((self::gone(), change));
    }
    let table_event = |is_extra| {
        let name = if is_extra { "extra" } else { "table" };
        Event::default().event(name).id(revision.to_string()).data(revision.to_string())
    };
    let Some(sent) = sent else {
        // The page may have missed presence and phrases before its stream was opened.
        let known = RoomChange { presence: presence.wrapping_sub(1), phrases: phrases.wrapping_sub(1), ..change };
        return Some((table_event(seen.is_some_and(|seen| seen != extra_changes)), known));
    };
    if (sent.revision, sent.extra_changes) != (revision, extra_changes) {
        return Some((table_event(sent.revision == revision), RoomChange { revision, extra_changes, ..sent }));
    }
    if sent.presence != presence {
        let (Pair { human, computer }, watching) = room.presence();
        let event = Event::default().event("presence").data(format!("{} {} {watching}", human.word(), computer.word()));
        return Some((event, RoomChange { presence, ..sent }));
    }
    if sent.phrases != phrases {
        let Pair { human, computer } = room.phrases().map(|phrase| phrase.map_or("", Phrase::words));
        let event = Event::default().event("phrases").json_data([human, computer]).ok()?;
        return Some((event, RoomChange { phrases, ..sent }));
    }
    if sent.reviewed != reviewed {
        let (answered, all) = reviewed;
        let event = Event::default().event("reviewed").data(format!("{answered} {all}"));
        return Some((event, RoomChange { reviewed, ..sent }));
    }
    None
}

/// The last event of a deleted table, which makes the page reload. Browsers ignore events without data.
fn gone() -> Event {
    Event::default().event("gone").data("gone")
}

fn as_events(events: impl Stream<Item = Result<Event, Infallible>> + Send + 'static) -> Response {
    let mut response = Sse::new(events).keep_alive(KeepAlive::new().interval(ALIVE)).into_response();
    // A buffering proxy would delay events.
    response
        .headers_mut()
        .insert(HeaderName::from_static("x-accel-buffering"), axum::http::HeaderValue::from_static("no"));
    response
}

/// An animation of more entries than this takes a long time to make.
const FEW: u64 = 16;

#[derive(Deserialize)]
pub(crate) struct FramesQuery {
    from: u64,
    #[serde(default)]
    picture: String,
}

pub(crate) async fn frames(
    State(app): SharedApp,
    visitor: Visitor,
    UrlPath(id): UrlPath<String>,
    which: Result<Query<FramesQuery>, QueryRejection>,
) -> PageResult {
    let room = app.room(&visitor, &id).await?;
    let unclear = || WebError::Unclear("Add the revision to start from, as in frames?from=12&picture=wide.".to_owned());
    let Query(which) = which.map_err(|_| unclear())?;
    let aspect = read_aspect(&which.picture).unwrap_or(Shape::Wide.into());
    // A page that follows the game misses only an entry or two.
    let missed = room.seen().table.revision().saturating_sub(which.from);
    let place = if missed > FEW { Some(app.place(&visitor).await?) } else { None };
    let film = app
        .at_table(&room, move |_, room| {
            let _place = place;
            let table = &room.seen().table;
            let names = names_for(table, room.people().seats_of(visitor.holder));
            RevisionFrames::since(table, which.from, aspect, &names)
        })
        .await?;
    Ok(Json(film).into_response())
}
