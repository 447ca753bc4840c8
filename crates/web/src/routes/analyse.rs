//! Positions with moves for both. Everything is in the address, and nothing changes a game.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;
use parlor_rules::Decision;
use parlor_table::Table;
use parlor_view::Spot;

use super::review::refused;
use super::{Path, page};
use crate::answers::{Meant, Said, read_picks};
use crate::app::App;
use crate::fault::Fault;
use crate::fields::Fields;
use crate::lines::{self, Tried};
use crate::moment::table_at;
use crate::pages::{self, AnalysePage, ShownAdvice};
use crate::questions::{Found, Question, read};
use crate::room::Room;
use crate::visitor::Visitor;

/// How long a page waits for the engine.
pub(crate) const PATIENCE: Duration = Duration::from_secs(3);

/// Something was tried, or is being chosen, or can't be played.
struct Outcome {
    tried: Tried,
    picks: Vec<Spot>,
    message: Option<String>,
}

pub(crate) async fn analyse(
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
    let now = room.seen().table.revision();
    let at = fields.read::<u64>("at", "the number of a revision")?.unwrap_or(now).min(now);
    let ahead = lines::bounded(fields.raw("ahead").unwrap_or_default());
    let Outcome { tried, picks, message } = {
        let fields = fields.clone();
        let seen = room.seen();
        app.blocking(move |_| follow(&table_at(&seen.table, at), &fields)).await??
    };
    let advice = rank(&app, &room, now, at, &tried).await;
    let html = pages::analyse_page(&AnalysePage {
        site: visitor.site(),
        id: &room.id.to_string(),
        at,
        table: &tried.table,
        steps: &tried.steps,
        ahead: &ahead,
        told: &tried.told,
        picks: &picks,
        advice: advice.as_ref(),
        message: message.as_deref(),
    });
    let status = if message.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    Ok(page(status, html))
}

/// Plays the line of an address and what was chosen after it.
fn follow(from: &Table, fields: &Fields) -> Result<Outcome, Fault> {
    let begun = Tried::from(from);
    let mut tried = match begun.clone().after(fields.raw("line").unwrap_or_default()) {
        Ok(tried) => tried,
        Err(why) => return Ok(Outcome { tried: begun, picks: Vec::new(), message: Some(why) }),
    };
    let mut picks = read_picks(&fields.all("pick").join(","));
    let mut message = None;
    if let Some(said) = said(fields)? {
        match tried.meaning(said) {
            Meant::Entry(entry) => {
                picks.clear();
                message = tried.play(entry).err();
            }
            Meant::Picked(picked) => picks = picked,
            Meant::Unclear(why) => message = Some(why),
            _ => message = Some("That is not a move.".to_owned()),
        }
    }
    Ok(Outcome { tried, picks, message })
}

/// What was chosen, if anything was.
pub(crate) fn said(fields: &Fields) -> Result<Option<Said>, Fault> {
    let chosen = ["answer", "spot", "coin", "typed"].iter().any(|name| fields.get(name).is_some());
    if chosen { Said::read(fields).map(Some) } else { Ok(None) }
}

/// Every choice with what it is worth, at a glance. `None` if the engine has no time.
async fn rank(app: &Arc<App>, room: &Room, now: u64, at: u64, tried: &Tried) -> Option<ShownAdvice> {
    let (_, decision) = tried.asked.as_ref()?.decision()?;
    if matches!(decision, Decision::Call | Decision::Color(_)) {
        return None;
    }
    let question = Question::Analyse { at, line: lines::line(&tried.steps) };
    let answer = app.thought(PATIENCE, question.about(&room.name, now)).await?;
    read::<Found>(&answer).map(Found::shown)
}
