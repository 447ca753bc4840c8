//! Links that lead to a seat. Opening such a link only shows a page, because messaging programs that preview links must
//! not take seats.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use parlor_picture::inviter;
use parlor_rules::Seat;
use parlor_store::{LinkKind, Token};
use parlor_view::{Names, size_in_words};

use super::{PageResult, UrlPath, page, see_other};
use crate::app::{AppState, SharedApp};
use crate::fault::WebError;
use crate::fields::FormFields;
use crate::pages::{JoinPage, SeatPage};
use crate::room::Room;
use crate::visitor::{NewPrefs, Visitor};

/// The table and the seat that a link leads to.
pub(super) async fn follow(
    app: &Arc<AppState>,
    visitor: &Visitor,
    token: &str,
    invites: bool,
) -> Result<(Arc<Room>, Seat), WebError> {
    let token: Token = token.parse().map_err(|_| WebError::NoLink)?;
    let place = app.place(visitor).await?;
    let (room, purpose) = app
        .blocking(move |app| {
            let _place = place;
            let Some((name, purpose)) = app.registry.follow(&token)? else { return Err(WebError::NoLink) };
            let links = app.registry.people(&name)?.links;
            let watch = links.into_iter().find(|(purpose, _)| *purpose == LinkKind::Watch).ok_or(WebError::NoLink)?;
            let room = app.rooms.open(app, watch.1)?.ok_or(WebError::NoLink)?;
            Ok((room, purpose))
        })
        .await??;
    match purpose {
        LinkKind::Invite(seat) if invites => Ok((room, seat)),
        LinkKind::Seat(seat) if !invites => Ok((room, seat)),
        _ => Err(WebError::NoLink),
    }
}

pub(crate) async fn join_page(State(app): SharedApp, UrlPath(token): UrlPath<String>, visitor: Visitor) -> PageResult {
    let (room, seat) = follow(&app, &visitor, &token, true).await?;
    if room.people().seats_of(visitor.holder)[seat] {
        return Ok(see_other(&format!("/t/{}", room.id)));
    }
    Ok(join_page_of(&room, seat, &token, &visitor))
}

fn join_page_of(room: &Room, seat: Seat, token: &str, visitor: &Visitor) -> Response {
    let (seen, people) = (room.seen(), room.people());
    let about = seen.table.size().map_or(String::new(), |size| size_in_words(seen.table.game(), size));
    let from = inviter(&seen.table, seat);
    let shown = JoinPage {
        site: visitor.site(),
        token,
        game: seen.table.game(),
        about: &about,
        from: from.as_deref(),
        own: people.seats_of(visitor.holder)[seat.other()],
        watch: &format!("/t/{}", room.id),
        taken: !people.holders[seat].is_empty(),
        help_off: people.note.help_off,
    };
    page(StatusCode::OK, &shown)
}

pub(crate) async fn join(
    State(app): SharedApp,
    UrlPath(token): UrlPath<String>,
    mut visitor: Visitor,
    fields: FormFields,
) -> PageResult {
    let (room, seat) = follow(&app, &visitor, &token, true).await?;
    let own = room.people().seats_of(visitor.holder)[seat.other()];
    if own && fields.get("both").is_none() {
        // The other seat is for another person, unless both were requested on its page.
        return Ok(join_page_of(&room, seat, &token, &visitor));
    }
    let typed = fields.person("name")?;
    if typed.is_some() && !own {
        visitor.prefs.name.clone_from(&typed);
    }
    let holder = visitor.holder;
    let name = if own { typed } else { visitor.prefs.name.clone() };
    app.at_table(&room, move |app, room| {
        app.registry.take_free_seat(&room.name, seat, holder)?;
        room.reread_people(&*app.registry)?;
        name.map_or(Ok(()), |name| room.rename(app, seat, &name))
    })
    .await?
    .map_err(|error| WebError::seat(error, room.id))?;
    let mut response = see_other(&format!("/t/{}", room.id));
    response.extensions_mut().insert(NewPrefs(visitor.prefs));
    Ok(response)
}

pub(crate) async fn seat_page(State(app): SharedApp, UrlPath(token): UrlPath<String>, visitor: Visitor) -> PageResult {
    let (room, seat) = follow(&app, &visitor, &token, false).await?;
    if room.people().seats_of(visitor.holder)[seat] {
        return Ok(see_other(&format!("/t/{}", room.id)));
    }
    let seen = room.seen();
    let names = Names::of(&seen.table.setup().players);
    let (game, name, other) = (seen.table.game(), names.label(seat), names.label(seat.other()));
    Ok(page(StatusCode::OK, &SeatPage { site: visitor.site(), token: &token, game, name, other }))
}

pub(crate) async fn share(
    State(app): SharedApp,
    UrlPath(token): UrlPath<String>,
    visitor: Visitor,
    _: FormFields,
) -> PageResult {
    let (room, seat) = follow(&app, &visitor, &token, false).await?;
    let holder = visitor.holder;
    app.at_table(&room, move |app, room| {
        app.registry.share_seat(&room.name, seat, holder)?;
        room.reread_people(&*app.registry)
    })
    .await?
    .map_err(|error| WebError::seat(error, room.id))?;
    Ok(see_other(&format!("/t/{}", room.id)))
}
