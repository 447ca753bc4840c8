//! Firefox, controlled by `WebDriver` `BiDi` over a `WebSocket`.

use super::failure::{Failure, Result};
use super::keys::Key;
use super::person::Options;
use super::program::{Launch, Program, Running, Shell};
use super::tab::{Element, Pointer, Tab, TabFuture, only_in_chromium};
use super::text_of;
use super::wire::{Event, Wire, lock};
use serde_json::{Map, Value, json};
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};
use tempfile::TempDir;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::sleep;

/// Scrollbars take no room, as in Chromium.
const PREFERENCES: &str = "user_pref(\"ui.useOverlayScrollbars\", 1);\n";

/// The browser keeps running when the test has ended, but then the shell's input is closed, and the shell kills the
/// browser.
const RUN: &str = r#"
exec 3<&0
"$@" 3<&- </dev/null >&2 &
browser=$!
{ cat <&3 >/dev/null; kill -KILL $browser; } &
wait $browser"#;

/// The time limit for starting.
const START: Duration = Duration::from_mins(3);

pub(crate) async fn launch(how: Launch, folder: TempDir) -> Result<Running> {
    if how.host_resolver_rules.is_some() {
        return only_in_chromium().await;
    }
    let profile = folder.path().join("profile");
    fs::create_dir(&profile)
        .and_then(|()| fs::write(profile.join("user.js"), PREFERENCES))
        .map_err(|error| Failure::new(format!("no profile for the browser: {error}")))?;
    let mut arguments =
        ["--headless", "--no-remote", "--remote-debugging-port=0", "--profile"].map(str::to_owned).to_vec();
    arguments.push(profile.display().to_string());
    arguments.extend(how.arguments);
    let mut shell = Shell::start(Program::Firefox, RUN, folder.path(), arguments)?;
    match connect(&mut shell, &profile).await {
        Ok(wire) => Ok(shell.running(Program::Firefox, wire, folder)),
        Err(failure) => {
            let failure = shell.doesnt_start(&failure);
            drop(shell.child.stdin.take());
            let _ = shell.child.wait();
            Err(failure)
        }
    }
}

async fn connect(shell: &mut Shell, profile: &Path) -> Result<Wire> {
    let deadline = Instant::now() + START;
    let port = loop {
        let file = fs::read(profile.join("WebDriverBiDiServer.json")).unwrap_or_default();
        let server: Value = serde_json::from_slice(&file).unwrap_or_default();
        if let Some(port) = server["ws_port"].as_u64() {
            break port;
        }
        if Instant::now() > deadline || !matches!(shell.child.try_wait(), Ok(None)) {
            return Err(Failure::new("it doesn't say its port"));
        }
        sleep(Duration::from_millis(25)).await;
    };
    let wire = Wire::socket(&format!("127.0.0.1:{port}"))?;
    wire.call(None, "session.new", json!({ "capabilities": {} })).await?;
    wire.call(None, "session.subscribe", json!({ "events": ["log.entryAdded"] })).await?;
    Ok(wire)
}

/// Cookies and storage that the tabs of a person share.
struct Profile {
    running: Arc<Running>,
    id: String,
}

struct FirefoxTab {
    profile: Arc<Profile>,
    options: Options,
    context: String,
    log: Mutex<UnboundedReceiver<Event>>,
}

/// The first tab of a new person.
pub(crate) async fn open(running: Arc<Running>, options: Options) -> Result<Arc<dyn Tab>> {
    if options.dark || options.reduced_motion || options.forced_colors || !options.scripts {
        return only_in_chromium().await;
    }
    let made = running.wire.call(None, "browser.createUserContext", json!({})).await?;
    let profile = Arc::new(Profile { running, id: text_of(&made["userContext"]) });
    FirefoxTab::open(profile, options).await
}

impl FirefoxTab {
    async fn open(profile: Arc<Profile>, options: Options) -> Result<Arc<dyn Tab>> {
        let wire = &profile.running.wire;
        // Tabs in the background are slowed down, windows aren't.
        let made = json!({ "type": "window", "userContext": profile.id });
        let context = text_of(&wire.call(None, "browsingContext.create", made).await?["context"]);
        let log = Mutex::new(wire.listen(Some(&context)));
        let tab = FirefoxTab { profile, options, context, log };
        let [width, height] = tab.options.css_pixels();
        tab.resize(width, height).await?;
        Ok(Arc::new(tab))
    }

    /// Sends a command that is about this tab.
    async fn call(&self, method: &str, mut params: Value) -> Result<Value> {
        params["context"] = self.context.as_str().into();
        self.profile.running.wire.call(None, method, params).await
    }

    /// Sends a command that runs a script in this tab.
    async fn script(&self, method: &str, mut params: Value) -> Result<Value> {
        params["target"] = json!({ "context": self.context });
        params["awaitPromise"] = true.into();
        params["userActivation"] = true.into();
        let answer = self.profile.running.wire.call(None, method, params).await?;
        match answer["exceptionDetails"]["text"].as_str() {
            Some(exception) => Err(Failure::new(exception)),
            None => Ok(answer["result"].clone()),
        }
    }

    async fn located(&self, locator: Value) -> Result<Vec<Element>> {
        let found = self.call("browsingContext.locateNodes", json!({ "locator": locator })).await?;
        let nodes = found["nodes"].as_array().into_iter().flatten();
        Ok(nodes.map(|node| Element(text_of(&node["sharedId"]))).collect())
    }

    async fn act(&self, device: Value) -> Result<()> {
        self.call("input.performActions", json!({ "actions": [device] })).await.map(drop)
    }

    /// Moves the mouse or the finger, and then presses or releases it.
    async fn pointer(&self, x: f64, y: f64, buttons: &[&str]) -> Result<()> {
        let moved = json!({ "type": "pointerMove", "x": x.floor() as i64, "y": y.floor() as i64 });
        let buttons = buttons.iter().map(|kind| json!({ "type": kind, "button": 0 }));
        let actions: Vec<Value> = [moved].into_iter().chain(buttons).collect();
        let kind = if self.options.touch { "touch" } else { "mouse" };
        let device =
            json!({ "type": "pointer", "id": kind, "parameters": { "pointerType": kind }, "actions": actions });
        self.act(device).await
    }
}

impl Tab for FirefoxTab {
    fn another(&self) -> TabFuture<'_, Arc<dyn Tab>> {
        Box::pin(FirefoxTab::open(Arc::clone(&self.profile), self.options.clone()))
    }

    fn navigate<'a>(&'a self, url: &'a str) -> TabFuture<'a, ()> {
        Box::pin(async move {
            self.call("browsingContext.navigate", json!({ "url": url, "wait": "interactive" })).await.map(drop)
        })
    }

    fn reload(&self) -> TabFuture<'_, ()> {
        Box::pin(async { self.call("browsingContext.reload", json!({ "wait": "none" })).await.map(drop) })
    }

    fn back(&self) -> TabFuture<'_, ()> {
        Box::pin(async { self.call("browsingContext.traverseHistory", json!({ "delta": -1 })).await.map(drop) })
    }

    fn evaluate<'a>(&'a self, script: &'a str) -> TabFuture<'a, Value> {
        Box::pin(async move { Ok(plain(&self.script("script.evaluate", json!({ "expression": script })).await?)) })
    }

    fn apply<'a>(&'a self, function: &'a str, elements: &'a [Element]) -> TabFuture<'a, Value> {
        Box::pin(async move {
            let arguments: Vec<Value> = elements.iter().map(|Element(id)| json!({ "sharedId": id })).collect();
            let call = json!({ "functionDeclaration": function, "arguments": arguments });
            Ok(plain(&self.script("script.callFunction", call).await?))
        })
    }

    fn find<'a>(&'a self, css: &'a str) -> TabFuture<'a, Option<Element>> {
        Box::pin(async move { Ok(self.located(json!({ "type": "css", "value": css })).await?.into_iter().next()) })
    }

    fn named<'a>(&'a self, role: &'a str, name: &'a str) -> TabFuture<'a, Vec<Element>> {
        Box::pin(self.located(json!({ "type": "accessibility", "value": { "role": role, "name": name } })))
    }

    fn resize(&self, width: f64, height: f64) -> TabFuture<'_, ()> {
        let viewport =
            json!({ "viewport": { "width": width, "height": height }, "devicePixelRatio": self.options.zoom });
        Box::pin(async move { self.call("browsingContext.setViewport", viewport).await.map(drop) })
    }

    fn point(&self, does: Pointer, x: f64, y: f64) -> TabFuture<'_, ()> {
        let buttons: &[&str] = match does {
            Pointer::Move | Pointer::Drag => &[],
            Pointer::Down => &["pointerDown"],
            Pointer::Up => &["pointerUp"],
        };
        Box::pin(self.pointer(x, y, buttons))
    }

    fn click(&self, x: f64, y: f64) -> TabFuture<'_, ()> {
        Box::pin(self.pointer(x, y, &["pointerDown", "pointerUp"]))
    }

    fn press(&self, key: Key) -> TabFuture<'_, ()> {
        Box::pin(async move {
            // Tab moves the focus only in the active window. No other window may become active in between, so a test
            // with keys starts its own Firefox.
            self.call("browsingContext.activate", json!({})).await?;
            self.act(json!({ "type": "key", "id": "keyboard", "actions": key.webdriver_actions() })).await
        })
    }

    fn choose_file<'a>(&'a self, field: Element, path: &'a Path) -> TabFuture<'a, ()> {
        Box::pin(async move {
            let files = json!({ "element": { "sharedId": field.0 }, "files": [path] });
            self.call("input.setFiles", files).await.map(drop)
        })
    }

    fn set_cookie<'a>(&'a self, url: &'a str, name: &'a str, value: &'a str) -> TabFuture<'a, ()> {
        Box::pin(async move {
            let host = url.split("//").nth(1).unwrap_or_default().split([':', '/']).next().unwrap_or_default();
            let cookie = json!({
                "cookie": {
                    "name": name, "value": { "type": "string", "value": value }, "domain": host, "path": "/",
                    "httpOnly": true, "sameSite": "lax",
                },
                "partition": { "type": "storageKey", "userContext": self.profile.id },
            });
            self.profile.running.wire.call(None, "storage.setCookie", cookie).await.map(drop)
        })
    }

    fn errors(&self) -> Vec<String> {
        let mut log = lock(&self.log);
        let events = std::iter::from_fn(|| log.try_recv().ok());
        events.filter(|event| event.params["level"] == "error").map(|event| text_of(&event.params["text"])).collect()
    }

    fn picture<'a>(&'a self, format: &'a str, full_page: bool) -> TabFuture<'a, String> {
        Box::pin(async move {
            let origin = if full_page { "document" } else { "viewport" };
            let wanted = json!({ "origin": origin, "format": { "type": format!("image/{format}") } });
            Ok(text_of(&self.call("browsingContext.captureScreenshot", wanted).await?["data"]))
        })
    }
}

impl Drop for FirefoxTab {
    fn drop(&mut self) {
        self.profile.running.wire.post("browsingContext.close", &json!({ "context": self.context }));
    }
}

impl Drop for Profile {
    fn drop(&mut self) {
        self.running.wire.post("browser.removeUserContext", &json!({ "userContext": self.id }));
    }
}

/// A value as JSON. `BiDi` adds the type of each value, and lists objects as pairs.
fn plain(remote: &Value) -> Value {
    let value = &remote["value"];
    match remote["type"].as_str() {
        Some("string" | "boolean" | "number") => value.clone(),
        Some("array") => value.as_array().into_iter().flatten().map(plain).collect(),
        Some("object") => {
            let pairs = value.as_array().into_iter().flatten();
            Value::Object(pairs.map(|pair| (text_of(&pair[0]), plain(&pair[1]))).collect::<Map<_, _>>())
        }
        _ => Value::Null,
    }
}
