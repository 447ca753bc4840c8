//! Positions with moves for both: of a table, of the start of a game, or set up by hand. Everything is in the address,
//! and nothing changes a game.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;
use parlor_host::questions::{EngineQuestion, HelpAnswer, read};
use parlor_review::{Start, Variation, write_position};
use parlor_rules::{Decision, Pair};
use parlor_store::Job;
use parlor_table::Table;
use parlor_view::{Advice, Spot};

use super::review::room_to_study;
use super::{Path, page, see};
use crate::answers::{Meant, Said, read_picks};
use crate::app::App;
use crate::fault::{Fault, sentence};
use crate::fields::Fields;
use crate::lines::play_line;
use crate::pages::{AnalysePage, FileFaults, Origin, SetUpPage, render};
use crate::position::read_position;
use crate::visitor::Visitor;

/// How long a page waits for the engine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(3);

/// Something was tried, or is being chosen, or can't be played.
struct Outcome {
    tried: Variation,
    picks: Vec<Spot>,
    message: Option<String>,
}

/// From a moment of a table.
pub(crate) async fn of_table(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    Path(id): Path<String>,
    RawQuery(query): RawQuery,
) -> Result<Response, Fault> {
    let room = room_to_study(&app, &id).await?;
    let fields = Fields::of_query(&query.unwrap_or_default());
    let seen = room.seen();
    let now = seen.table.revision();
    let at = fields.read::<u64>("at", "the number of a revision")?.unwrap_or(now).min(now);
    let id = room.id.to_string();
    let job = |line| EngineQuestion::Analyse { at, line }.about(&room.name, now);
    analysed(&app, &visitor, Origin::Table { id: &id, at }, &fields, job, move || seen.table.at(at)).await
}

/// From the start of a game or from a position that was set up by hand; without either, the page to choose or write one.
pub(crate) async fn of_position(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    RawQuery(query): RawQuery,
) -> Result<Response, Fault> {
    let fields = Fields::of_query(&query.unwrap_or_default());
    let start = fields.read::<Start>("start", "a game and a size, like canoga-9")?;
    let by_hand = fields.get("by").is_some();
    match (fields.raw("position"), start) {
        (Some(text), _) if by_hand => Ok(set_up_page(&visitor, Start::default(), text, None)),
        (Some(text), _) => match read_position(text) {
            Ok(position) => {
                let job = |line| EngineQuestion::Position { text: text.to_owned(), line }.alone();
                analysed(&app, &visitor, Origin::Position(text), &fields, job, move || position.table).await
            }
            Err(faults) => Ok(set_up_page(&visitor, Start::default(), text, Some(&faults))),
        },
        (None, Some(start)) if !by_hand => {
            let job = |line| EngineQuestion::Start { start: start.to_string(), line }.alone();
            analysed(&app, &visitor, Origin::Start(start), &fields, job, move || start.table()).await
        }
        (None, start) => {
            let start = start.unwrap_or_default();
            Ok(set_up_page(&visitor, start, &write_position(&start.standing()), None))
        }
    }
}

/// A position that was set up by hand. If it is one, its address has it.
pub(crate) async fn set_up(visitor: Visitor, fields: Fields) -> Result<Response, Fault> {
    let text = fields.raw("position").unwrap_or_default();
    match read_position(text) {
        Ok(position) => Ok(see(&Origin::Position(&position.text).url())),
        Err(faults) => Ok(set_up_page(&visitor, Start::default(), text, Some(&faults))),
    }
}

fn set_up_page(visitor: &Visitor, start: Start, text: &str, faults: Option<&FileFaults>) -> Response {
    let html = render(&SetUpPage { site: visitor.site(), start, text, faults });
    page(if faults.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK }, html)
}

/// A table after the line that an address has, with what the engine says about it: `job` asks it after a line.
async fn analysed(
    app: &Arc<App>,
    visitor: &Visitor,
    origin: Origin<'_>,
    fields: &Fields,
    job: impl FnOnce(String) -> Job,
    from: impl FnOnce() -> Table + Send + 'static,
) -> Result<Response, Fault> {
    let ahead = Variation::steps_of(fields.raw("ahead").unwrap_or_default());
    let Outcome { tried, picks, message } = {
        let fields = fields.clone();
        app.blocking(move |_| follow(&from(), &fields)).await??
    };
    let advice = rank(app, &tried, job).await;
    let html = render(&AnalysePage {
        site: visitor.site(),
        origin,
        tried: &tried,
        ahead: &ahead,
        picks: &picks,
        advice: advice.as_ref(),
        message: message.as_deref(),
    });
    let status = if message.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    Ok(page(status, html))
}

/// Plays the line of an address and what was chosen after it.
fn follow(from: &Table, fields: &Fields) -> Result<Outcome, Fault> {
    let mut tried = match play_line(from, fields.raw("line").unwrap_or_default()) {
        Ok(tried) => tried,
        Err(why) => return Ok(Outcome { tried: Variation::from(from), picks: Vec::new(), message: Some(why) }),
    };
    let mut picks = read_picks(&fields.all("pick").join(","));
    let mut message = None;
    match meant(fields, &tried.table)? {
        None => {}
        Some(Meant::Entry(entry)) => {
            picks.clear();
            message = tried.play(entry).err().map(|why| sentence(&why.to_string()));
        }
        Some(Meant::Picked(picked)) => picks = picked,
        Some(Meant::Unclear(why)) => message = Some(why),
        Some(_) => message = Some("That is not a move.".to_owned()),
    }
    Ok(Outcome { tried, picks, message })
}

/// What was chosen, if anything was. People decide for both.
pub(crate) fn meant(fields: &Fields, table: &Table) -> Result<Option<Meant>, Fault> {
    let chosen = ["answer", "spot", "coin", "typed"].iter().any(|name| fields.get(name).is_some());
    let both = Pair { human: true, computer: true };
    chosen.then(|| Ok(Said::read(fields)?.means(table, both))).transpose()
}

/// Every choice with what it is worth, at a glance. `None` if the engine has no time.
async fn rank(app: &Arc<App>, tried: &Variation, job: impl FnOnce(String) -> Job) -> Option<Advice> {
    let (seat, decision) = tried.asked.as_ref()?.decision()?;
    if matches!(decision, Decision::Call | Decision::Color(_)) {
        return None;
    }
    let answer = app.thought(PATIENCE, job(Variation::line(&tried.steps))).await?;
    Some(Advice::of(seat, &read::<HelpAnswer>(&answer)?.about(decision)?))
}
