//! A server with tables, and people who visit it.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::{Arc, mpsc};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use parlor_engine::{EngineJob, Limits as Effort};
use parlor_host::{Host, Looks, Opponent, Preferences, Speed};
use parlor_rules::{Game, Level, Pair, Seat};
use parlor_store::{BrowserId, JournalName, LinkKind, NewTable, Registry, SqliteStore, Token};
use parlor_table::{Answer, Ask, Entry, MenuItem, Next, Player, Question, Salt, Seed, Setup, Table};
use parlor_testkit::browser::{Browser, Options as Screen, Person, Program, Result};
use parlor_web::{Options, PublicUrl, Server, ServerLimits};
use tokio::sync::oneshot;

use crate::reopening::open_store;

/// A server with its tables.
pub struct TestServer {
    pub url: String,
    address: SocketAddr,
    registry: Arc<dyn Registry>,
    open: Option<(oneshot::Sender<()>, JoinHandle<()>)>,
}

/// The configuration of a test server.
#[derive(Default)]
pub struct Plan<'a> {
    /// The address to listen on; by default, any free port.
    pub address: Option<SocketAddr>,
    /// Its public host name.
    pub host: Option<&'a str>,
    /// The file for its tables. Without one, they are kept in memory.
    pub store: Option<&'a Path>,
    /// Replaces the engine as computer player.
    pub opponent: Option<Arc<dyn Opponent>>,
}

impl TestServer {
    pub fn new() -> TestServer {
        TestServer::with(Plan::default())
    }

    pub fn with(plan: Plan<'_>) -> TestServer {
        let registry: Arc<dyn Registry> = match plan.store {
            Some(file) => Arc::new(open_store(file)),
            None => Arc::new(SqliteStore::in_memory().unwrap()),
        };
        // The public address contains the port, so the port has to be known before the server starts.
        let address = plan.address.unwrap_or_else(|| match plan.host {
            Some(_) => free_address(),
            None => SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
        });
        let named = |host: &str| format!("http://{host}:{}", address.port()).parse::<PublicUrl>().unwrap();
        let options = Options {
            bind: address,
            public_url: plan.host.map(named),
            trusted_proxies: Vec::new(),
            rpc: false,
            metrics: None,
            log_addresses: false,
            archive_after: None,
            // Programs click faster than people.
            limits: ServerLimits {
                requests_per_browser: 1000,
                new_tables_per_browser: 1000,
                ..ServerLimits::default()
            },
        };
        let (enough, closed) = oneshot::channel();
        let (send_address, started) = mpsc::channel();
        let kept = Arc::clone(&registry);
        // A server has its own runtime, which can't be created within a test's runtime.
        let serving = thread::spawn(move || {
            let server = Server::start(options, kept, plan.opponent).unwrap();
            send_address.send((server.url().to_string(), server.address())).unwrap();
            server.run_until(async {
                let _ = closed.await;
            });
        });
        let (url, address) = started.recv().unwrap();
        TestServer { url, address, registry, open: Some((enough, serving)) }
    }

    /// Shuts the server down cleanly; returns its address.
    pub fn close(mut self) -> SocketAddr {
        let (enough, serving) = self.open.take().unwrap();
        let _ = enough.send(());
        serving.join().unwrap();
        self.address
    }

    /// A guest with a browser that has visited before, with animation off.
    pub async fn guest(&self) -> Result<Guest> {
        self.guest_with(Screen::default(), still()).await
    }

    pub async fn guest_with(&self, screen: Screen, prefs: Preferences) -> Result<Guest> {
        self.guest_in(&Browser::shared(Program::Chromium).await?, screen, prefs).await
    }

    pub async fn guest_in(&self, browser: &Browser, screen: Screen, prefs: Preferences) -> Result<Guest> {
        self.guest_as(browser, screen, prefs, Token::random()).await
    }

    /// Another device of the same person, with the same secret.
    pub async fn guest_as(
        &self,
        browser: &Browser,
        screen: Screen,
        prefs: Preferences,
        secret: Token,
    ) -> Result<Guest> {
        let person = Person::new(browser, screen).await?;
        person.set_cookie(&self.url, "parlor", &self.cookie(&secret)).await?;
        person.set_cookie(&self.url, "parlor-settings", &parlor_web::prefs::written(&prefs)).await?;
        Ok(Guest { person, secret })
    }

    /// The cookie of a browser with this secret, signed by the server.
    pub fn cookie(&self, secret: &Token) -> String {
        self.registry.cookie_keys().unwrap().sign(secret)
    }

    /// A table with these entries and with seats held by these guests.
    pub fn table(&self, setup: &Setup, entries: &[Entry], seats: Pair<Option<&Guest>>) -> Place {
        let holders = seats.map(|guest| guest.map(Guest::holder));
        self.table_of(setup, entries, holders, "")
    }

    pub fn table_of(&self, setup: &Setup, entries: &[Entry], holders: Pair<Option<BrowserId>>, note: &str) -> Place {
        let (watch, seats, invites) = (Token::random(), pair_of_tokens(), pair_of_tokens());
        let mut links = vec![(LinkKind::Watch, watch)];
        for seat in Seat::BOTH.into_iter().filter(|&seat| setup.players[seat].is_person()) {
            links.push((LinkKind::Seat(seat), seats[seat]));
            if holders[seat].is_none() {
                links.push((LinkKind::Invite(seat), invites[seat]));
            }
        }
        let held: Vec<(Seat, BrowserId)> =
            Seat::BOTH.into_iter().filter_map(|seat| Some((seat, holders[seat]?))).collect();
        let maker = held.first().map_or_else(|| BrowserId::of(&Token::random()), |(_, holder)| *holder);
        let new = NewTable { links, holders: held, maker, note: note.to_owned() };
        let summary = Table::replay(setup.clone(), entries.iter().cloned()).unwrap().summary();
        let name = self.registry.create_table(setup, entries, summary, &new).unwrap();
        let path = |kind: &str, token: Token| format!("{}/{kind}/{token}", self.url);
        Place {
            url: path("t", watch),
            seat: seats.map(|token| path("seat", token)),
            invite: invites.map(|token| path("join", token)),
            name,
        }
    }

    /// The table and its next step, once the computer player's turn is over.
    pub async fn next(&self, place: &Place) -> (Table, Next) {
        loop {
            let (host, _) = Host::look(&*self.registry, &place.name).unwrap();
            let next = host.table().next();
            let settled = match &next {
                _ if host.table().deciding_program().is_some() => false,
                // Automatic entries are written together with the entry before them.
                Next::Throw { .. } | Next::Toss if host.chance().is_some() => host.table().throw_waits_for().is_some(),
                Next::Ask(question) => !skipped(host.table(), question),
                _ => true,
            };
            if settled {
                return (host.table().clone(), next);
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    }
}

fn pair_of_tokens() -> Pair<Token> {
    Pair::from_fn(|_| Token::random())
}

fn free_address() -> SocketAddr {
    std::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap()
}

/// A person with a browser, and the browser's secret.
pub struct Guest {
    pub person: Person,
    pub secret: Token,
}

impl Guest {
    pub fn holder(&self) -> BrowserId {
        BrowserId::of(&self.secret)
    }
}

impl std::ops::Deref for Guest {
    type Target = Person;
    fn deref(&self) -> &Person {
        &self.person
    }
}

/// The addresses of a table.
pub struct Place {
    pub url: String,
    /// For each seat, the link for another device of its player.
    pub seat: Pair<String>,
    /// For each free seat, the link for taking it.
    pub invite: Pair<String>,
    pub name: JournalName,
}

/// Settings without animation and value bar.
pub fn still() -> Preferences {
    let looks = Looks { speed: Speed::Off, value_bar: false, ..Looks::default() };
    Preferences { name: Some("Anna".to_owned()), looks, ..Preferences::default() }
}

/// Anna against the computer at novice level, with known dice.
pub fn against_computer(game: Game, size: i64, seed: u64) -> Setup {
    let players = Pair { human: Player::Human("Anna".to_owned()), computer: Player::Computer(Level::Novice) };
    let seed = Seed::Committed { seed, salt: Salt([7; 16]) };
    Setup { players, seed, size: Some(size), ..Setup::new(game) }
}

pub fn two_people(game: Game, size: i64, seed: u64) -> Setup {
    let players = Pair { human: Player::Human("Anna".to_owned()), computer: Player::Human("Ben".to_owned()) };
    Setup { players, ..against_computer(game, size, seed) }
}

/// True if the page skips a question.
fn skipped(table: &Table, question: &Question) -> bool {
    matches!(&question.ask, Ask::Menu { before, turn, .. }
        if *before != parlor_table::MenuKind::FirstDice && table.menu_can_be_skipped(*before, *turn))
}

/// The answer of a casual player.
pub fn answer(question: &Question) -> Answer {
    match &question.ask {
        Ask::Size { usual, .. } => Answer::Size(*usual),
        Ask::Menu { .. } => Answer::Menu(MenuItem::Play),
        Ask::Decide(decision) => {
            let job = EngineJob { limits: Effort::effort(2000), ..EngineJob::new(decision.clone(), Level::Club) };
            let judged = job.decide();
            Answer::Choice(judged.map_or_else(|_| decision.choices()[0], |judged| judged.choice))
        }
        Ask::Another => Answer::Another(false),
        Ask::FileName => Answer::Cancel,
    }
}

/// The entries of a table until `stop` accepts a person's question, or until the tournament is over.
pub fn entries_until(setup: &Setup, mut stop: impl FnMut(&Table, &Question) -> bool) -> Vec<Entry> {
    entries_by(setup, |table, question| {
        let stops = !skipped(table, question) && stop(table, question);
        (!stops).then(|| answer(question))
    })
}

/// The entries of a table at which `answer` answers for the people, until it returns `None` or the tournament is over.
fn entries_by(setup: &Setup, mut answer: impl FnMut(&Table, &Question) -> Option<Answer>) -> Vec<Entry> {
    let (mut host, _) = Host::begin(setup.clone(), None).unwrap();
    let mut entries = Vec::new();
    loop {
        let thought = host.thinking().map(|thinking| thinking.run().unwrap());
        let entry = match thought.or_else(|| host.chance()).ok_or_else(|| host.table().next()) {
            Ok(entry) => entry,
            // People decline the computer's offers.
            Err(_) if host.table().offer().is_some() => Entry::Decline { seat: Seat::Human },
            Err(Next::Ask(question)) => match answer(host.table(), &question) {
                Some(answer) => Entry::decision(question.seat, answer),
                None => return entries,
            },
            Err(_) => return entries,
        };
        host.apply(entry.clone()).unwrap();
        entries.push(entry);
    }
}

/// Stops at a choice of a move by a person, after `after` earlier moves.
pub fn nth_move(mut after: usize) -> impl FnMut(&Table, &Question) -> bool {
    use parlor_rules::Decision;
    move |_, question| {
        let moves = matches!(question.ask, Ask::Decide(Decision::Canoga(_) | Decision::Congkak(_) | Decision::Kono(_)));
        if moves && after > 0 {
            after -= 1;
            return false;
        }
        moves
    }
}

/// A round that Anna lost because she always played the first choice. It contains marks of every kind.
pub fn a_bad_round(game: Game, size: i64, seed: u64) -> (Setup, Vec<Entry>) {
    let players = Pair { human: Player::Human("Anna".to_owned()), computer: Player::Computer(Level::Club) };
    let setup = Setup { players, ..against_computer(game, size, seed) };
    let entries = entries_by(&setup, |_, question| {
        Some(match &question.ask {
            Ask::Decide(decision) if question.seat == Seat::Human => {
                Answer::Choice(*decision.choices().last().unwrap())
            }
            _ => answer(question),
        })
    });
    (setup, entries)
}
