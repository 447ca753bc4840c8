//! A computer player that is busy, slow or broken.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex};

use parlor_engine::EngineJob;
use parlor_host::{Opponent, OpponentDecision};
use parlor_rules::Decision;

use crate::kit::{Browser, Dice, Page, Quick, TestServer, limited, options};

/// Answers only when its gate is open.
#[derive(Default)]
struct Gated {
    open: Mutex<bool>,
    changed: Condvar,
    asked: AtomicUsize,
    quick: Quick,
}

impl Gated {
    fn open(&self) {
        *self.open.lock().unwrap() = true;
        self.changed.notify_all();
    }
}

impl Opponent for Gated {
    fn decide(&self, job: &EngineJob) -> Result<OpponentDecision, String> {
        self.asked.fetch_add(1, Ordering::SeqCst);
        drop(self.changed.wait_while(self.open.lock().unwrap(), |open| !*open).unwrap());
        self.quick.decide(job)
    }
}

fn thinks(page: &Page) -> bool {
    page.says("is thinking\u{2026}")
}

fn is_busy(page: &Page) -> bool {
    page.says("The computer is busy with other tables. It plays as soon as it can.")
}

async fn until_the_computer_plays(ada: &mut Browser) {
    let dice = Dice::default();
    for _ in 0..30 {
        if ada.page.waits() {
            return;
        }
        ada.answer(&dice).await;
    }
    panic!("{}", ada.page.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_busy_computer_player_is_reported_and_plays_later() {
    let gated = Arc::new(Gated::default());
    let options = limited(|limits| (limits.thinkers, limits.waiting) = (1, 1));
    let server = TestServer::with(options, Some(Arc::clone(&gated) as Arc<dyn Opponent>));
    let mut tables = Vec::new();
    for _ in 0..4 {
        let mut ada = server.browser();
        ada.set_up("congkak", &[]).await;
        until_the_computer_plays(&mut ada).await;
        tables.push(ada);
    }
    let mut words = Vec::new();
    for ada in &mut tables {
        ada.reload().await;
        words.push(if is_busy(&ada.page) {
            "busy"
        } else if thinks(&ada.page) {
            "thinks"
        } else {
            "?"
        });
        let answer = format!("{}/answer", ada.table());
        let page = ada.post(&answer, &[("revision", &ada.page.revision().to_string()), ("typed", "A")]).await;
        assert_eq!(page.status, 403);
    }
    assert_eq!(
        words,
        ["thinks", "thinks", "thinks", "busy"],
        "two are answered, the second as a short question, and one waits"
    );
    gated.open();
    for ada in &mut tables {
        ada.ready().await;
        assert!(ada.page.has("#ask") || ada.page.round_is_over());
    }
}

/// Without scripts, the page can't be notified when the advice arrives, so it says that the engine is thinking.
#[tokio::test(flavor = "multi_thread")]
async fn pending_advice_is_reported() {
    let gated = Arc::new(Gated::default());
    let options = limited(|limits| (limits.thinkers, limits.waiting) = (1, 1));
    let server = TestServer::with(options, Some(Arc::clone(&gated) as Arc<dyn Opponent>));
    // One thread is reserved for short questions.
    for _ in 0..2 {
        let mut ada = server.browser();
        ada.set_up("congkak", &[]).await;
        until_the_computer_plays(&mut ada).await;
    }
    let (mut ben, mut cy) = (server.browser(), server.browser());
    for browser in [&mut ben, &mut cy] {
        browser.set_up("congkak", &[("seats", "here".into())]).await;
        browser.first_move().await;
    }
    ben.press("help").await;
    assert_eq!(ben.page.status, 200);
    assert!(ben.page.says("The engine is thinking about it\u{2026}"));
    cy.press("help").await;
    assert_eq!(cy.page.status, 503);
    assert_eq!(cy.page.notice(), "The engine is busy with other tables. Ask again in a moment.");
    assert!(cy.page.has("#ask"), "the table continues without advice");
    gated.open();
    ben.until("advice", |page| page.has("section.advice .say")).await;
    cy.reload().await;
    cy.press("help").await;
    cy.until("advice", |page| page.has("section.advice .say")).await;
}

struct BrokenAtKono(Quick);

impl Opponent for BrokenAtKono {
    fn decide(&self, job: &EngineJob) -> Result<OpponentDecision, String> {
        assert!(!matches!(job.decision, Decision::Kono(_) | Decision::Color(_)), "this engine is broken");
        self.0.decide(job)
    }
}

const FROZEN: &str = "An internal error stopped this table. You can still look at it and save it.";

#[tokio::test(flavor = "multi_thread")]
async fn an_engine_that_panics_stops_only_its_own_table() {
    let server = TestServer::with(options(), Some(Arc::new(BrokenAtKono(Quick::default()))));
    let mut ada = server.browser();
    ada.set_up("kono", &[]).await;
    for _ in 0..10 {
        ada.until("its end or a question", |page| !page.waits() || page.says(FROZEN)).await;
        if ada.page.says(FROZEN) {
            break;
        }
        let answers = ada.page.answers();
        ada.choose(&answers[0].0, &answers[0].1).await;
    }
    assert!(ada.page.says(FROZEN), "{}", ada.page.text());
    assert!(!ada.page.waits() && !ada.page.has("#ask"), "the page no longer waits");
    assert!(ada.page.has("[data-board]"), "it can be looked at");
    let table = ada.table();
    let revision = ada.page.revision().to_string();
    for (post, field) in [("answer", ("typed", "1 1 se")), ("answer", ("answer", "pass")), ("undo", ("x", "y"))] {
        let page = ada.post(&format!("{table}/{post}"), &[("revision", &revision), field]).await;
        assert!([403, 409, 422].contains(&page.status), "{post}: {}", page.status);
        assert!(page.says(FROZEN), "{post}");
    }
    assert_eq!(ada.download("journal").await.status, 200);
    let mut ben = server.browser();
    ben.set_up("congkak", &[]).await;
    for _ in 0..5 {
        ben.ready().await;
        let answers = ben.page.answers();
        ben.choose(&answers[0].0, &answers[0].1).await;
        assert_eq!(ben.page.status, 200, "other tables continue");
    }
    ada.go("/").await;
    assert_eq!(ada.page.status, 200);
}

/// Returns an illegal move.
struct Wrong;

impl Opponent for Wrong {
    fn decide(&self, _: &EngineJob) -> Result<OpponentDecision, String> {
        let choice = "pit A".parse().unwrap();
        Ok(OpponentDecision { choice, value: None, rationale: None })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_illegal_move_of_the_engine_stops_its_table() {
    let server = TestServer::with(options(), Some(Arc::new(Wrong)));
    let mut ada = server.browser();
    ada.set_up("canoga", &[("seats", "programs".into())]).await;
    ada.until("a sentence", |page| page.says(FROZEN)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_programs_play_only_while_a_page_follows_them() {
    let gated = Arc::new(Gated::default());
    gated.open();
    let server = TestServer::with(options(), Some(Arc::clone(&gated) as Arc<dyn Opponent>));
    let mut ada = server.browser();
    let fields = [("game", "congkak".into()), ("seats", "programs".into()), ("rounds", "1".into())];
    let page = ada.upload("/tables/options", &fields).await;
    assert_eq!(page.status, 303);
    assert_eq!(gated.asked.load(Ordering::SeqCst), 0, "no page has shown the table yet");
    let table = page.header("location").to_owned();
    assert_eq!(server.table(table.strip_prefix("/t/").unwrap()).revision(), 0);
    ada.go(&table).await;
    ada.until("the end", |page| page.has("#result")).await;
    assert!(gated.asked.load(Ordering::SeqCst) > 10);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_undo_stops_the_computers_search() {
    let gated = Arc::new(Gated::default());
    let server = TestServer::with(options(), Some(Arc::clone(&gated) as Arc<dyn Opponent>));
    let mut ada = server.browser();
    // If the computer starts, Ada has no decision to undo.
    for _ in 0..30 {
        ada.set_up("congkak", &[]).await;
        until_the_computer_plays(&mut ada).await;
        if ada.page.can_press("undo") == Some(true) {
            break;
        }
    }
    ada.press("Undo").await;
    assert!(!ada.page.waits(), "it is Ada's turn again at once");
    let (revision, answers) = (ada.page.revision(), ada.page.answers());
    gated.open();
    // The search was for a state of the table that no longer exists.
    for _ in 0..10 {
        tokio::task::yield_now().await;
        ada.reload().await;
        assert_eq!((ada.page.revision(), ada.page.answers()), (revision, answers.clone()));
    }
    ada.choose(&answers[0].0, &answers[0].1).await;
    ada.ready().await;
    assert_eq!(ada.page.status, 200);
}
