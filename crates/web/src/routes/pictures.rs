//! Pictures for programs that preview links, icons, and files for crawlers and for installing the page.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use parlor_picture::{Card, PictureError, Theme, WIDTH, paper, preview};
use parlor_rules::Seat;
use serde_json::json;

use super::seats::follow;
use super::{PageResult, UrlPath};
use crate::app::{AppState, SharedApp};
use crate::fault::WebError;
use crate::painted::{APPLE, Painted, PaintedAsset};
use crate::recent::RecentKey;
use crate::room::Room;
use crate::visitor::Visitor;

/// A table changes, but programs that preview links ask for its picture several times in a row. The response has the
/// visitor's cookie, so proxies must not share it.
const A_MINUTE: &str = "private, max-age=60";
const A_DAY: &str = "public, max-age=86400";
const FOREVER: &str = "public, max-age=31536000, immutable";

/// Each picture counts at least this many bytes in its cache, which bounds the number of pictures as well.
const LEAST_BYTES: usize = 16 << 10;

impl From<PictureError> for WebError {
    fn from(error: PictureError) -> WebError {
        tracing::error!(%error, "can't paint a picture");
        WebError::Failed
    }
}

fn png(bytes: Bytes, cache: &'static str) -> Response {
    ([(header::CONTENT_TYPE, "image/png"), (header::CACHE_CONTROL, cache)], bytes).into_response()
}

/// The table as a spectator sees it.
pub(crate) async fn of_table(State(app): SharedApp, visitor: Visitor, UrlPath(id): UrlPath<String>) -> PageResult {
    let room = app.room(&visitor, &id).await?;
    painted(&app, &room, &visitor, None).await
}

/// The invitation to a seat.
pub(crate) async fn of_invitation(
    State(app): SharedApp,
    visitor: Visitor,
    UrlPath(token): UrlPath<String>,
) -> PageResult {
    let (room, seat) = follow(&app, &visitor, &token, true).await?;
    painted(&app, &room, &visitor, Some(seat)).await
}

/// The picture of a table, or of the invitation to one of its seats: from the cache, or painted once there is a place
/// for expensive work.
async fn painted(app: &Arc<AppState>, room: &Arc<Room>, visitor: &Visitor, invites: Option<Seat>) -> PageResult {
    let key = move |room: &Room| RecentKey::new(room.id, &room.seen().table, invites.map(|seat| seat as u32));
    if let Some(bytes) = app.pictures.get(&key(room)) {
        return Ok(png(bytes, A_MINUTE));
    }
    let place = app.place(visitor).await?;
    // Not as work at the table: a failure of the painter must not stop the game.
    let room = Arc::clone(room);
    let bytes = app
        .blocking(move |app| {
            let _place = place;
            // Another request may have painted it in the meantime.
            let key = key(&room);
            if let Some(bytes) = app.pictures.get(&key) {
                return Ok(bytes);
            }
            let seen = room.seen();
            let card = match invites {
                Some(seat) => Card::invitation(&seen.table, seat),
                None => Card::of_table(&seen.table, Seat::Human),
            };
            let bytes = Bytes::from(preview(&card.svg(Theme::Light), WIDTH)?);
            app.pictures.put(key, bytes.clone(), bytes.len().max(LEAST_BYTES));
            Ok::<_, WebError>(bytes)
        })
        .await??;
    Ok(png(bytes, A_MINUTE))
}

async fn shared(app: &Arc<AppState>, asset: &'static PaintedAsset, cache: &'static str) -> PageResult {
    Ok(png(app.blocking(|_| asset.file()).await??, cache))
}

/// A picture that is the same for everyone, by its name with a hash.
pub(super) async fn asset(app: &Arc<AppState>, file: &str) -> PageResult {
    shared(app, Painted::shared().get(file).ok_or(WebError::NoPage)?, FOREVER).await
}

pub(crate) async fn apple_touch_icon(State(app): SharedApp) -> PageResult {
    shared(&app, Painted::shared().icon(APPLE), A_DAY).await
}

pub(crate) async fn favicon(State(app): SharedApp) -> PageResult {
    let bytes = app.blocking(|_| Painted::shared().ico().file()).await??;
    Ok(([(header::CONTENT_TYPE, "image/x-icon"), (header::CACHE_CONTROL, A_DAY)], bytes).into_response())
}

/// For installing the page as an app.
pub(crate) async fn manifest() -> Response {
    let painted = Painted::shared();
    let icon = |size: u32| json!({ "src": painted.icon(size).url, "sizes": format!("{size}x{size}"), "type": "image/png", "purpose": "any" });
    let maskable =
        json!({ "src": painted.maskable().url, "sizes": "512x512", "type": "image/png", "purpose": "maskable" });
    let paper = paper(Theme::Light);
    let manifest = json!({
        "id": "/",
        "name": "Parlor",
        "short_name": "Parlor",
        "description": crate::pages::ABOUT,
        "lang": "en",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": paper,
        "theme_color": paper,
        "icons": [icon(192), icon(512), maskable],
    });
    let headers = [(header::CONTENT_TYPE, "application/manifest+json"), (header::CACHE_CONTROL, A_DAY)];
    (headers, manifest.to_string()).into_response()
}

/// Crawlers may read tables and private links, because only then do they see the header that keeps them out of search
/// results, and because programs that preview links obey this file as well. The pages behind them are expensive.
const ROBOTS: &str = "User-agent: *
Allow: /t/*/picture.png
Disallow: /t/*/
Disallow: /analyse
Disallow: /practice
Disallow: /statistics
Disallow: /settings
";

pub(crate) async fn robots() -> Response {
    let headers = [(header::CONTENT_TYPE, "text/plain; charset=utf-8"), (header::CACHE_CONTROL, A_DAY)];
    (headers, ROBOTS).into_response()
}
