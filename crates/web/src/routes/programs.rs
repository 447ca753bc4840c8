//! Questions from programs, as `docs/protocol.md` has them.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use parlor_host::questions::EngineQuestion;
use parlor_store::TaskOutcome;

use super::PageResult;
use crate::app::SharedApp;
use crate::fault::WebError;

pub(crate) async fn rpc(State(app): SharedApp, body: Bytes) -> PageResult {
    let Ok(permit) = Arc::clone(&app.programs).try_acquire_owned() else { return Ok(busy()) };
    // What isn't text isn't a request either, and is told so.
    let question = EngineQuestion::Program(String::from_utf8_lossy(&body).into_owned());
    let most = Duration::from_mins(1);
    match tokio::time::timeout(most, app.answered(question.alone(), permit)).await {
        Ok(Some(TaskOutcome::Answer(json))) if json.is_empty() => Ok(StatusCode::NO_CONTENT.into_response()),
        Ok(Some(TaskOutcome::Answer(json))) => Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response()),
        Ok(Some(TaskOutcome::Busy)) => Ok(busy()),
        Ok(Some(TaskOutcome::Failed(_) | TaskOutcome::Dropped) | None) | Err(_) => Err(WebError::Failed),
    }
}

fn busy() -> Response {
    let words = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"busy: please try again in a moment"}}"#;
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::RETRY_AFTER, "1")];
    (StatusCode::SERVICE_UNAVAILABLE, headers, words).into_response()
}
