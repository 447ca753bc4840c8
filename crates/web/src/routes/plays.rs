//! Actions of players at a table.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;

use parlor_host::ApplyError;
use parlor_rules::{Pair, Seat};
use parlor_table::{Answer, Entry, Next, Offer, Refusal, Table};
use parlor_view::typed;

use super::table::{TableQuery, UNCHECKED_NOTE, shown};
use super::{PageResult, UrlPath, see_other};
use crate::answers::{self, FormInput, Intent, Undo, may_throw, write_picks};
use crate::app::AppState;
use crate::fault::{WebError, sentence};
use crate::fields::{FormFields, slug};
use crate::phrase::Phrase;
use crate::room::{CantDo, Room};
use crate::visitor::{NewPrefs, Visitor};

/// A request from a browser that holds a seat at a table, with its form.
pub(crate) struct SeatRequest {
    app: Arc<AppState>,
    room: Arc<Room>,
    visitor: Visitor,
    seats: Pair<bool>,
    fields: FormFields,
}

impl FromRequest<Arc<AppState>> for SeatRequest {
    type Rejection = WebError;

    async fn from_request(request: Request, app: &Arc<AppState>) -> Result<SeatRequest, WebError> {
        let (mut parts, body) = request.into_parts();
        let UrlPath(id) = UrlPath::<String>::from_request_parts(&mut parts, app).await?;
        let visitor = Visitor::from_request_parts(&mut parts, app).await?;
        let fields = FormFields::from_request(Request::from_parts(parts, body), app).await?;
        let room = app.room(&visitor, &id).await?;
        let mut seats = room.people().seats_of(visitor.holder);
        let behind = fields.revision().is_ok_and(|revision| room.seen().table.revision() < revision);
        if behind || !(seats.human || seats.computer) {
            // The browser may have taken a seat or seen a later revision at another server.
            app.brought_up_to_date(&room).await?;
            seats = room.people().seats_of(visitor.holder);
        }
        if !(seats.human || seats.computer) {
            return Err(WebError::NotAllowed("You're only watching this table.".to_owned()));
        }
        Ok(SeatRequest { app: Arc::clone(app), room, visitor, seats, fields })
    }
}

/// The maximum time that the response to a script waits for the computer's move.
const QUICK: Duration = Duration::from_millis(250);

/// If an answer is late by more than this number of revisions, it isn't checked for being a duplicate.
const SENT_TWICE: u64 = 100;

impl SeatRequest {
    /// The table after an answer. A script gets it at once, together with the computer's move if that is quick, so that
    /// a turn takes one round trip. Other clients are redirected, so that reloading doesn't send the answer again.
    async fn back(&self) -> PageResult {
        let (Some(picture), Ok(from)) = (self.fields.get("picture"), self.fields.revision()) else {
            return Ok(see_other(&format!("/t/{}", self.room.id)));
        };
        let mut changes = self.room.changes.subscribe();
        let _ = tokio::time::timeout(QUICK, async {
            while self.room.seen().table.deciding_program().is_some() {
                if changes.changed().await.is_err() {
                    break;
                }
            }
        })
        .await;
        let query = TableQuery::since(from, picture);
        shown(&self.app, &self.room, self.visitor.clone(), query, None).await
    }

    /// The current table, with a message that says why the request was refused.
    async fn refuse(&self, status: StatusCode, message: &str) -> PageResult {
        let refused = Some((status, message.to_owned()));
        shown(&self.app, &self.room, self.visitor.clone(), TableQuery::default(), refused).await
    }

    /// Applies the intended entry at a revision.
    async fn apply_intended(&self, revision: u64, to_entry: impl ToEntry) -> PageResult {
        let seen = self.room.seen();
        if seen.table.revision() != revision {
            return self.too_late(revision, to_entry).await;
        }
        match to_entry(&seen.table, self.seats) {
            Some(entry) => self.apply(revision, entry).await,
            None => self.refuse(StatusCode::UNPROCESSABLE_ENTITY, "You can't do that now.").await,
        }
    }

    async fn apply(&self, revision: u64, entry: Entry) -> PageResult {
        let applied = {
            let entry = entry.clone();
            self.app.at_table(&self.room, move |app, room| room.apply(app, revision, entry)).await?
        };
        let (result, answer) = match applied {
            Ok(()) => ("played", self.back().await),
            Err(CantDo::Refused(ApplyError::Refused(Refusal::Stale { .. }))) => {
                ("stale", self.too_late(revision, move |_, _| Some(entry)).await)
            }
            Err(CantDo::Refused(ApplyError::Refused(refusal))) => {
                ("refused", self.refuse(StatusCode::UNPROCESSABLE_ENTITY, &sentence(&refusal.to_string())).await)
            }
            Err(CantDo::Refused(ApplyError::NotSaved(error))) => ("not_kept", Err(error.into())),
            Err(CantDo::Frozen(why)) => ("refused", self.refuse(StatusCode::CONFLICT, &why).await),
        };
        self.app.metrics.answer(result);
        answer
    }

    /// Handles an answer to a table that has changed since the page was made. If the change was made by this very
    /// answer, the answer was sent twice, which is harmless.
    async fn too_late(&self, revision: u64, to_entry: impl ToEntry) -> PageResult {
        let seats = self.seats;
        let counted = self
            .app
            .at_table(&self.room, move |app, room| {
                if app.registry.is_shared() {
                    room.refresh(app)?;
                }
                let table = &room.seen().table;
                if !(revision..=revision.saturating_add(SENT_TWICE)).contains(&table.revision()) {
                    return Ok(false);
                }
                let mut then = table.at(revision);
                let mut entries = app.registry.read(&room.name, revision.saturating_sub(1))?.into_iter();
                if revision > 0
                    && let Some(offer @ Entry::Offer { .. }) = entries.next()
                {
                    // The entries that count contain an offer only if it was accepted. If the offer can't be applied
                    // here, a reply to it can't be, either.
                    let _ = then.apply(offer);
                }
                let happened = entries.next();
                Ok::<bool, WebError>(happened.is_some() && to_entry(&then, seats) == happened)
            })
            .await??;
        if counted {
            return self.back().await;
        }
        self.refuse(StatusCode::CONFLICT, "The table changed before your answer arrived, so it didn't count.").await
    }
}

/// Turns an input into an entry for this table, given the seats that the browser holds; `None` if the input is
/// impossible.
trait ToEntry: FnOnce(&Table, Pair<bool>) -> Option<Entry> + Send + 'static {}

impl<F: FnOnce(&Table, Pair<bool>) -> Option<Entry> + Send + 'static> ToEntry for F {}

pub(crate) async fn answer(request: SeatRequest) -> PageResult {
    let (revision, input) = (request.fields.revision()?, FormInput::read(&request.fields)?);
    let seen = request.room.seen();
    if seen.table.revision() != revision {
        let meant = move |then: &Table, seats| match input.means(then, seats) {
            Intent::Entry(entry) => Some(entry),
            Intent::Undo => undo_entry(then, seats),
            _ => None,
        };
        return request.too_late(revision, meant).await;
    }
    match input.means(&seen.table, request.seats) {
        Intent::Entry(entry) => checked(&request, revision, entry, request.fields.get("checked").is_some()).await,
        Intent::Picked(picks) => {
            let query = TableQuery::query(revision, "pick", &write_picks(&picks));
            Ok(see_other(&format!("/t/{}?{query}", request.room.id)))
        }
        Intent::Help(_) => ask_for_help(&request).await,
        Intent::Undo => take_back(&request, revision).await,
        Intent::Rules => Ok(see_other(&format!("/how-to-play/{}", slug(seen.table.game())))),
        Intent::Leave => Ok(see_other("/")),
        Intent::Unclear(why) => request.refuse(StatusCode::UNPROCESSABLE_ENTITY, &why).await,
        Intent::NotYours => request.refuse(StatusCode::FORBIDDEN, not_yours(&seen.table)).await,
    }
}

const TUTOR: Duration = Duration::from_secs(1);

/// Applies an entry, unless the tutor asks about it first.
async fn checked(request: &SeatRequest, revision: u64, entry: Entry, is_sure: bool) -> PageResult {
    let tutor = request.visitor.prefs.looks.tutor;
    let table = request.room.seen().table.clone();
    let (seat, choice) = match &entry {
        Entry::Decision { seat, answer: Answer::Choice(choice), .. } => (*seat, *choice),
        _ => return request.apply(revision, entry).await,
    };
    let unaided = request.room.people().is_unaided(&table);
    if is_sure || unaided || tutor.watches(&table, request.seats, None).is_none() {
        return request.apply(revision, entry).await;
    }
    let Some(ranked) = request.room.tutored_within(TUTOR, revision).await else {
        let played = request.apply(revision, entry).await?;
        let table = format!("/t/{}?note={UNCHECKED_NOTE}", request.room.id);
        return Ok(if played.status().is_success() || played.status().is_redirection() {
            see_other(&table)
        } else {
            played
        });
    };
    let size = table.size().unwrap_or_else(|| table.game().usual_size());
    if tutor.warning(table.game(), size, &ranked, choice).is_some() {
        count_help(request, seat).await?;
        let query = TableQuery::query(revision, "tutor", &choice.to_string());
        return Ok(see_other(&format!("/t/{}?{query}", request.room.id)));
    }
    request.apply(revision, entry).await
}

fn not_yours(table: &Table) -> &'static str {
    match table.deciding_program() {
        Some(_) => "The computer is thinking. It isn't your turn yet.",
        None => "It's the other player's turn.",
    }
}

pub(crate) async fn undo(request: SeatRequest) -> PageResult {
    take_back(&request, request.fields.revision()?).await
}

async fn take_back(request: &SeatRequest, revision: u64) -> PageResult {
    let seen = request.room.seen();
    match answers::undo(&seen.table, request.seats) {
        Undo::No(why) if seen.table.revision() == revision => {
            request.refuse(StatusCode::UNPROCESSABLE_ENTITY, &why).await
        }
        _ => request.apply_intended(revision, undo_entry).await,
    }
}

/// The entry that undoes the last decision, or that asks the other player to agree to undoing it.
fn undo_entry(table: &Table, seats: Pair<bool>) -> Option<Entry> {
    match answers::undo(table, seats) {
        Undo::Free => Some(Entry::Undo),
        Undo::Ask(seat) => Some(Entry::Offer { seat, offer: Offer::Undo }),
        Undo::No(_) => None,
    }
}

pub(crate) async fn redo(request: SeatRequest) -> PageResult {
    let revision = request.fields.revision()?;
    let seen = request.room.seen();
    if seen.table.revision() == revision && !answers::can_redo(&seen.table, request.seats) {
        return request.refuse(StatusCode::UNPROCESSABLE_ENTITY, "You have nothing to redo.").await;
    }
    request.apply_intended(revision, |_, _| Some(Entry::Redo)).await
}

pub(crate) async fn help(request: SeatRequest) -> PageResult {
    let revision = request.fields.revision()?;
    if request.room.seen().table.revision() != revision {
        return request.too_late(revision, |_, _| None).await;
    }
    ask_for_help(&request).await
}

const ADVICE: Duration = Duration::from_secs(3);

async fn ask_for_help(request: &SeatRequest) -> PageResult {
    let seen = request.room.seen();
    let Next::Ask(question) = seen.table.next() else {
        return request.refuse(StatusCode::UNPROCESSABLE_ENTITY, "Help is only for your own decisions.").await;
    };
    let seat = question.seat;
    if !request.seats[seat] {
        return request.refuse(StatusCode::FORBIDDEN, "Help is only for your own decisions.").await;
    }
    if request.room.people().note.help_off {
        return request.refuse(StatusCode::FORBIDDEN, "Help is switched off at this table.").await;
    }
    let revision = seen.table.revision();
    let is_first = request.room.advice(seat, revision).is_none();
    request.app.at_table(&request.room, move |app, room| room.advise(app, seat)).await?;
    if is_first {
        count_help(request, seat).await?;
    }
    // Most advice takes a moment. Pages without scripts can't be notified, so this waits for it.
    let mut changes = request.room.changes.subscribe();
    let _ = tokio::time::timeout(ADVICE, async {
        while request.room.advice(seat, revision).is_some_and(|advised| advised.found.is_none()) {
            if changes.changed().await.is_err() {
                break;
            }
        }
    })
    .await;
    let is_outdated = request.room.seen().table.revision() != revision;
    if is_outdated || request.room.advice(seat, revision).is_some() {
        return request.back().await;
    }
    let busy = "The engine is busy with other tables. Ask again in a moment.";
    request.refuse(StatusCode::SERVICE_UNAVAILABLE, busy).await
}

/// Counts help that one of two people gets: advice, or a warning from the tutor. The opponent sees the count.
async fn count_help(request: &SeatRequest, seat: Seat) -> Result<(), WebError> {
    if !request.room.seen().table.player(seat.other()).is_person() {
        return Ok(());
    }
    let count = move |app: &Arc<AppState>, room: &Arc<Room>| {
        // Even if storing the count fails, the help is useful.
        if let Err(error) = room.change_note(&*app.registry, move |note| note.helped[seat] += 1) {
            tracing::warn!(%error, "can't store the help count");
        }
    };
    request.app.at_table(&request.room, count).await
}

/// A seat of this browser that fulfils a condition.
fn seat_where(seats: Pair<bool>, fits: impl Fn(Seat) -> bool) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|&seat| seats[seat] && fits(seat))
}

pub(crate) async fn offer(request: SeatRequest) -> PageResult {
    let offer = match request.fields.get("what") {
        Some("undo") => Offer::Undo,
        Some("call") => Offer::Call,
        _ => return Err(WebError::Unclear("The field \u{201c}what\u{201d} has to be undo or call.".to_owned())),
    };
    let offers = move |table: &Table, seats| {
        let own = seat_where(seats, |seat| answers::can_offer(table, seat, offer));
        // If the offer is impossible, applying it returns the reason.
        own.or(seat_where(seats, |_| true)).map(|seat| Entry::Offer { seat, offer })
    };
    request.apply_intended(request.fields.revision()?, offers).await
}

pub(crate) async fn accept(request: SeatRequest) -> PageResult {
    let accepts = |table: &Table, seats| replying_seat(table, seats).map(|seat| Entry::Accept { seat });
    request.apply_intended(request.fields.revision()?, accepts).await
}

pub(crate) async fn decline(request: SeatRequest) -> PageResult {
    let declines = |table: &Table, seats| replying_seat(table, seats).map(|seat| Entry::Decline { seat });
    request.apply_intended(request.fields.revision()?, declines).await
}

/// The seat that replies to an offer. If there is none, any seat: applying the reply returns the reason why it is
/// impossible.
fn replying_seat(table: &Table, seats: Pair<bool>) -> Option<Seat> {
    let to = |seat: Seat| table.offer().is_some_and(|offer| offer.seat != seat);
    seat_where(seats, to).or(seat_where(seats, |_| true))
}

pub(crate) async fn correct(request: SeatRequest) -> PageResult {
    // The throw was made by the player who has to decide.
    if let Next::Ask(question) = request.room.seen().table.next()
        && !may_throw(&request.room.seen().table, question.seat, request.seats)
    {
        return request.refuse(StatusCode::FORBIDDEN, "Only the player who threw the dice can correct them.").await;
    }
    match typed::throw(request.fields.get("typed").unwrap_or_default()) {
        Ok(throw) => request.apply_intended(request.fields.revision()?, move |_, _| Some(Entry::Correct(throw))).await,
        Err(why) => request.refuse(StatusCode::UNPROCESSABLE_ENTITY, &sentence(&why)).await,
    }
}

/// Sends a preset phrase to the other player.
pub(crate) async fn say(request: SeatRequest) -> PageResult {
    let Some(phrase) = request.fields.read::<Phrase>("phrase", "one of the phrases on the page")? else {
        return Err(WebError::Unclear("The field \u{201c}phrase\u{201d} is missing.".to_owned()));
    };
    let (app, room) = (&request.app, &request.room);
    let Some(seat) = seat_where(request.seats, |_| room.people().are_apart(&room.seen().table)) else {
        let why = "Phrases are for two people in two browsers.";
        return request.refuse(StatusCode::UNPROCESSABLE_ENTITY, why).await;
    };
    if !app.phrases.allows(request.visitor.holder, Instant::now()) {
        let why = "You have sent several phrases. Wait a few seconds before the next one.";
        return request.refuse(StatusCode::TOO_MANY_REQUESTS, why).await;
    }
    room.send_phrase(app, seat, phrase);
    request.back().await
}

/// Changes the name of the player in this browser, at this table and for later ones.
pub(crate) async fn name(mut request: SeatRequest) -> PageResult {
    let Some(name) = request.fields.person("name")? else {
        return request.refuse(StatusCode::UNPROCESSABLE_ENTITY, "Enter a name.").await;
    };
    let Some(seat) = seat_where(request.seats, |seat| !request.seats[seat.other()]) else {
        return Err(WebError::Unclear("This browser has both seats.".to_owned()));
    };
    request.visitor.prefs.name = Some(name.clone());
    request.app.at_table(&request.room, move |app, room| room.rename(app, seat, &name)).await??;
    let mut response = see_other(&format!("/t/{}", request.room.id));
    response.extensions_mut().insert(NewPrefs(request.visitor.prefs));
    Ok(response)
}

/// After the end, either player can reveal the seed.
pub(crate) async fn reveal(request: SeatRequest) -> PageResult {
    request.apply_intended(request.fields.revision()?, |_, _| Some(Entry::Reveal)).await
}
