//! The page of a table, its replay, and its downloads.

use std::sync::Arc;

use axum::body::{Body, Bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use parlor_review::{DecisionRecord, NotReviewed};
use parlor_rules::{Choice, Pair, Seat};
use parlor_saves::Dialect;
use parlor_store::{LinkKind, Token};
use parlor_table::{Seed, Table, public_journal};
use parlor_view::{
    Advice, Names, Replay, ResultCard, RoundLog, UNCHECKED, costliest, guide, guide_before_first_throw, tutor_question,
    tutor_reasons,
};
use serde::Deserialize;

use super::create::rematch_setup;
use super::{PageResult, UrlPath, html, page, see_other};
use crate::answers::{self, read_picks};
use crate::app::{AppState, SharedApp};
use crate::fault::WebError;
use crate::fields::{FormFields, slug};
use crate::frames::{RevisionFrames, read_aspect};
use crate::pages::{FairDice, InvitePage, Links, ReplayPage, ShownResult, TablePage, TutorAsks, names_for, render};
use crate::qr::qr_code;
use crate::recent::RecentKey;
use crate::room::{Room, RoomPeople};
use crate::visitor::{NewPrefs, Visitor};

#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct TableQuery {
    /// The revision for which the places were picked.
    at: Option<u64>,
    pick: String,
    /// The round whose log was requested.
    round: Option<u32>,
    sure: String,
    /// Not empty if the list of phrases is open, on a page without scripts.
    say: String,
    /// The costly choice that the tutor asks about.
    tutor: String,
    why: String,
    /// A code for the message about the last answer.
    note: String,
    /// Two programs pause at this revision.
    until: Option<u64>,
    /// The revision of the page on screen, for a script that shows what happened since.
    from: Option<u64>,
    /// The picture on that page, as [`read_aspect`] reads it; without one, there is no animation.
    picture: String,
}

impl TableQuery {
    /// A request for the current table, with an animation of the changes since a revision.
    pub(crate) fn since(from: u64, picture: &str) -> TableQuery {
        TableQuery { from: Some(from), picture: picture.to_owned(), ..TableQuery::default() }
    }

    /// The animation of the changes since the page on screen, as an element after the page.
    fn film(&self, table: &Table, names: &Names) -> Option<String> {
        let aspect = read_aspect(&self.picture)?;
        let film = RevisionFrames::since(table, self.from?, aspect, names);
        // Only this sequence could end a script element.
        let json = serde_json::to_string(&film).ok()?.replace("</", "<\\/");
        Some(format!("<script type=\"application/json\" id=\"film\">{json}</script>"))
    }

    pub(crate) fn query(at: u64, name: &str, value: &str) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("at", &at.to_string()).append_pair(name, value).finish()
    }
}

pub(crate) async fn table(
    State(app): SharedApp,
    visitor: Visitor,
    UrlPath(id): UrlPath<String>,
    query: Result<Query<TableQuery>, QueryRejection>,
) -> PageResult {
    let room = app.room_now(&visitor, &id).await?;
    // An invalid query shows the table as it is.
    let Query(query) = query.unwrap_or_default();
    play_next(&app, &room, query.until).await?;
    shown(&app, &room, visitor, query, None).await
}

/// Two programs play the next move only when a page shows the last one, and not beyond the revision at which it pauses.
pub(crate) async fn play_next(app: &Arc<AppState>, room: &Arc<Room>, until: Option<u64>) -> Result<(), WebError> {
    let seen = room.seen();
    if !seen.thinking && seen.table.deciding_program().is_some() {
        let next = seen.table.revision() + 1;
        room.play_until(until.map_or(next, |until| next.min(until)));
        app.at_table(room, |app, room| room.resume(app)).await?;
    }
    Ok(())
}

/// The page of a table, optionally with a status and a sentence about the last answer. It is made on a thread that is
/// allowed to block, because a long log takes a while.
pub(crate) async fn shown(
    app: &Arc<AppState>,
    room: &Arc<Room>,
    visitor: Visitor,
    query: TableQuery,
    refused: Option<(StatusCode, String)>,
) -> PageResult {
    // The log of an earlier round has to be rebuilt.
    let place = if query.round.is_some() { Some(app.place(&visitor).await?) } else { None };
    app.at_table(room, move |app, room| {
        let _place = place;
        let (status, message) = refused.unzip();
        let mut response = draw(app, room, &visitor, &query, message.as_deref());
        *response.status_mut() = status.unwrap_or(StatusCode::OK);
        response
    })
    .await
}

fn draw(
    app: &Arc<AppState>,
    room: &Arc<Room>,
    visitor: &Visitor,
    query: &TableQuery,
    message: Option<&str>,
) -> Response {
    // Read first, so that the page's event stream doesn't miss a later change.
    let extra_changes = room.extra_changes();
    let (seen, people) = (room.seen(), room.people());
    let table = &seen.table;
    let revision = table.revision();
    let seats = people.seats_of(visitor.holder);
    if seats.human || seats.computer {
        room.noticed(app, visitor.holder);
    }
    let picks = if query.at == Some(revision) { read_picks(&query.pick) } else { Vec::new() };
    let invitation = invitation(app, room, seats);
    let asked = Seat::BOTH.into_iter().find(|&seat| seats[seat] && room.advice(seat, revision).is_some());
    let advised = asked.and_then(|seat| room.advice(seat, revision));
    let thinking = Advice::only("The engine is thinking about it\u{2026}");
    let advice = advised.as_deref().map(|advised| advised.found.as_ref().unwrap_or(&thinking));
    let unaided = people.is_unaided(table);
    let shows_value = visitor.prefs.looks.value_bar && !unaided && invitation.is_none();
    let value = if shows_value { room.value(app, &seen) } else { None };
    // The log of the current round is cut on its page, so its whole log can be requested too.
    let old_log = query.round.map(|round| RoundLog::of(table, Some(round)));
    let mut guided = Vec::new();
    if people.note.guided && seats.human {
        guided = guide(table);
        if guided.is_empty() {
            // Unlike the terminal, the page also waits for the first throw.
            guided.extend(guide_before_first_throw(table).map(str::to_owned));
        }
    }
    if !unaided && visitor.prefs.looks.tutor.watches(table, seats, None).is_some() {
        room.tutor(app, table);
    }
    let tutor = if query.at == Some(revision) && !unaided { tutor_asks(room, visitor, table, query) } else { None };
    let unchecked = (query.note == UNCHECKED_NOTE).then_some(UNCHECKED);
    let (id, fair) = (room.id.to_string(), fair_dice(table));
    let rematch_url = people.note.rematch.map(|rematch| format!("/t/{}", rematch.id));
    let names = names_for(table, seats);
    let result = shown_result(room, table, &names);
    let shown = TablePage {
        site: visitor.site(),
        id: &id,
        table,
        extra_changes,
        seats,
        log: old_log.as_deref().unwrap_or(seen.log.entries()),
        round: query.round,
        picks: &picks,
        sure: query.sure == "give-up",
        advice,
        value,
        busy: seen.busy,
        frozen: seen.frozen.as_deref(),
        message: message.or(unchecked).or(Some(people.note.damage.as_str()).filter(|damage| !damage.is_empty())),
        help_off: people.note.help_off,
        helped: people.note.helped,
        until: query.until,
        links: &links(app, room, seats),
        made_here: people.maker == Some(visitor.holder),
        seats_taken: Pair::from_fn(|seat| !people.holders[seat].is_empty()),
        undo: &answers::undo(table, seats),
        redo: answers::can_redo(table, seats),
        fair: fair.as_ref(),
        guide: &guided,
        tutor: tutor.as_ref(),
        can_rematch: rematch_setup(table).is_some()
            && (seats.human || seats.computer || people.maker == Some(visitor.holder)),
        present: people.are_apart(table).then(|| room.presence()),
        phrases: room.phrases(),
        saying: !query.say.is_empty(),
        rematch: people.note.rematch.as_ref().map(|rematch| rematch.by).zip(rematch_url.as_deref()),
        result: result.as_ref(),
    };
    if let Some(link) = invitation {
        let qr = qr_code(&link);
        let invite = InvitePage { table_page: &shown, link: &link, qr: qr.as_deref(), unreachable: unreachable(app) };
        return page(StatusCode::OK, &invite);
    }
    html(StatusCode::OK, render(&shown) + &query.film(table, &names).unwrap_or_default())
}

/// The end of the round or tournament, with its most costly decisions if it is reviewed.
fn shown_result(room: &Room, table: &Table, names: &Names) -> Option<ShownResult> {
    const COSTLY: usize = 3;
    let card = ResultCard::of(table, names)?;
    let review = room.reviewed().filter(|_| NotReviewed::on_the_page(table).is_none());
    let round = review.as_ref().and_then(|review| review.rounds.last());
    let costly = round.map_or_else(Vec::new, |round| costliest(table.game(), round, names, COSTLY));
    Some(ShownResult { card, costly })
}

/// Turns the boards of this browser round, at this table and at others.
pub(crate) async fn flip(mut visitor: Visitor, UrlPath(id): UrlPath<String>, fields: FormFields) -> PageResult {
    let id: Token = id.parse().map_err(|_| WebError::NoTable)?;
    visitor.prefs.looks.flip = !visitor.prefs.looks.flip;
    let table = format!("/t/{id}");
    // The table's replay, review and analysis have the button as well.
    let back = fields.get("back").filter(|back| {
        let rest = back.strip_prefix(&*table).and_then(|rest| rest.strip_prefix('/'));
        rest.is_some_and(|rest| rest.chars().all(|letter| letter.is_ascii_graphic()))
    });
    let mut response = see_other(back.unwrap_or(&table));
    response.extensions_mut().insert(NewPrefs(visitor.prefs));
    Ok(response)
}

/// Marks an answer that the tutor had no time to check.
pub(crate) const UNCHECKED_NOTE: &str = "unchecked";

fn tutor_asks(room: &Room, visitor: &Visitor, table: &Table, query: &TableQuery) -> Option<TutorAsks> {
    let choice: Choice = query.tutor.parse().ok()?;
    let ranked = room.tutored(table.revision())?;
    let (game, size) = (table.game(), table.size()?);
    let warning = visitor.prefs.looks.tutor.warning(game, size, &ranked, choice)?;
    let best = ranked.first()?;
    let why = || {
        let (standing, (_, decision)) = (table.standing()?, table.decision()?);
        Some(tutor_reasons(&DecisionRecord::one(standing, decision, choice), best))
    };
    let why = if query.why.is_empty() { Vec::new() } else { why().unwrap_or_default() };
    let answer = choice.to_string();
    Some(TutorAsks {
        question: tutor_question(&warning, game, !why.is_empty()),
        see_why: TableQuery::query(table.revision(), "tutor", &answer),
        answer,
        why,
    })
}

/// The commitment to the seed, and the seed once it is revealed.
fn fair_dice(table: &Table) -> Option<FairDice> {
    let commitment = table.commitment()?.to_string();
    let revealed = match table.seed() {
        Seed::Committed { seed, salt } if table.is_revealed() => Some((seed, salt.to_string())),
        _ => None,
    };
    Some(FairDice { commitment, revealed })
}

/// A secret link of the table, as an absolute URL.
fn link(app: &AppState, people: &RoomPeople, wanted: LinkKind, path: &str) -> Option<String> {
    let (_, token) = people.links.iter().find(|(purpose, _)| *purpose == wanted)?;
    Some(app.url.link(&format!("/{path}/{token}")))
}

/// The links that a browser can share.
fn links(app: &AppState, room: &Room, seats: Pair<bool>) -> Links {
    let people = room.people();
    let seat = |seat| if seats[seat] { link(app, &people, LinkKind::Seat(seat), "seat") } else { None };
    Links { seat: Pair::from_fn(seat), watch: app.url.link(&format!("/t/{}", room.id)) }
}

/// The link for taking the free seat, for the browser that holds the other one.
fn invitation(app: &AppState, room: &Room, seats: Pair<bool>) -> Option<String> {
    let people = room.people();
    let free = |seat: &Seat| seats[seat.other()] && people.holders[*seat].is_empty();
    Seat::BOTH.into_iter().filter(free).find_map(|seat| link(app, &people, LinkKind::Invite(seat), "join"))
}

/// The reason why other machines can't open the server's links, and the remedy.
fn unreachable(app: &AppState) -> Option<&'static str> {
    if !app.url.is_local() {
        return None;
    }
    Some(if app.options.bind.ip().is_loopback() {
        "Only this machine can open the link. To play with a friend elsewhere, start the server with \
         --bind 0.0.0.0:7433 for your own network, or with --public-url and the address that your friend can reach."
    } else {
        "Only this machine can open the link. Start the server with --public-url and the address that your friend can \
         reach."
    })
}

#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct MomentQuery {
    moment: Option<usize>,
    round: Option<u32>,
}

pub(crate) async fn replay(
    State(app): SharedApp,
    visitor: Visitor,
    UrlPath(id): UrlPath<String>,
    which: Result<Query<MomentQuery>, QueryRejection>,
) -> PageResult {
    let room = app.room(&visitor, &id).await?;
    let Query(MomentQuery { moment, round }) = which.unwrap_or_default();
    let key = RecentKey::new(room.id, &room.seen().table, round).for_seats(room.people().seats_of(visitor.holder));
    let place = if app.replays.get(&key).is_none() { Some(app.place(&visitor).await?) } else { None };
    app.at_table(&room, move |app, room| {
        let _place = place;
        let (id, seen) = (room.id.to_string(), room.seen());
        let seats = room.people().seats_of(visitor.holder);
        let names = names_for(&seen.table, seats);
        let key = RecentKey::new(room.id, &seen.table, round).for_seats(seats);
        let replay = app.replays.get(&key).unwrap_or_else(|| {
            let replay = match round {
                Some(round) => Replay::of_round_number(&seen.table, round, &names),
                None => Replay::of_tournament(&seen.table, &names),
            };
            app.replays.put(key, replay.clone(), replay.as_ref().map_or(1, |replay| replay.place().1));
            replay
        });
        let replay = replay.map(|mut replay| {
            replay.go_to(moment.unwrap_or(1));
            replay
        });
        let (site, table) = (visitor.site(), &seen.table);
        page(StatusCode::OK, &ReplayPage { site, id: &id, table, seats, replay: replay.as_ref(), round, names: &names })
    })
    .await
}

pub(crate) async fn save(
    State(app): SharedApp,
    visitor: Visitor,
    UrlPath((id, dialect)): UrlPath<(String, String)>,
) -> PageResult {
    let room = app.room(&visitor, &id).await?;
    let dialect: Dialect = dialect.parse().map_err(|_| WebError::NoPage)?;
    let seen = room.seen();
    let save = seen.table.save();
    let save = save.ok_or_else(|| WebError::Unclear("Nothing to save yet: the round hasn't started.".to_owned()))?;
    let game = slug(seen.table.game());
    Ok(download(&format!("{game}.{}", dialect.extension()), save.write(dialect).text))
}

/// Downloads the journal without its secrets.
pub(crate) async fn journal(State(app): SharedApp, visitor: Visitor, UrlPath(id): UrlPath<String>) -> PageResult {
    let room = app.room(&visitor, &id).await?;
    let key = RecentKey::new(room.id, &room.seen().table, None);
    let text = match app.journals.get(&key) {
        Some(text) => text,
        None => {
            let place = app.place(&visitor).await?;
            app.at_table(&room, |app, room| {
                let _place = place;
                // Another request may have made the text in the meantime.
                if let Some(text) = app.journals.get(&key) {
                    return Ok(text);
                }
                let entries = app.registry.read(&room.name, 0)?;
                let text = Bytes::from(public_journal(room.seen().table.setup(), &entries));
                if entries.len() as u64 == room.seen().table.revision() {
                    app.journals.put(key, text.clone(), text.len());
                }
                Ok::<_, WebError>(text)
            })
            .await??
        }
    };
    Ok(download(&format!("{}.journal", room.name), text))
}

fn download(name: &str, text: impl Into<Body>) -> Response {
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
    let mut response = ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text.into()).into_response();
    // The server makes these names, and they contain only letters, digits and hyphens.
    response
        .headers_mut()
        .insert(header::CONTENT_DISPOSITION, disposition.unwrap_or(HeaderValue::from_static("attachment")));
    response
}
