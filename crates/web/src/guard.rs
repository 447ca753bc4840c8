//! What stands before every request: which host is meant, how often somebody may ask, and what browsers may do with
//! the answer.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use parlor_store::Creator;
use tower_http::csrf::ProtectionError;

use crate::app::{AppState, SharedApp};
use crate::fault::{StoreTrouble, WebError};
use crate::visitor::Visitor;

/// Everything comes from this server, and nothing stands in the page itself.
pub(crate) const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
     connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Headers that every answer has.
const HEADERS: [(HeaderName, &str); 4] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "same-origin"),
];

/// Pages elsewhere that open this one can't hold on to it. Over plain http from another machine browsers ignore this,
/// and complain about it at every page.
const OPENER: (HeaderName, &str) = (HeaderName::from_static("cross-origin-opener-policy"), "same-origin");

/// What is asked by programs that watch over the server. They may not know its name.
const ABOUT_THE_SERVER: [&str; 3] = ["/healthz", "/readyz", "/metrics"];

/// Whether a request comes from this very machine, and not through a proxy on it.
pub(crate) fn is_from_here(request: &Request) -> bool {
    let direct = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let here = direct.is_none_or(|ConnectInfo(address)| address.ip().is_loopback());
    here && !request.headers().contains_key("x-forwarded-for") && !request.headers().contains_key(header::FORWARDED)
}

/// Refuses hosts that this server isn't, gives every answer its headers, and logs it.
pub(crate) async fn outermost(State(app): SharedApp, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let address = address(&app, &request);
    let method = request.method().clone();
    // The path itself has secrets in it; the route has none.
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let about_the_server = route.as_deref().is_some_and(|route| ABOUT_THE_SERVER.contains(&route));
    let mut response = if is_ours(&app, request.headers()) || about_the_server {
        next.run(request).await
    } else {
        WebError::WrongHost.into_response()
    };
    if response.extensions().get::<ProtectionError>().is_some() {
        response = WebError::OtherSite.into_response();
    }
    for (name, value) in HEADERS.into_iter().chain(app.url.is_trusted().then_some(OPENER)) {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    // A table's page must not be shown from a cache after somebody has moved.
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    let (status, millis) = (response.status().as_u16(), begun.elapsed().as_millis() as u64);
    let route = route.unwrap_or_default();
    app.metrics.request(&route, status, begun.elapsed());
    if response.extensions().get::<StoreTrouble>().is_some() {
        app.metrics.store_error();
    }
    if app.options.log_addresses {
        tracing::info!(%method, route, status, millis, %address);
    } else {
        tracing::info!(%method, route, status, millis);
    }
    response
}

/// Whether the request is for this server. A name that somebody else made point here must not get in: its pages
/// could ask in the person's name.
fn is_ours(app: &AppState, headers: &HeaderMap) -> bool {
    let Some(host) = headers.get(header::HOST).and_then(|host| host.to_str().ok()) else { return false };
    let host = host.to_ascii_lowercase();
    if host == app.url.host() {
        return true;
    }
    let port = app.options.bind.port();
    let (name, at) = match host.parse::<SocketAddr>() {
        Ok(address) => return is_plain(app, address.ip()) && address.port() == port,
        // An address of version 6 has colons of its own.
        Err(_) if host.ends_with(']') => (host.trim_start_matches('[').trim_end_matches(']'), "80"),
        Err(_) => host.rsplit_once(':').unwrap_or((&host, "80")),
    };
    at.parse() == Ok(port) && (name == "localhost" || name.parse().is_ok_and(|ip| is_plain(app, ip)))
}

/// Whether an address instead of a name is answered. No name can be made to point at it, so it is safe; but if there
/// is a public name, only this machine itself may do without it.
fn is_plain(app: &AppState, ip: IpAddr) -> bool {
    app.options.public_url.is_none() || ip.is_loopback()
}

/// The address that a request comes from, behind proxies that are trusted.
pub(crate) fn address(app: &AppState, request: &Request) -> IpAddr {
    let direct = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(address)| address.ip());
    let Some(mut address) = direct else { return IpAddr::from([127, 0, 0, 1]) };
    let forwarded = request.headers().get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let hops: Vec<&str> = forwarded.flat_map(|value| value.split(',')).map(str::trim).collect();
    // Each proxy adds who asked it, so the chain is believed from its end for as long as proxies are trusted.
    for hop in hops.into_iter().rev() {
        if !app.options.trusted_proxies.contains(&address) {
            break;
        }
        match hop.parse() {
            Ok(ip) => address = ip,
            Err(_) => break,
        }
    }
    address
}

/// Refuses who asks too often.
pub(crate) async fn not_too_often(State(app): SharedApp, request: Request, next: Next) -> Response {
    let now = Instant::now();
    // A browser that hasn't been here before has no bucket yet: its address answers for it.
    let fine = request.extensions().get::<Visitor>().is_none_or(|visitor| {
        (!visitor.known || app.by_browser.allows(visitor.holder, now)) && app.by_address.allows(visitor.address, now)
    });
    if fine { next.run(request).await } else { WebError::TooMany(1).into_response() }
}

/// Counts a new table, if somebody may begin another one now. The store counts, so that all servers count together.
pub(crate) async fn may_begin(app: &Arc<AppState>, visitor: &Visitor) -> Result<(), WebError> {
    let limits = app.options.limits;
    let mut who = vec![(Creator::Address(visitor.address), limits.new_tables_per_address)];
    // A browser that hasn't been here before could be any: its address answers for it.
    if visitor.known {
        who.push((Creator::Browser(visitor.holder), limits.new_tables_per_browser));
    }
    let minute = Duration::from_mins(1);
    let allowed = app.blocking(move |app| app.registry.count_beginning(&who, minute, SystemTime::now())).await??;
    if allowed { Ok(()) } else { Err(WebError::TooMany(60)) }
}

/// How long a browser has to send a form, and the server to answer it. A stream of events may stay open.
const IN_TIME: Duration = Duration::from_secs(70);

/// Ends requests that take too long.
pub(crate) async fn in_time(request: Request, next: Next) -> Response {
    match tokio::time::timeout(IN_TIME, next.run(request)).await {
        Ok(response) => response,
        Err(_) => WebError::TooSlow.into_response(),
    }
}
