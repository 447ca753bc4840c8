//! A table as a browser sees it, and what can be taken home from it.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use parlor_review::DecisionRecord;
use parlor_rules::{Choice, Pair, Seat};
use parlor_saves::Dialect;
use parlor_store::LinkKind;
use parlor_table::{Seed, Table, public_journal};
use parlor_view::{
    Advice, Replay, RoundLog, UNCHECKED, guide, guide_before_first_throw, tutor_question, tutor_reasons,
};
use serde::Deserialize;

use super::{PageResult, UrlPath, page};
use crate::answers::{self, read_picks};
use crate::app::{AppState, SharedApp};
use crate::fault::WebError;
use crate::fields::slug;
use crate::pages::{FairDice, Links, ReplayPage, TablePage, TutorAsks};
use crate::room::Room;
use crate::visitor::Visitor;

/// What the address of a table says besides the table.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Looking {
    /// The revision that something was picked at.
    at: Option<u64>,
    /// What was picked.
    pick: String,
    /// The round whose log is wanted.
    round: Option<u32>,
    /// What the person is asked to be sure about.
    sure: String,
    /// A costly choice that the tutor asks about.
    tutor: String,
    /// Why it is costly is wanted, too.
    why: String,
    /// What is to be said about the last answer.
    note: String,
}

impl Looking {
    /// With something more to say about a revision.
    pub(crate) fn query(at: u64, name: &str, value: &str) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("at", &at.to_string()).append_pair(name, value).finish()
    }
}

pub(crate) async fn table(
    State(app): SharedApp,
    visitor: Visitor,
    UrlPath(id): UrlPath<String>,
    looking: Result<Query<Looking>, QueryRejection>,
) -> PageResult {
    let room = app.room_now(&id).await?;
    // Two programs play only while somebody looks.
    if !room.seen().thinking && room.seen().table.deciding_program().is_some() {
        app.at_table(&room, |app, room| room.go_on(app)).await?;
    }
    // An address that somebody changed by hand shows the table as it is.
    let Query(looking) = looking.unwrap_or_default();
    shown(&app, &room, visitor, looking, None).await
}

/// The page of a table, perhaps with a status and a sentence on what became of an answer. It is made on a thread that may
/// block, because a long log takes a while.
pub(crate) async fn shown(
    app: &Arc<AppState>,
    room: &Arc<Room>,
    visitor: Visitor,
    looking: Looking,
    refused: Option<(StatusCode, String)>,
) -> PageResult {
    app.at_table(room, move |app, room| {
        let (status, message) = refused.unzip();
        let mut response = draw(app, room, &visitor, &looking, message.as_deref());
        *response.status_mut() = status.unwrap_or(StatusCode::OK);
        response
    })
    .await
}

fn draw(
    app: &Arc<AppState>,
    room: &Arc<Room>,
    visitor: &Visitor,
    looking: &Looking,
    message: Option<&str>,
) -> Response {
    // Before everything else: what changes from now on is told to who follows the table.
    let asides = room.asides_so_far();
    let (seen, people) = (room.seen(), room.people());
    let table = &seen.table;
    let revision = table.revision();
    let seats = people.seats_of(visitor.holder);
    let picks = if looking.at == Some(revision) { read_picks(&looking.pick) } else { Vec::new() };
    let asked = Seat::BOTH.into_iter().find(|&seat| seats[seat] && room.advice(seat, revision).is_some());
    let advised = asked.and_then(|seat| room.advice(seat, revision));
    let thinking = Advice::only("The engine is thinking about it\u{2026}");
    let advice = advised.as_deref().map(|advised| advised.found.as_ref().unwrap_or(&thinking));
    let worth = if visitor.prefs.looks.value_bar { room.worth(app, &seen) } else { None };
    // The log of the round in play is cut, so that too can be asked for.
    let old_log = looking.round.map(|round| RoundLog::of(table, Some(round)));
    let mut guided = Vec::new();
    if people.note.guided && seats.human {
        guided = guide(table);
        if guided.is_empty() {
            // A page waits for the first throw, too.
            guided.extend(guide_before_first_throw(table).map(str::to_owned));
        }
    }
    if visitor.prefs.looks.tutor.watches(table, seats, None).is_some() {
        room.tutor(app, table);
    }
    let tutor = if looking.at == Some(revision) { tutor_asks(room, visitor, table, looking) } else { None };
    let unchecked = (looking.note == UNCHECKED_NOTE).then_some(UNCHECKED);
    let (id, fair) = (room.id.to_string(), fair_dice(table));
    let shown = TablePage {
        site: visitor.site(),
        id: &id,
        table,
        asides,
        seats,
        log: old_log.as_deref().unwrap_or(seen.log.entries()),
        round: looking.round,
        picks: &picks,
        sure: looking.sure == "give-up",
        advice,
        worth,
        busy: seen.busy,
        frozen: seen.frozen.as_deref(),
        message: message.or(unchecked).or(Some(people.note.damage.as_str()).filter(|damage| !damage.is_empty())),
        help_off: people.note.help_off,
        helped: people.note.helped,
        links: &links(app, room, seats),
        made_here: people.maker == Some(visitor.holder),
        seats_taken: Pair::from_fn(|seat| !people.holders[seat].is_empty()),
        undo: &answers::undo(table, seats),
        redo: answers::can_redo(table, seats),
        fair: fair.as_ref(),
        guide: &guided,
        tutor: tutor.as_ref(),
    };
    page(StatusCode::OK, &shown)
}

/// How an address says that the tutor wasn't done in time.
pub(crate) const UNCHECKED_NOTE: &str = "unchecked";

/// What the tutor asks before a costly choice is played.
fn tutor_asks(room: &Room, visitor: &Visitor, table: &Table, looking: &Looking) -> Option<TutorAsks> {
    let choice: Choice = looking.tutor.parse().ok()?;
    let ranked = room.tutored(table.revision())?;
    let (game, size) = (table.game(), table.size()?);
    let warning = visitor.prefs.looks.tutor.warning(game, size, &ranked, choice)?;
    let best = ranked.first()?;
    let why = || {
        let (standing, (_, decision)) = (table.standing()?, table.decision()?);
        Some(tutor_reasons(&DecisionRecord::one(standing, decision, choice), best))
    };
    let why = if looking.why.is_empty() { Vec::new() } else { why().unwrap_or_default() };
    let answer = choice.to_string();
    Some(TutorAsks {
        question: tutor_question(&warning, game),
        see_why: Looking::query(table.revision(), "tutor", &answer),
        answer,
        why,
    })
}

/// What was promised about the dice, and what it was, once that may be seen.
fn fair_dice(table: &Table) -> Option<FairDice> {
    let commitment = table.commitment()?.to_string();
    let revealed = match table.seed() {
        Seed::Committed { seed, salt } if table.is_revealed() => Some((seed, salt.to_string())),
        _ => None,
    };
    Some(FairDice { commitment, revealed })
}

/// The links that a browser may see: what it could hand out.
fn links(app: &AppState, room: &Room, seats: Pair<bool>) -> Links {
    let people = room.people();
    let link = |wanted: LinkKind, path: &str| {
        let (_, token) = people.links.iter().find(|(purpose, _)| *purpose == wanted)?;
        Some(app.url.link(&format!("/{path}/{token}")))
    };
    let plays = seats.human || seats.computer;
    let free = |seat: &Seat| plays && people.holders[*seat].is_empty();
    Links {
        invite: Seat::BOTH.into_iter().filter(free).find_map(|seat| link(LinkKind::Invite(seat), "join")),
        seat: Pair::from_fn(|seat| if seats[seat] { link(LinkKind::Seat(seat), "seat") } else { None }),
        watch: app.url.link(&format!("/t/{}", room.id)),
    }
}

/// Which moment of a game is wanted.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct WhichMoment {
    moment: Option<usize>,
    round: Option<u32>,
}

pub(crate) async fn replay(
    State(app): SharedApp,
    visitor: Visitor,
    UrlPath(id): UrlPath<String>,
    which: Result<Query<WhichMoment>, QueryRejection>,
) -> PageResult {
    let room = app.room(&id).await?;
    let Query(WhichMoment { moment, round }) = which.unwrap_or_default();
    app.at_table(&room, move |_, room| {
        let (id, seen) = (room.id.to_string(), room.seen());
        let replay = match round {
            Some(round) => Replay::of_round_number(&seen.table, round),
            None => Replay::of_tournament(&seen.table),
        };
        let replay = replay.map(|mut replay| {
            replay.go_to(moment.unwrap_or(1));
            replay
        });
        let (site, table) = (visitor.site(), &seen.table);
        page(StatusCode::OK, &ReplayPage { site, id: &id, table, replay: replay.as_ref(), round })
    })
    .await
}

/// A save, to be downloaded.
pub(crate) async fn save(State(app): SharedApp, UrlPath((id, dialect)): UrlPath<(String, String)>) -> PageResult {
    let room = app.room(&id).await?;
    let dialect: Dialect = dialect.parse().map_err(|_| WebError::NoPage)?;
    let seen = room.seen();
    let save = seen.table.save();
    let save =
        save.ok_or_else(|| WebError::Unclear("There is nothing to save yet: the round has not begun.".to_owned()))?;
    let game = slug(seen.table.game());
    Ok(download(&format!("{game}.{}", ending(dialect)), save.write(dialect).text))
}

/// The journal as everybody may see it, to be downloaded.
pub(crate) async fn journal(State(app): SharedApp, UrlPath(id): UrlPath<String>) -> PageResult {
    let room = app.room(&id).await?;
    let text = app
        .at_table(&room, |app, room| {
            let entries = app.registry.read(&room.name, 0)?;
            Ok::<_, WebError>(public_journal(room.seen().table.setup(), &entries))
        })
        .await??;
    Ok(download(&format!("{}.journal", room.name), text))
}

/// What the names of files of a dialect end with.
fn ending(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Text => "txt",
        Dialect::Lisp => "lisp",
        Dialect::Prolog => "pl",
    }
}

fn download(name: &str, text: String) -> Response {
    let disposition = HeaderValue::from_str(&format!("attachment; filename=\"{name}\""));
    let mut response = ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response();
    // Names are made here, of letters, digits and hyphens.
    response
        .headers_mut()
        .insert(header::CONTENT_DISPOSITION, disposition.unwrap_or(HeaderValue::from_static("attachment")));
    response
}
