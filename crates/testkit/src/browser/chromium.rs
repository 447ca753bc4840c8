//! Chromium, controlled by its own protocol (CDP) over a pipe.

use super::aria;
use super::failure::{Failure, Result};
use super::keys::Key;
use super::person::{Download, Options};
use super::program::{Launch, Program, Running, Shell};
use super::tab::{Element, Network, Pointer, Tab, TabFuture};
use super::text_of;
use super::wire::{Event, Wire, lock};
use serde_json::{Value, json};
use std::fs;
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tempfile::TempDir;
use tokio::sync::mpsc::UnboundedReceiver;
use tokio::time::timeout;

const FLAGS: [&str; 14] = [
    "--headless=new",
    "--remote-debugging-pipe",
    // The pages are our own, and the sandbox can't start as root, nor in most containers.
    "--no-sandbox",
    // Containers often have a very small /dev/shm.
    "--disable-dev-shm-usage",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--no-default-browser-check",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
    // Makes screenshots the same on every machine.
    "--force-color-profile=srgb",
    "--lang=en-US",
];

/// The browser communicates over file descriptors 3 and 4, but safe Rust can only pass 0 to 2. It ends when its input
/// is closed.
const RUN: &str = r#""$@" 3<&0 4>&1 0</dev/null 1>&2"#;

pub(crate) async fn launch(how: Launch, folder: TempDir) -> Result<Running> {
    let mut arguments: Vec<String> = FLAGS.map(str::to_owned).into();
    arguments.push(format!("--user-data-dir={}", folder.path().join("profile").display()));
    arguments.extend(how.host_resolver_rules.map(|rules| format!("--host-resolver-rules={rules}")));
    arguments.extend(how.arguments);
    arguments.push("about:blank".to_owned());
    let mut shell = Shell::start(Program::Chromium, RUN, folder.path(), arguments)?;
    let to_browser = shell.child.stdin.take().expect("stdin is piped");
    let from_browser = shell.child.stdout.take().expect("stdout is piped");
    let wire = Wire::pipe(to_browser, from_browser);
    if let Err(failure) = wire.call(None, "Browser.getVersion", json!({})).await {
        return Err(shell.doesnt_start(&failure));
    }
    Ok(shell.running(Program::Chromium, wire, folder))
}

/// Cookies and storage that the tabs of a person share.
struct Profile {
    running: Arc<Running>,
    id: String,
    downloads: TempDir,
}

struct ChromiumTab {
    profile: Arc<Profile>,
    options: Options,
    /// Name of the tab, and of its main frame.
    target: String,
    session: String,
    log: Mutex<UnboundedReceiver<Event>>,
}

/// The first tab of a new person.
pub(crate) async fn open(running: Arc<Running>, options: Options) -> Result<Arc<dyn Tab>> {
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
    ChromiumTab::open(profile, options).await
}

impl ChromiumTab {
    async fn open(profile: Arc<Profile>, options: Options) -> Result<Arc<dyn Tab>> {
        let wire = &profile.running.wire;
        let target = json!({ "url": "about:blank", "browserContextId": profile.id });
        let target = text_of(&wire.call(None, "Target.createTarget", target).await?["targetId"]);
        let attach = json!({ "targetId": target, "flatten": true });
        let session = text_of(&wire.call(None, "Target.attachToTarget", attach).await?["sessionId"]);
        let log = Mutex::new(wire.listen(Some(&session)));
        let tab = ChromiumTab { profile, options, target, session, log };
        let options = &tab.options;
        for domain in ["Page", "Runtime", "Log"] {
            tab.call(&format!("{domain}.enable"), json!({})).await?;
        }
        let [width, height] = options.css_pixels();
        tab.resize(width, height).await?;
        // Several people act at the same time, and each needs the focus in their own window.
        tab.call("Emulation.setFocusEmulationEnabled", json!({ "enabled": true })).await?;
        tab.set_dark(options.dark).await?;
        let touch = json!({ "enabled": options.touch, "maxTouchPoints": 5 });
        tab.call("Emulation.setTouchEmulationEnabled", touch).await?;
        tab.allow_scripts(options.scripts).await?;
        Ok(Arc::new(tab))
    }

    async fn call(&self, method: &str, params: Value) -> Result<Value> {
        self.profile.running.wire.call(Some(&self.session), method, params).await
    }

    async fn mouse(&self, does: Pointer, x: f64, y: f64) -> Result<()> {
        let (kind, button, buttons, clicks) = match does {
            Pointer::Move => ("mouseMoved", "none", 0, 0),
            Pointer::Down => ("mousePressed", "left", 1, 1),
            Pointer::Drag => ("mouseMoved", "left", 1, 0),
            Pointer::Up => ("mouseReleased", "left", 0, 1),
        };
        let event = json!({ "type": kind, "x": x, "y": y, "button": button, "buttons": buttons, "clickCount": clicks });
        self.call("Input.dispatchMouseEvent", event).await.map(drop)
    }

    async fn finger(&self, does: Pointer, x: f64, y: f64) -> Result<()> {
        let at = json!([{ "x": x, "y": y }]);
        let (kind, points) = match does {
            Pointer::Move => return Ok(()),
            Pointer::Down => ("touchStart", at),
            Pointer::Drag => ("touchMove", at),
            Pointer::Up => ("touchEnd", json!([])),
        };
        self.call("Input.dispatchTouchEvent", json!({ "type": kind, "touchPoints": points })).await.map(drop)
    }

    /// The value of an expression, as an object; `None` if it isn't one.
    async fn object(&self, expression: &str) -> Result<Option<Element>> {
        let found = self.call("Runtime.evaluate", json!({ "expression": expression })).await?;
        let object = found["result"]["objectId"].as_str().filter(|_| found["exceptionDetails"].is_null());
        Ok(object.map(|object| Element(object.to_owned())))
    }
}

impl Tab for ChromiumTab {
    fn another(&self) -> TabFuture<'_, Arc<dyn Tab>> {
        Box::pin(ChromiumTab::open(Arc::clone(&self.profile), self.options.clone()))
    }

    fn navigate<'a>(&'a self, url: &'a str) -> TabFuture<'a, ()> {
        Box::pin(async move {
            let went = self.call("Page.navigate", json!({ "url": url })).await?;
            match went["errorText"].as_str() {
                Some(error) if !error.is_empty() => Err(Failure::new(error)),
                _ => Ok(()),
            }
        })
    }

    fn reload(&self) -> TabFuture<'_, ()> {
        Box::pin(async { self.call("Page.reload", json!({})).await.map(drop) })
    }

    fn back(&self) -> TabFuture<'_, ()> {
        Box::pin(async {
            let history = self.call("Page.getNavigationHistory", json!({})).await?;
            let earlier = history["currentIndex"].as_u64().and_then(|now| usize::try_from(now).ok()?.checked_sub(1));
            let Some(earlier) = earlier else { return Err(Failure::new("there is no page to go back to")) };
            let entry = json!({ "entryId": history["entries"][earlier]["id"] });
            self.call("Page.navigateToHistoryEntry", entry).await.map(drop)
        })
    }

    fn evaluate<'a>(&'a self, script: &'a str) -> TabFuture<'a, Value> {
        Box::pin(async move {
            let asked =
                json!({ "expression": script, "returnByValue": true, "awaitPromise": true, "userGesture": true });
            value_of(self.call("Runtime.evaluate", asked).await?)
        })
    }

    fn apply<'a>(&'a self, function: &'a str, elements: &'a [Element]) -> TabFuture<'a, Value> {
        Box::pin(async move {
            let arguments: Vec<Value> = elements.iter().map(|Element(object)| json!({ "objectId": object })).collect();
            let asked = json!({
                "objectId": elements.first().map(|first| &first.0), "functionDeclaration": function,
                "arguments": arguments, "returnByValue": true,
            });
            value_of(self.call("Runtime.callFunctionOn", asked).await?)
        })
    }

    fn find<'a>(&'a self, css: &'a str) -> TabFuture<'a, Option<Element>> {
        Box::pin(async move { self.object(&format!("document.querySelector({})", Value::from(css))).await })
    }

    fn named<'a>(&'a self, role: &'a str, name: &'a str) -> TabFuture<'a, Vec<Element>> {
        Box::pin(async move {
            let document = self.object("document").await?.map(|document| document.0);
            let found = json!({ "objectId": document, "role": role });
            let found = self.call("Accessibility.queryAXTree", found).await?;
            let mut elements = Vec::new();
            for node in found["nodes"].as_array().into_iter().flatten() {
                if node["ignored"] == true || name_of(node) != name {
                    continue;
                }
                let node = json!({ "backendNodeId": node["backendDOMNodeId"] });
                let object = self.call("DOM.resolveNode", node).await?;
                elements.push(Element(text_of(&object["object"]["objectId"])));
            }
            Ok(elements)
        })
    }

    fn resize(&self, width: f64, height: f64) -> TabFuture<'_, ()> {
        let metrics = json!({
            "width": width, "height": height, "deviceScaleFactor": self.options.zoom, "mobile": self.options.touch,
        });
        Box::pin(async move { self.call("Emulation.setDeviceMetricsOverride", metrics).await.map(drop) })
    }

    fn set_dark(&self, dark: bool) -> TabFuture<'_, ()> {
        let wish = |name: &str, value: &str| json!({ "name": name, "value": value });
        let media = json!({ "features": [
            wish("prefers-color-scheme", if dark { "dark" } else { "light" }),
            wish("prefers-reduced-motion", if self.options.reduced_motion { "reduce" } else { "no-preference" }),
            wish("forced-colors", if self.options.forced_colors { "active" } else { "none" }),
        ] });
        Box::pin(async move { self.call("Emulation.setEmulatedMedia", media).await.map(drop) })
    }

    fn point(&self, does: Pointer, x: f64, y: f64) -> TabFuture<'_, ()> {
        if self.options.touch { Box::pin(self.finger(does, x, y)) } else { Box::pin(self.mouse(does, x, y)) }
    }

    fn click(&self, x: f64, y: f64) -> TabFuture<'_, ()> {
        Box::pin(async move {
            for does in [Pointer::Move, Pointer::Down, Pointer::Up] {
                self.point(does, x, y).await?;
            }
            Ok(())
        })
    }

    fn press(&self, key: Key) -> TabFuture<'_, ()> {
        Box::pin(async move {
            for event in key.chromium_events() {
                self.call("Input.dispatchKeyEvent", event).await?;
            }
            Ok(())
        })
    }

    fn choose_file<'a>(&'a self, field: Element, path: &'a Path) -> TabFuture<'a, ()> {
        Box::pin(async move {
            self.call("DOM.setFileInputFiles", json!({ "files": [path], "objectId": field.0 })).await.map(drop)
        })
    }

    fn set_cookie<'a>(&'a self, url: &'a str, name: &'a str, value: &'a str) -> TabFuture<'a, ()> {
        Box::pin(async move {
            let cookie = json!({ "url": url, "name": name, "value": value, "httpOnly": true, "sameSite": "Lax" });
            let set = self.call("Network.setCookie", cookie).await?;
            if set["success"] == true {
                Ok(())
            } else {
                Err(Failure::new(format!("{url} can't have the cookie {name}")))
            }
        })
    }

    fn errors(&self) -> Vec<String> {
        let mut log = lock(&self.log);
        std::iter::from_fn(|| log.try_recv().ok()).filter_map(|event| error_of(&event)).collect()
    }

    fn picture<'a>(&'a self, format: &'a str, full_page: bool) -> TabFuture<'a, String> {
        Box::pin(async move {
            let mut wanted = json!({ "format": format });
            if format == "webp" {
                wanted["quality"] = 35.into();
            }
            if full_page {
                let size = self.call("Page.getLayoutMetrics", json!({})).await?["cssContentSize"].take();
                wanted["captureBeyondViewport"] = true.into();
                wanted["clip"] =
                    json!({ "x": 0, "y": 0, "width": size["width"], "height": size["height"], "scale": 1 });
            }
            Ok(text_of(&self.call("Page.captureScreenshot", wanted).await?["data"]))
        })
    }

    fn next_download(&self, patience: Duration) -> TabFuture<'_, Option<Download>> {
        let mut events = self.profile.running.wire.listen(None);
        Box::pin(async move {
            let downloaded = timeout(patience, async {
                let mut begun = None;
                while let Some(Event { method, params }) = events.recv().await {
                    match method.as_str() {
                        "Browser.downloadWillBegin" if params["frameId"] == self.target.as_str() => {
                            begun = Some((text_of(&params["guid"]), text_of(&params["suggestedFilename"])));
                        }
                        "Browser.downloadProgress" => {
                            let Some((guid, _)) = &begun else { continue };
                            if params["guid"] != guid.as_str() {
                                continue;
                            }
                            match params["state"].as_str() {
                                Some("completed") => return begun,
                                Some("canceled") => return None,
                                _ => {}
                            }
                        }
                        _ => {}
                    }
                }
                None
            });
            let Ok(Some((guid, name))) = downloaded.await else { return Ok(None) };
            let bytes = fs::read(self.profile.downloads.path().join(guid))
                .map_err(|error| Failure::new(format!("the file {name} can't be read: {error}")))?;
            Ok(Some(Download { name, bytes }))
        })
    }

    fn allow_scripts(&self, allowed: bool) -> TabFuture<'_, ()> {
        Box::pin(async move {
            self.call("Emulation.setScriptExecutionDisabled", json!({ "value": !allowed })).await.map(drop)
        })
    }

    fn set_network(&self, network: Network) -> TabFuture<'_, ()> {
        let bytes = if let Network::Slow(bytes) = network { i64::from(bytes) } else { -1 };
        let conditions = json!({
            "offline": network == Network::Offline, "latency": 0, "downloadThroughput": bytes, "uploadThroughput": -1,
        });
        Box::pin(async move {
            // Disabling the domain would end the emulation as well.
            self.call("Network.enable", json!({})).await?;
            self.call("Network.emulateNetworkConditions", conditions).await.map(drop)
        })
    }

    fn focused(&self) -> TabFuture<'_, String> {
        Box::pin(async {
            let active = "document.activeElement === document.body ? null : document.activeElement";
            let Some(Element(object)) = self.object(active).await? else { return Ok(String::new()) };
            let of = json!({ "objectId": object, "fetchRelatives": false });
            let tree = self.call("Accessibility.getPartialAXTree", of).await?;
            Ok(name_of(&tree["nodes"][0]))
        })
    }

    fn outline(&self) -> TabFuture<'_, String> {
        Box::pin(async {
            let tree = self.call("Accessibility.getFullAXTree", json!({})).await?;
            Ok(aria::outline(tree["nodes"].as_array().map_or(&[], Vec::as_slice)))
        })
    }
}

impl Drop for ChromiumTab {
    fn drop(&mut self) {
        self.profile.running.wire.post("Target.closeTarget", &json!({ "targetId": self.target }));
    }
}

impl Drop for Profile {
    fn drop(&mut self) {
        self.running.wire.post("Target.disposeBrowserContext", &json!({ "browserContextId": self.id }));
    }
}

fn error_of(Event { method, params }: &Event) -> Option<String> {
    match method.as_str() {
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
    }
}

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

/// The accessible name of a node of the accessibility tree.
fn name_of(node: &Value) -> String {
    aria::plain(&text_of(&node["name"]["value"]))
}
