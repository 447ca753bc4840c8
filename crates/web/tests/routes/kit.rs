//! A server without sockets, and people who use its pages without scripts.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::{Request, header};
use http_body_util::BodyExt;
use parlor_engine::EngineJob;
use parlor_host::{Opponent, OpponentDecision};
use parlor_store::{Registry, SqliteStore};
use parlor_table::{Seed, Table};
use parlor_testkit::Random;
use parlor_testkit::page::{BOUNDARY, encoded, parts};
pub use parlor_testkit::page::{Field, Page, file, select};
use parlor_web::{Options, ServerLimits, Service};
use scraper::ElementRef;
use tower::ServiceExt;

/// A server without a socket.
pub struct TestServer {
    pub service: Service,
    pub registry: Arc<dyn Registry>,
}

/// The default options, with limits that no test reaches by chance.
pub fn options() -> Options {
    Options {
        bind: ([127, 0, 0, 1], 7433).into(),
        public_url: None,
        trusted_proxies: Vec::new(),
        rpc: true,
        metrics: None,
        log_addresses: false,
        archive_after: None,
        limits: ServerLimits {
            requests_per_browser: 100_000,
            requests_per_address: 100_000,
            new_tables_per_browser: 100_000,
            new_tables_per_address: 100_000,
            ..ServerLimits::default()
        },
    }
}

/// Options with other limits.
pub fn limited(change: impl FnOnce(&mut ServerLimits)) -> Options {
    let mut options = options();
    change(&mut options.limits);
    options
}

impl TestServer {
    /// A server whose computer player answers at once.
    pub fn open() -> TestServer {
        TestServer::with(options(), Some(Arc::new(Quick::default())))
    }

    pub fn with(options: Options, opponent: Option<Arc<dyn Opponent>>) -> TestServer {
        TestServer::on(options, Arc::new(SqliteStore::in_memory().unwrap()), opponent)
    }

    pub fn on(options: Options, registry: Arc<dyn Registry>, opponent: Option<Arc<dyn Opponent>>) -> TestServer {
        let service = Service::start(options, Arc::clone(&registry), opponent).unwrap();
        TestServer { service, registry }
    }

    /// A browser that hasn't visited before.
    pub fn browser(&self) -> Browser {
        Browser {
            router: self.service.router.clone(),
            // Computing values takes time, and few tests need the value bar.
            cookies: BTreeMap::from([("parlor-settings".to_owned(), "value_bar=no".to_owned())]),
            host: "127.0.0.1:7433".to_owned(),
            address: ([127, 0, 0, 1], 50_000).into(),
            page: Page::default(),
            at: "/".to_owned(),
            set_up: None,
        }
    }

    /// The table behind a page, including what the pages hide.
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
    pub page: Page,
    /// The path of the current page.
    pub at: String,
    /// The last table that was set up, with its options.
    set_up: Option<(String, Vec<(String, Field)>)>,
}

impl Browser {
    /// Continues at another server, for example after a restart.
    pub fn moves_to(&mut self, server: &TestServer) {
        self.router = server.service.router.clone();
    }

    /// Sends a request with cookies, and stores those of the response.
    pub async fn send(&mut self, request: Request<Body>) -> Page {
        let response = self.begin(request).await;
        let mut page = page_of(&response);
        page.body = response.into_body().collect().await.expect("a body arrives").to_bytes().to_vec();
        page
    }

    /// Like `send`, but doesn't read the body.
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

    /// Fetches a page without displaying it.
    pub async fn fetch(&mut self, path: &str) -> Page {
        self.send(Request::get(path).body(Body::empty()).unwrap()).await
    }

    /// Sends a form with any fields, and doesn't follow redirects.
    pub async fn post(&mut self, path: &str, fields: &[(&str, &str)]) -> Page {
        let body = encoded(fields.iter().copied());
        let request = Request::post(path)
            .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
            .header("sec-fetch-site", "same-origin")
            .body(Body::from(body));
        self.send(request.unwrap()).await
    }

    /// Sends a form with any fields and files, and doesn't follow redirects.
    pub async fn upload(&mut self, path: &str, fields: &[(&str, Field)]) -> Page {
        let fields: Vec<(String, Field)> =
            fields.iter().map(|(name, field)| ((*name).to_owned(), field.clone())).collect();
        let request = Request::post(path)
            .header(header::CONTENT_TYPE, format!("multipart/form-data; boundary={BOUNDARY}"))
            .header("sec-fetch-site", "same-origin")
            .body(Body::from(parts(&fields)));
        self.send(request.unwrap()).await
    }

    pub async fn go(&mut self, path: &str) -> &Page {
        let page = self.fetch(path).await;
        self.see(path.to_owned(), page).await
    }

    /// Displays a response, after following its redirects.
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

    /// Reloads the page until it fulfils a condition.
    pub async fn until(&mut self, what: &str, shows: impl Fn(&Page) -> bool) {
        let begun = Instant::now();
        while !shows(&self.page) {
            assert!(begun.elapsed() < Duration::from_secs(40), "{what}: {}", self.page.text());
            tokio::time::sleep(Duration::from_millis(3)).await;
            self.reload().await;
        }
    }

    /// Waits until it is this browser's turn or the tournament is over.
    pub async fn ready(&mut self) -> &Page {
        self.until("a player is asked", |page| !page.waits()).await;
        &self.page
    }

    /// Presses the button with this text or key, without filling in any fields.
    pub async fn press(&mut self, button: &str) -> &Page {
        self.fill_and_press(&[], button).await
    }

    /// Types into fields and presses a button of their form.
    pub async fn fill_and_press(&mut self, filled: &[(&str, &str)], button: &str) -> &Page {
        let filled: Vec<(&str, Field)> = filled.iter().map(|(name, value)| (*name, Field::from(*value))).collect();
        self.submit(|_| true, &filled, button).await
    }

    /// Fills in the form that `fits` accepts, and presses one of its buttons.
    pub async fn submit(
        &mut self,
        fits: impl Fn(ElementRef<'_>) -> bool,
        filled: &[(&str, Field)],
        button: &str,
    ) -> &Page {
        let submission = self.page.submission(fits, filled, button);
        let mut request = Request::builder().method(submission.method).uri(submission.path);
        if let Some(kind) = submission.content_type {
            request = request.header(header::CONTENT_TYPE, kind).header("sec-fetch-site", "same-origin");
        }
        let page = self.send(request.body(Body::from(submission.body)).unwrap()).await;
        let at = self.at.clone();
        self.see(at, page).await
    }

    /// Sets up a table with options from the lobby.
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

    /// Answers with the button that sends this field and value.
    pub async fn choose(&mut self, field: &str, value: &str) -> &Page {
        if field == "typed" && value.contains(' ') {
            return self.say(value).await;
        }
        let key = match field {
            "throw" => field.to_owned(),
            "spot" => format!("pick:{value}"),
            _ => format!("{field}:{value}"),
        };
        self.press(&key).await
    }

    /// Answers with a random button, and with a second one if the answer has two parts.
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

    /// Answers until `shows` accepts the page, and waits for the computer player in between.
    pub async fn answer_until(&mut self, shows: impl Fn(&Page) -> bool) -> &Page {
        let dice = Dice::default();
        for _ in 0..500 {
            self.ready().await;
            if shows(&self.page) {
                return &self.page;
            }
            // Dice are random, so the computer occasionally wins before the person's first turn.
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

    /// Answers until a move has to be chosen on the board.
    pub async fn first_move(&mut self) -> &Page {
        self.answer_until(Page::is_move).await
    }

    pub async fn say(&mut self, line: &str) -> &Page {
        self.fill_and_press(&[("typed", line)], "typed-play").await
    }

    /// The table's path: `/t/` and its id.
    pub fn table(&self) -> String {
        self.at.split(['?', '#']).next().unwrap().split('/').take(3).collect::<Vec<_>>().join("/")
    }

    pub fn id(&self) -> String {
        self.table().strip_prefix("/t/").expect("the page shows a table").to_owned()
    }

    /// Downloads a file of the table: a save or the journal.
    pub async fn download(&mut self, what: &str) -> Page {
        let path = format!("{}/{what}", self.table());
        let page = self.fetch(&path).await;
        assert_eq!(page.status, 200, "{path}: {}", page.text());
        page
    }
}

/// A computer player that chooses at random, without a search.
#[derive(Default, Debug)]
pub struct Quick(Dice);

impl Opponent for Quick {
    fn decide(&self, job: &EngineJob) -> Result<OpponentDecision, String> {
        let choices = job.decision.choices();
        let choice = *self.0.pick(&choices).ok_or("there is nothing to choose")?;
        Ok(OpponentDecision { choice, value: None, rationale: None })
    }
}

/// Random numbers from a shared generator.
#[derive(Debug)]
pub struct Dice(Mutex<Random>);

impl Default for Dice {
    fn default() -> Dice {
        Dice::seeded(0)
    }
}

impl Dice {
    pub fn seeded(seed: u64) -> Dice {
        Dice(Mutex::new(Random::new(seed)))
    }

    pub fn pick<'a, T>(&self, from: &'a [T]) -> Option<&'a T> {
        if from.is_empty() { None } else { from.get(self.0.lock().unwrap().below(from.len())) }
    }
}

/// A response whose body hasn't been read.
pub fn page_of(response: &axum::response::Response) -> Page {
    let text = |value: &header::HeaderValue| value.to_str().unwrap().to_owned();
    let headers = response.headers().iter().map(|(name, value)| (name.to_string(), text(value)));
    Page { status: response.status().as_u16(), headers: headers.collect(), body: Vec::new() }
}

/// Ada creates a table for two people and Ben takes the other seat. Both have loaded the table.
pub async fn two_people(server: &TestServer, game: &str, options: &[(&str, Field)]) -> (Browser, Browser) {
    let (mut ada, mut ben) = (server.browser(), server.browser());
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

/// The path of an absolute URL.
pub fn path_of(url: &str) -> String {
    url.strip_prefix("http://127.0.0.1:7433").unwrap_or_else(|| panic!("{url} is elsewhere")).to_owned()
}

/// The player who has to answer now, and the other one. Both load the table.
pub async fn asked<'a>(one: &'a mut Browser, two: &'a mut Browser) -> (&'a mut Browser, &'a mut Browser) {
    let table = one.table();
    one.go(&table).await;
    two.go(&table).await;
    if one.page.waits() { (two, one) } else { (one, two) }
}

/// Answers with buttons until `shows` accepts a page.
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

/// Gives up the round as soon as possible, and declines another one. Both players see the end.
pub async fn end_game(one: &mut Browser, two: &mut Browser) {
    let can_give_up = |page: &Page| page.has("a[data-key=give-up]");
    play_until(one, two, &Dice::seeded(1), can_give_up).await;
    let (giving_up, _) = asked(one, two).await;
    let sure = format!("{}?sure=give-up", giving_up.table());
    giving_up.go(&sure).await;
    giving_up.press("sure").await;
    let (asked, _) = asked(one, two).await;
    if !asked.page.has("#result") {
        asked.say("no").await;
    }
    for browser in [one, two] {
        assert!(browser.reload().await.has("#result"), "{}", browser.page.text());
    }
}
