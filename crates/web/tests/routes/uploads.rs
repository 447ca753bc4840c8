//! Uploaded saves and journals.

use parlor_table::Seed;
use scraper::ElementRef;

use crate::kit::{Browser, Dice, Field, Page, TestServer, file, play_until, two_people};

/// Ada's table after a few moves.
async fn played(server: &TestServer, game: &str) -> Browser {
    let mut ada = server.browser();
    ada.set_up(game, &[("name", "Ada".into()), ("size", if game == "kono" { "7" } else { "" }.into())]).await;
    for _ in 0..3 {
        let before = ada.first_move().await.revision();
        ada.answer_until(|page| page.revision() > before).await;
    }
    ada.first_move().await;
    ada
}

fn board(page: &Page) -> Vec<String> {
    // The picture has a text alternative that describes the board.
    let dom = page.dom();
    let label = crate::kit::select("[data-board] svg[role=img]");
    // A save contains the position at the beginning of a turn, before its throw.
    let words = |svg: ElementRef<'_>| svg.attr("aria-label").unwrap().split(" You threw").next().unwrap().to_owned();
    dom.select(&label).map(words).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_downloaded_save_of_every_dialect_opens_as_it_was() {
    let server = TestServer::open();
    for game in ["canoga", "congkak", "kono"] {
        let mut ada = played(&server, game).await;
        for (dialect, extension) in [("text", "txt"), ("lisp", "lisp"), ("prolog", "pl")] {
            let save = ada.download(&format!("save/{dialect}")).await;
            assert_eq!(save.header("content-disposition"), format!("attachment; filename=\"{game}.{extension}\""));
            assert_eq!(save.header("content-type"), "text/plain; charset=utf-8");
            let mut again = ada.clone();
            again.go("/").await;
            again.submit(|_| true, &[("file", file("my game", &save.body))], "Check and open").await;
            assert_eq!(again.page.status, 200, "{}", again.page.text());
            assert_ne!(again.id(), ada.id(), "it is a separate table");
            let (old, new) = (server.table(&ada.id()), server.table(&again.id()));
            // It is saved in its original dialect unless another one is requested.
            assert_eq!(new.save_text().unwrap(), save.text(), "{game} as {dialect}");
            assert_eq!(board(&again.page), board(&ada.page));
            assert!(matches!(new.seed(), Seed::Committed { .. }), "its dice come from a separate seed");
            assert_ne!(new.seed(), old.seed());
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_save_can_be_pasted() {
    let server = TestServer::open();
    let mut ada = played(&server, "congkak").await;
    let save = ada.download("save/text").await.text();
    let old = board(&ada.page);
    ada.go("/").await;
    ada.fill_and_press(&[("text", &save)], "Check and open").await;
    assert_eq!((ada.page.status, ada.page.one("h1")), (200, "Congkak".to_owned()));
    assert_eq!(board(&ada.page), old);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_save_is_shown_with_its_line_and_can_be_corrected() {
    let server = TestServer::open();
    let mut ada = played(&server, "congkak").await;
    let save = ada.download("save/text").await.text();
    // Replace the first digit with a word.
    let at = save.find(|letter: char| letter.is_ascii_digit()).unwrap();
    let line = save[..at].lines().count();
    let damaged = format!("{}many{}", &save[..at], &save[at + 1..]);
    let mut ben = server.browser();
    ben.go("/").await;
    ben.fill_and_press(&[("text", &damaged)], "Check and open").await;
    assert_eq!(ben.page.status, 422);
    assert_eq!(ben.page.one("#faults"), "The pasted text");
    let picture = ben.page.one("pre.picture");
    assert!(picture.contains("many") && picture.contains(&format!("{line}")), "{picture}");
    let paste = ben.page.one("textarea");
    assert_eq!(paste, damaged.split_whitespace().collect::<Vec<_>>().join(" "), "the pasted text can be corrected");
    ben.fill_and_press(&[("text", &save)], "Check and open").await;
    assert_eq!((ben.page.status, ben.page.one("h1")), (200, "Congkak".to_owned()));
}

async fn refused(browser: &mut Browser, content: &[u8]) -> Page {
    let page = browser.upload("/open", &[("file", file("saved.txt", content))]).await;
    assert_eq!(page.status, 422, "{}", page.text());
    assert_eq!(page.one("#faults"), "saved.txt");
    page
}

#[tokio::test(flavor = "multi_thread")]
async fn files_other_than_games_are_refused_with_a_sentence() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.go("/").await;
    ada.press("Check and open").await;
    assert_eq!(ada.page.status, 422, "nothing was chosen");
    assert!(ada.page.says("It is empty."));
    assert!(refused(&mut ada, b" \n ").await.says("It is empty."));
    for junk in [&b"hello"[..], b"\xff\xfe\x00\x01", b"((((((((", "\u{202e}x".as_bytes()] {
        assert!(refused(&mut ada, junk).await.says("This save can't be read."));
    }
    for journal in ["parlor journal", "parlor journal 99\n", "parlor journal 1\nnonsense\n"] {
        assert!(refused(&mut ada, journal.as_bytes()).await.says("This journal can't be opened: "), "{journal}");
    }
    let deep = "(".repeat(500_000);
    assert!(refused(&mut ada, deep.as_bytes()).await.says("This save can't be read."));
}

#[tokio::test(flavor = "multi_thread")]
async fn huge_files_are_too_long() {
    let server = TestServer::open();
    let mut ada = server.browser();
    let page = ada.upload("/open", &[("file", file("big", vec![b'x'; 3 << 20]))]).await;
    assert_eq!((page.status, page.one("h1")), (413, "Too large".to_owned()));
    let page = ada.upload("/tables/options", &[("throws", file("big", vec![b'1'; 3 << 20]))]).await;
    assert_eq!(page.status, 413);
    let page = ada.post("/tables", &[("game", &"x".repeat(100_000))]).await;
    assert_eq!(page.status, 413);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_incomplete_form_is_refused() {
    let server = TestServer::open();
    let mut ada = server.browser();
    let request = axum::http::Request::post("/open")
        .header("content-type", "multipart/form-data; boundary=x")
        .body(axum::body::Body::from("--x\r\nContent-Disposition: form-data; name=\"text\"\r\n\r\nhal"))
        .unwrap();
    let page = ada.send(request).await;
    assert_eq!(page.status, 400);
    assert!(page.says("The upload was interrupted."));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_from_a_journal_continues_with_a_new_seed_and_a_note() {
    let server = TestServer::open();
    let mut ada = played(&server, "canoga").await;
    let journal = ada.download("journal").await;
    let mut ben = server.browser();
    ben.go("/").await;
    ben.submit(|_| true, &[("file", file("x.journal", &journal.body))], "Check and open").await;
    assert_eq!(ben.page.status, 200, "{}", ben.page.text());
    let (old, new) = (server.table(&ada.id()), server.table(&ben.id()));
    assert_eq!(new.save_text(), old.save_text());
    assert_eq!(board(&ben.page), board(&ada.page));
    assert_ne!(new.seed().number(), old.seed().number());
    assert_ne!(new.commitment(), old.commitment());
    let note = "From now on, dice come from a new seed";
    assert!(ben.page.log().iter().any(|line| line.starts_with(note)), "{:?}", ben.page.log());
    assert!(ben.page.says(&new.commitment().unwrap().to_string()));
    assert_eq!(ben.page.can_press("undo"), Some(false), "nothing from before the new seed can be undone");
    let answers = ben.page.answers();
    ben.choose(&answers[0].0, &answers[0].1).await;
    assert_eq!(ben.page.status, 200, "it goes on");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_uploader_of_a_journal_of_two_people_has_both_seats() {
    let server = TestServer::open();
    let (mut ada, mut ben) = two_people(&server, "congkak", &[]).await;
    play_until(&mut ada, &mut ben, &Dice::seeded(1), |page| page.revision() > 9).await;
    let journal = ada.download("journal").await;
    let mut cy = server.browser();
    let page = cy.upload("/open", &[("text", Field::Text(journal.text()))]).await;
    cy.see("/".to_owned(), page).await;
    assert_eq!(cy.page.all(".seat .who"), ["Ada", "Ben"]);
    for _ in 0..3 {
        assert!(!cy.page.waits());
        let answers = cy.page.answers();
        cy.choose(&answers[0].0, &answers[0].1).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_journal_can_be_viewed() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("congkak", &[("seats", "programs".into())]).await;
    ada.until("the end", |page| page.has("#result")).await;
    let journal = ada.download("journal").await;
    let page = ada.upload("/open", &[("file", file("x", &journal.body))]).await;
    let old = ada.page.log();
    ada.see("/".to_owned(), page).await;
    assert!(ada.page.has("#result"));
    assert_eq!(ada.page.log(), old);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_damaged_journal_opens_up_to_the_damage_with_a_notice() {
    let server = TestServer::open();
    let mut ada = played(&server, "congkak").await;
    let journal = ada.download("journal").await.text();
    let all = server.table(&ada.id()).revision();
    let lines: Vec<&str> = journal.lines().collect();
    let moved = lines.iter().rposition(|line| line.contains("pit ")).unwrap();
    let broken: Vec<String> = lines
        .iter()
        .enumerate()
        .map(|(at, line)| if at == moved { line.replace("pit ", "way over there ") } else { (*line).to_owned() })
        .collect();
    let half = &journal[..journal.len() - lines.last().unwrap().len() / 2 - 1];
    let cases = [
        // Small damage is repaired automatically.
        (journal.replacen("pit ", "pot ", 1), "Line ".to_owned()),
        (broken.join("\n") + "\n", format!("Line {} of the journal doesn't fit", moved + 1)),
        (half.to_owned(), "The last line of the journal was only half written and is ignored.".to_owned()),
    ];
    for (damaged, sentence) in cases {
        let mut ben = server.browser();
        let page = ben.upload("/open", &[("file", file("x", damaged))]).await;
        ben.see("/".to_owned(), page).await;
        assert_eq!(ben.page.status, 200, "{}", ben.page.text());
        assert!(ben.page.notice().starts_with(&sentence), "{}", ben.page.notice());
        assert!(server.table(&ben.id()).records().count() as u64 <= all + 1);
        ben.reload().await;
        assert!(ben.page.notice().starts_with(&sentence), "it is true for as long as the table is there");
    }
}
