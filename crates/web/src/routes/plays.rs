//! Actions of players at a table.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::StatusCode;

use parlor_host::ApplyError;
use parlor_rules::{Pair, Seat};
use parlor_table::{Answer, Entry, Next, Offer, Refusal, Table};
use parlor_view::typed;

use super::table::{Looking, UNCHECKED_NOTE, shown};
use super::{PageResult, UrlPath, see};
use crate::answers::{self, FormInput, Intent, Undo, may_throw, write_picks};
use crate::app::AppState;
use crate::fault::{WebError, sentence};
use crate::fields::{FormFields, slug};
use crate::phrase::Phrase;
use crate::room::{CantDo, Room};
use crate::visitor::{NewPrefs, Visitor};

/// A request from a browser that holds a seat at a table, with its form.
pub(crate) struct Sitting {
    app: Arc<AppState>,
    room: Arc<Room>,
    visitor: Visitor,
    seats: Pair<bool>,
    fields: FormFields,
}

impl FromRequest<Arc<AppState>> for Sitting {
    type Rejection = WebError;

    async fn from_request(request: Request, app: &Arc<AppState>) -> Result<Sitting, WebError> {
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
        Ok(Sitting { app: Arc::clone(app), room, visitor, seats, fields })
    }
}

/// The maximum time that the response to a script waits for the computer's move.
const QUICK: Duration = Duration::from_millis(250);

/// If an answer is late by more than this number of revisions, it isn't checked for being a duplicate.
const SENT_TWICE: u64 = 100;

impl Sitting {
    /// The table after an answer. A script gets it at once, together with the computer's move if that is quick, so that
    /// a turn takes one round trip. Other clients are redirected, so that reloading doesn't send the answer again.
    async fn back(&self) -> PageResult {
        let (Some(picture), Ok(from)) = (self.fields.get("picture"), self.fields.revision()) else {
            return Ok(see(&format!("/t/{}", self.room.id)));
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
        let looking = Looking::since(from, picture);
        shown(&self.app, &self.room, self.visitor.clone(), looking, None).await
    }

    /// The current table, with a message that says why the request was refused.
    async fn because(&self, status: StatusCode, message: &str) -> PageResult {
        let refused = Some((status, message.to_owned()));
        shown(&self.app, &self.room, self.visitor.clone(), Looking::default(), refused).await
    }

    /// Applies the intended entry at a revision.
    async fn happen(&self, revision: u64, means: impl Means) -> PageResult {
        let seen = self.room.seen();
        if seen.table.revision() != revision {
            return self.too_late(revision, means).await;
        }
        match means(&seen.table, self.seats) {
            Some(entry) => self.apply(revision, entry).await,
            None => self.because(StatusCode::UNPROCESSABLE_ENTITY, "You can't do that now.").await,
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
                ("refused", self.because(StatusCode::UNPROCESSABLE_ENTITY, &sentence(&refusal.to_string())).await)
            }
            Err(CantDo::Refused(ApplyError::NotKept(error))) => ("not_kept", Err(error.into())),
            Err(CantDo::Frozen(why)) => ("refused", self.because(StatusCode::CONFLICT, &why).await),
        };
        self.app.metrics.answer(result);
        answer
    }

    /// Handles an answer to a table that has changed since the page was made. If the change was made by this very
    /// answer, the answer was sent twice, which is harmless.
    async fn too_late(&self, revision: u64, means: impl Means) -> PageResult {
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
                Ok::<bool, WebError>(happened.is_some() && means(&then, seats) == happened)
            })
            .await??;
        if counted {
            return self.back().await;
        }
        self.because(StatusCode::CONFLICT, "The table changed before your answer arrived, so it didn't count.").await
    }
}

/// Translates an input into an entry for this table, given the seats that the browser holds; `None` if the input is
/// impossible.
trait Means: FnOnce(&Table, Pair<bool>) -> Option<Entry> + Send + 'static {}

impl<F: FnOnce(&Table, Pair<bool>) -> Option<Entry> + Send + 'static> Means for F {}

pub(crate) async fn answer(sitting: Sitting) -> PageResult {
    let (revision, said) = (sitting.fields.revision()?, FormInput::read(&sitting.fields)?);
    let seen = sitting.room.seen();
    if seen.table.revision() != revision {
        let meant = move |then: &Table, seats| match said.means(then, seats) {
            Intent::Entry(entry) => Some(entry),
            Intent::Undo => undo_entry(then, seats),
            _ => None,
        };
        return sitting.too_late(revision, meant).await;
    }
    match said.means(&seen.table, sitting.seats) {
        Intent::Entry(entry) => checked(&sitting, revision, entry, sitting.fields.get("checked").is_some()).await,
        Intent::Picked(picks) => {
            let query = Looking::query(revision, "pick", &write_picks(&picks));
            Ok(see(&format!("/t/{}?{query}", sitting.room.id)))
        }
        Intent::Help(_) => ask_for_help(&sitting).await,
        Intent::Undo => take_back(&sitting, revision).await,
        Intent::Rules => Ok(see(&format!("/how-to-play/{}", slug(seen.table.game())))),
        Intent::Leave => Ok(see("/")),
        Intent::Unclear(why) => sitting.because(StatusCode::UNPROCESSABLE_ENTITY, &why).await,
        Intent::NotYours => sitting.because(StatusCode::FORBIDDEN, not_yours(&seen.table)).await,
    }
}

const TUTOR: Duration = Duration::from_secs(1);

/// Applies an entry, unless the tutor asks about it first.
async fn checked(sitting: &Sitting, revision: u64, entry: Entry, is_sure: bool) -> PageResult {
    let tutor = sitting.visitor.prefs.looks.tutor;
    let table = sitting.room.seen().table.clone();
    let (seat, choice) = match &entry {
        Entry::Decision { seat, answer: Answer::Choice(choice), .. } => (*seat, *choice),
        _ => return sitting.apply(revision, entry).await,
    };
    let unaided = sitting.room.people().is_unaided(&table);
    if is_sure || unaided || tutor.watches(&table, sitting.seats, None).is_none() {
        return sitting.apply(revision, entry).await;
    }
    let Some(ranked) = sitting.room.tutored_within(TUTOR, revision).await else {
        let played = sitting.apply(revision, entry).await?;
        let table = format!("/t/{}?note={UNCHECKED_NOTE}", sitting.room.id);
        return Ok(if played.status().is_success() || played.status().is_redirection() { see(&table) } else { played });
    };
    let size = table.size().unwrap_or_else(|| table.game().usual_size());
    if tutor.warning(table.game(), size, &ranked, choice).is_some() {
        count_help(sitting, seat).await?;
        let query = Looking::query(revision, "tutor", &choice.to_string());
        return Ok(see(&format!("/t/{}?{query}", sitting.room.id)));
    }
    sitting.apply(revision, entry).await
}

fn not_yours(table: &Table) -> &'static str {
    match table.deciding_program() {
        Some(_) => "The computer is thinking. It isn't your turn yet.",
        None => "It's the other player's turn.",
    }
}

pub(crate) async fn undo(sitting: Sitting) -> PageResult {
    take_back(&sitting, sitting.fields.revision()?).await
}

async fn take_back(sitting: &Sitting, revision: u64) -> PageResult {
    let seen = sitting.room.seen();
    match answers::undo(&seen.table, sitting.seats) {
        Undo::No(why) if seen.table.revision() == revision => {
            sitting.because(StatusCode::UNPROCESSABLE_ENTITY, &why).await
        }
        _ => sitting.happen(revision, undo_entry).await,
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

pub(crate) async fn redo(sitting: Sitting) -> PageResult {
    let revision = sitting.fields.revision()?;
    let seen = sitting.room.seen();
    if seen.table.revision() == revision && !answers::can_redo(&seen.table, sitting.seats) {
        return sitting.because(StatusCode::UNPROCESSABLE_ENTITY, "You have nothing to redo.").await;
    }
    sitting.happen(revision, |_, _| Some(Entry::Redo)).await
}

pub(crate) async fn help(sitting: Sitting) -> PageResult {
    let revision = sitting.fields.revision()?;
    if sitting.room.seen().table.revision() != revision {
        return sitting.too_late(revision, |_, _| None).await;
    }
    ask_for_help(&sitting).await
}

const ADVICE: Duration = Duration::from_secs(3);

async fn ask_for_help(sitting: &Sitting) -> PageResult {
    let seen = sitting.room.seen();
    let Next::Ask(question) = seen.table.next() else {
        return sitting.because(StatusCode::UNPROCESSABLE_ENTITY, "Help is only for your own decisions.").await;
    };
    let seat = question.seat;
    if !sitting.seats[seat] {
        return sitting.because(StatusCode::FORBIDDEN, "Help is only for your own decisions.").await;
    }
    if sitting.room.people().note.help_off {
        return sitting.because(StatusCode::FORBIDDEN, "Help is switched off at this table.").await;
    }
    let revision = seen.table.revision();
    let is_first = sitting.room.advice(seat, revision).is_none();
    sitting.app.at_table(&sitting.room, move |app, room| room.advise(app, seat)).await?;
    if is_first {
        count_help(sitting, seat).await?;
    }
    // Most advice takes a moment. Pages without scripts can't be notified, so this waits for it.
    let mut changes = sitting.room.changes.subscribe();
    let _ = tokio::time::timeout(ADVICE, async {
        while sitting.room.advice(seat, revision).is_some_and(|advised| advised.found.is_none()) {
            if changes.changed().await.is_err() {
                break;
            }
        }
    })
    .await;
    let is_outdated = sitting.room.seen().table.revision() != revision;
    if is_outdated || sitting.room.advice(seat, revision).is_some() {
        return sitting.back().await;
    }
    let busy = "The engine is busy with other tables. Ask again in a moment.";
    sitting.because(StatusCode::SERVICE_UNAVAILABLE, busy).await
}

/// Counts help that one of two people gets: advice, or a warning from the tutor. The opponent sees the count.
async fn count_help(sitting: &Sitting, seat: Seat) -> Result<(), WebError> {
    if !sitting.room.seen().table.player(seat.other()).is_person() {
        return Ok(());
    }
    let count = move |app: &Arc<AppState>, room: &Arc<Room>| {
        // Even if storing the count fails, the help is useful.
        if let Err(error) = room.change_note(&*app.registry, move |note| note.helped[seat] += 1) {
            tracing::warn!(%error, "can't store the help count");
        }
    };
    sitting.app.at_table(&sitting.room, count).await
}

/// A seat of this browser that fulfils a condition.
fn speaks_for(seats: Pair<bool>, fits: impl Fn(Seat) -> bool) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|&seat| seats[seat] && fits(seat))
}

pub(crate) async fn offer(sitting: Sitting) -> PageResult {
    let offer = match sitting.fields.get("what") {
        Some("undo") => Offer::Undo,
        Some("call") => Offer::Call,
        _ => return Err(WebError::Unclear("The field \u{201c}what\u{201d} has to be undo or call.".to_owned())),
    };
    let offers = move |table: &Table, seats| {
        let own = speaks_for(seats, |seat| answers::can_offer(table, seat, offer));
        // If the offer is impossible, applying it returns the reason.
        own.or(speaks_for(seats, |_| true)).map(|seat| Entry::Offer { seat, offer })
    };
    sitting.happen(sitting.fields.revision()?, offers).await
}

pub(crate) async fn accept(sitting: Sitting) -> PageResult {
    let accepts = |table: &Table, seats| replies_for(table, seats).map(|seat| Entry::Accept { seat });
    sitting.happen(sitting.fields.revision()?, accepts).await
}

pub(crate) async fn decline(sitting: Sitting) -> PageResult {
    let declines = |table: &Table, seats| replies_for(table, seats).map(|seat| Entry::Decline { seat });
    sitting.happen(sitting.fields.revision()?, declines).await
}

/// The seat that replies to an offer. If there is none, any seat: applying the reply returns the reason why it is
/// impossible.
fn replies_for(table: &Table, seats: Pair<bool>) -> Option<Seat> {
    let to = |seat: Seat| table.offer().is_some_and(|offer| offer.seat != seat);
    speaks_for(seats, to).or(speaks_for(seats, |_| true))
}

pub(crate) async fn correct(sitting: Sitting) -> PageResult {
    // The throw was made by the player who has to decide.
    if let Next::Ask(question) = sitting.room.seen().table.next()
        && !may_throw(&sitting.room.seen().table, question.seat, sitting.seats)
    {
        return sitting.because(StatusCode::FORBIDDEN, "Only the player who threw the dice can correct them.").await;
    }
    match typed::throw(sitting.fields.get("typed").unwrap_or_default()) {
        Ok(throw) => sitting.happen(sitting.fields.revision()?, move |_, _| Some(Entry::Correct(throw))).await,
        Err(why) => sitting.because(StatusCode::UNPROCESSABLE_ENTITY, &sentence(&why)).await,
    }
}

/// Sends a set phrase to the other player.
pub(crate) async fn say(sitting: Sitting) -> PageResult {
    let Some(phrase) = sitting.fields.read::<Phrase>("phrase", "one of the phrases on the page")? else {
        return Err(WebError::Unclear("The field \u{201c}phrase\u{201d} is missing.".to_owned()));
    };
    let (app, room) = (&sitting.app, &sitting.room);
    let Some(seat) = speaks_for(sitting.seats, |_| room.people().are_apart(&room.seen().table)) else {
        let why = "Phrases are for two people in two browsers.";
        return sitting.because(StatusCode::UNPROCESSABLE_ENTITY, why).await;
    };
    if !app.phrases.allows(sitting.visitor.holder, Instant::now()) {
        let why = "You have sent several phrases. Wait a few seconds before the next one.";
        return sitting.because(StatusCode::TOO_MANY_REQUESTS, why).await;
    }
    room.send_phrase(app, seat, phrase);
    sitting.back().await
}

/// Changes the name of the player in this browser, at this table and for later ones.
pub(crate) async fn name(mut sitting: Sitting) -> PageResult {
    let Some(name) = sitting.fields.person("name")? else {
        return sitting.because(StatusCode::UNPROCESSABLE_ENTITY, "Enter a name.").await;
    };
    let Some(seat) = speaks_for(sitting.seats, |seat| !sitting.seats[seat.other()]) else {
        return Err(WebError::Unclear("This browser has both seats.".to_owned()));
    };
    sitting.visitor.prefs.name = Some(name.clone());
    sitting.app.at_table(&sitting.room, move |app, room| room.rename(app, seat, &name)).await??;
    let mut response = see(&format!("/t/{}", sitting.room.id));
    response.extensions_mut().insert(NewPrefs(sitting.visitor.prefs));
    Ok(response)
}

/// After the end, either player can reveal the seed.
pub(crate) async fn reveal(sitting: Sitting) -> PageResult {
    sitting.happen(sitting.fields.revision()?, |_, _| Some(Entry::Reveal)).await
}
