//! Middleware for every request: checks the host name, limits the rate, and sets the security headers.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

use axum::extract::{ConnectInfo, MatchedPath, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use parlor_store::{CreationLimit, CreationOutcome, Creator};
use tower_http::csrf::ProtectionError;

use crate::app::{AppState, SharedApp};
use crate::fault::{StoreTrouble, WebError};
use crate::turns::Identity;
use crate::visitor::Visitor;

/// Allows only files from this server, and nothing inline.
pub(crate) const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
     connect-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 4] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "same-origin"),
];

/// Pages of other sites that open this one get no handle to it. Over plain http from another machine, browsers ignore
/// this header and log a warning for every page.
const OPENER: (HeaderName, &str) = (HeaderName::from_static("cross-origin-opener-policy"), "same-origin");

/// Routes for monitoring. Requests for them may use any host name.
const ABOUT_THE_SERVER: [&str; 2] = ["/healthz", "/readyz"];

/// Routes that search engines may list. The others are private, or different for each visitor.
const LISTED: [&str; 4] = ["/", "/how-to-play", "/how-to-play/{game}", "/assets/{file}"];

const ROBOTS: (HeaderName, &str) = (HeaderName::from_static("x-robots-tag"), "noindex, nofollow");

/// Refuses requests with other host names, adds the headers, and logs the request.
pub(crate) async fn outermost(State(app): SharedApp, request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let address = address(&app, &request);
    let method = request.method().clone();
    // The path may contain secrets; the route doesn't.
    let route = request.extensions().get::<MatchedPath>().map(|path| path.as_str().to_owned());
    let about_the_server = route.as_deref().is_some_and(|route| ABOUT_THE_SERVER.contains(&route));
    let mut response = if is_ambiguous(request.headers()) {
        WebError::Unclear("The request has two hosts or an unknown transfer encoding.".to_owned()).into_response()
    } else if is_ours(&app, request.headers()) || about_the_server {
        next.run(request).await
    } else {
        WebError::WrongHost.into_response()
    };
    if response.extensions().get::<ProtectionError>().is_some() {
        response = WebError::OtherSite.into_response();
    }
    let unlisted = !route.as_deref().is_some_and(|route| LISTED.contains(&route));
    let extra = [app.url.is_trusted().then_some(OPENER), unlisted.then_some(ROBOTS)];
    for (name, value) in HEADERS.into_iter().chain(extra.into_iter().flatten()) {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    // A cached page would show an outdated table.
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

/// True if a proxy could have parsed the request differently.
fn is_ambiguous(headers: &HeaderMap) -> bool {
    let codings = headers.get_all(header::TRANSFER_ENCODING);
    headers.get_all(header::HOST).iter().count() > 1
        || codings.iter().any(|coding| !coding.as_bytes().eq_ignore_ascii_case(b"chunked"))
}

/// True if the request is for this server. If another name resolves to this server, requests with that name must be
/// refused; otherwise pages under that name could send requests in the user's name.
fn is_ours(app: &AppState, headers: &HeaderMap) -> bool {
    let Some(host) = headers.get(header::HOST).and_then(|host| host.to_str().ok()) else { return false };
    let host = host.to_ascii_lowercase();
    if host == app.url.host() {
        return true;
    }
    let port = app.options.bind.port();
    let (name, at) = match host.parse::<SocketAddr>() {
        Ok(address) => return is_plain(app, address.ip()) && address.port() == port,
        // The colons of an IPv6 address don't separate a port.
        Err(_) if host.ends_with(']') => (host.trim_start_matches('[').trim_end_matches(']'), "80"),
        Err(_) => host.rsplit_once(':').unwrap_or((&host, "80")),
    };
    at.parse() == Ok(port) && (name == "localhost" || name.parse().is_ok_and(|ip| is_plain(app, ip)))
}

/// True if requests may use this IP address instead of a name. That is safe, because an attacker can redirect a name,
/// but not an IP address. If there is a public name, only this machine may use an address.
fn is_plain(app: &AppState, ip: IpAddr) -> bool {
    app.options.public_url.is_none() || ip.is_loopback()
}

/// The address of the client, behind trusted proxies.
pub(crate) fn address(app: &AppState, request: &Request) -> IpAddr {
    let direct = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(address)| address.ip());
    let Some(mut address) = direct else { return IpAddr::from([127, 0, 0, 1]) };
    let forwarded = request.headers().get_all("x-forwarded-for").iter().filter_map(|value| value.to_str().ok());
    let hops: Vec<&str> = forwarded.flat_map(|value| value.split(',')).map(str::trim).collect();
    // Each proxy appends its client, so the chain is read from its end while the proxies are trusted.
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

pub(crate) async fn not_too_often(State(app): SharedApp, request: Request, next: Next) -> Response {
    let now = Instant::now();
    // A new browser has no cookie yet, so only its address is limited.
    let fine = request.extensions().get::<Visitor>().is_none_or(|visitor| {
        let browser = Identity::Browser(visitor.holder);
        (!visitor.known || app.by_browser.allows(browser, now)) && app.by_address.allows(visitor.address, now)
    });
    if fine { next.run(request).await } else { WebError::TooMany(1).into_response() }
}

/// Counts a new table and the bytes that were uploaded for it, or fails if that exceeds a limit. The counts are in the
/// store, and shared by all servers.
pub(crate) async fn may_create(app: &Arc<AppState>, visitor: &Visitor, bytes: usize) -> Result<(), WebError> {
    let limits = app.options.limits;
    if app.is_full() {
        return Err(WebError::Full);
    }
    let limit = |tables_per_minute, bytes_per_hour| CreationLimit { tables_per_minute, bytes_per_hour };
    let of_address = limit(limits.new_tables_per_address, limits.uploads_per_address);
    let mut who = vec![(Creator::Address(visitor.address), of_address)];
    // A new browser has no cookie yet, so only its address is limited.
    if visitor.known {
        let of_browser = limit(limits.new_tables_per_browser, limits.uploads_per_browser);
        who.push((Creator::Browser(visitor.holder), of_browser));
    }
    let bytes = bytes as u64;
    match app.blocking(move |app| app.registry.count_new_table(&who, bytes, SystemTime::now())).await?? {
        CreationOutcome::Allowed => Ok(()),
        CreationOutcome::TooMany => Err(WebError::TooMany(60)),
        CreationOutcome::TooMuch => Err(WebError::Uploads),
    }
}

/// Time limit for sending a request and its response. Event streams may stay open.
const IN_TIME: Duration = Duration::from_secs(70);

pub(crate) async fn in_time(request: Request, next: Next) -> Response {
    match tokio::time::timeout(IN_TIME, next.run(request)).await {
        Ok(response) => response,
        Err(_) => WebError::TooSlow.into_response(),
    }
}
