//! Every page in several states, to be inspected by people and by axe.

use std::sync::Arc;

use parlor_engine::{EngineJob, Limits as Effort};
use parlor_host::{Engine, Looks, Opponent, OpponentDecision, Preferences, Speed};
use parlor_review::Tutor;
use parlor_rules::{Choice, Decision, Game, Level, Pair, Seat};
use parlor_store::{BrowserId, Token};
use parlor_table::{Answer, Ask, DiceSource, Entry, Offer, Player, Setup, Table};
use parlor_testkit::browser::{Options as Screen, Person, Result};
use parlor_view::guided_setup;

use crate::test_server::{Plan, TestServer, a_bad_round, against_computer, entries_until, nth_move, two_people};

/// A page in some state.
pub struct Exhibit {
    pub name: String,
    pub url: String,
    /// The secret of the browser that opens the page.
    by: Token,
    /// The action that brings the page into its state.
    preparation: Preparation,
    /// The page's pictures and outlines are stored.
    pub kept: bool,
}

enum Preparation {
    Nothing,
    /// Clicks the first selector, and then waits for the second one.
    Click(&'static str, &'static str),
    /// Pastes this text, which can't be opened.
    Paste(&'static str),
    Wait(&'static str),
    /// Waits for the question of a strict tutor.
    Tutor,
    /// Cuts the connection, and waits for the notice.
    Offline,
}

/// Pages in many states, and the server that serves them.
pub struct Exhibition {
    server: TestServer,
    pub all: Vec<Exhibit>,
}

pub fn screen(width: u32, dark: bool) -> Screen {
    let height = if width < 600 { 780 } else { 900 };
    Screen { width, height, dark, ..Screen::default() }
}

/// Plays Canoga, never finishes thinking about Congkak, and fails at Kono.
struct MixedOpponent;

impl Opponent for MixedOpponent {
    fn decide(&self, job: &EngineJob) -> std::result::Result<OpponentDecision, String> {
        match &job.decision {
            Decision::Congkak(_) => loop {
                std::thread::park();
            },
            Decision::Kono(_) => Err("it can't".to_owned()),
            _ => Engine.decide(job),
        }
    }
}

/// A fixed secret, so that the pages are always the same.
fn secret(digit: char) -> Token {
    digit.to_string().repeat(32).parse().unwrap()
}

/// Anna against the computer at club level.
fn club(game: Game, size: i64, seed: u64) -> Setup {
    let setup = against_computer(game, size, seed);
    Setup { players: Pair { computer: Player::Computer(Level::Club), ..setup.players.clone() }, ..setup }
}

/// The entries until a seat has to choose a move, after `after` earlier moves.
fn until_asked(setup: &Setup, seat: Seat, after: usize) -> Vec<Entry> {
    let mut nth = after;
    entries_until(setup, move |table, question| {
        let fits = question.seat == seat && nth_move(0)(table, question);
        nth -= usize::from(fits && nth > 0);
        fits && nth == 0
    })
}

/// The pit that gives away the most seeds, as in a URL.
fn costliest_pit(setup: &Setup, entries: &[Entry]) -> String {
    let table = Table::replay(setup.clone(), entries.iter().cloned()).unwrap();
    let (_, decision) = table.decision().unwrap();
    let job = EngineJob { limits: Effort::effort(20_000), ..EngineJob::full_strength(decision) };
    job.rank().unwrap().last().unwrap().choice.to_string().replace(' ', "+")
}

impl Exhibition {
    #[allow(clippy::too_many_lines, reason = "a list")]
    pub fn new() -> Exhibition {
        use Preparation::{Click, Nothing, Offline, Paste, Wait};

        let server = TestServer::with(Plan { opponent: Some(Arc::new(MixedOpponent)), ..Plan::default() });
        let (anna, watcher, owner) = (secret('a'), secret('b'), secret('c'));
        let me = Pair { human: Some(BrowserId::of(&anna)), computer: None };
        let mut all: Vec<Exhibit> = Vec::new();
        let url = server.url.clone();
        let mut show = |name: &str, url: &str, by: Token, preparation: Preparation, kept: bool| {
            all.push(Exhibit { name: name.to_owned(), url: url.to_owned(), by, preparation, kept });
        };

        // The lobby's list, with a table in each state.
        let owned = Pair { human: Some(BrowserId::of(&owner)), computer: None };
        let over = |game: Game, seed: u64| {
            let setup = club(game, game.usual_size(), seed);
            (setup.clone(), entries_until(&setup, |_, _| false))
        };
        let (setup, entries) = over(Game::Canoga, 2);
        server.table_of(&setup, &entries, owned, "");
        server.table_of(&two_people(Game::Kono, 7, 1), &[], owned, "");
        let setup = club(Game::Congkak, 7, 3);
        server.table_of(&setup, &until_asked(&setup, Seat::Human, 3), owned, "");
        show("lobby", &url, owner, Nothing, true);
        show("lobby-new", &url, watcher, Nothing, false);
        let options = "article[aria-labelledby=canoga] > .body > details > summary";
        show("lobby-options", &url, owner, Click(options, "details[open]"), true);

        // Tables in mid-round at every size, with and without help.
        for game in Game::ALL {
            let slug = game.to_string().to_lowercase();
            for size in game.sizes() {
                let usual = size == game.usual_size();
                let setup = club(game, size, if usual { 7 } else { 4 });
                let entries = until_asked(&setup, Seat::Human, 4);
                let name = if usual { slug.clone() } else { format!("{slug}-{size}") };
                let place = server.table_of(&setup, &entries, me, "");
                let largest = game.sizes().last() == Some(&size);
                show(&name, &place.url, anna, Nothing, usual || largest);
                if usual {
                    show(&format!("{slug}-watch"), &place.url, watcher, Nothing, game == Game::Congkak);
                    show(&format!("{slug}-give-up"), &format!("{}?sure=give-up", place.url), anna, Nothing, false);
                    let replay = format!("{}/replay?moment=9", place.url);
                    show(&format!("{slug}-replay"), &replay, watcher, Nothing, game == Game::Canoga);
                    let helped = server.table_of(&setup, &entries, me, "");
                    let help = Click("[data-key=help]", ".advice .ranks");
                    show(&format!("{slug}-help"), &helped.url, anna, help, true);
                }
            }
            let (setup, entries) = over(game, 2);
            let place = server.table_of(&setup, &entries, me, "");
            show(&format!("{slug}-over"), &place.url, anna, Nothing, game == Game::Kono);
            let guided = guided_setup(game, Some("Anna"));
            let place = server.table_of(&guided, &[], me, "guided\n");
            show(&format!("{slug}-guided"), &place.url, anna, Nothing, game == Game::Canoga);
            let place = server.table_of(&guided, &entries_until(&guided, nth_move(0)), me, "guided\n");
            show(&format!("{slug}-guided-move"), &place.url, anna, Nothing, false);
        }

        // The tutor's question, a lost connection, the first question of Congkak, and a guest on the far side.
        let setup = club(Game::Congkak, 7, 7);
        let entries = until_asked(&setup, Seat::Human, 4);
        let place = server.table_of(&setup, &entries, me, "");
        let asks = format!("{}?at={}&tutor={}", place.url, entries.len(), costliest_pit(&setup, &entries));
        show("congkak-tutor", &asks, anna, Preparation::Tutor, true);
        show("congkak-offline", &place.url, anna, Offline, false);
        let place = server.table_of(&setup, &[], me, "");
        show("congkak-coin", &place.url, anna, Nothing, false);
        for game in Game::ALL {
            let friends = two_people(game, game.usual_size(), 5);
            let guest = Pair { human: Some(BrowserId::of(&secret('f'))), computer: me.human };
            let place = server.table_of(&friends, &until_asked(&friends, Seat::Computer, 1), guest, "");
            show(&format!("{}-guest", game.to_string().to_lowercase()), &place.url, anna, Nothing, false);
        }

        // A lifted piece, a waiting table, an invitation, an offer, and a computer player that failed.
        let setup = club(Game::Kono, 5, 7);
        let entries = until_asked(&setup, Seat::Human, 4);
        let place = server.table_of(&setup, &entries, me, "");
        show(
            "kono-piece",
            &place.url,
            anna,
            Click(".hits > .hit:nth-child(1 of .hit:not([hidden]))", ".hit[aria-pressed]"),
            false,
        );
        let setup = club(Game::Congkak, 7, 3);
        let entries = entries_before_a_thought(&setup);
        let place = server.table_of(&setup, &entries, me, "");
        show("congkak-thinking", &place.url, anna, Nothing, true);
        let setup = club(Game::Kono, 5, 3);
        let entries = entries_before_a_thought(&setup);
        let place = server.table_of(&setup, &entries, me, "");
        show("kono-failed", &place.url, anna, Nothing, false);
        let friends = two_people(Game::Kono, 5, 5);
        let invited = server.table_of(&friends, &[], me, "help off\n");
        show("kono-invites", &invited.url, anna, Nothing, true);
        show("delete", &format!("{}/delete", invited.url), anna, Nothing, false);
        show("join", &invited.invite.computer, watcher, Nothing, true);
        let both = Pair { human: me.human, computer: Some(BrowserId::of(&owner)) };
        let mut entries = until_asked(&friends, Seat::Computer, 3);
        entries.push(Entry::Offer { seat: Seat::Human, offer: Offer::Undo });
        let place = server.table_of(&friends, &entries, both, "helped human 2\n");
        show("kono-offer", &place.url, owner, Nothing, false);
        show("kono-asks-for-undo", &place.url, anna, Nothing, false);
        show("seat", &place.seat.human, watcher, Nothing, true);
        let here = Pair { human: me.human, computer: me.human };
        let canoga = two_people(Game::Canoga, 9, 4);
        let place = server.table_of(&canoga, &until_asked(&canoga, Seat::Computer, 2), here, "");
        show("canoga-two-here", &place.url, anna, Nothing, false);
        let by_hand = Setup { dice: DiceSource::Manual, ..club(Game::Canoga, 9, 1) };
        let place = server.table_of(&by_hand, &[], me, "");
        show("canoga-dice-by-hand", &place.url, anna, Nothing, false);
        let any_size = Setup { size: None, ..club(Game::Kono, 5, 1) };
        let place = server.table_of(&any_size, &[], me, "");
        show("kono-size", &place.url, anna, Nothing, false);
        let setup = club(Game::Congkak, 5, 1);
        let entries = entries_until(&setup, |_, question| matches!(question.ask, Ask::Another));
        let place = server.table_of(&setup, &entries, me, "");
        show("congkak-another", &place.url, anna, Nothing, false);

        // The pages for learning. The other ones need the review, so it comes first.
        let learner = secret('e');
        let hers = Pair { human: Some(BrowserId::of(&learner)), computer: None };
        let (setup, entries) = a_bad_round(Game::Canoga, 9, 3);
        let place = server.table_of(&setup, &entries, hers, "");
        show("review", &format!("{}/review", place.url), learner, Wait("main[data-wait='0'] .steps"), true);
        show("practice", &format!("{url}/practice"), learner, Wait("#first"), true);
        show("better", &format!("{url}/practice"), learner, Click(".panel a.primary", "#task"), true);
        show("statistics", &format!("{url}/statistics"), learner, Wait("table.steps"), true);
        let setup = club(Game::Kono, 5, 7);
        let place = server.table_of(&setup, &until_asked(&setup, Seat::Human, 4), hers, "");
        show("analyse", &format!("{}/analyse", place.url), learner, Wait(".ranks"), true);
        show("analyse-throw", &format!("{url}/analyse?start=canoga-9"), learner, Nothing, false);
        show("set-up", &format!("{url}/analyse"), learner, Nothing, true);
        show("set-up-wrong", &format!("{url}/analyse?position=Next+Player%3A+x"), learner, Nothing, false);

        // The pages that don't belong to a table.
        let rules =
            ["how-to-play", "how-to-play/canoga", "how-to-play/congkak", "how-to-play/kono", "how-to-play/saves"];
        for page in rules.into_iter().chain(["settings"]) {
            show(&page.replace('/', "-"), &format!("{url}/{page}"), anna, Nothing, true);
        }
        show("open", &url, watcher, Paste("Round: 1\nComputer:\n   Squares: 1 2 x\n"), true);
        show("nothing-here", &format!("{url}/nowhere"), watcher, Nothing, true);
        show("no-table", &format!("{url}/t/{}", secret('d')), watcher, Nothing, false);
        show("no-link", &format!("{url}/join/{}", secret('d')), watcher, Nothing, false);
        Exhibition { server, all }
    }

    /// A person who visits the pages.
    pub async fn visitor(&self, screen: Screen) -> Result<Visitor<'_>> {
        let guest = self.server.guest_with(screen, prefs(Tutor::Off)).await?;
        Ok(Visitor { server: &self.server, url: &self.server.url, person: guest.person })
    }
}

fn prefs(tutor: Tutor) -> Preferences {
    let looks = Looks { speed: Speed::Off, tutor, ..Looks::default() };
    Preferences { name: Some("Anna".to_owned()), looks, ..Preferences::default() }
}

/// A person who visits the pages.
pub struct Visitor<'a> {
    server: &'a TestServer,
    url: &'a str,
    pub person: Person,
}

/// The number of times that a visitor tries a busy server.
const ATTEMPTS: usize = 3;

impl Visitor<'_> {
    /// Opens a page and brings it into its state.
    pub async fn look_at(&self, exhibit: &Exhibit) -> Result<()> {
        let tutor = if matches!(exhibit.preparation, Preparation::Tutor) { Tutor::Strict } else { Tutor::Off };
        self.person.set_offline(false).await?;
        // A late response to the page before could set its cookie again.
        self.person.goto("about:blank").await?;
        self.person.set_cookie(self.url, "parlor", &self.server.cookie(&exhibit.by)).await?;
        self.person.set_cookie(self.url, "parlor-settings", &parlor_web::prefs::written(&prefs(tutor))).await?;
        self.person.goto(&exhibit.url).await?;
        match &exhibit.preparation {
            Preparation::Nothing => {}
            Preparation::Click(css, there) => {
                // Requested advice is still visible for the next visitor. A busy server drops the request, so it is
                // repeated.
                for attempt in 1..=ATTEMPTS {
                    if self.person.exists(there).await? {
                        break;
                    }
                    self.person.click(css).await?;
                    let waited = self.person.wait_for(there).await;
                    if attempt == ATTEMPTS {
                        waited?;
                    }
                }
            }
            Preparation::Wait(there) => {
                self.person.wait_for(there).await?;
                // Messages that appeared during the wait aren't part of the page.
                self.person.goto(&exhibit.url).await?;
                self.person.wait_for(there).await?;
            }
            Preparation::Tutor => self.person.reload_until_exists("#tutor").await?,
            Preparation::Offline => {
                self.person.set_offline(true).await?;
                self.person.wait_for("#live.notice").await?;
            }
            Preparation::Paste(text) => {
                self.person.fill("#paste", text).await?;
                self.person.follow_named("button", "Check and open").await?;
            }
        }
        // The value arrives a moment after the page.
        self.person.wait_until("!document.querySelector('main:has(.hit) .value .unknown')").await?;
        self.person.eval("document.activeElement.blur(); scrollTo(0, 0)").await?;
        Ok(())
    }
}

/// The entries until the computer has to choose its third move.
fn entries_before_a_thought(setup: &Setup) -> Vec<Entry> {
    let entries = entries_until(setup, |_, _| false);
    let moves = |entry: &Entry| {
        matches!(entry, Entry::Decision { seat: Seat::Computer, answer: Answer::Choice(choice), .. }
            if matches!(choice, Choice::Congkak(_) | Choice::Kono(_)))
    };
    let third = entries.iter().enumerate().filter(|(_, entry)| moves(entry)).nth(2).unwrap().0;
    entries[..third].to_vec()
}
