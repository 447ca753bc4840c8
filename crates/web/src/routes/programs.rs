//! Questions from programs, as `docs/protocol.md` has them.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use parlor_host::Priority;
use parlor_rpc::Bounds;
use tokio::sync::oneshot;

use crate::app::App;
use crate::fault::Fault;

/// What one request may cost: the engine thinks for at most a second about each question, and nobody has to say so.
const BOUNDS: Bounds = Bounds { most_millis: Some(1000), most_in_batch: Some(20) };

pub(crate) async fn rpc(State(app): State<Arc<App>>, body: Bytes) -> Result<Response, Fault> {
    let Ok(working) = Arc::clone(&app.programs).try_acquire_owned() else { return Ok(busy()) };
    let (answered, answer) = oneshot::channel();
    let submitted = app.pool.submit(Priority::Help, move || {
        // Who has gone away needs no answer.
        if answered.is_closed() {
            return;
        }
        let answer = parlor_rpc::answer_within(&body, BOUNDS);
        // Not before the work is done: who goes away in the middle of it must not get the next thread as well. And not
        // after the answer: who has it may ask again at once.
        drop(working);
        let _ = answered.send(answer);
    });
    if submitted.is_err() {
        return Ok(busy());
    }
    let most = Duration::from_mins(1);
    match tokio::time::timeout(most, answer).await {
        Ok(Ok(Some(json))) => Ok(([(header::CONTENT_TYPE, "application/json")], json).into_response()),
        // A notification has no answer.
        Ok(Ok(None)) => Ok(StatusCode::NO_CONTENT.into_response()),
        Ok(Err(_)) | Err(_) => Err(Fault::Failed),
    }
}

fn busy() -> Response {
    let words = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"busy: please try again in a moment"}}"#;
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::RETRY_AFTER, "1")];
    (StatusCode::SERVICE_UNAVAILABLE, headers, words).into_response()
}
