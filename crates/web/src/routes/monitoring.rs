//! Routes for monitoring.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use parlor_host::log_limited;

use crate::app::SharedApp;

pub(crate) async fn healthz() -> &'static str {
    "fine\n"
}

/// Ready if the server can reach its store and supports the store's schema.
pub(crate) async fn readyz(State(app): SharedApp) -> Response {
    match app.blocking(|app| app.registry.ready()).await {
        Ok(Ok(())) => "ready\n".into_response(),
        Ok(Err(error)) => {
            log_limited!(warn, %error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the store is unavailable\n").into_response()
        }
        Err(fault) => fault.into_response(),
    }
}
