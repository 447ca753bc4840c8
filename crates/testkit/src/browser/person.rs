//! A person at a browser.

use super::aria;
use super::axe::{self, Finding};
use super::chromium::{Chromium, Running};
use super::failure::{Failure, Result, here};
use super::keys;
use super::wire::{Event, lock};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::{sleep, timeout};

/// How often something that is waited for is looked at.
const LOOK: Duration = Duration::from_millis(25);

/// What a person's screen and settings are like.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "they are a person's settings, each on or off by itself")]
pub struct Options {
    /// The window's width in pixels, before zooming.
    pub width: u32,
    /// The window's height in pixels, before zooming.
    pub height: u32,
    /// Whether dark colours are preferred.
    pub dark: bool,
    /// Whether the page's scripts run. [`Person::eval`] works without them, too.
    pub scripts: bool,
    /// Whether less motion is preferred.
    pub reduced_motion: bool,
    /// Whether the system's few colours replace the page's, as in Windows' high contrast mode.
    pub forced_colors: bool,
    /// The browser's zoom: at 2.0 everything is twice as large, and a width of 1280 holds 640 CSS pixels.
    pub zoom: f64,
    /// How long something is waited for before it counts as missing.
    pub patience: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            width: 1280,
            height: 800,
            dark: false,
            scripts: true,
            reduced_motion: false,
            forced_colors: false,
            zoom: 1.0,
            patience: Duration::from_secs(30),
        }
    }
}

/// A file that a page gave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Download {
    /// The name that the page suggests for it.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// Somebody who uses the browser in one tab, with cookies and storage of their own. Cookies are forgotten when the last
/// tab is dropped.
pub struct Person {
    profile: Arc<Profile>,
    options: Options,
    /// Name of the tab, and of its main frame.
    target: String,
    session: String,
    log: Mutex<ErrorLog>,
}

/// Cookies and storage that the tabs of a person share.
struct Profile {
    running: Arc<Running>,
    id: String,
    downloads: TempDir,
}

struct ErrorLog {
    events: UnboundedReceiver<Event>,
    errors: Vec<String>,
}

impl Person {
    /// A person with a fresh profile and an empty page.
    #[track_caller]
    pub fn new(chromium: &Chromium, options: Options) -> impl Future<Output = Result<Self>> {
        let running = Arc::clone(&chromium.running);
        here(async move {
            let downloads = tempfile::Builder::new()
                .prefix("parlor-downloads-")
                .tempdir()
                .map_err(|error| Failure::new(format!("no folder for downloads: {error}")))?;
            let made = running.wire.call(None, "Target.createBrowserContext", json!({})).await?;
            let id = text_of(&made["browserContextId"]);
            let profile = Arc::new(Profile { running, id, downloads });
            let behaviour = json!({
                "behavior": "allowAndName", "browserContextId": profile.id, "eventsEnabled": true,
                "downloadPath": profile.downloads.path(),
            });
            profile.running.wire.call(None, "Browser.setDownloadBehavior", behaviour).await?;
            Self::open(profile, options).await
        })
    }

    /// Another tab of the same person: the same cookies, an empty page.
    #[track_caller]
    pub fn another_tab(&self) -> impl Future<Output = Result<Self>> {
        here(Self::open(Arc::clone(&self.profile), self.options.clone()))
    }

    /// The same person, who from now on waits this long before something counts as missing.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Self {
        self.options.patience = patience;
        self
    }

    async fn open(profile: Arc<Profile>, options: Options) -> Result<Self> {
        let wire = &profile.running.wire;
        let target = json!({ "url": "about:blank", "browserContextId": profile.id });
        let target = text_of(&wire.call(None, "Target.createTarget", target).await?["targetId"]);
        let attach = json!({ "targetId": target, "flatten": true });
        let session = text_of(&wire.call(None, "Target.attachToTarget", attach).await?["sessionId"]);
        let log = Mutex::new(ErrorLog { events: wire.listen(Some(&session)), errors: Vec::new() });
        let person = Self { profile, options, target, session, log };
        let options = &person.options;
        for domain in ["Page", "Runtime", "Log"] {
            person.call(&format!("{domain}.enable"), json!({})).await?;
        }
        let css_pixels = |pixels: u32| (f64::from(pixels) / options.zoom).round();
        let metrics = json!({
            "width": css_pixels(options.width), "height": css_pixels(options.height),
            "deviceScaleFactor": options.zoom, "mobile": false,
        });
        person.call("Emulation.setDeviceMetricsOverride", metrics).await?;
        // Several people are at work at once, and each has the focus in their own window.
        person.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true })).await?;
        let wish = |name: &str, value: &str| json!({ "name": name, "value": value });
        let media = json!({ "features": [
            wish("prefers-color-scheme", if options.dark { "dark" } else { "light" }),
            wish("prefers-reduced-motion", if options.reduced_motion { "reduce" } else { "no-preference" }),
            wish("forced-colors", if options.forced_colors { "active" } else { "none" }),
        ] });
        person.call("Emulation.setEmulatedMedia", media).await?;
        person.allow_scripts(options.scripts).await?;
        Ok(person)
    }

    // Pages.

    /// Opens an address and waits until the page is loaded. An error page of the server is a page, too: see
    /// [`Person::status`].
    #[track_caller]
    pub fn goto(&self, url: &str) -> impl Future<Output = Result<()>> {
        here(async move {
            let went = self.call("Page.navigate", json!({ "url": url })).await?;
            if let Some(error) = went["errorText"].as_str().filter(|error| !error.is_empty()) {
                return Err(Failure::new(format!("{url} can't be opened: {error}")));
            }
            self.until_loaded(None).await
        })
    }

    /// Loads the page again.
    #[track_caller]
    pub fn reload(&self) -> impl Future<Output = Result<()>> {
        here(async move {
            let before = self.loader().await?;
            self.call("Page.reload", json!({})).await?;
            self.until_loaded(Some(&before)).await
        })
    }

    /// Goes back to the page before, as with the browser's Back button.
    #[track_caller]
    pub fn back(&self) -> impl Future<Output = Result<()>> {
        here(async move {
            let before = self.loader().await?;
            let history = self.call("Page.getNavigationHistory", json!({})).await?;
            let earlier = history["currentIndex"].as_u64().and_then(|now| usize::try_from(now).ok()?.checked_sub(1));
            let Some(earlier) = earlier else { return Err(Failure::new("there is no page to go back to")) };
            let entry = json!({ "entryId": history["entries"][earlier]["id"] });
            self.call("Page.navigateToHistoryEntry", entry).await?;
            self.until_loaded(Some(&before)).await
        })
    }

    /// Gives the person a cookie of the site at an address, as if the site had set it before.
    #[track_caller]
    pub fn set_cookie(&self, url: &str, name: &str, value: &str) -> impl Future<Output = Result<()>> {
        here(async move {
            let cookie = json!({ "url": url, "name": name, "value": value, "httpOnly": true, "sameSite": "Lax" });
            let set = self.call("Network.setCookie", cookie).await?;
            if set["success"] == true {
                Ok(())
            } else {
                Err(Failure::new(format!("{url} can't have the cookie {name}")))
            }
        })
    }

    /// The page's title.
    #[track_caller]
    pub fn title(&self) -> impl Future<Output = Result<String>> {
        here(async move { Ok(text_of(&self.evaluate("document.title").await?)) })
    }

    /// The page's address.
    #[track_caller]
    pub fn url(&self) -> impl Future<Output = Result<String>> {
        here(async move { Ok(text_of(&self.evaluate("location.href").await?)) })
    }

    /// The status with which the server answered: 200, 404.
    #[track_caller]
    pub fn status(&self) -> impl Future<Output = Result<u64>> {
        here(async move {
            let status = self.evaluate("performance.getEntriesByType('navigation')[0]?.responseStatus").await?;
            status.as_u64().ok_or_else(|| Failure::new("the page doesn't come from a server"))
        })
    }

    // Mouse and keys.

    /// Clicks in the middle of the one visible element that matches, as soon as it is there, at rest and not covered.
    #[track_caller]
    pub fn click(&self, css: &str) -> impl Future<Output = Result<()>> {
        here(self.click_on(Target::Css(css)))
    }

    /// Clicks the one element with this role and name, as a screen reader tells them: `button`, `Throw the dice`.
    #[track_caller]
    pub fn click_named(&self, role: &str, name: &str) -> impl Future<Output = Result<()>> {
        here(async move { self.click_on(Target::Named(role, name)).await })
    }

    /// Clicks what leads to another page, and waits until that is loaded. A form that leads back to the same address is
    /// another page, too.
    #[track_caller]
    pub fn follow(&self, css: &str) -> impl Future<Output = Result<()>> {
        here(self.follow_to(Target::Css(css)))
    }

    /// [`Person::follow`], by role and name.
    #[track_caller]
    pub fn follow_named(&self, role: &str, name: &str) -> impl Future<Output = Result<()>> {
        here(async move { self.follow_to(Target::Named(role, name)).await })
    }

    /// Moves the mouse to the middle of an element.
    #[track_caller]
    pub fn hover(&self, css: &str) -> impl Future<Output = Result<()>> {
        here(async move {
            let (x, y) = self.place_of(Target::Css(css)).await?;
            self.mouse("mouseMoved", x, y).await
        })
    }

    /// Presses a key: `Tab`, `Shift+Tab`, `Enter`, `Space`, `ArrowLeft`, `Escape`, `?`.
    #[track_caller]
    pub fn press(&self, key: &str) -> impl Future<Output = Result<()>> {
        here(async move { self.send_keys(keys::events(key)?).await })
    }

    /// Presses a key that leads to another page, and waits until that is loaded.
    #[track_caller]
    pub fn press_to_follow(&self, key: &str) -> impl Future<Output = Result<()>> {
        here(async move {
            let before = self.loader().await?;
            self.send_keys(keys::events(key)?).await?;
            self.until_loaded(Some(&before)).await
        })
    }

    /// Types text where the focus is, key by key. A line end is Enter.
    #[track_caller]
    pub fn type_text(&self, text: &str) -> impl Future<Output = Result<()>> {
        here(async move {
            for letter in text.chars() {
                self.send_keys(keys::character(letter, 0)).await?;
            }
            Ok(())
        })
    }

    /// Clicks a field and types text in place of what it holds.
    #[track_caller]
    pub fn fill(&self, css: &str, text: &str) -> impl Future<Output = Result<()>> {
        here(async move {
            self.click(css).await?;
            self.press("Control+a").await?;
            self.press("Backspace").await?;
            self.type_text(text).await
        })
    }

    /// Presses Tab until the element with this accessible name has the focus. Fails if the focus comes round to where it
    /// started.
    #[track_caller]
    pub fn tab_to(&self, name: &str) -> impl Future<Output = Result<()>> {
        here(async move {
            let mut passed: Vec<String> = Vec::new();
            // No page of ours has as many controls.
            for _ in 0..200 {
                self.press("Tab").await?;
                let now = self.focused().await?;
                if now == name {
                    return Ok(());
                }
                if now.is_empty() && passed.iter().any(String::is_empty) {
                    break;
                }
                passed.push(now);
            }
            Err(self.with_address(format!("Tab doesn't reach \u{201c}{name}\u{201d}, only {passed:?}")).await)
        })
    }

    /// Chooses a file in a file field.
    #[track_caller]
    pub fn upload(&self, css: &str, path: &Path) -> impl Future<Output = Result<()>> {
        here(async move {
            let path = fs::canonicalize(path)
                .map_err(|error| Failure::new(format!("{} can't be chosen: {error}", path.display())))?;
            let object = self.element(css).await?;
            self.call("DOM.setFileInputFiles", json!({ "files": [path], "objectId": object })).await.map(drop)
        })
    }

    /// Clicks what gives a file, and reads the file.
    #[track_caller]
    pub fn download(&self, css: &str) -> impl Future<Output = Result<Download>> {
        here(async move {
            let mut events = self.profile.running.wire.listen(None);
            self.click(css).await?;
            let what = format!("clicking {css} gives no file");
            let name = timeout(self.options.patience, async {
                let mut begun = None;
                while let Some(event) = events.recv().await {
                    let params = &event.params;
                    match event.method.as_str() {
                        "Browser.downloadWillBegin" if params["frameId"] == self.target.as_str() => {
                            begun = Some((text_of(&params["guid"]), text_of(&params["suggestedFilename"])));
                        }
                        "Browser.downloadProgress" => {
                            let Some((guid, name)) = &begun else { continue };
                            if params["guid"] != guid.as_str() {
                                continue;
                            }
                            match params["state"].as_str() {
                                Some("completed") => return Some((guid.clone(), name.clone())),
                                Some("canceled") => return None,
                                _ => {}
                            }
                        }
                        _ => {}
                    }
                }
                None
            });
            let Ok(Some((guid, name))) = name.await else { return Err(self.with_address(what).await) };
            let bytes = fs::read(self.profile.downloads.path().join(guid))
                .map_err(|error| Failure::new(format!("the file {name} can't be read: {error}")))?;
            Ok(Download { name, bytes })
        })
    }

    // Reading.

    /// The text of the first element that matches, as it is seen: without what is hidden, spaces as single ones.
    #[track_caller]
    pub fn text(&self, css: &str) -> impl Future<Output = Result<String>> {
        here(async move {
            let mut texts = self.all_texts(css).await?;
            if texts.is_empty() {
                return Err(self.with_address(format!("there is no {css}")).await);
            }
            Ok(texts.swap_remove(0))
        })
    }

    /// The texts of all elements that match.
    #[track_caller]
    pub fn texts(&self, css: &str) -> impl Future<Output = Result<Vec<String>>> {
        here(self.all_texts(css))
    }

    /// An attribute of the first element that matches.
    #[track_caller]
    pub fn attribute(&self, css: &str, name: &str) -> impl Future<Output = Result<Option<String>>> {
        here(async move {
            let object = self.element(css).await?;
            let value = self.on(&object, "function (name) { return this.getAttribute(name) }", json!([name])).await?;
            Ok(value.as_str().map(str::to_owned))
        })
    }

    /// What a field holds.
    #[track_caller]
    pub fn value(&self, css: &str) -> impl Future<Output = Result<String>> {
        here(async move {
            let object = self.element(css).await?;
            Ok(text_of(&self.on(&object, "function () { return this.value }", json!([])).await?))
        })
    }

    /// Whether an element matches now, visible or not.
    #[track_caller]
    pub fn exists(&self, css: &str) -> impl Future<Output = Result<bool>> {
        here(async move { Ok(self.how_many(css).await? > 0) })
    }

    /// How many elements match now, visible or not.
    #[track_caller]
    pub fn count(&self, css: &str) -> impl Future<Output = Result<u64>> {
        here(self.how_many(css))
    }

    /// Waits until an element matches, visible or not.
    #[track_caller]
    pub fn wait_for(&self, css: &str) -> impl Future<Output = Result<()>> {
        here(self.until(format!("document.querySelector({})", quoted(css))))
    }

    /// Waits until the first element that matches has this text in its own.
    #[track_caller]
    pub fn wait_for_text(&self, css: &str, text: &str) -> impl Future<Output = Result<()>> {
        here(async move {
            let deadline = Instant::now() + self.options.patience;
            loop {
                // Between two pages there may be nothing to read.
                let now = self.all_texts(css).await.unwrap_or_default().into_iter().next();
                if now.as_ref().is_some_and(|now| now.contains(text)) {
                    return Ok(());
                }
                if Instant::now() > deadline {
                    let what = format!("{css} never says \u{201c}{text}\u{201d}; at last it says {now:?}");
                    return Err(self.with_address(what).await);
                }
                sleep(LOOK).await;
            }
        })
    }

    /// Waits until a JavaScript expression is true.
    #[track_caller]
    pub fn wait_until(&self, expression: &str) -> impl Future<Output = Result<()>> {
        here(self.until(expression.to_owned()))
    }

    /// The value of a JavaScript expression, or what its promise gives; without scripts, promises give nothing.
    #[track_caller]
    pub fn eval(&self, expression: &str) -> impl Future<Output = Result<Value>> {
        here(self.evaluate(expression))
    }

    /// The accessible name of what has the focus; empty if nothing has it.
    #[track_caller]
    pub fn focused(&self) -> impl Future<Output = Result<String>> {
        here(async move {
            let active = "document.activeElement === document.body ? null : document.activeElement";
            let found = self.call("Runtime.evaluate", json!({ "expression": active })).await?;
            let Some(object) = found["result"]["objectId"].as_str() else { return Ok(String::new()) };
            let of = json!({ "objectId": object, "fetchRelatives": false });
            let tree = self.call("Accessibility.getPartialAXTree", of).await?;
            Ok(name_of(&tree["nodes"][0]))
        })
    }

    /// What a screen reader is told of the page: one line for each element, role and name, indented.
    #[track_caller]
    pub fn aria_snapshot(&self) -> impl Future<Output = Result<String>> {
        here(async move {
            let tree = self.call("Accessibility.getFullAXTree", json!({})).await?;
            Ok(aria::outline(tree["nodes"].as_array().map_or(&[], Vec::as_slice)))
        })
    }

    /// What axe-core finds wrong with the page for people with disabilities.
    #[track_caller]
    pub fn axe(&self) -> impl Future<Output = Result<Vec<Finding>>> {
        here(async move {
            // axe waits for promises, which need scripts. The page's own scripts were left out when it was loaded.
            self.allow_scripts(true).await?;
            let found = self.run_axe().await;
            self.allow_scripts(self.options.scripts).await?;
            found
        })
    }

    /// Errors on the console so far, on all pages: of scripts, of loading (404), and what the content security policy
    /// refused.
    #[track_caller]
    pub fn console_errors(&self) -> impl Future<Output = Result<Vec<String>>> {
        here(async move {
            // The answer comes after everything that was told before.
            self.evaluate("0").await?;
            Ok(lock(&self.log).read())
        })
    }

    /// Saves a picture of the window, or of the full page: as a PNG file, or much smaller as a WebP file if its name
    /// ends so.
    #[track_caller]
    pub fn screenshot(&self, path: &Path, full_page: bool) -> impl Future<Output = Result<()>> {
        here(async move {
            let small = path.extension().is_some_and(|end| end == "webp");
            let mut wanted =
                if small { json!({ "format": "webp", "quality": 35 }) } else { json!({ "format": "png" }) };
            if full_page {
                let size = self.call("Page.getLayoutMetrics", json!({})).await?["cssContentSize"].take();
                wanted["captureBeyondViewport"] = true.into();
                wanted["clip"] =
                    json!({ "x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1 });
            }
            let picture = self.call("Page.captureScreenshot", wanted).await?;
            fs::write(path, base64(&text_of(&picture["data"])))
                .map_err(|error| Failure::new(format!("{} can't be written: {error}", path.display())))
        })
    }

    // How it is done.

    async fn call(&self, method: &str, params: Value) -> Result<Value> {
        self.profile.running.wire.call(Some(&self.session), method, params).await
    }

    async fn evaluate(&self, expression: &str) -> Result<Value> {
        let asked =
            json!({ "expression": expression, "returnByValue": true, "awaitPromise": true, "userGesture": true });
        value_of(self.call("Runtime.evaluate", asked).await?)
    }

    /// Calls a function with an element as its `this`.
    async fn on(&self, object: &str, function: &str, arguments: Value) -> Result<Value> {
        let arguments: Vec<Value> =
            arguments.as_array().into_iter().flatten().map(|value| json!({ "value": value })).collect();
        let asked = json!({
            "objectId": object, "functionDeclaration": function, "arguments": arguments,
            "returnByValue": true, "awaitPromise": true,
        });
        value_of(self.call("Runtime.callFunctionOn", asked).await?)
    }

    /// The first element that matches.
    async fn element(&self, css: &str) -> Result<String> {
        let expression = format!("document.querySelector({})", quoted(css));
        let found = self.call("Runtime.evaluate", json!({ "expression": expression })).await?;
        match found["result"]["objectId"].as_str() {
            Some(object) if found["exceptionDetails"].is_null() => Ok(object.to_owned()),
            _ => Err(self.with_address(format!("there is no {css}")).await),
        }
    }

    async fn allow_scripts(&self, allowed: bool) -> Result<()> {
        self.call("Emulation.setScriptExecutionDisabled", json!({ "value": !allowed })).await.map(drop)
    }

    async fn run_axe(&self) -> Result<Vec<Finding>> {
        if self.evaluate("typeof axe").await? == "undefined" {
            // The file ends without a value that could be sent.
            self.evaluate(&format!("{}\n;0", axe::source()?)).await?;
        }
        Ok(axe::findings(&self.evaluate(axe::RUN).await?))
    }

    async fn all_texts(&self, css: &str) -> Result<Vec<String>> {
        let expression = format!(
            "Array.from(document.querySelectorAll({}), found => found.innerText ?? found.textContent)",
            quoted(css)
        );
        let texts = self.evaluate(&expression).await?;
        Ok(texts.as_array().into_iter().flatten().map(|text| aria::plain(&text_of(text))).collect())
    }

    async fn how_many(&self, css: &str) -> Result<u64> {
        let count = self.evaluate(&format!("document.querySelectorAll({}).length", quoted(css))).await?;
        Ok(count.as_u64().unwrap_or_default())
    }

    async fn until(&self, expression: String) -> Result<()> {
        let deadline = Instant::now() + self.options.patience;
        let asked = format!("!!({expression})");
        loop {
            // Between two pages there may be nothing to ask.
            let now = self.evaluate(&asked).await;
            if matches!(now, Ok(Value::Bool(true))) {
                return Ok(());
            }
            if Instant::now() > deadline {
                let mut what = format!("waited in vain for {expression}");
                if let Err(failure) = now {
                    let _ = write!(what, ": {failure}");
                }
                return Err(self.with_address(what).await);
            }
            sleep(LOOK).await;
        }
    }

    /// Names the loading of the page in sight: the same page loaded again has another name.
    async fn loader(&self) -> Result<String> {
        let tree = self.call("Page.getFrameTree", json!({})).await?;
        Ok(text_of(&tree["frameTree"]["frame"]["loaderId"]))
    }

    /// Waits until a page is loaded, and another than `before`.
    async fn until_loaded(&self, before: Option<&str>) -> Result<()> {
        let deadline = Instant::now() + self.options.patience;
        loop {
            let other = match before {
                Some(before) => self.loader().await? != before,
                None => true,
            };
            if other && self.evaluate("document.readyState").await.is_ok_and(|state| state == "complete") {
                return Ok(());
            }
            if Instant::now() > deadline {
                let what = if other { "the page is never loaded" } else { "this leads to no other page" };
                return Err(self.with_address(what.to_owned()).await);
            }
            sleep(LOOK).await;
        }
    }

    async fn follow_to(&self, target: Target<'_>) -> Result<()> {
        let before = self.loader().await?;
        self.click_on(target).await?;
        self.until_loaded(Some(&before)).await
    }

    async fn click_on(&self, target: Target<'_>) -> Result<()> {
        let (x, y) = self.place_of(target).await?;
        for kind in ["mouseMoved", "mousePressed", "mouseReleased"] {
            self.mouse(kind, x, y).await?;
        }
        Ok(())
    }

    async fn mouse(&self, kind: &str, x: f64, y: f64) -> Result<()> {
        let mut event = json!({ "type": kind, "x": x, "y": y });
        if kind != "mouseMoved" {
            event["button"] = "left".into();
            event["clickCount"] = 1.into();
        }
        self.call("Input.dispatchMouseEvent", event).await.map(drop)
    }

    async fn send_keys(&self, events: [Value; 2]) -> Result<()> {
        for event in events {
            self.call("Input.dispatchKeyEvent", event).await?;
        }
        Ok(())
    }

    /// Where to click: the middle of the target, as soon as that is the same in two looks, so that it is at rest.
    async fn place_of(&self, target: Target<'_>) -> Result<(f64, f64)> {
        let deadline = Instant::now() + self.options.patience;
        let mut last = None;
        loop {
            let before = last.take();
            let why = match self.look_at(&target).await {
                Ok(Ok(place)) => {
                    if before == Some(place) {
                        return Ok(place);
                    }
                    last = Some(place);
                    before.map(|_| "doesn't come to rest".to_owned())
                }
                Ok(Err(why)) => Some(why),
                // Between two pages there may be nothing to look at.
                Err(failure) => Some(format!("can't be looked at: {failure}")),
            };
            if let Some(why) = why.filter(|_| Instant::now() > deadline) {
                return Err(self.with_address(format!("{target} {why}")).await);
            }
            sleep(LOOK).await;
        }
    }

    /// The middle of the target, or why it can't be clicked now.
    async fn look_at(&self, target: &Target<'_>) -> Result<std::result::Result<(f64, f64), String>> {
        let seen = match target {
            Target::Css(css) => {
                self.evaluate(&format!("({LOOK_AT})(document.querySelectorAll({}))", quoted(css))).await?
            }
            Target::Named(role, name) => {
                let objects = self.named(role, name).await?;
                let Some(first) = objects.first() else { return Ok(Err("is missing".to_owned())) };
                let others: Vec<Value> = objects.iter().map(|object| json!({ "objectId": object })).collect();
                let asked = json!({
                    "objectId": first, "functionDeclaration": format!("function (...found) {{ return ({LOOK_AT})(found) }}"),
                    "arguments": others, "returnByValue": true,
                });
                value_of(self.call("Runtime.callFunctionOn", asked).await?)?
            }
        };
        Ok(match (seen["x"].as_f64(), seen["y"].as_f64()) {
            (Some(x), Some(y)) => Ok((x, y)),
            _ => Err(text_of(&seen["why"])),
        })
    }

    /// The elements with this role and accessible name.
    async fn named(&self, role: &str, name: &str) -> Result<Vec<String>> {
        let document = self.call("Runtime.evaluate", json!({ "expression": "document" })).await?;
        let asked = json!({ "objectId": document["result"]["objectId"], "role": role });
        let found = self.call("Accessibility.queryAXTree", asked).await?;
        let mut objects = Vec::new();
        for node in found["nodes"].as_array().into_iter().flatten() {
            if node["ignored"] == true || name_of(node) != name {
                continue;
            }
            let node = json!({ "backendNodeId": node["backendDOMNodeId"] });
            let object = self.call("DOM.resolveNode", node).await?;
            objects.push(text_of(&object["object"]["objectId"]));
        }
        Ok(objects)
    }

    async fn with_address(&self, what: String) -> Failure {
        match self.evaluate("location.href").await {
            Ok(url) => Failure::new(format!("{what}, on {}", text_of(&url))),
            Err(_) => Failure::new(what),
        }
    }
}

impl Drop for Person {
    fn drop(&mut self) {
        self.profile.running.wire.tell("Target.closeTarget", &json!({ "targetId": self.target }));
    }
}

impl Drop for Profile {
    fn drop(&mut self) {
        self.running.wire.tell("Target.disposeBrowserContext", &json!({ "browserContextId": self.id }));
    }
}

impl ErrorLog {
    fn read(&mut self) -> Vec<String> {
        while let Ok(Event { method, params }) = self.events.try_recv() {
            let error = match method.as_str() {
                "Runtime.exceptionThrown" => Some(exception(&params["exceptionDetails"])),
                "Runtime.consoleAPICalled" if params["type"] == "error" || params["type"] == "assert" => {
                    let values = params["args"].as_array().into_iter().flatten();
                    let words = values.map(|value| match &value["value"] {
                        Value::Null => text_of(&value["description"]),
                        Value::String(text) => text.clone(),
                        other => other.to_string(),
                    });
                    Some(words.collect::<Vec<_>>().join(" "))
                }
                "Log.entryAdded" if params["entry"]["level"] == "error" => {
                    let entry = &params["entry"];
                    let url = entry["url"].as_str().map(|url| format!(" ({url})")).unwrap_or_default();
                    Some(format!("{}{url}", text_of(&entry["text"])))
                }
                _ => None,
            };
            self.errors.extend(error);
        }
        self.errors.clone()
    }
}

/// What is to be clicked.
enum Target<'a> {
    Css(&'a str),
    Named(&'a str, &'a str),
}

impl std::fmt::Display for Target<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Css(css) => f.write_str(css),
            Self::Named(role, name) => write!(f, "the {role} \u{201c}{name}\u{201d}"),
        }
    }
}

/// Of elements that match, the place of the only visible one, or why there is none.
const LOOK_AT: &str = r#"found => {
    found = Array.from(found);
    if (found.length === 0) return { why: "is missing" };
    const boxOf = element => Array.from(element.getClientRects()).find(box => box.width > 0 && box.height > 0);
    const visible = found.filter(element => boxOf(element) && element.checkVisibility({ visibilityProperty: true }));
    if (visible.length === 0) return { why: "is not visible" };
    if (visible.length > 1) return { why: `is not one element but ${visible.length}` };
    const element = visible[0];
    if (element.matches(":disabled")) return { why: "is disabled" };
    const middle = () => {
        const box = boxOf(element);
        return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
    };
    let { x, y } = middle();
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) {
        element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
        ({ x, y } = middle());
    }
    const top = document.elementFromPoint(x, y);
    if (!top) return { why: "can't be scrolled into sight" };
    if (!element.contains(top) && top.closest("label")?.control !== element) {
        return { why: `is covered by ${top.cloneNode(false).outerHTML}` };
    }
    return { x, y };
}"#;

/// The value of an evaluation, or the exception that it ended with.
fn value_of(mut answer: Value) -> Result<Value> {
    if answer["exceptionDetails"].is_null() {
        Ok(answer["result"]["value"].take())
    } else {
        Err(Failure::new(exception(&answer["exceptionDetails"])))
    }
}

fn exception(details: &Value) -> String {
    let description = details["exception"]["description"].as_str().or(details["exception"]["value"].as_str());
    description.or(details["text"].as_str()).unwrap_or("an exception").to_owned()
}

fn text_of(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The accessible name of a node of the accessibility tree.
fn name_of(node: &Value) -> String {
    aria::plain(&text_of(&node["name"]["value"]))
}

/// Text as JavaScript writes it.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}

fn base64(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for letter in text.bytes() {
        let value = match letter {
            b'A'..=b'Z' => letter - b'A',
            b'a'..=b'z' => letter - b'a' + 26,
            b'0'..=b'9' => letter - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => break,
        };
        bits = bits << 6 | u32::from(value);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    bytes
}
