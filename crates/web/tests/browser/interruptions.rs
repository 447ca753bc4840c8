//! Pages that are reloaded and servers that are restarted in the middle of a turn.

use std::sync::{Arc, Condvar, Mutex};

use parlor_engine::EngineJob;
use parlor_host::{Engine, Opponent, OpponentDecision};
use parlor_rules::{Game, Pair};
use parlor_testkit::browser::{Options as Screen, Result};

use crate::playing::InputMethod;
use crate::test_server::{Plan, TestServer, against_computer, entries_until, nth_move, still};

/// Plays like the engine, but only when the gate is open.
#[derive(Default)]
pub struct Gate {
    open: Mutex<bool>,
    opened: Condvar,
}

impl Gate {
    pub fn open(&self) {
        *self.open.lock().unwrap() = true;
        self.opened.notify_all();
    }
}

impl Opponent for Gate {
    fn decide(&self, job: &EngineJob) -> std::result::Result<OpponentDecision, String> {
        let _open = self.opened.wait_while(self.open.lock().unwrap(), |open| !*open).unwrap();
        Engine.decide(job)
    }
}

#[tokio::test]
async fn a_half_made_choice_is_still_there_when_the_page_is_loaded_again() -> Result<()> {
    let server = TestServer::new();
    for scripts in [true, false] {
        let guest = server.guest_with(Screen { scripts, ..Screen::default() }, still()).await?;
        let setup = against_computer(Game::Kono, 5, 3);
        let entries = entries_until(&setup, nth_move(3));
        let place = server.table(&setup, &entries, Pair { human: Some(&guest), computer: None });
        guest.goto(&place.url).await?;
        let piece = guest.first_key(".hit:not([hidden])").await?;
        if scripts {
            guest.click(&piece).await?;
        } else {
            guest.follow(&piece).await?;
        }
        guest.wait_for(&format!("{piece}[aria-pressed=true]")).await?;
        guest.reload().await?;
        assert!(guest.exists(&format!("{piece}[aria-pressed=true]")).await?);
        assert_eq!(guest.attribute("#main", "data-wait").await?.as_deref(), Some("0"));
    }
    Ok(())
}

#[tokio::test]
async fn a_choice_that_could_not_be_sent_is_sent_when_it_is_pressed_again() -> Result<()> {
    let server = TestServer::new();
    let guest = server.guest_with(Screen::default(), still()).await?;
    let setup = against_computer(Game::Congkak, 7, 3);
    let entries = entries_until(&setup, nth_move(2));
    let place = server.table(&setup, &entries, Pair { human: Some(&guest), computer: None });
    guest.goto(&place.url).await?;
    let revision = guest.attribute("#main", "data-revision").await?.unwrap();
    let pit = guest.first_key(".hit:not([hidden])").await?;
    guest.set_offline(true).await?;
    guest.click(&pit).await?;
    guest.wait_for("#live.notice").await?;
    guest.set_offline(false).await?;
    guest.wait_until("!document.querySelector('#live.notice')").await?;
    guest.click(&pit).await?;
    guest.wait_until(&format!("document.querySelector('#main').dataset.revision > {revision}")).await?;
    Ok(())
}

#[tokio::test]
async fn a_page_continues_when_the_server_is_restarted() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tables.sqlite");
    let server = TestServer::with(Plan { store: Some(&file), ..Plan::default() });
    let guest = server.guest().await?;
    let setup = against_computer(Game::Kono, 5, 3);
    let entries = entries_until(&setup, nth_move(3));
    let place = server.table(&setup, &entries, Pair { human: Some(&guest), computer: None });
    guest.goto(&place.url).await?;
    guest.answers(&server, &place, InputMethod::Clicking, 0).await?;
    let (table, _) = server.next(&place).await;
    guest.sees(&table).await?;
    let piece = guest.first_key(".hit:not([hidden])").await?;
    guest.click(&piece).await?;
    guest.wait_for(&format!("{piece}[aria-pressed=true]")).await?;
    guest.eval("window.loadedOnce = true").await?;

    let address = server.close();
    // If an answer can't be sent, the page says so, and the choice stays on screen.
    guest.click(&guest.first_key(".hit:is(.target, .capture):not([hidden])").await?).await?;
    guest.wait_for_text("#live.notice", "No connection to the server. This page keeps trying.").await?;
    assert!(guest.exists(&format!("{piece}[aria-pressed=true]")).await?);

    let server = TestServer::with(Plan { store: Some(&file), address: Some(address), ..Plan::default() });
    guest.wait_until("!document.querySelector('#live.notice')").await?;
    assert_eq!(guest.text("#live").await?, "The connection is back.");
    assert_eq!(server.next(&place).await.0.revision(), table.revision());
    assert!(guest.exists(&format!("{piece}[aria-pressed=true]")).await?);
    guest.click(&piece).await?;
    guest.wait_until("!document.querySelector('.hit[aria-pressed]')").await?;
    guest.answers(&server, &place, InputMethod::Clicking, 0).await?;
    assert_eq!(guest.eval("window.loadedOnce").await?, true, "the page was never loaded again");
    Ok(())
}

#[tokio::test]
async fn a_search_is_restarted_by_the_new_server() -> Result<()> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("tables.sqlite");
    let gate = Arc::new(Gate::default());
    let server = TestServer::with(Plan { store: Some(&file), opponent: Some(gate.clone()), ..Plan::default() });
    let guest = server.guest().await?;
    let setup = against_computer(Game::Congkak, 5, 0);
    let entries = entries_until(&setup, nth_move(1));
    let place = server.table(&setup, &entries, Pair { human: Some(&guest), computer: None });
    guest.goto(&place.url).await?;
    // Play until it is the turn of the computer, which keeps thinking.
    while guest.attribute("#main", "data-wait").await?.as_deref() == Some("0") {
        let before = guest.attribute("#main", "data-revision").await?.unwrap();
        guest.click(&guest.first_key(".hit:not([hidden])").await?).await?;
        guest.wait_until(&format!("Number(document.querySelector('#main').dataset.revision) > {before}")).await?;
    }
    assert_eq!(guest.text(".wait h2").await?, "The computer is thinking\u{2026}");
    assert_eq!(guest.title().await?, "Congkak \u{2013} Parlor");
    // The engine thread ends only with the search, and by then the result comes too late.
    let ended = std::thread::spawn(move || server.close());
    guest.wait_until("document.querySelector('#live.notice')").await?;
    gate.open();
    let address = ended.join().unwrap();
    let _server = TestServer::with(Plan { store: Some(&file), address: Some(address), ..Plan::default() });
    guest.wait_for("#main[data-wait='0']").await?;
    assert!(guest.title().await?.starts_with("* Your turn"));
    Ok(())
}

#[tokio::test]
async fn a_page_without_scripts_reloads_only_while_it_waits() -> Result<()> {
    let gate = Arc::new(Gate::default());
    let server = TestServer::with(Plan { opponent: Some(gate.clone()), ..Plan::default() });
    let guest = server.guest_with(Screen { scripts: false, ..Screen::default() }, still()).await?;
    let setup = against_computer(Game::Congkak, 5, 0);
    let entries = entries_until(&setup, nth_move(1));
    let place = server.table(&setup, &entries, Pair { human: Some(&guest), computer: None });
    guest.goto(&place.url).await?;
    while guest.attribute("#main", "data-wait").await?.as_deref() == Some("0") {
        assert_eq!(guest.count("meta[http-equiv=refresh]").await?, 0);
        guest.follow(&guest.first_key(".hit:not([hidden])").await?).await?;
    }
    assert_eq!(guest.count("meta[http-equiv=refresh]").await?, 1);
    gate.open();
    guest.wait_for("#main[data-wait='0']").await?;
    assert_eq!(guest.count("meta[http-equiv=refresh]").await?, 0);
    Ok(())
}
