//! "Find better": the position before a mistake, to be played again.
//!
//! A try is a post, which notes that the exercise was seen and leads to the page that judges the try. Asking for a page
//! notes nothing.

use std::sync::Arc;
use std::time::SystemTime;

use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;
use parlor_host::{Holder, seconds};
use parlor_review::{Exercise, Judgement, Mistake, PracticeLog, Verdict, read_answers};
use parlor_rules::Choice;
use parlor_table::{Answer, Entry};
use parlor_view::{Spot, review_best, verdict_in_words};

use super::analyse::{PATIENCE, said};
use super::review::room_to_study;
use super::{Path, page, see};
use crate::answers::{Meant, read_picks, write_picks};
use crate::app::App;
use crate::fault::Fault;
use crate::fields::Fields;
use crate::lines::Tried;
use crate::pages::{BetterPage, render};
use crate::questions::{Cost, Question};
use crate::room::Room;
use crate::visitor::Visitor;

/// What is said while the engine has no time.
const NO_TIME: &str = "The engine has no time right now. Please try again in a moment.";

/// The most exercises that are remembered of a browser.
const REMEMBERED: usize = 500;

/// An exercise and the board that it is tried on.
struct Task {
    room: Arc<Room>,
    exercise: Exercise,
    tried: Tried,
}

/// What is in sight of an exercise besides the board.
#[derive(Default)]
struct Sight {
    picks: Vec<Spot>,
    verdict: Option<Verdict>,
    /// What is best, and why.
    answer: Option<(String, Vec<String>)>,
    message: Option<String>,
}

/// The exercise that the fields of an address or a form are about; otherwise the address of the review, where all
/// mistakes are.
async fn task(app: &Arc<App>, id: &str, fields: &Fields) -> Result<Result<Task, String>, Fault> {
    let room = room_to_study(app, id).await?;
    let at = fields.read::<u64>("at", "the number of a revision")?.unwrap_or(0);
    let elsewhere = format!("/t/{}/review?at={at}", room.id);
    let found = app
        .blocking(move |app| {
            let exercise = room.review(app).so_far().exercise(at)?;
            let tried = Tried::from(&room.seen().table.at(at.saturating_sub(1)));
            Some(Task { room, exercise, tried })
        })
        .await?;
    Ok(found.ok_or(elsewhere))
}

impl Task {
    /// The address of the page, with something more to say.
    fn url(&self, name: &str, value: &str) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.append_pair("at", &self.exercise.revision.to_string()).append_pair(name, value);
        format!("/t/{}/better?{}", self.room.id, query.finish())
    }

    /// What can be chosen here of what was said; otherwise what is to be shown instead.
    fn choice(&self, meant: Meant) -> Result<Choice, Sight> {
        let because = |why: String| Sight { message: Some(why), ..Sight::default() };
        match meant {
            Meant::Entry(Entry::Decision { answer: Answer::Choice(choice), .. })
                if self.exercise.decision.choices().contains(&choice) =>
            {
                Ok(choice)
            }
            Meant::Picked(picks) => Err(Sight { picks, ..Sight::default() }),
            Meant::Unclear(why) => Err(because(why)),
            _ => Err(because("That can\u{2019}t be played here.".to_owned())),
        }
    }

    fn page(&self, visitor: &Visitor, sight: &Sight) -> Response {
        let Sight { picks, verdict, answer, message } = sight;
        let sentence = verdict.map(|verdict| (verdict_in_words(verdict, self.exercise.game()), verdict.is_found()));
        let html = render(&BetterPage {
            site: visitor.site(),
            id: &self.room.id.to_string(),
            exercise: &self.exercise,
            table: &self.tried.table,
            picks,
            verdict: sentence.as_ref().map(|(sentence, found)| (sentence.as_str(), *found)),
            answer: answer.as_ref().map(|(best, reasons)| (best.as_str(), reasons.as_slice())),
            message: message.as_deref(),
        });
        page(if message.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK }, html)
    }

    /// What a choice would have cost instead of the mistake. `None` if the engine has no time.
    async fn judge(&self, app: &Arc<App>, choice: Choice) -> Option<Judgement> {
        let Exercise { revision, played, cost, .. } = &self.exercise;
        let question = Question::Judge {
            at: revision.saturating_sub(1),
            choice: choice.to_string(),
            played: played.to_string(),
            cost: Cost(*cost),
        };
        let job = question.about(&self.room.name, self.room.seen().table.revision());
        let answer = app.thought(PATIENCE, job).await?;
        match read_answers(&[&self.exercise.question(choice)], &answer)?.pop()? {
            parlor_review::ReviewAnswer::Judged(judged) => Some(judged),
            _ => None,
        }
    }

    /// Remembers that somebody has seen the exercise, if it is one of their own. It blocks.
    fn note(&self, app: &App, holder: Holder) -> Result<(), Fault> {
        if !self.room.people().seats_of(holder)[self.exercise.seat] {
            return Ok(());
        }
        let players = self.room.seen().table.setup().players.clone();
        let mistake = Mistake { journal: Some(self.room.name.to_string()), players, exercise: self.exercise.clone() };
        let mut log = PracticeLog::read(&app.registry.seen(holder)?);
        log.note(&mistake, seconds(SystemTime::now()));
        log.keep_last(REMEMBERED);
        Ok(app.registry.keep_seen(holder, &log.to_string())?)
    }
}

/// The exercise; with what came of a try, or with the answer, if the address says so.
pub(crate) async fn better(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Fault> {
    let fields = Fields::of_query(&query.unwrap_or_default());
    let task = match task(&app, &id, &fields).await? {
        Ok(task) => task,
        Err(elsewhere) => return Ok(see(&elsewhere)),
    };
    let mut sight = Sight { picks: read_picks(&fields.all("pick").join(",")), ..Sight::default() };
    if let Some(said) = said(&fields)? {
        match task.choice(task.tried.meaning(said)) {
            Ok(choice) => {
                let judged = task.judge(&app, choice).await;
                let verdict = judged.map(|judged| task.exercise.verdict(choice, &judged));
                let message = verdict.is_none().then(|| NO_TIME.to_owned());
                sight = Sight { verdict, message, ..Sight::default() };
            }
            Err(instead) => sight = instead,
        }
    }
    if fields.get("show").is_some() {
        let judged = task.judge(&app, task.exercise.played).await;
        if judged.is_none() {
            sight.message = Some(NO_TIME.to_owned());
        }
        sight.answer = judged.map(|judged| (review_best(&judged), judged.reasons));
    }
    Ok(task.page(&visitor, &sight))
}

/// A try, or the wish to go on to the next exercise. Either way this one has been seen.
pub(crate) async fn try_it(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(id): Path<String>,
    fields: Fields,
) -> Result<Response, Fault> {
    let task = match task(&app, &id, &fields).await? {
        Ok(task) => task,
        Err(elsewhere) => return Ok(see(&elsewhere)),
    };
    let next = match said(&fields)? {
        None => "/practice/next".to_owned(),
        Some(said) => match task.choice(task.tried.meaning(said)) {
            Ok(choice) => task.url("answer", &Answer::Choice(choice).to_string()),
            Err(Sight { message: None, picks, .. }) => return Ok(see(&task.url("pick", &write_picks(&picks)))),
            Err(sight) => return Ok(task.page(&visitor, &sight)),
        },
    };
    app.blocking(move |app| task.note(app, visitor.holder)).await??;
    Ok(see(&next))
}
