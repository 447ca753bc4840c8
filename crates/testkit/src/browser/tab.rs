//! The differences between the browsers.

use super::failure::{Failure, Result};
use super::keys::Key;
use super::person::Download;
use serde_json::Value;
use std::path::Path;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

pub(crate) type TabFuture<'a, T> = Pin<Box<dyn Future<Output = Result<T>> + Send + 'a>>;

/// A browser's id for an element.
pub(crate) struct Element(pub(crate) String);

/// A step of the mouse or of the finger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pointer {
    /// A move of the mouse with no button pressed. A finger can't do that.
    Move,
    Down,
    /// A move with the button pressed, or with the finger on the screen.
    Drag,
    Up,
}

/// The network of a tab.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Network {
    Usual,
    Offline,
    /// With this number of bytes a second.
    Slow(u32),
}

/// A tab of a browser. Everything that works with JavaScript is implemented in [`Person`](super::Person), in the same
/// way for all browsers.
pub(crate) trait Tab: Send + Sync {
    /// Another tab with the same cookies.
    fn another(&self) -> TabFuture<'_, Arc<dyn Tab>>;
    fn navigate<'a>(&'a self, url: &'a str) -> TabFuture<'a, ()>;
    /// Starts reloading the page.
    fn reload(&self) -> TabFuture<'_, ()>;
    /// Starts going back to the previous page.
    fn back(&self) -> TabFuture<'_, ()>;
    /// The value of a script's last expression, or of its promise.
    fn evaluate<'a>(&'a self, script: &'a str) -> TabFuture<'a, Value>;
    /// The value of a JavaScript function applied to elements.
    fn apply<'a>(&'a self, function: &'a str, elements: &'a [Element]) -> TabFuture<'a, Value>;
    /// The first element that matches a CSS selector.
    fn find<'a>(&'a self, css: &'a str) -> TabFuture<'a, Option<Element>>;
    /// The elements with this role and accessible name.
    fn named<'a>(&'a self, role: &'a str, name: &'a str) -> TabFuture<'a, Vec<Element>>;
    /// Resizes the window to a size in CSS pixels.
    fn resize(&self, width: f64, height: f64) -> TabFuture<'_, ()>;
    fn point(&self, does: Pointer, x: f64, y: f64) -> TabFuture<'_, ()>;
    /// A click of the mouse, or a tap of the finger.
    fn click(&self, x: f64, y: f64) -> TabFuture<'_, ()>;
    fn press(&self, key: Key) -> TabFuture<'_, ()>;
    fn choose_file<'a>(&'a self, field: Element, path: &'a Path) -> TabFuture<'a, ()>;
    fn set_cookie<'a>(&'a self, url: &'a str, name: &'a str, value: &'a str) -> TabFuture<'a, ()>;
    /// Errors on the console since the last call.
    fn errors(&self) -> Vec<String>;
    fn picture<'a>(&'a self, format: &'a str, full_page: bool) -> TabFuture<'a, String>;

    /// The download that the next click starts.
    fn next_download(&self, patience: Duration) -> TabFuture<'_, Option<Download>> {
        let _ = patience;
        only_in_chromium()
    }
    fn allow_scripts(&self, allowed: bool) -> TabFuture<'_, ()> {
        if allowed { Box::pin(async { Ok(()) }) } else { only_in_chromium() }
    }
    fn set_dark(&self, dark: bool) -> TabFuture<'_, ()> {
        let _ = dark;
        only_in_chromium()
    }
    fn set_network(&self, network: Network) -> TabFuture<'_, ()> {
        let _ = network;
        only_in_chromium()
    }
    /// The accessible name of the focused element; empty if there is none.
    fn focused(&self) -> TabFuture<'_, String> {
        only_in_chromium()
    }
    /// The accessibility tree as text.
    fn outline(&self) -> TabFuture<'_, String> {
        only_in_chromium()
    }
}

pub(crate) fn only_in_chromium<'a, T: 'a>() -> TabFuture<'a, T> {
    Box::pin(async { Err(Failure::new("WebDriver BiDi has no command for this: use Chromium")) })
}
