//! Players in their seats, viewers, and the links for both.

use parlor_web::Options;

use crate::kit::{Browser, Page, TestServer, asked, end_game, options, path_of, two_people};

/// Everything that can be posted at a table.
const POSTS: [&str; 11] =
    ["answer", "undo", "redo", "help", "offer", "accept", "decline", "correct", "reveal", "name", "say"];

/// Forms of players. Viewers can only turn the board round.
const ANSWERS: &str = "form[method=post]:not([action$='/flip'])";

async fn with_invitation(server: &TestServer, game: &str) -> (Browser, String) {
    let mut ada = server.browser();
    ada.set_up(game, &[("seats", "link".into()), ("name", "Ada".into())]).await;
    let invitation = path_of(&ada.page.value("input[data-key=invite]"));
    assert!(invitation.starts_with("/join/"));
    (ada, invitation)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitation_gives_the_seat_only_when_it_is_taken() {
    let server = TestServer::open();
    let (mut ada, invitation) = with_invitation(&server, "kono").await;
    assert!(ada.page.says("Waiting for your friend"));
    let mut ben = server.browser();
    for _ in 0..3 {
        ben.go(&invitation).await;
        assert_eq!(ben.page.status, 200);
        assert!(ben.page.one("h1").starts_with("Ada invites you to play Kono"));
    }
    assert!(ada.reload().await.says("Waiting for your friend"), "looking takes no seat");
    ben.fill_and_press(&[("name", "Ben")], "Take the seat").await;
    assert_eq!(ben.table(), ada.table());
    assert_eq!(ben.page.all(".seat .who"), ["Ada", "Ben"]);
    ada.reload().await;
    assert_eq!(ada.page.all(".seat .who"), ["Ada", "Ben"], "who joins is shown by name");
    assert!(!ada.page.has("input[data-key=invite]"), "no seat is left for an invitation");
    assert!(ben.go("/settings").await.value("#name") == "Ben", "the name is remembered");
    ben.go(&invitation).await;
    assert_eq!(ben.table(), ada.table(), "a browser with the seat is redirected to the table");
    let lobby = ben.go("/").await;
    assert_eq!(lobby.all("ul.list .where").len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn one_click_on_a_card_invites_a_friend() {
    let server = TestServer::open();
    for game in ["canoga", "congkak", "kono"] {
        let mut ada = server.browser();
        ada.go("/").await;
        let of_game = |form: scraper::ElementRef<'_>| {
            form.attr("action") == Some("/tables") && form.html().contains(&format!("value=\"{game}\""))
        };
        ada.submit(of_game, &[], &format!("Play a friend at {}", parlor_view::capitalised(game))).await;
        let invitation = path_of(&ada.page.value("input[data-key=invite]"));
        assert!(invitation.starts_with("/join/") && ada.page.has("svg.qr path"));
        assert!(ada.page.has("noscript"), "it also waits without scripts");
        // A player without a name isn't called Human.
        let mut ben = server.browser();
        assert!(ben.go(&invitation).await.one("h1").starts_with("You\u{2019}re invited to"));
        ada.fill_and_press(&[("name", "Ada")], "rename").await;
        assert!(ben.go(&invitation).await.one("h1").starts_with("Ada invites you to play"));
        // With equal names, nobody could tell the players apart.
        ben.fill_and_press(&[("name", "ada")], "Take the seat").await;
        assert_eq!(ben.page.all(".seat .who"), ["Ada", "ada 2"]);
        assert_eq!(ada.reload().await.all(".seat .who"), ["Ada", "ada 2"], "it has become the game");
    }
    let page = server.browser().post("/tables", &[("game", "kono"), ("seats", "here")]).await;
    assert_eq!(page.status, 400);
    assert!(page.says("has to be computer or link"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_local_address_is_not_offered_as_an_invitation() {
    for (bind, url, hint) in [
        ("127.0.0.1:7433", None, Some("--bind 0.0.0.0:7433")),
        ("[::1]:7433", None, Some("--bind 0.0.0.0:7433")),
        ("0.0.0.0:7433", Some("http://localhost:7433"), Some("Start the server with --public-url")),
        ("127.0.0.1:7433", Some("https://games.example.org"), None),
        ("192.0.2.7:7433", None, None),
    ] {
        let public_url = url.map(|url| url.parse().unwrap());
        let server = TestServer::with(Options { bind: bind.parse().unwrap(), public_url, ..options() }, None);
        let mut ada = server.browser();
        ada.host = url.map_or(bind, |url: &str| url.split_once("//").unwrap().1).to_owned();
        let page = ada.post("/tables", &[("game", "kono"), ("seats", "link")]).await;
        let page = ada.fetch(page.header("location")).await;
        assert_eq!(page.says("Only this machine can open the link."), hint.is_some(), "{bind} {url:?}");
        assert!(hint.is_none_or(|hint| page.says(hint)), "{bind} {url:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_creator_takes_the_other_seat_only_after_confirming() {
    let server = TestServer::open();
    let (mut ada, invitation) = with_invitation(&server, "kono").await;
    ada.go(&invitation).await;
    assert_eq!(ada.page.one("h1"), "This is your own invitation");
    assert_eq!(ada.page.can_press("Take the seat"), None);
    // The form from another player's page.
    let page = ada.post(&invitation, &[("name", "Bea")]).await;
    assert_eq!((page.status, page.one("h1")), (200, "This is your own invitation".to_owned()));
    let mut ben = server.browser();
    assert_eq!(ben.go(&invitation).await.can_press("Take the seat"), Some(true), "it is still free");
    ada.fill_and_press(&[("name", "Bea")], "Take the other seat too").await;
    assert_eq!(ada.page.all(".seat .who"), ["Ada", "Bea"]);
    assert!(ada.page.has("#link-human") && ada.page.has("#link-computer"));
    assert_eq!(ada.fetch("/settings").await.value("#name"), "Ada", "the other player's name isn't hers");
}

#[tokio::test(flavor = "multi_thread")]
async fn later_visitors_can_only_watch() {
    let server = TestServer::open();
    let (_, invitation) = with_invitation(&server, "congkak").await;
    let (mut ben, mut cy) = (server.browser(), server.browser());
    ben.go(&invitation).await;
    cy.go(&invitation).await;
    ben.press("Take the seat").await;
    cy.press("Take the seat").await;
    assert_eq!((cy.page.status, cy.page.one("h1")), (409, "The seat is taken".to_owned()));
    assert!(cy.page.says("You can still watch the game."));
    assert!(cy.page.attribute("main a.primary", "href").unwrap().starts_with("/t/"), "it leads there");
    cy.go(&invitation).await;
    assert!(cy.page.says("The other seat is already taken."));
    assert_eq!(cy.page.can_press("Take the seat"), None);
    let watch = cy.page.attribute("a.primary", "href").unwrap();
    assert!(!cy.go(&watch).await.has(ANSWERS));
    // If the request is sent twice, the same browser keeps the seat.
    let page = ben.post(&invitation, &[]).await;
    assert_eq!(page.status, 303);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_name_is_refused_before_the_seat_is_taken() {
    let server = TestServer::open();
    let (mut ada, invitation) = with_invitation(&server, "kono").await;
    let mut ben = server.browser();
    let page = ben.post(&invitation, &[("name", "computer")]).await;
    assert_eq!(page.status, 400);
    assert!(page.says("be Computer"));
    assert!(ada.reload().await.says("Waiting for your friend"), "the seat is still free");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_goes_to_another_device_and_stays_on_the_first() {
    let server = TestServer::open();
    let (mut ada, mut ben) = two_people(&server, "congkak", &[]).await;
    let seat = path_of(&ada.page.value("#link-human"));
    assert!(seat.starts_with("/seat/"));
    let mut phone = server.browser();
    phone.go(&seat).await;
    assert_eq!(phone.page.one("h1"), "Ada\u{2019}s seat at Congkak");
    let table = ada.table();
    assert!(!phone.fetch(&table).await.has(ANSWERS), "looking takes no seat");
    phone.go(&seat).await;
    phone.press("Play here as Ada").await;
    assert_eq!(phone.table(), table);
    let (asked, other) = asked(&mut ada, &mut ben).await;
    let name = if asked.page.has("#link-human") { "Ada" } else { "Ben" };
    phone.reload().await;
    assert_eq!(phone.page.has("#ask"), name == "Ada");
    if name == "Ada" {
        let answers = phone.page.answers();
        phone.choose(&answers[0].0, &answers[0].1).await;
        assert_eq!(phone.page.status, 200);
        assert!(asked.reload().await.has(ANSWERS), "the first device keeps the seat");
    } else {
        assert!(other.page.has(ANSWERS));
    }
    phone.go(&seat).await;
    assert_eq!(phone.table(), table, "a browser with the seat is redirected to the table");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_number_of_devices_per_seat_is_limited() {
    let server = TestServer::open();
    let (ada, _) = two_people(&server, "kono", &[]).await;
    let seat = path_of(&ada.page.value("#link-human"));
    let mut last = 303;
    for _ in 0..12 {
        let page = server.browser().post(&seat, &[]).await;
        last = page.status;
        if last != 303 {
            assert!(page.has("h1") && last < 500, "{}", page.text());
            break;
        }
    }
    assert_ne!(last, 303, "there is an end to it");
}

#[tokio::test(flavor = "multi_thread")]
async fn links_of_another_kind_are_refused() {
    let server = TestServer::open();
    let (mut ada, invitation) = with_invitation(&server, "kono").await;
    server.browser().post(&invitation, &[]).await;
    ada.reload().await;
    let token = |path: &str| path.rsplit('/').next().unwrap().to_owned();
    let (watch, invite) = (ada.id(), token(&invitation));
    let seat = token(&ada.page.value("#link-human"));
    let wrong = [
        format!("/join/{watch}"),
        format!("/join/{seat}"),
        format!("/seat/{watch}"),
        format!("/seat/{invite}"),
        format!("/t/{invite}"),
        format!("/t/{seat}"),
        format!("/t/{}", watch.to_uppercase()),
        format!("/t/{}", &watch[1..]),
        "/t/0123456789abcdef0123456789abcdef".to_owned(),
        "/join/0123456789abcdef0123456789abcdef".to_owned(),
        "/seat/nothing".to_owned(),
        "/join/%F0%9F%8E%B2".to_owned(),
        "/t/..%2f..%2fetc".to_owned(),
    ];
    for path in wrong {
        let page = ada.fetch(&path).await;
        assert_eq!(page.status, 404, "{path}");
        assert!(page.has("main h1"), "{path}");
        if !path.starts_with("/t/") {
            assert_eq!(ada.post(&path, &[]).await.status, 404, "{path}");
        }
    }
    for part in ["save/text", "journal", "frames?from=0", "replay"] {
        assert_eq!(ada.fetch(&format!("/t/{seat}/{part}")).await.status, 404, "{part}");
    }
    let stream = ada.fetch(&format!("/t/{seat}/events")).await;
    assert_eq!(stream.text(), "event: gone\ndata: gone\n\n", "it says only that there is no such table");
    for post in POSTS {
        assert_eq!(ada.post(&format!("/t/{invite}/{post}"), &[("revision", "0")]).await.status, 404, "{post}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn viewers_see_no_forms_and_no_secret_links_and_cant_act() {
    let server = TestServer::open();
    let (ada, _) = two_people(&server, "kono", &[]).await;
    let mut cy = server.browser();
    cy.go(&ada.table()).await;
    assert_eq!(cy.page.status, 200);
    assert!(!cy.page.has(ANSWERS) && !cy.page.has("input.link"), "{}", cy.page.text());
    for secret in ["/seat/", "/join/"] {
        assert!(!cy.page.text().contains(secret), "{secret}");
    }
    let revision = cy.page.revision().to_string();
    for post in POSTS {
        let fields = [("revision", revision.as_str()), ("answer", "heads"), ("what", "call"), ("typed", "1 2")];
        let page = cy.post(&format!("{}/{post}", ada.table()), &fields).await;
        assert_eq!(page.status, 403, "{post}");
        assert!(page.says("You're only watching this table."), "{post}");
    }
    assert_eq!(server.table(&ada.id()).revision().to_string(), revision);
    // A viewer doesn't learn what is wrong with a form, either.
    assert_eq!(cy.post(&format!("{}/answer", ada.table()), &[]).await.status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_cant_answer_for_the_other() {
    let server = TestServer::open();
    let (mut ada, mut ben) = two_people(&server, "congkak", &[]).await;
    let (asked, other) = asked(&mut ada, &mut ben).await;
    assert!(!other.page.has("#ask") && other.page.hits().is_empty());
    let (path, revision) = (format!("{}/answer", other.table()), other.page.revision().to_string());
    let answer = asked.page.answers()[0].1.clone();
    let spot = asked.page.hits().first().cloned().unwrap_or_else(|| "pit A".to_owned());
    for field in [("answer", answer.as_str()), ("typed", &answer), ("spot", &spot), ("give_up", "1"), ("throw", "1")] {
        let page = other.post(&path, &[("revision", &revision), field]).await;
        assert_eq!(page.status, 403, "{field:?}");
        assert_eq!(page.notice(), "It's the other player's turn.");
    }
    assert_eq!(server.table(&other.id()).revision().to_string(), revision);
    asked.choose("answer", &answer).await;
    assert_eq!(asked.page.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn links_are_shown_to_their_owners_only() {
    let server = TestServer::open();
    let (ada, ben) = two_people(&server, "kono", &[]).await;
    let own = |browser: &Browser, id: &str| browser.page.has(id);
    assert!(own(&ada, "#link-human") && !own(&ada, "#link-computer"));
    assert!(own(&ben, "#link-computer") && !own(&ben, "#link-human"));
    let watch = |browser: &Browser| browser.page.all("[data-key=links] label").len();
    assert_eq!((watch(&ada), watch(&ben)), (2, 2), "the link to the player's own seat, and the one to watch");
}

#[tokio::test(flavor = "multi_thread")]
async fn boards_are_seen_from_the_side_of_each_player() {
    let server = TestServer::open();
    let (mut ada, mut ben) = two_people(&server, "canoga", &[]).await;
    let turned = |browser: &Browser| browser.page.has("[data-turned]");
    ben.reload().await;
    assert_eq!((turned(&ada), turned(&ben)), (false, true));
    let mut cy = server.browser();
    cy.go(&ada.table()).await;
    assert!(!turned(&cy));
    for browser in [&mut ada, &mut ben, &mut cy] {
        let before = turned(browser);
        browser.press("Flip the board").await;
        assert_ne!(turned(browser), before);
    }
    // The name is remembered for other tables.
    ada.set_up("congkak", &[]).await;
    assert!(turned(&ada));
    ada.press("Flip the board").await;
    ada.set_up("congkak", &[("seats", "here".into())]).await;
    for _ in 0..8 {
        assert!(!turned(&ada), "it doesn't turn between the moves of two people at one screen");
        let answers = ada.page.answers();
        ada.choose(&answers[0].0, &answers[0].1).await;
    }
    let page = ada.post("/t/nothing/flip", &[]).await;
    assert_eq!(page.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn replays_reviews_and_analyses_are_shown_from_the_players_side() {
    let server = TestServer::open();
    let (mut ada, mut ben) = two_people(&server, "canoga", &[]).await;
    end_game(&mut ada, &mut ben).await;
    let mut cy = server.browser();
    let table = ada.table();
    // The players' moves, so that one of them is the step of the review.
    let replay = ada.fetch(&format!("{table}/replay")).await;
    let moments = replay.attribute("#slider", "max").unwrap();
    for (browser, is_turned) in [(&mut ada, false), (&mut ben, true), (&mut cy, false)] {
        for path in [format!("replay?moment={moments}"), "review".to_owned(), "analyse".to_owned()] {
            browser.go(&format!("{table}/{path}")).await;
            let turned = |page: &Page| page.has("[data-turned]");
            assert_eq!(turned(&browser.page), is_turned, "{path}: {}", browser.page.text());
            let shown = browser.page.all("h1");
            browser.press("Flip the board").await;
            assert_eq!((turned(&browser.page), browser.page.all("h1")), (!is_turned, shown), "{path}");
            browser.press("Flip the board").await;
        }
        // The button never redirects anywhere else.
        for back in ["//example.org", "/settings", "/t/../x", "/t/1\r\nx"] {
            let page = browser.post(&format!("{table}/flip"), &[("back", back)]).await;
            assert_eq!((page.status, page.header("location")), (303, &*table), "{back}");
        }
    }
}
