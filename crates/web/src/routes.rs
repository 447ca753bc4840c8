mod analyse;
mod better;
mod create;
mod delete;
mod learning;
mod lobby;
mod monitoring;
mod pictures;
mod plays;
mod programs;
mod review;
mod seats;
mod stream;
mod table;

use std::sync::Arc;

use askama::Template;
use axum::Router;
use axum::extract::{DefaultBodyLimit, FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use serde::de::DeserializeOwned;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::csrf::CsrfLayer;

use crate::app::{AppState, SharedApp};
use crate::assets::Assets;
use crate::fault::{StoreTrouble, WebError};
use crate::fields::{MAX_FORM, MAX_UPLOAD};
use crate::pages::{MessagePage, Site, render};
use crate::{guard, visitor};
use parlor_host::log_limited;

pub(crate) fn router(app: &Arc<AppState>) -> Router {
    // A form with a file is slightly larger than the file.
    let uploads = || DefaultBodyLimit::max(MAX_UPLOAD + MAX_FORM);
    let mut pages = Router::new()
        .route("/", get(lobby::lobby))
        .route("/tables", post(create::usual))
        .route("/tables/options", post(create::with_options).layer(uploads()))
        .route("/open", post(create::open).layer(uploads()))
        .route("/guided/{game}", post(create::guided))
        .route("/how-to-play", get(lobby::how_to_play))
        .route("/how-to-play/{game}", get(lobby::rules_of_game))
        .route("/how-to-play/saves", get(lobby::saves))
        .route("/settings", get(lobby::settings).post(lobby::change_settings))
        .route("/analyse", get(analyse::of_position).post(analyse::set_up))
        .route("/practice", get(learning::practice))
        .route("/practice/next", get(learning::next))
        .route("/statistics", get(learning::statistics))
        .route("/statistics/review", post(learning::review_all))
        .route("/join/{token}", get(seats::join_page).post(seats::join))
        .route("/join/{token}/picture.png", get(pictures::of_invitation))
        .route("/seat/{token}", get(seats::seat_page).post(seats::share))
        .route("/t/{id}", get(table::table))
        .route("/t/{id}/picture.png", get(pictures::of_table))
        .route("/t/{id}/replay", get(table::replay))
        .route("/t/{id}/review", get(review::review))
        .route("/t/{id}/analyse", get(analyse::of_table))
        .route("/t/{id}/better", get(better::better).post(better::try_it))
        .route("/t/{id}/frames", get(stream::frames))
        .route("/t/{id}/save/{dialect}", get(table::save))
        .route("/t/{id}/journal", get(table::journal))
        .route("/t/{id}/events", get(stream::events))
        .route("/t/{id}/rematch", post(create::rematch))
        .route("/t/{id}/delete", get(delete::ask).post(delete::delete))
        .route("/t/{id}/flip", post(table::flip))
        .route("/t/{id}/name", post(plays::name))
        .route("/t/{id}/say", post(plays::say))
        .route("/t/{id}/answer", post(plays::answer))
        .route("/t/{id}/undo", post(plays::undo))
        .route("/t/{id}/redo", post(plays::redo))
        .route("/t/{id}/help", post(plays::help))
        .route("/t/{id}/offer", post(plays::offer))
        .route("/t/{id}/accept", post(plays::accept))
        .route("/t/{id}/decline", post(plays::decline))
        .route("/t/{id}/correct", post(plays::correct))
        .route("/t/{id}/reveal", post(plays::reveal));
    if app.options.rpc {
        pages = pages.route("/rpc", post(programs::rpc));
    }
    pages
        .fallback(|| async { WebError::NoPage })
        .method_not_allowed_fallback(|| async { WebError::WrongMethod })
        .layer(from_fn_with_state(Arc::clone(app), guard::not_too_often))
        .layer(from_fn_with_state(Arc::clone(app), visitor::recognise))
        .layer(DefaultBodyLimit::max(MAX_FORM))
        .layer(CsrfLayer::new())
        .route("/healthz", get(monitoring::healthz))
        .route("/readyz", get(monitoring::readyz))
        .route("/assets/{file}", get(asset))
        .route("/favicon.ico", get(pictures::favicon))
        .route("/apple-touch-icon.png", get(pictures::apple_touch_icon))
        .route("/manifest.webmanifest", get(pictures::manifest))
        .route("/robots.txt", get(pictures::robots))
        // Doesn't compress event streams or content that is compressed already. Higher levels take more time than
        // making the page, and save a sixth of its bytes.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(CatchPanicLayer::custom(|_| WebError::Failed.into_response()))
        .layer(from_fn(guard::in_time))
        .layer(from_fn_with_state(Arc::clone(app), guard::outermost))
        .with_state(Arc::clone(app))
}

/// Path parameters. Invalid ones result in "Page not found".
pub(crate) struct UrlPath<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for UrlPath<T> {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<UrlPath<T>, WebError> {
        let read = axum::extract::Path::from_request_parts(parts, state).await;
        read.map(|axum::extract::Path(read)| UrlPath(read)).map_err(|_| WebError::NoPage)
    }
}

pub(crate) type PageResult = Result<Response, WebError>;

pub(crate) fn page(status: StatusCode, template: &impl Template) -> Response {
    html(status, render(template))
}

pub(crate) fn html(status: StatusCode, text: String) -> Response {
    (status, [(header::CONTENT_TYPE, "text/html; charset=utf-8")], text).into_response()
}

impl IntoResponse for WebError {
    fn into_response(self) -> Response {
        let status = self.status();
        let prefs = parlor_host::Preferences::default();
        let table = self.table().map(|id| format!("/t/{id}"));
        let message = MessagePage {
            site: Site { assets: Assets::shared(), prefs: &prefs, url: None },
            status: status.as_u16(),
            title: self.title(),
            sentence: &self.to_string(),
            link: table.as_deref().map(|url| (url, "Back to the table")),
        };
        let mut response = page(status, &message);
        match self {
            WebError::Store(error) | WebError::Damaged(error) => {
                log_limited!(error, %error, "the store can't be used");
                response.extensions_mut().insert(StoreTrouble);
            }
            WebError::BadGame(error) => {
                log_limited!(error, %error, "a game can't be read");
                response.extensions_mut().insert(StoreTrouble);
            }
            WebError::TooMany(seconds) => {
                response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
            }
            WebError::ShareUsed | WebError::Busy => {
                response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(1));
            }
            _ => {}
        }
        response
    }
}

/// Redirects after a post, so that reloading the page doesn't post again.
pub(crate) fn see_other(path: &str) -> Response {
    Redirect::to(path).into_response()
}

/// Cacheable forever, because the name contains a hash of the content.
async fn asset(State(app): SharedApp, UrlPath(file): UrlPath<String>) -> PageResult {
    let Some(asset) = Assets::shared().get(&file) else { return pictures::asset(&app, &file).await };
    let headers =
        [(header::CONTENT_TYPE, asset.content_type), (header::CACHE_CONTROL, "public, max-age=31536000, immutable")];
    Ok((headers, &*asset.text).into_response())
}
