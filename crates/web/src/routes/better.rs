//! "Find better": the player tries another move at the position before a mistake.
//!
//! A try is a POST request, which records that the exercise was seen and redirects to the page that judges the try. GET
//! requests record nothing.

use std::sync::Arc;
use std::time::SystemTime;

use axum::extract::{RawQuery, State};
use axum::response::Response;
use parlor_host::questions::{Cost, EngineQuestion};
use parlor_host::seconds;
use parlor_review::{Exercise, ExerciseRun, Judgement, Mistake, PracticeLog, ReviewAnswer, Variation, read_answers};
use parlor_rules::Choice;
use parlor_store::BrowserId;
use parlor_table::{Answer, Entry, Table};
use parlor_view::Spot;

use super::analyse::{PATIENCE, meant, status};
use super::review::room_to_study;
use super::{PageResult, UrlPath, page, see_other};
use crate::answers::{Intent, read_picks, write_picks};
use crate::app::{AppState, SharedApp};
use crate::fault::WebError;
use crate::fields::FormFields;
use crate::pages::BetterPage;
use crate::room::Room;
use crate::visitor::Visitor;

const NO_TIME: &str = "The engine is busy. Try again in a moment.";

/// The maximum number of remembered exercises per browser.
const REMEMBERED: usize = 500;

/// An exercise, and the table at which it is tried.
struct Task {
    room: Arc<Room>,
    run: ExerciseRun,
    table: Table,
}

/// The exercise specified by the fields of an address or a form. If there is none, the address of the review, which
/// lists all mistakes.
async fn task(
    app: &Arc<AppState>,
    visitor: &Visitor,
    id: &str,
    fields: &FormFields,
) -> Result<Result<Task, String>, WebError> {
    let room = room_to_study(app, visitor, id).await?;
    let place = app.place(visitor).await?;
    let at = fields.read::<u64>("at", "the number of a revision")?.unwrap_or(0);
    let elsewhere = format!("/t/{}/review?at={at}", room.id);
    let found = app
        .blocking(move |app| {
            let _place = place;
            let run = ExerciseRun::new(room.review(app).so_far().exercise(at)?);
            let table = Variation::from(&room.seen().table.at(at.saturating_sub(1))).table;
            Some(Task { room, run, table })
        })
        .await?;
    Ok(found.ok_or(elsewhere))
}

enum Attempt {
    Try(Choice),
    Pick(Vec<Spot>),
    Nothing,
    /// The try is impossible, with the reason.
    Refused(String),
}

impl Task {
    /// The address of the page, with an additional field.
    fn url(&self, name: &str, value: &str) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("at", &self.run.exercise.revision.to_string()).append_pair(name, value);
        format!("/t/{}/better?{}", self.room.id, query.finish())
    }

    fn wish(&self, fields: &FormFields) -> Result<Attempt, WebError> {
        Ok(match meant(fields, &self.table)? {
            None => Attempt::Nothing,
            Some(Intent::Entry(Entry::Decision { answer: Answer::Choice(choice), .. })) if self.run.can_try(choice) => {
                Attempt::Try(choice)
            }
            Some(Intent::Picked(picks)) => Attempt::Pick(picks),
            Some(Intent::Unclear(why)) => Attempt::Refused(why),
            Some(_) => Attempt::Refused("That can\u{2019}t be played here.".to_owned()),
        })
    }

    fn page(&self, visitor: &Visitor, picks: &[Spot], message: Option<&str>) -> Response {
        let id = &self.room.id.to_string();
        let (site, run, table) = (visitor.site(), &self.run, &self.table);
        let seats = self.room.people().seats_of(visitor.holder);
        page(status(message.is_some()), &BetterPage { site, id, run, table, seats, picks, message })
    }

    /// The cost of a choice that replaces the mistake. `None` if the engine is busy.
    async fn judge(&self, app: &Arc<AppState>, visitor: &Visitor, choice: Choice) -> Option<Judgement> {
        let Exercise { revision, played, cost, .. } = &self.run.exercise;
        let question = EngineQuestion::Judge {
            at: revision.saturating_sub(1),
            choice: choice.to_string(),
            played: played.to_string(),
            cost: Cost(*cost),
        };
        let job = question.about(&self.room.name, self.room.seen().table.revision());
        let answer = app.ask_for_page(PATIENCE, visitor, job).await?;
        match read_answers(&[&self.run.exercise.question(choice)], &answer)?.pop()? {
            ReviewAnswer::Judged(judged) => Some(judged),
            _ => None,
        }
    }

    /// Records that the browser has seen one of its exercises. Blocking.
    fn note(&self, app: &AppState, holder: BrowserId) -> Result<(), WebError> {
        if !self.room.people().seats_of(holder)[self.run.exercise.seat] {
            return Ok(());
        }
        let players = self.room.seen().table.setup().players.clone();
        let mistake =
            Mistake { journal: Some(self.room.name.to_string()), players, exercise: self.run.exercise.clone() };
        let mut log = PracticeLog::read(&app.registry.seen(holder)?);
        log.note(&mistake, seconds(SystemTime::now()));
        log.keep_last(REMEMBERED);
        Ok(app.registry.keep_seen(holder, &log.to_string())?)
    }
}

/// The exercise, together with the result of a try, or with the solution if the address requests it.
pub(crate) async fn better(
    State(app): SharedApp,
    visitor: Visitor,
    UrlPath(id): UrlPath<String>,
    RawQuery(query): RawQuery,
) -> PageResult {
    let fields = FormFields::of_query(&query.unwrap_or_default());
    let mut task = match task(&app, &visitor, &id, &fields).await? {
        Ok(task) => task,
        Err(elsewhere) => return Ok(see_other(&elsewhere)),
    };
    let mut picks = Vec::new();
    let mut message = None;
    match task.wish(&fields)? {
        Attempt::Nothing => picks = read_picks(&fields.all("pick").join(",")),
        Attempt::Pick(picked) => picks = picked,
        Attempt::Refused(why) => message = Some(why),
        Attempt::Try(choice) => match task.judge(&app, &visitor, choice).await {
            Some(judged) => {
                task.run.verdict = Some(task.run.exercise.verdict(choice, &judged));
                task.run.answer = Some(judged).filter(|_| task.run.is_solved());
            }
            None => message = Some(NO_TIME.to_owned()),
        },
    }
    if fields.get("show").is_some() {
        task.run.answer = task.judge(&app, &visitor, task.run.exercise.played).await;
        if task.run.answer.is_none() {
            message = Some(NO_TIME.to_owned());
        }
    }
    Ok(task.page(&visitor, &picks, message.as_deref()))
}

/// Handles a try, or the button for the next exercise. Both record that this exercise was seen.
pub(crate) async fn try_it(
    State(app): SharedApp,
    visitor: Visitor,
    UrlPath(id): UrlPath<String>,
    fields: FormFields,
) -> PageResult {
    let task = match task(&app, &visitor, &id, &fields).await? {
        Ok(task) => task,
        Err(elsewhere) => return Ok(see_other(&elsewhere)),
    };
    let next = match task.wish(&fields)? {
        Attempt::Nothing => "/practice/next".to_owned(),
        Attempt::Try(choice) => task.url("answer", &Answer::Choice(choice).to_string()),
        Attempt::Pick(picks) => return Ok(see_other(&task.url("pick", &write_picks(&picks)))),
        Attempt::Refused(why) => return Ok(task.page(&visitor, &[], Some(&why))),
    };
    app.blocking(move |app| task.note(app, visitor.holder)).await??;
    Ok(see_other(&next))
}
