//! The lobby and other pages that don't belong to a table.

use crate::kit::{Browser, Dice, TestServer};

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_has_three_games_and_no_tables_at_first() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.go("/").await;
    assert_eq!(ada.page.status, 200);
    assert_eq!(ada.page.all("article.game h2"), ["Canoga", "Congkak", "Kono"]);
    assert!(ada.page.says("None yet."));
    assert!(!ada.page.has("ul.list li"));
}

#[tokio::test(flavor = "multi_thread")]
async fn one_click_begins_each_game_and_the_lobby_lists_it() {
    let server = TestServer::open();
    let mut ada = server.browser();
    for game in ["Canoga", "Congkak", "Kono"] {
        ada.go("/").await;
        ada.press(&format!("Play {game}")).await;
        assert_eq!(ada.page.status, 200);
        assert_eq!(ada.page.one("h1"), game);
        assert!(ada.page.one(".title p").ends_with("round 1 \u{b7} level club"), "{}", ada.page.one(".title p"));
    }
    ada.go("/").await;
    let tables = ada.page.all("ul.list .where");
    assert_eq!(tables.len(), 3);
    assert!(tables[0].starts_with("Kono"), "the last one comes first: {tables:?}");
    let mut ben = server.browser();
    assert!(ben.go("/").await.says("None yet."), "tables are listed for their browser only");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_list_shows_the_players_turn_and_links_to_the_table() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.go("/").await;
    ada.press("Play Congkak").await;
    ada.first_move().await;
    let table = ada.table();
    ada.go("/").await;
    assert_eq!(ada.page.all("ul.list .tag"), ["\u{25b6} Your turn"]);
    assert_eq!(ada.page.attribute("ul.list a.button", "href"), Some(table));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guided_first_round_has_a_guide() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.go("/").await;
    ada.press("New here? A guided first round").await;
    assert_eq!(ada.page.one("h1"), "Canoga");
    ada.first_move().await;
    assert!(ada.page.has("section.guide p"));
    for game in ["congkak", "kono"] {
        let page = ada.post(&format!("/guided/{game}"), &[]).await;
        assert_eq!(page.status, 303);
        ada.go(page.header("location")).await;
        assert!(ada.first_move().await.has("section.guide p"), "{game}");
    }
    assert_eq!(ada.post("/guided/chess", &[]).await.status, 404);
}

/// Only the first throw of a round decides who plays first.
#[tokio::test(flavor = "multi_thread")]
async fn a_guided_round_explains_the_first_throw_only_once() {
    const EXPLANATION: &str = "Dice decide who plays first";
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.go("/").await;
    ada.press("New here? A guided first round").await;
    assert!(ada.page.says(EXPLANATION), "{}", ada.page.text());
    let dice = Dice::seeded(5);
    let mut checked = 0;
    for _ in 0..40 {
        ada.ready().await;
        if ada.page.says("Another round?") {
            break;
        }
        ada.answer(&dice).await;
        // Equal sums are thrown again.
        if ada.page.says("plays first.") || ada.page.says("You play first.") {
            assert!(!ada.page.says(EXPLANATION), "{}", ada.page.text());
            checked += 1;
        }
    }
    assert!(checked > 10, "{checked}");
}

#[tokio::test(flavor = "multi_thread")]
async fn save_files_are_explained_wherever_they_are_mentioned() {
    let server = TestServer::open();
    let mut ada = server.browser();
    let link = "a[href='/how-to-play/saves']";
    for path in ["/", "/analyse", "/how-to-play"] {
        assert!(ada.go(path).await.has(link), "{path}");
    }
    ada.go("/").await;
    ada.fill_and_press(&[("text", "Round: x")], "Check and open").await;
    assert!(ada.page.status == 422 && ada.page.has(link), "{}", ada.page.text());
    ada.go("/").await;
    assert!(ada.press("Play Kono").await.has(&format!(".menu {link}")));
    let page = ada.fetch("/how-to-play/saves").await;
    assert_eq!((page.status, page.all("pre.picture").len()), (200, 3));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_has_a_page_of_rules() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.go("/how-to-play").await;
    for game in ["Canoga", "Congkak", "Kono"] {
        assert!(ada.page.says(game));
        let page = ada.fetch(&format!("/how-to-play/{}", game.to_lowercase())).await;
        assert_eq!(page.status, 200);
        assert!(page.one("h1").contains(game) && page.has("svg[role=img]"));
    }
    assert_eq!(ada.fetch("/how-to-play/chess").await.status, 404);
}

async fn settings(browser: &mut Browser) -> (String, String, String) {
    let page = browser.go("/settings").await;
    let checked = |name: &str| page.value(&format!("input[name={name}][checked]"));
    (page.value("#name"), checked("speed"), checked("value_bar"))
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_are_remembered_and_name_new_tables() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.cookies.clear();
    let words = |name: &str, speed: &str, bar: &str| (name.to_owned(), speed.to_owned(), bar.to_owned());
    assert_eq!(settings(&mut ada).await, words("", "normal", "on"));
    ada.fill_and_press(&[("name", " Ada "), ("speed", "fast"), ("value_bar", "off")], "Save settings").await;
    assert!(ada.page.says("Settings saved in this browser."));
    assert_eq!(settings(&mut ada).await, words("Ada", "fast", "off"));
    ada.go("/").await;
    ada.press("Play Kono").await;
    assert!(ada.page.all(".seat .who").contains(&"Ada".to_owned()));
    assert_eq!(ada.page.attribute("main", "data-speed").as_deref(), Some("fast"));
    assert!(!ada.page.has(".value"), "the value bar is off");
    assert_eq!(settings(&mut server.browser()).await.0, "", "another browser has its own");
    let page = ada.post("/settings", &[("speed", "very")]).await;
    assert_eq!(page.status, 400);
    assert!(page.says("has to be slow, normal, fast or off."));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_can_always_be_dark() {
    let server = TestServer::open();
    let mut ada = server.browser();
    let sheet = |page: &crate::kit::Page| page.attribute("link[rel=stylesheet]", "href").unwrap();
    let system = sheet(ada.go("/settings").await);
    for (scheme, content) in [("dark", "dark"), ("light", "light"), ("system", "light dark")] {
        ada.go("/settings").await;
        ada.fill_and_press(&[("page", scheme)], "Save settings").await;
        let page = ada.go("/").await;
        assert_eq!(page.attribute("meta[name=color-scheme]", "content").as_deref(), Some(content));
        assert_eq!(sheet(page) == system, scheme == "system");
        let sheet = sheet(page);
        assert_eq!(ada.fetch(&sheet).await.status, 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_can_be_changed_back_to_the_usual_ones() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.cookies.clear();
    for speed in ["fast", "normal"] {
        ada.go("/settings").await;
        ada.fill_and_press(&[("speed", speed)], "Save settings").await;
        assert_eq!(settings(&mut ada).await.1, speed);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_value_bar_fills_when_the_value_is_known() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.cookies.clear();
    ada.go("/").await;
    ada.press("Play Congkak").await;
    ada.first_move().await;
    ada.until("a value", |page| page.has(".value [data-value]")).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_name_computer_is_refused() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.go("/settings").await;
    ada.fill_and_press(&[("name", "Computer")], "Save settings").await;
    assert_eq!(ada.page.status, 400);
    assert!(ada.page.says("be Computer"), "{}", ada.page.text());
    ada.go("/").await;
    ada.press("Play Canoga").await;
    assert_eq!(ada.page.status, 200, "a name that was refused isn't kept");
}
