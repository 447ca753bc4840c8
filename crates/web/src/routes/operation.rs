//! What programs ask that watch over a server.

use axum::extract::{Request, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::PageResult;
use crate::app::SharedApp;
use crate::fault::WebError;
use crate::guard::is_from_here;

/// The program answers.
pub(crate) async fn healthz() -> &'static str {
    "fine\n"
}

/// The program can serve tables: it reaches its store, and knows its schema.
pub(crate) async fn readyz(State(app): SharedApp) -> Response {
    match app.blocking(|app| app.registry.ready()).await {
        Ok(Ok(())) => "ready\n".into_response(),
        Ok(Err(error)) => {
            tracing::warn!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the store can't be used\n").into_response()
        }
        Err(fault) => fault.into_response(),
    }
}

/// Numbers for Prometheus. Who plays needn't know them, so they are told to this machine only.
pub(crate) async fn metrics(State(app): SharedApp, request: Request) -> PageResult {
    if !is_from_here(&request) {
        return Err(WebError::NoPage);
    }
    // Counting what waits may ask the store.
    let text = app.blocking(|app| app.metrics.text(&*app.jobs, app.streams.total(), app.rooms.count())).await?;
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    Ok(([(header::CONTENT_TYPE, kind)], text).into_response())
}
