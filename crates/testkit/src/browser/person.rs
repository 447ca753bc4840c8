//! A person at a browser.

use super::aria;
use super::axe::{self, Finding};
use super::chromium;
use super::failure::{Failure, Result, here};
use super::firefox;
use super::keys::Key;
use super::program::{Browser, Program};
use super::tab::{Element, Network, Pointer, Tab};
use super::text_of;
use super::wire::lock;
use data_encoding::BASE64;
use serde_json::Value;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tokio::time::sleep;

/// The longest interval between two checks when waiting for something.
const LOOK: Duration = Duration::from_millis(25);

/// The pauses between checks. The first ones are short, because most waits are.
struct Pauses(Duration);

impl Pauses {
    fn new() -> Self {
        Self(Duration::from_millis(2))
    }

    async fn next(&mut self) {
        sleep(self.0).await;
        self.0 = LOOK.min(self.0 * 2);
    }
}

/// A person's screen and settings.
#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "they are a person's settings, each on or off independently")]
pub struct Options {
    /// The window's width in pixels, before zooming.
    pub width: u32,
    /// The window's height in pixels, before zooming.
    pub height: u32,
    pub dark: bool,
    /// True if the page's scripts run. [`Person::eval`] works without them, too.
    pub scripts: bool,
    /// A finger on a touch screen instead of a mouse.
    pub touch: bool,
    pub reduced_motion: bool,
    /// The system's few colours replace the page's, as in Windows' high contrast mode.
    pub forced_colors: bool,
    /// The browser's zoom: at 2.0 everything is twice as large, and a width of 1280 holds 640 CSS pixels.
    pub zoom: f64,
    /// The time after which something counts as missing.
    pub patience: Duration,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            width: 1280,
            height: 800,
            dark: false,
            scripts: true,
            touch: false,
            reduced_motion: false,
            forced_colors: false,
            zoom: 1.0,
            patience: Duration::from_mins(2),
        }
    }
}

impl Options {
    /// Width and height as the page sees them.
    pub(crate) fn css_pixels(&self) -> [f64; 2] {
        [self.width, self.height].map(|pixels| (f64::from(pixels) / self.zoom).round())
    }
}

/// A file downloaded from a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Download {
    /// The name that the page suggests for it.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// A user of the browser in one tab, with separate cookies and storage. Cookies are deleted when the last tab is
/// dropped.
pub struct Person {
    tab: Arc<dyn Tab>,
    options: Options,
    errors: Mutex<Vec<String>>,
}

impl Person {
    /// A person with a fresh profile and an empty page.
    #[track_caller]
    pub fn new(browser: &Browser, options: Options) -> impl Future<Output = Result<Self>> {
        let running = Arc::clone(&browser.running);
        here(async move {
            let tab = match running.program {
                Program::Chromium => chromium::open(running, options.clone()).await?,
                Program::Firefox => firefox::open(running, options.clone()).await?,
            };
            Ok(Self { tab, options, errors: Mutex::default() })
        })
    }

    /// Another tab of the same person: the same cookies, an empty page.
    #[track_caller]
    pub fn another_tab(&self) -> impl Future<Output = Result<Self>> {
        here(async move {
            let tab = self.tab.another().await?;
            Ok(Self { tab, options: self.options.clone(), errors: Mutex::default() })
        })
    }

    /// Changes the time after which something counts as missing.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Self {
        self.options.patience = patience;
        self
    }

    // Pages.

    /// Opens an address and waits until the page is loaded. An error page of the server is a page, too: see
    /// [`Person::status`].
    #[track_caller]
    pub fn goto(&self, url: &str) -> impl Future<Output = Result<()>> {
        here(async move {
            let went = self.tab.navigate(url).await;
            went.map_err(|error| Failure::new(format!("{url} can't be opened: {error}")))?;
            self.until_loaded(None).await
        })
    }

    /// Resizes the window. The size is the one before zooming. The page isn't reloaded.
    #[track_caller]
    pub fn resize(&self, width: u32, height: u32) -> impl Future<Output = Result<()>> {
        let [width, height] = Options { width, height, ..self.options.clone() }.css_pixels();
        here(async move { self.tab.resize(width, height).await })
    }

    /// Switches the system to dark or light colours. The page isn't reloaded.
    #[track_caller]
    pub fn set_dark(&self, dark: bool) -> impl Future<Output = Result<()>> {
        here(async move { self.tab.set_dark(dark).await })
    }

    #[track_caller]
    pub fn reload(&self) -> impl Future<Output = Result<()>> {
        here(async move {
            let before = self.loader().await?;
            self.tab.reload().await?;
            self.until_loaded(Some(&before)).await
        })
    }

    /// Reloads the page until an element matches.
    #[track_caller]
    pub fn reload_until_exists(&self, css: &str) -> impl Future<Output = Result<()>> {
        here(async move {
            let deadline = Instant::now() + self.options.patience;
            while self.count_now(css).await? == 0 {
                if Instant::now() > deadline {
                    return Err(self.with_address(format!("there is never a {css}")).await);
                }
                self.reload().await?;
            }
            Ok(())
        })
    }

    /// Goes back to the previous page, like the browser's Back button.
    #[track_caller]
    pub fn back(&self) -> impl Future<Output = Result<()>> {
        here(async move {
            let before = self.loader().await?;
            self.tab.back().await?;
            self.until_loaded(Some(&before)).await
        })
    }

    /// Sets a cookie for the site at an address, as if the site had set it earlier.
    #[track_caller]
    pub fn set_cookie(&self, url: &str, name: &str, value: &str) -> impl Future<Output = Result<()>> {
        here(async move { self.tab.set_cookie(url, name, value).await })
    }

    /// Cuts the network connections of this tab, or restores them.
    #[track_caller]
    pub fn set_offline(&self, offline: bool) -> impl Future<Output = Result<()>> {
        let network = if offline { Network::Offline } else { Network::Usual };
        here(async move { self.tab.set_network(network).await })
    }

    /// Limits the speed of the network, so that pages arrive in pieces.
    #[track_caller]
    pub fn slow_down(&self, bytes_per_second: u32) -> impl Future<Output = Result<()>> {
        here(async move { self.tab.set_network(Network::Slow(bytes_per_second)).await })
    }

    #[track_caller]
    pub fn title(&self) -> impl Future<Output = Result<String>> {
        here(async move { Ok(text_of(&self.evaluate("document.title").await?)) })
    }

    #[track_caller]
    pub fn url(&self) -> impl Future<Output = Result<String>> {
        here(async move { Ok(text_of(&self.evaluate("location.href").await?)) })
    }

    /// The HTTP status of the page, such as 200 or 404.
    #[track_caller]
    pub fn status(&self) -> impl Future<Output = Result<u64>> {
        here(async move {
            let status = self.evaluate("performance.getEntriesByType('navigation')[0]?.responseStatus").await?;
            status.as_u64().ok_or_else(|| Failure::new("the page doesn't come from a server"))
        })
    }

    // Mouse or finger, and keys.

    /// Clicks the middle of the one visible element that matches, as soon as it exists, doesn't move and isn't covered.
    #[track_caller]
    pub fn click(&self, css: &str) -> impl Future<Output = Result<()>> {
        here(self.click_on(Target::Css(css)))
    }

    /// Clicks the one element with this role and name, as a screen reader announces them: `button`, `Throw the dice`.
    #[track_caller]
    pub fn click_named(&self, role: &str, name: &str) -> impl Future<Output = Result<()>> {
        here(async move { self.click_on(Target::Named(role, name)).await })
    }

    /// Clicks an element that leads to another page, and waits until that is loaded. A page reached by a form counts as
    /// another one even if the address is the same.
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
            self.tab.point(Pointer::Move, x, y).await
        })
    }

    /// Drags an element to another one, which may become visible only when the drag begins.
    #[track_caller]
    pub fn drag(&self, from: &str, to: &str) -> impl Future<Output = Result<()>> {
        here(async move {
            let (x, y) = self.place_of(Target::Css(from)).await?;
            if !self.options.touch {
                self.tab.point(Pointer::Move, x, y).await?;
            }
            self.tab.point(Pointer::Down, x, y).await?;
            // Far enough for a page to take it for a drag.
            self.tab.point(Pointer::Drag, x + 8.0, y + 8.0).await?;
            let (x, y) = self.place_of(Target::Css(to)).await?;
            self.tab.point(Pointer::Drag, x, y).await?;
            self.tab.point(Pointer::Up, x, y).await
        })
    }

    /// Presses a key: `Tab`, `Shift+Tab`, `Enter`, `Space`, `ArrowLeft`, `Escape`, `?`.
    #[track_caller]
    pub fn press(&self, key: &str) -> impl Future<Output = Result<()>> {
        here(async move { self.tab.press(Key::named(key)?).await })
    }

    /// Presses a key that leads to another page, and waits until that is loaded.
    #[track_caller]
    pub fn press_to_follow(&self, key: &str) -> impl Future<Output = Result<()>> {
        here(async move {
            let before = self.loader().await?;
            self.tab.press(Key::named(key)?).await?;
            self.until_loaded(Some(&before)).await
        })
    }

    /// Types text where the focus is, key by key. A line end is Enter.
    #[track_caller]
    pub fn type_text(&self, text: &str) -> impl Future<Output = Result<()>> {
        here(async move {
            for letter in text.chars() {
                self.tab.press(Key::typed(letter)?).await?;
            }
            Ok(())
        })
    }

    /// Clicks a field and replaces its content by typing text.
    #[track_caller]
    pub fn fill(&self, css: &str, text: &str) -> impl Future<Output = Result<()>> {
        here(async move {
            self.click(css).await?;
            self.press("Control+a").await?;
            self.press("Backspace").await?;
            self.type_text(text).await
        })
    }

    /// Presses Tab until the element with this accessible name has the focus. Fails if the focus returns to where it
    /// started.
    #[track_caller]
    pub fn tab_to(&self, name: &str) -> impl Future<Output = Result<()>> {
        here(async move {
            let mut passed: Vec<String> = Vec::new();
            // None of our pages has that many controls.
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
            let field = self.element(css).await?;
            self.tab.choose_file(field, &path).await
        })
    }

    /// Clicks an element that downloads a file, and reads the file.
    #[track_caller]
    pub fn download(&self, css: &str) -> impl Future<Output = Result<Download>> {
        here(async move {
            let download = self.tab.next_download(self.options.patience);
            self.click(css).await?;
            match download.await? {
                Some(download) => Ok(download),
                None => Err(self.with_address(format!("clicking {css} gives no file")).await),
            }
        })
    }

    // Reading.

    /// The visible text of the first element that matches, with single spaces.
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
            let function = format!("found => found.getAttribute({})", quoted(name));
            let value = self.tab.apply(&function, &[self.element(css).await?]).await?;
            Ok(value.as_str().map(str::to_owned))
        })
    }

    #[track_caller]
    pub fn value(&self, css: &str) -> impl Future<Output = Result<String>> {
        here(async move { Ok(text_of(&self.tab.apply("found => found.value", &[self.element(css).await?]).await?)) })
    }

    /// True if an element matches now, visible or not.
    #[track_caller]
    pub fn exists(&self, css: &str) -> impl Future<Output = Result<bool>> {
        here(async move { Ok(self.count_now(css).await? > 0) })
    }

    /// The number of elements that match now, visible or not.
    #[track_caller]
    pub fn count(&self, css: &str) -> impl Future<Output = Result<u64>> {
        here(self.count_now(css))
    }

    /// Waits until an element matches, visible or not.
    #[track_caller]
    pub fn wait_for(&self, css: &str) -> impl Future<Output = Result<()>> {
        here(self.until(format!("document.querySelector({})", quoted(css))))
    }

    /// Waits until the text of the first element that matches contains this text.
    #[track_caller]
    pub fn wait_for_text(&self, css: &str, text: &str) -> impl Future<Output = Result<()>> {
        here(async move {
            let deadline = Instant::now() + self.options.patience;
            let mut pauses = Pauses::new();
            loop {
                // While the page changes, reading may fail.
                let now = self.all_texts(css).await.unwrap_or_default().into_iter().next();
                if now.as_ref().is_some_and(|now| now.contains(text)) {
                    return Ok(());
                }
                if Instant::now() > deadline {
                    let what = format!("{css} never says \u{201c}{text}\u{201d}; at last it says {now:?}");
                    return Err(self.with_address(what).await);
                }
                pauses.next().await;
            }
        })
    }

    /// Waits until a JavaScript expression is true.
    #[track_caller]
    pub fn wait_until(&self, expression: &str) -> impl Future<Output = Result<()>> {
        here(self.until(expression.to_owned()))
    }

    /// The value of a JavaScript expression, or of its promise. Without scripts, promises give no value.
    #[track_caller]
    pub fn eval(&self, expression: &str) -> impl Future<Output = Result<Value>> {
        here(self.evaluate(expression))
    }

    /// The accessible name of the focused element; empty if there is none.
    #[track_caller]
    pub fn focused(&self) -> impl Future<Output = Result<String>> {
        here(self.tab.focused())
    }

    /// The page's accessibility tree: one indented line for each element, with role and name.
    #[track_caller]
    pub fn aria_snapshot(&self) -> impl Future<Output = Result<String>> {
        here(self.tab.outline())
    }

    /// The accessibility faults that axe-core finds.
    #[track_caller]
    pub fn axe(&self) -> impl Future<Output = Result<Vec<Finding>>> {
        here(async move {
            // axe waits for promises, which need scripts. The page's own scripts were left out when it was loaded.
            self.tab.allow_scripts(true).await?;
            let found = self.run_axe().await;
            self.tab.allow_scripts(self.options.scripts).await?;
            found
        })
    }

    /// Errors on the console so far, on all pages: script errors, failed loads (404), and violations of the content
    /// security policy.
    #[track_caller]
    pub fn console_errors(&self) -> impl Future<Output = Result<Vec<String>>> {
        here(async move {
            // Earlier events arrive before the answer.
            self.evaluate("0").await?;
            let mut errors = lock(&self.errors);
            errors.extend(self.tab.errors());
            Ok(errors.clone())
        })
    }

    /// Saves a picture of the window, or of the full page: as a PNG file, or, if its name ends in `.webp`, as a much
    /// smaller WebP file.
    #[track_caller]
    pub fn screenshot(&self, path: &Path, full_page: bool) -> impl Future<Output = Result<()>> {
        here(async move {
            let small = path.extension().is_some_and(|end| end == "webp");
            let picture = self.tab.picture(if small { "webp" } else { "png" }, full_page).await?;
            let picture = BASE64.decode(picture.as_bytes());
            let picture = picture.map_err(|error| Failure::new(format!("the picture is broken: {error}")))?;
            fs::write(path, picture)
                .map_err(|error| Failure::new(format!("{} can't be written: {error}", path.display())))
        })
    }

    // Implementation.

    async fn evaluate(&self, expression: &str) -> Result<Value> {
        self.tab.evaluate(expression).await
    }

    /// The first element that matches.
    async fn element(&self, css: &str) -> Result<Element> {
        match self.tab.find(css).await? {
            Some(element) => Ok(element),
            None => Err(self.with_address(format!("there is no {css}")).await),
        }
    }

    async fn run_axe(&self) -> Result<Vec<Finding>> {
        if self.evaluate("typeof axe").await? == "undefined" {
            // The value of axe-core's file can't be serialised, so end with another one.
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

    async fn count_now(&self, css: &str) -> Result<u64> {
        let count = self.evaluate(&format!("document.querySelectorAll({}).length", quoted(css))).await?;
        Ok(count.as_u64().unwrap_or_default())
    }

    async fn until(&self, expression: String) -> Result<()> {
        let deadline = Instant::now() + self.options.patience;
        let asked = format!("!!({expression})");
        let mut pauses = Pauses::new();
        loop {
            // While the page changes, evaluating may fail.
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
            pauses.next().await;
        }
    }

    /// The time when the page was loaded, which changes when the same page is reloaded.
    async fn loader(&self) -> Result<Value> {
        self.evaluate("performance.timeOrigin").await
    }

    /// Waits until a page other than `before` is loaded.
    async fn until_loaded(&self, before: Option<&Value>) -> Result<()> {
        let deadline = Instant::now() + self.options.patience;
        let mut pauses = Pauses::new();
        loop {
            let other = match before {
                // While the page changes, evaluating may fail.
                Some(before) => self.loader().await.is_ok_and(|now| now != *before),
                None => true,
            };
            if other && self.evaluate("document.readyState").await.is_ok_and(|state| state == "complete") {
                return Ok(());
            }
            if Instant::now() > deadline {
                let what = if other { "the page is never loaded" } else { "this leads to no other page" };
                return Err(self.with_address(what.to_owned()).await);
            }
            pauses.next().await;
        }
    }

    async fn follow_to(&self, target: Target<'_>) -> Result<()> {
        let before = self.loader().await?;
        self.click_on(target).await?;
        self.until_loaded(Some(&before)).await
    }

    async fn click_on(&self, target: Target<'_>) -> Result<()> {
        let (x, y) = self.place_of(target).await?;
        self.tab.click(x, y).await
    }

    /// The point to click: the middle of the target, as soon as two consecutive checks find it at the same place.
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
                // While the page changes, this may fail.
                Err(failure) => Some(format!("can't be looked at: {failure}")),
            };
            if let Some(why) = why.filter(|_| Instant::now() > deadline) {
                return Err(self.with_address(format!("{target} {why}")).await);
            }
            sleep(LOOK).await;
        }
    }

    /// The middle of the target, or the reason why it can't be clicked now.
    async fn look_at(&self, target: &Target<'_>) -> Result<std::result::Result<(f64, f64), String>> {
        let seen = match target {
            Target::Css(css) => {
                self.evaluate(&format!("({LOOK_AT})(document.querySelectorAll({}))", quoted(css))).await?
            }
            Target::Named(role, name) => {
                let found = self.tab.named(role, name).await?;
                if found.is_empty() {
                    return Ok(Err("is missing".to_owned()));
                }
                self.tab.apply(&format!("(...found) => ({LOOK_AT})(found)"), &found).await?
            }
        };
        Ok(match (seen["x"].as_f64(), seen["y"].as_f64()) {
            (Some(x), Some(y)) => Ok((x, y)),
            _ => Err(text_of(&seen["why"])),
        })
    }

    async fn with_address(&self, what: String) -> Failure {
        match self.evaluate("location.href").await {
            Ok(url) => Failure::new(format!("{what}, on {}", text_of(&url))),
            Err(_) => Failure::new(what),
        }
    }
}

/// The target of a click.
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

/// The position of the only visible element among those that match, or the reason why there is none.
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
    if (!top) return { why: "can't be scrolled into view" };
    if (!element.contains(top) && top.closest("label")?.control !== element) {
        return { why: `is covered by ${top.cloneNode(false).outerHTML}` };
    }
    return { x, y };
}"#;

/// Text as a JavaScript string literal.
fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}
