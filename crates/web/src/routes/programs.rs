//! JSON-RPC requests; see `docs/bots/protocol.md`.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use parlor_host::questions::EngineQuestion;
use parlor_store::TaskOutcome;

use super::PageResult;
use crate::app::{AppState, SharedApp};
use crate::fault::WebError;
use crate::visitor::Visitor;

pub(crate) async fn rpc(State(app): SharedApp, visitor: Visitor, body: Bytes) -> PageResult {
    // Invalid UTF-8 isn't valid JSON, either, so it gets the usual error.
    let text = String::from_utf8_lossy(&body);
    let most = Duration::from_mins(1);
    match tokio::time::timeout(most, answers(&app, &visitor, &text)).await {
        Ok(Ok(json)) if json.is_empty() => Ok(StatusCode::NO_CONTENT.into_response()),
        Ok(Ok(json)) => Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response()),
        Ok(Err(TaskOutcome::Busy)) => Ok(busy()),
        Ok(Err(_)) | Err(_) => Err(WebError::Failed),
    }
}

/// Answers the requests of a batch one after the other, so that a batch never takes more resources at a time than a
/// single request.
async fn answers(app: &AppState, visitor: &Visitor, text: &str) -> Result<String, TaskOutcome> {
    let Some(batch) = parlor_rpc::split_batch(text, parlor_host::MOST_IN_BATCH) else {
        return answered(app, visitor, text.to_owned()).await;
    };
    let mut answers = Vec::new();
    for request in batch {
        let answer = answered(app, visitor, request).await?;
        if !answer.is_empty() {
            answers.push(answer);
        }
    }
    Ok(if answers.is_empty() { String::new() } else { format!("[{}]", answers.join(",")) })
}

async fn answered(app: &AppState, visitor: &Visitor, request: String) -> Result<String, TaskOutcome> {
    let place = app.programs.take(visitor.client()).await.ok_or(TaskOutcome::Busy)?;
    match app.ask_in_place(EngineQuestion::Program(request).alone(), visitor, place).await {
        Some(TaskOutcome::Answer(json)) => Ok(json),
        Some(outcome) => Err(outcome),
        None => Err(TaskOutcome::Dropped),
    }
}

fn busy() -> Response {
    let words = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"busy: please try again in a moment"}}"#;
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::RETRY_AFTER, "1")];
    (StatusCode::SERVICE_UNAVAILABLE, headers, words).into_response()
}
