//! Analysis of positions: the user moves for both players. A position comes from a table, from the start of a game, or
//! is set up by hand. All state is in the address, and no game is changed.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::{RawQuery, State};
use axum::http::StatusCode;
use axum::response::Response;
use parlor_host::questions::{EngineQuestion, HelpAnswer, read};
use parlor_review::{BadLine, BadPosition, BadStep, CustomPosition, Start, Variation, write_position};
use parlor_rules::{Decision, Pair, Standing};
use parlor_store::EngineTask;
use parlor_table::Table;
use parlor_view::{Advice, PositionEdit, Spot};

use super::review::room_to_study;
use super::{PageResult, UrlPath, page, see_other};
use crate::answers::{FormInput, Intent, read_picks};
use crate::app::{AppState, SharedApp};
use crate::fault::{WebError, sentence};
use crate::fields::FormFields;
use crate::pages::{AnalysePage, AnalysisOrigin, FileFaults, SetUpPage};
use crate::visitor::Visitor;

pub(crate) const PATIENCE: Duration = Duration::from_secs(3);

struct LineOutcome {
    tried: Variation,
    picks: Vec<Spot>,
    message: Option<String>,
}

/// From a position in the game at a table.
pub(crate) async fn of_table(
    State(app): SharedApp,
    visitor: Visitor,
    UrlPath(id): UrlPath<String>,
    RawQuery(query): RawQuery,
) -> PageResult {
    let room = room_to_study(&app, &visitor, &id).await?;
    let fields = FormFields::of_query(&query.unwrap_or_default());
    let seen = room.seen();
    let now = seen.table.revision();
    let at = fields.read::<u64>("at", "the number of a revision")?.unwrap_or(now).min(now);
    let (id, seats) = (room.id.to_string(), room.people().seats_of(visitor.holder));
    let job = |line| EngineQuestion::Analyse { at, line }.about(&room.name, now);
    analysed(&app, &visitor, AnalysisOrigin::Table { id: &id, at, seats }, &fields, job, move || seen.table.at(at))
        .await
}

/// From the start of a game or from a position that was set up by hand. Without either, shows the page for choosing or
/// entering a position.
pub(crate) async fn of_position(State(app): SharedApp, visitor: Visitor, RawQuery(query): RawQuery) -> PageResult {
    let fields = FormFields::of_query(&query.unwrap_or_default());
    let start = fields.read::<Start>("start", "a game and a size, like canoga-9")?;
    let by_hand = fields.get("by").is_some();
    match (fields.raw("position"), start) {
        (Some(text), _) if by_hand => Ok(edited(&visitor, text, &fields)),
        (Some(text), _) => match read_position(text) {
            Ok(position) => {
                let job = |line| EngineQuestion::Position { text: text.to_owned(), line }.alone();
                analysed(&app, &visitor, AnalysisOrigin::Position(text), &fields, job, move || position.table).await
            }
            Err(faults) => Ok(with_faults(&visitor, text, &faults)),
        },
        (None, Some(start)) if !by_hand => {
            let job = |line| EngineQuestion::Start { start: start.to_string(), line }.alone();
            analysed(&app, &visitor, AnalysisOrigin::Start(start), &fields, job, move || start.table()).await
        }
        (None, start) => {
            let start = start.unwrap_or_default();
            Ok(set_up_page(&visitor, start, &start.standing(), &fields, None))
        }
    }
}

/// Checks a position that was set up by hand, and redirects to its analysis.
pub(crate) async fn set_up(visitor: Visitor, fields: FormFields) -> PageResult {
    let text = fields.raw("position").unwrap_or_default();
    match read_position(text) {
        Ok(position) => {
            let by_hand = if fields.get("by").is_some() { "&by=hand" } else { "" };
            Ok(see_other(&(AnalysisOrigin::Position(&position.text).url() + by_hand)))
        }
        Err(faults) => Ok(with_faults(&visitor, text, &faults)),
    }
}

/// A position after a click on its board.
fn edited(visitor: &Visitor, text: &str, fields: &FormFields) -> Response {
    let position = match read_position(text) {
        Ok(position) => position,
        Err(faults) => return with_faults(visitor, text, &faults),
    };
    // A position always has a board.
    let standing = position.table.standing().unwrap_or_else(|| Start::default().standing());
    let start = Start::all().find(|start| start.game == standing.game() && start.size == standing.size());
    let start = start.unwrap_or_default();
    let place = || Some(format!("{} {}", brush(fields), fields.get("spot")?));
    let Some(wanted) = fields.get("edit").map(str::to_owned).or_else(place) else {
        return set_up_page(visitor, start, &standing, fields, None);
    };
    let changed = match wanted.parse::<PositionEdit>() {
        Ok(edit) => edit.apply(&standing).map_err(|why| why.to_string()),
        Err(_) => Err("This board can\u{2019}t be changed like that.".to_owned()),
    };
    match changed {
        Ok(changed) => set_up_page(visitor, start, &changed, fields, None),
        Err(why) => set_up_page(visitor, start, &standing, fields, Some(&why)),
    }
}

/// The effect of a click on the board.
fn brush(fields: &FormFields) -> &str {
    fields.get("brush").unwrap_or("next")
}

fn set_up_page(
    visitor: &Visitor,
    start: Start,
    standing: &Standing,
    fields: &FormFields,
    message: Option<&str>,
) -> Response {
    let (site, text, brush) = (visitor.site(), &*write_position(standing), brush(fields));
    let standing = Some(standing);
    page(status(message.is_some()), &SetUpPage { site, start, text, standing, brush, message, faults: None })
}

fn with_faults(visitor: &Visitor, text: &str, faults: &FileFaults) -> Response {
    let (site, start, faults) = (visitor.site(), Start::default(), Some(faults));
    page(status(true), &SetUpPage { site, start, text, standing: None, brush: "", message: None, faults })
}

/// Shows the table after the line in the address, with the engine's ranking. `job` makes the engine task for a line.
async fn analysed(
    app: &Arc<AppState>,
    visitor: &Visitor,
    origin: AnalysisOrigin<'_>,
    fields: &FormFields,
    job: impl FnOnce(String) -> EngineTask,
    from: impl FnOnce() -> Table + Send + 'static,
) -> PageResult {
    let ahead = Variation::steps_of(fields.raw("ahead").unwrap_or_default());
    let LineOutcome { tried, picks, message } = {
        let (fields, place) = (fields.clone(), app.place(visitor).await?);
        app.blocking(move |_| {
            let _place = place;
            follow(&from(), &fields)
        })
        .await??
    };
    let advice = rank(app, visitor, &tried, job).await;
    let page_ = AnalysePage {
        site: visitor.site(),
        origin,
        tried: &tried,
        ahead: &ahead,
        picks: &picks,
        advice: advice.as_ref(),
        message: message.as_deref(),
    };
    Ok(page(status(message.is_some()), &page_))
}

pub(crate) fn status(is_refused: bool) -> StatusCode {
    if is_refused { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK }
}

/// Plays the line in the address, and then the user's choice.
fn follow(from: &Table, fields: &FormFields) -> Result<LineOutcome, WebError> {
    let mut tried = match play_line(from, fields.raw("line").unwrap_or_default()) {
        Ok(tried) => tried,
        Err(why) => return Ok(LineOutcome { tried: Variation::from(from), picks: Vec::new(), message: Some(why) }),
    };
    let mut picks = read_picks(&fields.all("pick").join(","));
    let mut message = None;
    match meant(fields, &tried.table)? {
        None => {}
        Some(Intent::Entry(entry)) => {
            picks.clear();
            message = tried.play(entry).err().map(|why| sentence(&why.to_string()));
        }
        Some(Intent::Picked(picked)) => picks = picked,
        Some(Intent::Unclear(why)) => message = Some(why),
        Some(_) => message = Some("That is not a move.".to_owned()),
    }
    Ok(LineOutcome { tried, picks, message })
}

/// The intent of the form, if it contains an answer. The user decides for both players.
pub(crate) fn meant(fields: &FormFields, table: &Table) -> Result<Option<Intent>, WebError> {
    let chosen = ["answer", "spot", "coin", "typed", "die1"].iter().any(|name| fields.get(name).is_some());
    let both = Pair { human: true, computer: true };
    chosen.then(|| Ok(FormInput::read(fields)?.means(table, both))).transpose()
}

/// Ranks all choices by a quick search. `None` if the engine is busy.
async fn rank(
    app: &Arc<AppState>,
    visitor: &Visitor,
    tried: &Variation,
    job: impl FnOnce(String) -> EngineTask,
) -> Option<Advice> {
    let (seat, decision) = tried.asked.as_ref()?.decision()?;
    if matches!(decision, Decision::Call | Decision::Color(_)) {
        return None;
    }
    let answer = app.ask_for_page(PATIENCE, visitor, job(Variation::line(&tried.steps))).await?;
    Some(Advice::of(seat, &read::<HelpAnswer>(&answer)?.about(decision)?))
}

/// Plays the steps of a line. The error names the illegal step.
fn play_line(table: &Table, line: &str) -> Result<Variation, String> {
    Variation::from(table).after(line).map_err(|BadLine { number, step, why }| {
        let sentence = sentence(&why.to_string());
        match why {
            BadStep::TooMany => sentence,
            _ => format!("Step {number}, \u{201c}{step}\u{201d}, can\u{2019}t be played: {sentence}"),
        }
    })
}

/// Reads a position that was set up by hand.
fn read_position(text: &str) -> Result<CustomPosition, FileFaults> {
    CustomPosition::read(text).map_err(|bad| {
        let (sentence, picture) = match bad {
            BadPosition::Empty => ("The text is empty. Choose a game to start from its first position.", String::new()),
            BadPosition::Journal => {
                ("This is a journal. Open it in the lobby, where you can analyse any step of it.", String::new())
            }
            BadPosition::TooLong => ("It is too long: the limit is 4 KiB.", String::new()),
            BadPosition::Unreadable(refusal) => (
                "This isn\u{2019}t a valid position. Here is what to fix:",
                refusal.picture("position", text).trim_end().to_owned(),
            ),
        };
        FileFaults { sentence: sentence.to_owned(), picture }
    })
}
