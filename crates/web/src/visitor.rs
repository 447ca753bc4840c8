//! The browser that sent a request, with its secret and its settings from two cookies.

use crate::app::SharedApp;
use crate::assets::Assets;
use crate::fault::WebError;
use crate::options::PublicUrl;
use crate::pages::Site;
use crate::turns::{Client, Identity};
use crate::{guard, prefs};
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::middleware::Next;
use axum::response::IntoResponse;
use axum::response::Response;
use parlor_host::Preferences;
use parlor_store::{Asker, BrowserId, CookieKeys, Token};
use std::net::IpAddr;

/// The cookie with a browser's signed secret.
const SECRET: &str = "parlor";

/// The cookie with a person's settings.
const SETTINGS: &str = "parlor-settings";

/// The name of a cookie. Browsers accept a cookie with this prefix only over https, and only from this host, for all
/// paths.
fn cookie_name(https: bool, name: &str) -> String {
    if https { format!("__Host-{name}") } else { name.to_owned() }
}

/// 400 days, the maximum in browsers. The cookies are renewed at each visit.
const LONG: u32 = 400 * 24 * 3600;

#[derive(Clone)]
pub(crate) struct Visitor {
    /// The hash of the browser's secret.
    pub(crate) holder: BrowserId,
    pub(crate) prefs: Preferences,
    /// False if the request had no valid cookie, as on the first visit.
    pub(crate) known: bool,
    /// The client's address behind trusted proxies.
    pub(crate) address: IpAddr,
    /// The server's public address.
    url: PublicUrl,
}

impl Visitor {
    /// The client that the visitor's work counts against.
    pub(crate) fn client(&self) -> Client {
        let browser = Identity::Browser(self.holder);
        let identity = if self.known { browser } else { Identity::Address(self.address) };
        Client { identity, address: self.address }
    }

    /// The asker that the visitor's engine questions count against.
    pub(crate) fn asker(&self, keys: &CookieKeys) -> Asker {
        if self.known { Asker::browser(self.holder) } else { Asker::of_hash(keys.hash_address(self.address)) }
    }

    pub(crate) fn site(&self) -> Site<'_> {
        Site { assets: Assets::shared(), prefs: &self.prefs, url: Some(&self.url) }
    }
}

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = WebError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Visitor, WebError> {
        parts.extensions.get::<Visitor>().cloned().ok_or(WebError::Failed)
    }
}

/// New settings, to be written into the cookie.
#[derive(Clone)]
pub(crate) struct NewPrefs(pub(crate) Preferences);

/// Identifies the browser, and renews its cookies.
pub(crate) async fn recognise(State(app): SharedApp, mut request: Request, next: Next) -> Response {
    let https = app.url.is_https();
    let (secret_name, settings_name) = (cookie_name(https, SECRET), cookie_name(https, SETTINGS));
    let found = match cookie(request.headers(), &secret_name) {
        Some(text) => match app.cookies.read(text).await {
            Ok(found) => found,
            Err(error) => return WebError::from(error).into_response(),
        },
        None => None,
    };
    let secret = found.unwrap_or_else(Token::random);
    let remembered = cookie(request.headers(), &settings_name).map(prefs::read);
    let has_settings = remembered.is_some();
    let prefs = remembered.unwrap_or_default();
    let (holder, known, address) = (BrowserId::of(&secret), found.is_some(), guard::address(&app, &request));
    let visitor = Visitor { holder, prefs: prefs.clone(), known, address, url: app.url.clone() };
    request.extensions_mut().insert(visitor);
    let mut response = next.run(request).await;
    let prefs = response.extensions_mut().remove::<NewPrefs>().map_or(prefs, |NewPrefs(prefs)| prefs);
    let secure = if https { "; Secure" } else { "" };
    let mut set = |name: &str, value: &str| {
        let cookie = format!("{name}={value}; Path=/; Max-Age={LONG}; HttpOnly; SameSite=Lax{secure}");
        if let Ok(cookie) = HeaderValue::from_str(&cookie) {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
    };
    set(&secret_name, &app.cookies.keys().sign(&secret));
    if has_settings || prefs != Preferences::default() {
        set(&settings_name, &prefs::written(&prefs));
    }
    response
}

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
    fn a_cookie_is_found_among_several() {
        let mut headers = HeaderMap::new();
        headers.append(header::COOKIE, HeaderValue::from_static("a=1; parlor=abc; b=2"));
        headers.append(header::COOKIE, HeaderValue::from_static("parlor-settings=x=y"));
        assert_eq!(cookie(&headers, "parlor"), Some("abc"));
        assert_eq!(cookie(&headers, "parlor-settings"), Some("x=y"));
        assert_eq!(cookie(&headers, "c"), None);
    }
}
