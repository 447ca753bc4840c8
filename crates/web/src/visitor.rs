//! Who asks: a browser with its secret and its settings, kept in two cookies.

use crate::app::SharedApp;
use crate::assets::Assets;
use crate::fault::WebError;
use crate::pages::Site;
use crate::{guard, prefs};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::Response;
use parlor_host::Preferences;
use parlor_store::{Holder, Token};
use std::net::IpAddr;

/// The cookie with a browser's secret.
const SECRET: &str = "parlor";

/// The cookie with a person's settings.
const SETTINGS: &str = "parlor-settings";

/// Browsers keep a cookie for at most 400 days; it is renewed at every visit.
const LONG: u32 = 400 * 24 * 3600;

/// Who asks.
#[derive(Clone)]
pub(crate) struct Visitor {
    /// What stands for the browser's secret.
    pub(crate) holder: Holder,
    /// The person's settings.
    pub(crate) prefs: Preferences,
    /// Whether the browser has been here before.
    pub(crate) known: bool,
    /// Where the request comes from, behind proxies that are trusted.
    pub(crate) address: IpAddr,
}

impl Visitor {
    /// What every page needs.
    pub(crate) fn site(&self) -> Site<'_> {
        Site { assets: Assets::shared(), prefs: &self.prefs }
    }
}

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Visitor, WebError> {
        parts.extensions.get::<Visitor>().cloned().ok_or(WebError::Failed)
    }
}

/// New settings of a person, on their way into the cookie.
#[derive(Clone)]
pub(crate) struct NewPrefs(pub(crate) Preferences);

/// Finds out who asks, and gives every page the cookies again.
pub(crate) async fn recognise(State(app): SharedApp, mut request: Request, next: Next) -> Response {
    let found = cookie(request.headers(), SECRET).and_then(|text| text.parse::<Token>().ok());
    let secret = found.unwrap_or_else(Token::random);
    let remembered = cookie(request.headers(), SETTINGS).map(prefs::read);
    let has_settings = remembered.is_some();
    let prefs = remembered.unwrap_or_default();
    let (holder, known, address) = (Holder::of(&secret), found.is_some(), guard::address(&app, &request));
    let visitor = Visitor { holder, prefs: prefs.clone(), known, address };
    request.extensions_mut().insert(visitor);
    let mut response = next.run(request).await;
    let prefs = response.extensions_mut().remove::<NewPrefs>().map_or(prefs, |NewPrefs(prefs)| prefs);
    let secure = if app.url.is_https() { "; Secure" } else { "" };
    let mut set = |name: &str, value: &str| {
        let cookie = format!("{name}={value}; Path=/; Max-Age={LONG}; HttpOnly; SameSite=Lax{secure}");
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
    };
    set(SECRET, &secret.to_string());
    if has_settings || prefs != Preferences::default() {
        set(SETTINGS, &prefs::written(&prefs));
    }
    response
}

/// A cookie's value.
fn cookie<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(';'))
        .find_map(|pair| pair.trim().split_once('=').filter(|(key, _)| *key == name).map(|(_, value)| value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cookie_is_found_among_others() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, HeaderValue::from_static("a=1; parlor=abc; b=2"));
        headers.append(header::COOKIE, HeaderValue::from_static("parlor-settings=x=y"));
        assert_eq!(cookie(&headers, "parlor"), Some("abc"));
        assert_eq!(cookie(&headers, "parlor-settings"), Some("x=y"));
        assert_eq!(cookie(&headers, "c"), None);
    }
}
