//! Uploads and downloads.

use std::fs;

use parlor_rules::{Game, Level, Pair};
use parlor_table::{Ask, DiceSource, MenuKind, Player};
use parlor_testkit::browser::{Options as Screen, Result};

use crate::playing::{InputMethod, key};
use crate::test_server::{Guest, TestServer, against_computer, entries_until, nth_move, still};

/// The parts of a page that identify a standing. The last dice, which stay on screen, aren't included, because saves
/// don't contain them.
async fn standing(guest: &Guest) -> Result<(String, String, String)> {
    let label = guest.attribute("[data-board] > svg", "aria-label").await?.unwrap_or_default();
    let sentences = label.trim_end_matches('.').split(". ").filter(|sentence| !sentence.contains(" threw "));
    let board = sentences.collect::<Vec<_>>().join(". ");
    Ok((guest.text("h1").await?, board, guest.text(".score").await?))
}

async fn goes_out_and_in(game: Game, scripts: bool) -> Result<()> {
    let server = TestServer::new();
    let folder = tempfile::tempdir().unwrap();
    let guest = server.guest_with(Screen { scripts, ..Screen::default() }, still()).await?;
    let mut setup = against_computer(game, game.usual_size(), 7);
    // A save contains neither the computer's level nor the dice. It is opened with the default level, at the beginning
    // of a turn.
    setup.players.computer = Player::Computer(Level::Club);
    let mut after = 1;
    let entries = entries_until(&setup, |table, question| {
        let turn = match game {
            Game::Canoga => matches!(question.ask, Ask::Menu { before: MenuKind::Turn, .. }),
            Game::Congkak | Game::Kono => nth_move(0)(table, question),
        };
        after -= i32::from(turn);
        turn && after < 0
    });
    let place = server.table(&setup, &entries, Pair { human: Some(&guest), computer: None });
    guest.goto(&place.url).await?;
    let here = standing(&guest).await?;
    let ends = [("save/text", ".txt"), ("save/lisp", ".lisp"), ("save/prolog", ".pl"), ("journal", ".journal")];
    for (what, end) in ends {
        guest.goto(&place.url).await?;
        guest.click("[data-key=save]").await?;
        let file = guest.download(&format!(".menu a[href$='{what}']")).await?;
        assert!(file.name.ends_with(end), "{}", file.name);
        let kept = folder.path().join(&file.name);
        fs::write(&kept, &file.bytes).unwrap();

        guest.goto(&server.url).await?;
        guest.upload("#file", &kept).await?;
        guest.follow_named("button", "Check and open").await?;
        assert_ne!(guest.url().await?, place.url);
        assert_eq!(standing(&guest).await?, here, "{what}");
        // The game can continue.
        assert_eq!(guest.attribute("#main", "data-wait").await?.as_deref(), Some("0"), "{what}");
    }
    assert_eq!(guest.console_errors().await?, [] as [&str; 0]);
    Ok(())
}

#[tokio::test]
async fn canoga_can_be_downloaded_and_opened() -> Result<()> {
    goes_out_and_in(Game::Canoga, true).await
}

#[tokio::test]
async fn congkak_can_be_downloaded_and_opened() -> Result<()> {
    goes_out_and_in(Game::Congkak, true).await
}

#[tokio::test]
async fn kono_can_be_downloaded_and_opened_without_scripts() -> Result<()> {
    goes_out_and_in(Game::Kono, false).await
}

#[tokio::test]
async fn a_save_can_be_pasted_and_faults_are_shown_with_their_lines() -> Result<()> {
    let server = TestServer::new();
    let guest = server.guest().await?;
    guest.goto(&server.url).await?;
    guest.fill("#paste", "Round: 1\nnonsense <script>alert(1)</script>\n").await?;
    guest.follow_named("button", "Check and open").await?;
    assert_eq!(guest.status().await?, 422);
    assert!(guest.text("pre.picture").await?.contains("nonsense"));
    assert_eq!(guest.value("#paste").await?, "Round: 1\nnonsense <script>alert(1)</script>\n");
    assert_eq!(guest.count("script").await?, 1, "the pasted text never becomes markup");
    Ok(())
}

#[tokio::test]
async fn dice_come_from_an_uploaded_file() -> Result<()> {
    let server = TestServer::new();
    let folder = tempfile::tempdir().unwrap();
    let throws = folder.path().join("throws.txt");
    fs::write(&throws, "6 6\n1 2\n5 4\n3 3\n").unwrap();
    let guest = server.guest().await?;
    guest.goto(&server.url).await?;
    guest.click("article[aria-labelledby=canoga] > .body > details > summary").await?;
    guest.eval("document.querySelector('#canoga-dice').value = 'file'").await?;
    guest.upload("#canoga-throws", &throws).await?;
    guest.follow("article[aria-labelledby=canoga] form[action='/tables/options'] > button").await?;
    // Both players throw for the first turn. Anna throws 6 6, and starts.
    while guest.exists("[data-key=throw], [data-key='answer:play']").await? && !guest.exists(".hit").await? {
        let before = guest.attribute("#main", "data-revision").await?.unwrap();
        guest.click(&guest.first_key("[data-key=throw], [data-key='answer:play']").await?).await?;
        guest.wait_until(&format!("Number(document.querySelector('#main').dataset.revision) > {before}")).await?;
    }
    let log = guest.text(".log").await?;
    assert!(log.contains("6 + 6") || log.contains("6 and 6") || log.contains("6 6"), "{log}");
    assert!(log.contains("5 + 4") || log.contains("5 and 4") || log.contains("5 4"), "{log}");
    // If no file was chosen, the page says so.
    guest.goto(&server.url).await?;
    guest.click("article[aria-labelledby=canoga] > .body > details > summary").await?;
    guest.eval("document.querySelector('#canoga-dice').value = 'file'").await?;
    guest.follow("article[aria-labelledby=canoga] form[action='/tables/options'] > button").await?;
    assert!(guest.text("main").await?.contains("choose a file."));
    Ok(())
}

#[tokio::test]
async fn real_dice_are_typed_in_and_can_be_corrected() -> Result<()> {
    let server = TestServer::new();
    let guest = server.guest().await?;
    let mut setup = against_computer(Game::Canoga, 9, 3);
    setup.dice = DiceSource::Manual;
    let place = server.table(&setup, &[], Pair { human: Some(&guest), computer: None });
    guest.goto(&place.url).await?;
    // The two throws for the first turn, Anna's choice in the menu, and her throw.
    for throw in ["5 4", "1 2", "", "6 3"] {
        let before = guest.attribute("#main", "data-revision").await?.unwrap();
        if throw.is_empty() {
            guest.click(&key("answer:play")).await?;
        } else {
            guest.open_list("typed", InputMethod::Clicking).await?;
            guest.fill("#typed", throw).await?;
            guest.press("Enter").await?;
        }
        guest.wait_until(&format!("Number(document.querySelector('#main').dataset.revision) > {before}")).await?;
    }
    let label = || guest.attribute("[data-board] > svg", "aria-label");
    assert!(label().await?.unwrap().ends_with("You threw 6 and 3, 9 in all."), "{:?}", label().await?);
    guest.click_named("DisclosureTriangle", "Mistyped the dice?").await?;
    guest.fill("[data-key=correct]", "6 4").await?;
    guest.press("Enter").await?;
    guest.wait_until("document.querySelector('[data-board] > svg').ariaLabel.endsWith('6 and 4, 10 in all.')").await?;
    // The opened form stays open, and a message says that an invalid throw is refused.
    guest.fill("[data-key=correct]", "7 8").await?;
    guest.press("Enter").await?;
    guest.wait_for("#message").await?;
    Ok(())
}
