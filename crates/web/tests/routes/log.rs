//! The page's log contains the same sentences as line mode.

use parlor_table::{Event, Table, read_journal};
use parlor_view::{Names, sentences};

use crate::kit::{Browser, Dice, TestServer, asked, two_people};

/// Every sentence that line mode prints for a journal, round by round.
fn sentences_of_line_mode(journal: &[u8], names: &Names) -> Vec<Vec<String>> {
    let mut rounds: Vec<Vec<String>> = vec![Vec::new()];
    let read = read_journal(journal).unwrap();
    let (mut table, mut events) = Table::new(read.table.setup().clone());
    for entry in read.entries {
        events.extend(table.apply(entry).unwrap());
    }
    for event in &events {
        if matches!(event, Event::RoundBegins { .. }) && !rounds.last().unwrap().is_empty() {
            rounds.push(Vec::new());
        }
        let lines =
            sentences(event, names).into_iter().map(|line| line.text.split_whitespace().collect::<Vec<_>>().join(" "));
        rounds.last_mut().unwrap().extend(lines);
    }
    rounds
}

async fn assert_same(browser: &mut Browser, server: &TestServer) {
    let journal = browser.download("journal").await;
    let table = server.table(&browser.id());
    let names = Names::for_player(&table.setup().players);
    let lines = sentences_of_line_mode(&journal.body, &names);
    let path = browser.table();
    let mut page = Vec::new();
    for round in 1..=table.round() {
        page.push(browser.fetch(&format!("{path}?round={round}")).await.log());
    }
    assert_eq!(page.len(), lines.len());
    for (round, (page, lines)) in page.iter().zip(&lines).enumerate() {
        assert_eq!(page, lines, "round {}", round + 1);
    }
    // On the page, a long log is cut at its beginning.
    let last = browser.fetch(&path).await.log();
    assert!(!last.is_empty() && lines.last().unwrap().ends_with(&last), "{last:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn tournaments_of_two_programs_have_the_sentences_of_line_mode() {
    let server = TestServer::open();
    for game in ["canoga", "congkak", "canoga", "congkak"] {
        let mut ada = server.browser();
        ada.set_up(game, &[("seats", "programs".into()), ("rounds", "3".into())]).await;
        ada.until("the end", |page| page.has("#result")).await;
        assert_same(&mut ada, &server).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn tournaments_of_two_people_have_the_sentences_of_line_mode() {
    let server = TestServer::open();
    for (game, seed) in [("canoga", 1), ("congkak", 2), ("kono", 3), ("kono", 4)] {
        let (mut ada, mut ben) = two_people(&server, game, &[]).await;
        let dice = Dice::seeded(seed);
        for step in 0..2000 {
            let (mover, other) = asked(&mut ada, &mut ben).await;
            let page = &mover.page;
            if page.has("#result") || (page.is_move() && page.one(".title p").contains("round 2")) {
                break;
            }
            // Call Kono rounds at intervals, because random steps hardly ever end one.
            if step % 20 == 19 && mover.page.can_press("call") == Some(true) {
                mover.press("call").await;
                other.reload().await;
                other.press("Accept").await;
                continue;
            }
            let mut answers = mover.page.answers();
            if answers.len() > 1 {
                answers.retain(|(_, value)| value != "no more");
            }
            let (field, value) = dice.pick(&answers).unwrap();
            mover.choose(field, value).await;
            if mover.at.contains("pick=") {
                mover.answer(&dice).await;
            }
        }
        assert!(server.table(&ada.id()).round() > 1, "{game} has come to a second round");
        assert_same(&mut ada, &server).await;
    }
}
