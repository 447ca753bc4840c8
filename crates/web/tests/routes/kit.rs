//! A server without sockets, and people who use its pages without scripts.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::ConnectInfo;
use axum::http::{HeaderMap, Request, header};
use http_body_util::BodyExt;
use parlor_engine::EngineJob;
use parlor_host::{Decided, Opponent, Registry, SqliteStore};
use parlor_table::{Seed, Table};
use parlor_web::{Limits, Options, service};
use scraper::{ElementRef, Html, Selector};
use tokio::sync::watch;
use tower::ServiceExt;

/// A server that listens nowhere.
pub struct House {
    router: Router,
    /// Ends its streams.
    pub ending: watch::Sender<bool>,
    pub registry: Arc<dyn Registry>,
}

/// The usual options, with limits that no test meets by chance.
pub fn options() -> Options {
    Options {
        bind: ([127, 0, 0, 1], 7433).into(),
        store: PathBuf::new().into(),
        public_url: None,
        trusted_proxies: Vec::new(),
        rpc: true,
        log_addresses: false,
        archive_after: None,
        limits: Limits {
            requests_per_browser: 100_000,
            requests_per_address: 100_000,
            new_tables_per_browser: 100_000,
            new_tables_per_address: 100_000,
            ..Limits::default()
        },
    }
}

/// The usual options with other limits.
pub fn limited(change: impl FnOnce(&mut Limits)) -> Options {
    let mut options = options();
    change(&mut options.limits);
    options
}

impl House {
    /// With a computer player that needs no time.
    pub fn open() -> House {
        House::with(options(), Some(Arc::new(Quick::default())))
    }

    pub fn with(options: Options, opponent: Option<Arc<dyn Opponent>>) -> House {
        House::on(options, Arc::new(SqliteStore::in_memory().unwrap()), opponent)
    }

    pub fn on(options: Options, registry: Arc<dyn Registry>, opponent: Option<Arc<dyn Opponent>>) -> House {
        let (router, ending) = service(options, Arc::clone(&registry), opponent).unwrap();
        House { router, ending, registry }
    }

    /// A browser that has never been here.
    pub fn browser(&self) -> Browser {
        Browser {
            router: self.router.clone(),
            // Values take thinking time that few tests have.
            cookies: BTreeMap::from([("parlor-settings".to_owned(), "value_bar=no".to_owned())]),
            host: "127.0.0.1:7433".to_owned(),
            address: ([127, 0, 0, 1], 50_000).into(),
            page: Page::default(),
            at: "/".to_owned(),
            set_up: None,
        }
    }

    /// The table behind a page, with what the pages hide.
    pub fn table(&self, id: &str) -> Table {
        let (name, _) = self.registry.follow(&id.parse().unwrap()).unwrap().unwrap();
        self.registry.look(&name).unwrap().table
    }

    /// A table's seed and salt as text.
    pub fn secret(&self, id: &str) -> (String, String) {
        match self.table(id).seed() {
            Seed::Committed { seed, salt } => (seed.to_string(), salt.to_string()),
            seed => panic!("{seed:?} isn't committed"),
        }
    }
}

/// A browser without scripts: it keeps cookies, follows redirects and submits forms.
#[derive(Clone)]
pub struct Browser {
    router: Router,
    pub cookies: BTreeMap<String, String>,
    pub host: String,
    pub address: SocketAddr,
    /// What is in sight.
    pub page: Page,
    /// The path of the page in sight.
    pub at: String,
    /// The table that was last set up, with its options.
    set_up: Option<(String, Vec<(String, Field)>)>,
}

/// What a server answered.
#[derive(Clone, Default, Debug)]
pub struct Page {
    pub status: u16,
    pub headers: HeaderMap,
    pub body: Bytes,
}

/// What a form sends in a field.
#[derive(Clone, Debug)]
pub enum Field {
    Text(String),
    File(String, Vec<u8>),
}

impl From<&str> for Field {
    fn from(text: &str) -> Field {
        Field::Text(text.to_owned())
    }
}

/// A file in a form.
pub fn file(name: &str, content: impl AsRef<[u8]>) -> Field {
    Field::File(name.to_owned(), content.as_ref().to_vec())
}

impl Browser {
    /// The same person, after the server was started again.
    pub fn moves_to(&mut self, house: &House) {
        self.router = house.router.clone();
    }

    /// Sends a request with cookies, and keeps those that come back.
    pub async fn send(&mut self, request: Request<Body>) -> Page {
        let response = self.begin(request).await;
        let (parts, body) = response.into_parts();
        let body = body.collect().await.expect("a body arrives").to_bytes();
        Page { status: parts.status.as_u16(), headers: parts.headers, body }
    }

    /// The same, but the body is still to be read.
    pub async fn begin(&mut self, mut request: Request<Body>) -> axum::response::Response {
        let headers = request.headers_mut();
        if !headers.contains_key(header::HOST) && !self.host.is_empty() {
            headers.insert(header::HOST, self.host.parse().unwrap());
        }
        if !self.cookies.is_empty() {
            let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
            headers.insert(header::COOKIE, cookies.join("; ").parse().unwrap());
        }
        request.extensions_mut().insert(ConnectInfo(self.address));
        let response = self.router.clone().oneshot(request).await.expect("a router never fails");
        for cookie in response.headers().get_all(header::SET_COOKIE) {
            let (name, rest) = cookie.to_str().unwrap().split_once('=').unwrap();
            let value = rest.split(';').next().unwrap();
            self.cookies.insert(name.to_owned(), value.to_owned());
        }
        response
    }

    /// Asks for a page without looking at it.
    pub async fn fetch(&mut self, path: &str) -> Page {
        self.send(Request::get(path).body(Body::empty()).unwrap()).await
    }

    /// Sends a form with any fields, and doesn't follow.
    pub async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Page {
        let body = encoded(fields.iter().copied());
        let request = Request::post(path)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header("sec-fetch-site", "same-origin")
            .body(Body::from(body));
        self.send(request.unwrap()).await
    }

    /// Sends a form with any fields and files, and doesn't follow.
    pub async fn upload(&mut self, path: &str, fields: &[(&str, Field)]) -> Page {
        let fields: Vec<(String, Field)> =
            fields.iter().map(|(name, field)| ((*name).to_owned(), field.clone())).collect();
        let request = Request::post(path)
            .header(header::CONTENT_TYPE, format!("multipart/form-data; boundary={BOUNDARY}"))
            .header("sec-fetch-site", "same-origin")
            .body(Body::from(parts(&fields)));
        self.send(request.unwrap()).await
    }

    /// Goes to a page.
    pub async fn go(&mut self, path: &str) -> &Page {
        let page = self.fetch(path).await;
        self.see(path.to_owned(), page).await
    }

    /// Shows an answer, after following where it leads.
    pub async fn see(&mut self, path: String, page: Page) -> &Page {
        self.page = page;
        if self.page.status < 400 {
            self.at = path;
        }
        for _ in 0..5 {
            if self.page.status != 303 {
                return &self.page;
            }
            self.page.header("location").clone_into(&mut self.at);
            let at = self.at.clone();
            self.page = self.fetch(&at).await;
        }
        panic!("{} leads to itself", self.at);
    }

    pub async fn reload(&mut self) -> &Page {
        let at = self.at.clone();
        self.go(&at).await
    }

    /// Loads the page again until it shows something.
    pub async fn until(&mut self, what: &str, shows: impl Fn(&Page) -> bool) {
        let begun = Instant::now();
        while !shows(&self.page) {
            assert!(begun.elapsed() < Duration::from_secs(40), "{what}: {}", self.page.text());
            tokio::time::sleep(Duration::from_millis(3)).await;
            self.reload().await;
        }
    }

    /// Waits until the table waits for this browser, or is over.
    pub async fn ready(&mut self) -> &Page {
        self.until("it is somebody's turn", |page| !page.waits()).await;
        &self.page
    }

    /// Presses the button with this text or key, with its form as it stands.
    pub async fn press(&mut self, button: &str) -> &Page {
        self.fill_and_press(&[], button).await
    }

    /// Types into fields and presses a button of their form.
    pub async fn fill_and_press(&mut self, filled: &[(&str, &str)], button: &str) -> &Page {
        let filled: Vec<(&str, Field)> = filled.iter().map(|(name, value)| (*name, Field::from(*value))).collect();
        self.submit(|_| true, &filled, button).await
    }

    /// Fills in the form that fits and presses a button of it.
    pub async fn submit(
        &mut self,
        fits: impl Fn(ElementRef<'_>) -> bool,
        filled: &[(&str, Field)],
        button: &str,
    ) -> &Page {
        let request = self.page.submission(fits, filled, button);
        let page = self.send(request).await;
        let at = self.at.clone();
        self.see(at, page).await
    }

    /// Sets up a table with the lobby's options.
    pub async fn set_up(&mut self, game: &str, options: &[(&str, Field)]) -> &Page {
        let kept = options.iter().map(|(name, field)| ((*name).to_owned(), field.clone())).collect();
        self.set_up = Some((game.to_owned(), kept));
        self.go("/").await;
        let of_game = |form: ElementRef<'_>| {
            let field = select("input[name=game]");
            form.attr("action") == Some("/tables/options")
                && form.select(&field).any(|field| field.attr("value") == Some(game))
        };
        self.submit(of_game, options, "Set up this table").await;
        assert!(self.page.status == 200 && self.at.starts_with("/t/"), "{}", self.page.text());
        &self.page
    }

    /// Answers by the button that sends this.
    pub async fn choose(&mut self, field: &str, value: &str) -> &Page {
        let key = match field {
            "throw" => field.to_owned(),
            "spot" => format!("pick:{value}"),
            _ => format!("{field}:{value}"),
        };
        self.press(&key).await
    }

    /// Answers with any button, and with another one if the answer has two parts.
    pub async fn answer(&mut self, dice: &Dice) {
        for _ in 0..2 {
            let answers = self.page.answers();
            let (field, value) = dice.pick(&answers).unwrap_or_else(|| panic!("no answer in {}", self.page.text()));
            self.choose(field, value).await;
            assert_eq!(self.page.status, 200, "{field} {value}: {}", self.page.text());
            if !self.at.contains("pick=") {
                return;
            }
        }
    }

    /// Answers until the page shows what is wanted, waiting for the computer in between.
    pub async fn answer_until(&mut self, shows: impl Fn(&Page) -> bool) -> &Page {
        let dice = Dice::default();
        for _ in 0..500 {
            self.ready().await;
            if shows(&self.page) {
                return &self.page;
            }
            // Dice are random, and now and then the computer wins before anybody else has had a turn.
            if self.page.answers().is_empty()
                && let Some((game, options)) = self.set_up.clone()
            {
                let options: Vec<(&str, Field)> =
                    options.iter().map(|(name, field)| (name.as_str(), field.clone())).collect();
                self.set_up(&game, &options).await;
                continue;
            }
            self.answer(&dice).await;
        }
        panic!("it takes too long: {}", self.page.text());
    }

    /// Answers until there is a move to be chosen on the board.
    pub async fn first_move(&mut self) -> &Page {
        self.answer_until(Page::is_move).await
    }

    /// Types an answer.
    pub async fn say(&mut self, line: &str) -> &Page {
        self.fill_and_press(&[("typed", line)], "typed-play").await
    }

    /// The table's path: `/t/` and its id.
    pub fn table(&self) -> String {
        self.at.split(['?', '#']).next().unwrap().split('/').take(3).collect::<Vec<_>>().join("/")
    }

    pub fn id(&self) -> String {
        self.table().strip_prefix("/t/").expect("a table is in sight").to_owned()
    }

    /// Something of the table: a save, the journal.
    pub async fn download(&mut self, what: &str) -> Page {
        let path = format!("{}/{what}", self.table());
        let page = self.fetch(&path).await;
        assert_eq!(page.status, 200, "{path}: {}", page.text());
        page
    }
}

const BOUNDARY: &str = "a-line-between-parts";

fn encoded<'a>(fields: impl IntoIterator<Item = (&'a str, &'a str)>) -> String {
    form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish()
}

fn parts(fields: &[(String, Field)]) -> Vec<u8> {
    let mut body = Vec::new();
    for (name, field) in fields {
        body.extend(format!("--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"{name}\"").bytes());
        match field {
            Field::Text(text) => body.extend(format!("\r\n\r\n{text}\r\n").bytes()),
            Field::File(file, content) => {
                // As browsers do it.
                let file = file.replace('"', "%22").replace('\n', "%0A");
                body.extend(format!("; filename=\"{file}\"\r\nContent-Type: text/plain\r\n\r\n").bytes());
                body.extend(content);
                body.extend(b"\r\n");
            }
        }
    }
    body.extend(format!("--{BOUNDARY}--\r\n").bytes());
    body
}

pub fn select(selector: &str) -> Selector {
    Selector::parse(selector).unwrap_or_else(|error| panic!("{selector}: {error}"))
}

/// The text of an element, with single spaces.
fn text_of(element: ElementRef<'_>) -> String {
    squeezed(&element.text().collect::<String>())
}

/// The text of an element that can be seen.
fn visible(element: ElementRef<'_>) -> String {
    fn gather(element: ElementRef<'_>, all: &mut String) {
        for child in element.children() {
            if let Some(text) = child.value().as_text() {
                all.push_str(text);
            } else if let Some(child) = ElementRef::wrap(child)
                && !child.value().classes().any(|class| class == "hidden-visually")
            {
                gather(child, all);
            }
        }
    }
    let mut all = String::new();
    gather(element, &mut all);
    squeezed(&all)
}

fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Page {
    pub fn text(&self) -> String {
        String::from_utf8(self.body.to_vec()).expect("everything that is sent is UTF-8")
    }

    pub fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    pub fn dom(&self) -> Html {
        assert_eq!(self.header("content-type"), "text/html; charset=utf-8", "{}", self.text());
        Html::parse_document(&self.text())
    }

    /// The texts of all elements that fit.
    pub fn all(&self, selector: &str) -> Vec<String> {
        self.dom().select(&select(selector)).map(text_of).collect()
    }

    /// The text of the one element that fits.
    pub fn one(&self, selector: &str) -> String {
        let all = self.all(selector);
        assert_eq!(all.len(), 1, "{selector} in {}", self.text());
        all.into_iter().next().unwrap()
    }

    pub fn has(&self, selector: &str) -> bool {
        self.dom().select(&select(selector)).next().is_some()
    }

    /// An attribute of the first element that fits.
    pub fn attribute(&self, selector: &str, name: &str) -> Option<String> {
        let dom = self.dom();
        dom.select(&select(selector)).next()?.attr(name).map(str::to_owned)
    }

    /// The value of the one field that fits.
    pub fn value(&self, selector: &str) -> String {
        self.attribute(selector, "value").unwrap_or_else(|| panic!("{selector} in {}", self.text()))
    }

    /// An attribute of everything that is found.
    pub fn attributes(&self, selector: &str, name: &str) -> Vec<String> {
        self.dom().select(&select(selector)).filter_map(|found| found.attr(name).map(str::to_owned)).collect()
    }

    /// The table's revision.
    pub fn revision(&self) -> u64 {
        self.attribute("main", "data-revision").expect("a table is in sight").parse().unwrap()
    }

    /// Whether the table waits for somebody else.
    pub fn waits(&self) -> bool {
        self.attribute("main", "data-wait").as_deref() == Some("1")
    }

    /// What is asked; empty if nothing is.
    pub fn question(&self) -> String {
        self.all("#ask").pop().unwrap_or_default()
    }

    /// The sentence on what became of an answer.
    pub fn notice(&self) -> String {
        self.one("#message")
    }

    /// Every sentence of the log.
    pub fn log(&self) -> Vec<String> {
        self.all("ol.log p")
    }

    pub fn says(&self, words: &str) -> bool {
        text_of(self.dom().root_element()).contains(words)
    }

    /// The buttons that answer, as field and value.
    pub fn answers(&self) -> Vec<(String, String)> {
        self.buttons_of(".ask .answer form.moves button")
    }

    /// The buttons on the board.
    pub fn hits(&self) -> Vec<String> {
        self.buttons_of("form.hits button").into_iter().map(|(_, spot)| spot).collect()
    }

    fn buttons_of(&self, selector: &str) -> Vec<(String, String)> {
        let attribute = |button: ElementRef<'_>, name| button.attr(name).unwrap_or_default().to_owned();
        let dom = self.dom();
        dom.select(&select(selector)).map(|button| (attribute(button, "name"), attribute(button, "value"))).collect()
    }

    /// Whether a move is to be chosen.
    pub fn is_move(&self) -> bool {
        !self.hits().is_empty()
    }

    /// Whether the tournament is over, or somebody is asked about another round.
    pub fn round_is_over(&self) -> bool {
        self.has("#result") || self.answers().iter().any(|(_, value)| value == "another round")
    }

    /// Whether a button can be pressed; `None` if there is no such button.
    pub fn can_press(&self, wanted: &str) -> Option<bool> {
        let dom = self.dom();
        let all: Vec<bool> = dom
            .select(&select("form button"))
            .filter(|button| is_called(*button, wanted))
            .map(|button| button.attr("disabled").is_none())
            .collect();
        if all.is_empty() { None } else { Some(all.contains(&true)) }
    }

    /// What the browser sends when a button of a form is pressed.
    fn submission(
        &self,
        fits: impl Fn(ElementRef<'_>) -> bool,
        filled: &[(&str, Field)],
        wanted: &str,
    ) -> Request<Body> {
        let dom = self.dom();
        let (forms, buttons) = (select("form"), select("button"));
        let mut found = dom.select(&forms).filter(|form| fits(*form)).flat_map(|form| {
            form.select(&buttons).filter(|button| is_called(*button, wanted)).map(move |button| (form, button))
        });
        let (form, button) = found.next().unwrap_or_else(|| panic!("there is no button {wanted} in {}", self.text()));
        assert!(button.attr("disabled").is_none(), "{wanted} can't be pressed: {}", text_of(button));
        let mut fields = fields_of(form);
        for (name, value) in filled {
            let field = fields.iter_mut().find(|(known, _)| known == name);
            field.unwrap_or_else(|| panic!("the form has no field {name}")).1 = value.clone();
        }
        fields
            .extend(button.attr("name").map(|name| (name.to_owned(), Field::from(button.attr("value").unwrap_or("")))));
        let action = form.attr("action").expect("every form says where it leads");
        if form.attr("method") != Some("post") {
            return Request::get(format!("{action}?{}", texts(&fields))).body(Body::empty()).unwrap();
        }
        let request = Request::post(action).header("sec-fetch-site", "same-origin");
        if form.attr("enctype") == Some("multipart/form-data") {
            let kind = format!("multipart/form-data; boundary={BOUNDARY}");
            request.header(header::CONTENT_TYPE, kind).body(Body::from(parts(&fields))).unwrap()
        } else {
            let kind = "application/x-www-form-urlencoded";
            request.header(header::CONTENT_TYPE, kind).body(Body::from(texts(&fields))).unwrap()
        }
    }
}

fn texts(fields: &[(String, Field)]) -> String {
    encoded(fields.iter().map(|(name, field)| match field {
        Field::Text(text) => (name.as_str(), text.as_str()),
        Field::File(file, _) => (name.as_str(), file.as_str()),
    }))
}

/// By its key, by what can be seen of it, or by its full name.
fn is_called(button: ElementRef<'_>, wanted: &str) -> bool {
    button.attr("data-key") == Some(wanted) || visible(button) == wanted || text_of(button) == wanted
}

/// What a form sends as it stands, without its buttons.
fn fields_of(form: ElementRef<'_>) -> Vec<(String, Field)> {
    let mut fields = Vec::new();
    for field in form.select(&select("input, select, textarea")) {
        let Some(name) = field.attr("name") else { continue };
        let value = match (field.value().name(), field.attr("type").unwrap_or("text")) {
            ("select", _) => {
                let options: Vec<ElementRef<'_>> = field.select(&select("option")).collect();
                let chosen = options.iter().find(|option| option.attr("selected").is_some()).or(options.first());
                Field::from(chosen.and_then(|option| option.attr("value")).unwrap_or_default())
            }
            ("textarea", _) => Field::Text(field.text().collect()),
            ("input", "file") => Field::File(String::new(), Vec::new()),
            ("input", "radio" | "checkbox") if field.attr("checked").is_none() => continue,
            _ => Field::from(field.attr("value").unwrap_or_default()),
        };
        fields.push((name.to_owned(), value));
    }
    fields
}

/// A computer player that chooses anything, without thinking.
#[derive(Default, Debug)]
pub struct Quick(Dice);

impl Opponent for Quick {
    fn decide(&self, job: &EngineJob) -> Result<Decided, String> {
        let choices = job.decision.choices();
        let choice = *self.0.pick(&choices).ok_or("there is nothing to choose")?;
        Ok(Decided { choice, value: None, rationale: None })
    }
}

/// Numbers that look random and are the same in every run.
#[derive(Default, Debug)]
pub struct Dice(AtomicU64);

impl Dice {
    pub fn seeded(seed: u64) -> Dice {
        Dice(AtomicU64::new(seed))
    }

    pub fn pick<'a, T>(&self, from: &'a [T]) -> Option<&'a T> {
        let step =
            |state: u64| Some(state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407));
        let state = self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, step).unwrap_or_else(|state| state);
        let number = usize::try_from(state >> 33).unwrap();
        from.get(number.checked_rem(from.len())?)
    }
}

/// Ada begins a table for two people and Ben takes the other seat. Both have loaded the table.
pub async fn two_people(house: &House, game: &str, options: &[(&str, Field)]) -> (Browser, Browser) {
    let (mut ada, mut ben) = (house.browser(), house.browser());
    let mut all = vec![("seats", "link".into()), ("name", "Ada".into())];
    all.extend(options.iter().cloned());
    ada.set_up(game, &all).await;
    let invitation = path_of(&ada.page.value("input[data-key=invite]"));
    ben.go(&invitation).await;
    ben.fill_and_press(&[("name", "Ben")], "Take the seat").await;
    assert_eq!(ben.table(), ada.table());
    ada.reload().await;
    (ada, ben)
}

/// The path of a whole address.
pub fn path_of(url: &str) -> String {
    url.strip_prefix("http://127.0.0.1:7433").unwrap_or_else(|| panic!("{url} is elsewhere")).to_owned()
}

/// Who of two people is asked now, and the other one. Both load the table.
pub async fn asked<'a>(one: &'a mut Browser, two: &'a mut Browser) -> (&'a mut Browser, &'a mut Browser) {
    let table = one.table();
    one.go(&table).await;
    two.go(&table).await;
    if one.page.waits() { (two, one) } else { (one, two) }
}

/// Answers with buttons until a page shows what is wanted.
pub async fn play_until(one: &mut Browser, two: &mut Browser, dice: &Dice, shows: impl Fn(&Page) -> bool) {
    for _ in 0..2000 {
        let (asked, _) = asked(one, two).await;
        if shows(&asked.page) {
            return;
        }
        asked.answer(dice).await;
    }
    panic!("it takes too long");
}
