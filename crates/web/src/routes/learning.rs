//! What a browser's people can learn from their own games: exercises and statistics.

use std::sync::Arc;
use std::time::UNIX_EPOCH;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;
use parlor_host::Token;
use parlor_review::{Exercise, Judgement, Review, Spread, Statistics, read_answers};
use parlor_rules::{Choice, Pair, Seat};
use parlor_table::{Answer, Entry, Table};
use parlor_view::{Names, review_best, verdict_in_words};
use serde::Deserialize;

use super::analyse::{PATIENCE, said};
use super::review::refused;
use super::{Path, page, see};
use crate::answers::{Meant, read_picks};
use crate::app::App;
use crate::fault::Fault;
use crate::fields::Fields;
use crate::lines::Tried;
use crate::moment::table_at;
use crate::pages::{self, BetterPage, PracticePage, StatisticsPage};
use crate::questions::Question;
use crate::reviews::{Reviewing, not_yet};
use crate::room::Room;
use crate::visitor::Visitor;

/// What is said while the engine has no time.
const NO_TIME: &str = "The engine has no time right now. Please try again in a moment.";

/// The position before a mistake, to be played again.
pub(crate) async fn better(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Fault> {
    let room = app.room(&id).await?;
    if let Some(refused) = refused(&room, &visitor) {
        return Ok(refused);
    }
    let fields = Fields::of_query(&query.unwrap_or_default());
    let at = fields.read::<u64>("at", "the number of a revision")?.unwrap_or(0);
    let at_room = Arc::clone(&room);
    let found = app
        .blocking(move |app| {
            let room = at_room;
            let exercise = room.review(app).so_far().exercise(at)?;
            let tried = Tried::from(&table_at(&room.seen().table, at.saturating_sub(1)));
            Some((exercise, tried))
        })
        .await?;
    let Some((exercise, tried)) = found else {
        return Ok(see(&format!("/t/{}/review?at={at}", room.id)));
    };
    let mut picks = read_picks(&fields.all("pick").join(","));
    let mut message = None;
    let mut verdict = None;
    match said(&fields)?.map(|said| tried.meaning(said)) {
        None => {}
        Some(Meant::Entry(Entry::Decision { answer: Answer::Choice(choice), .. }))
            if exercise.decision.choices().contains(&choice) =>
        {
            picks.clear();
            match judge(&app, &room, at, &exercise, choice).await {
                Some(judged) => verdict = Some(exercise.verdict(choice, &judged)),
                None => message = Some(NO_TIME.to_owned()),
            }
        }
        Some(Meant::Picked(picked)) => picks = picked,
        Some(Meant::Unclear(why)) => message = Some(why),
        Some(_) => message = Some("That can\u{2019}t be played here.".to_owned()),
    }
    let answer = if fields.get("show").is_some() {
        let judged = judge(&app, &room, at, &exercise, exercise.played).await;
        if judged.is_none() {
            message = Some(NO_TIME.to_owned());
        }
        judged.map(|judged| (review_best(&judged), judged.reasons))
    } else {
        None
    };
    let sentence = verdict.map(|verdict| (verdict_in_words(verdict, exercise.game()), verdict.is_found()));
    let html = pages::better_page(&BetterPage {
        site: visitor.site(),
        id: &room.id.to_string(),
        exercise: &exercise,
        table: &tried.table,
        picks: &picks,
        verdict: sentence.as_ref().map(|(sentence, found)| (sentence.as_str(), *found)),
        answer: answer.as_ref().map(|(best, reasons)| (best.as_str(), reasons.as_slice())),
        message: message.as_deref(),
    });
    Ok(page(StatusCode::OK, html))
}

/// What a choice would have cost instead of the mistake that led to a revision. `None` if the engine has no time.
async fn judge(app: &Arc<App>, room: &Room, at: u64, exercise: &Exercise, choice: Choice) -> Option<Judgement> {
    let question = Question::Judge { at: at.saturating_sub(1), choice: choice.to_string() };
    let answer = app.thought(PATIENCE, question.about(&room.name, room.seen().table.revision())).await?;
    match read_answers(&[exercise.question(choice)], &answer)?.pop()? {
        parlor_review::Answer::Judged(judged) => Some(judged),
        _ => None,
    }
}

/// A table of a browser that can be reviewed.
struct Own {
    id: Token,
    table: Table,
    /// The seats of this browser's people.
    seats: Pair<bool>,
    /// When it was last played, in seconds since 1970.
    at: u64,
    /// Its review, if there is one of the table as it is.
    review: Option<Review>,
}

/// The most tables that are looked at.
const LOOKED_AT: usize = 50;

/// The tables of a browser at which something can be learned, the last played first. It blocks.
fn own(app: &Arc<App>, visitor: &Visitor) -> Result<Vec<Own>, Fault> {
    let mut own = Vec::new();
    for (listed, id, seats) in app.registry.tables_of(visitor.holder, LOOKED_AT)? {
        let table = match app.rooms.get(&id) {
            Some(room) => room.seen().table.clone(),
            None => app.registry.look(&listed.name)?.table,
        };
        let seats = Pair::from_fn(|seat: Seat| seats[seat] && table.player(seat).is_person());
        if table.standing().is_none() || not_yet(&table).is_some() || !(seats.human || seats.computer) {
            continue;
        }
        let review = app.registry.review(&listed.name)?.and_then(|text| Reviewing::kept(&table, &text));
        let at = listed.modified.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
        own.push(Own { id, table, seats, at, review });
    }
    Ok(own)
}

/// The mistakes of this browser's people, the worst first.
pub(crate) async fn practice(State(app): State<Arc<App>>, visitor: Visitor) -> Result<Response, Fault> {
    let by = visitor.clone();
    let (mut exercises, without_review) = app
        .blocking(move |app| {
            let own = own(app, &by)?;
            let without = own.iter().filter(|own| own.review.is_none()).count();
            let of_table = |Own { id, table, seats, review, .. }: Own| {
                let names = Names::of(&table.setup().players);
                let all = review.map_or_else(Vec::new, |review| Exercise::all(&review, seats));
                all.into_iter().map(move |exercise| (id.to_string(), names.clone(), exercise)).collect::<Vec<_>>()
            };
            Ok::<_, Fault>((own.into_iter().flat_map(of_table).collect::<Vec<_>>(), without))
        })
        .await??;
    // Points of one game aren't seeds of another: what counts is the share of what varies anyway.
    let weight = |exercise: &Exercise| exercise.cost / Spread::of(exercise.game(), exercise.size).deviation;
    exercises.sort_by(|(.., one), (.., other)| weight(other).total_cmp(&weight(one)));
    let html = pages::practice_page(&PracticePage { site: visitor.site(), exercises: &exercises, without_review });
    Ok(page(StatusCode::OK, html))
}

/// What the address of the statistics says.
#[derive(Clone, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Begun {
    begun: String,
}

pub(crate) async fn statistics(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    begun: Result<Query<Begun>, QueryRejection>,
) -> Result<Response, Fault> {
    let Query(Begun { begun }) = begun.unwrap_or_default();
    let by = visitor.clone();
    let statistics = app
        .blocking(move |app| {
            let mut statistics = Statistics::default();
            for Own { table, seats, at, review, .. } in own(app, &by)? {
                match review {
                    Some(review) => {
                        for seat in Seat::BOTH.into_iter().filter(|seat| seats[*seat]) {
                            statistics.add(&table, &review, seat, at);
                        }
                    }
                    None => statistics.without_review += 1,
                }
            }
            Ok::<_, Fault>(statistics)
        })
        .await??;
    let page_ = StatisticsPage { site: visitor.site(), statistics: &statistics, begun: !begun.is_empty() };
    Ok(page(StatusCode::OK, pages::statistics_page(&page_)))
}

/// Has the missing reviews made.
pub(crate) async fn review_all(State(app): State<Arc<App>>, visitor: Visitor, _: Fields) -> Result<Response, Fault> {
    app.blocking(move |app| {
        for Own { id, .. } in own(app, &visitor)?.into_iter().filter(|own| own.review.is_none()) {
            if let Some(room) = app.rooms.open(app, id)? {
                room.review(app);
            }
        }
        Ok::<_, Fault>(())
    })
    .await??;
    Ok(see("/statistics?begun=1"))
}
