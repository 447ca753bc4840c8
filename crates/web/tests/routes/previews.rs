//! Everything that other programs read from the pages: previews of links, icons, the manifest and robots.txt.

use parlor_rules::Seat;
use parlor_store::LinkKind;
use parlor_web::Options;

use crate::kit::{Dice, Page, TestServer, asked, options, path_of, play_until, two_people};

fn property(page: &Page, name: &str) -> String {
    page.attribute(&format!("meta[property='{name}']"), "content").unwrap_or_else(|| panic!("no {name}"))
}

/// The size that a PNG file states.
fn png_size(page: &Page) -> (u32, u32) {
    assert_eq!((page.status, page.header("content-type")), (200, "image/png"));
    assert_eq!(&page.body[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(page.body[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

/// The head of a page.
fn head(page: &Page) -> String {
    let text = String::from_utf8(page.body.clone()).unwrap();
    text.split_once("</head>").unwrap().0.to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_has_a_preview_with_absolute_addresses() {
    let url = "https://games.example.org";
    let server = TestServer::with(Options { public_url: Some(url.parse().unwrap()), ..options() }, None);
    let mut ada = server.browser();
    ada.set_up("kono", &[("seats", "computer".into()), ("name", "Ada".into())]).await;
    let table = ada.table();
    for (path, title) in [
        ("/", "Parlor: three old games for two"),
        ("/how-to-play/congkak", "How to play Congkak"),
        ("/settings", "Parlor: three old games for two"),
        (&table, "Kono: Ada against Computer"),
        (&format!("{table}/replay"), "Kono: Ada against Computer"),
    ] {
        let page = ada.fetch(path).await;
        assert_eq!(property(&page, "og:title"), title, "{path}");
        assert!(property(&page, "og:description").len() > 20, "{path}");
        assert_eq!(page.attribute("meta[name='twitter:card']", "content").as_deref(), Some("summary_large_image"));
        assert!(page.attribute("meta[name=description]", "content").is_some_and(|words| !words.is_empty()));
        let image = property(&page, "og:image");
        let image = image.strip_prefix(url).unwrap_or_else(|| panic!("{image}"));
        let stated = ["og:image:width", "og:image:height"].map(|name| property(&page, name).parse().unwrap());
        assert_eq!(png_size(&ada.fetch(image).await), (stated[0], stated[1]), "{image}");
        assert_eq!(stated, [1200, 630]);
    }
    let page = ada.fetch("/nothing").await;
    assert!(!page.has("meta[property='og:image']"), "an error has no preview");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_has_a_picture_for_spectators_and_a_new_one_after_a_move() {
    let server = TestServer::open();
    let (mut ada, mut ben) = two_people(&server, "congkak", &[]).await;
    let table = ada.table();
    let mut spectator = server.browser();
    let before = spectator.fetch(&format!("{table}/picture.png")).await;
    assert_eq!(png_size(&before), (1200, 630));
    assert_eq!(before.header("cache-control"), "private, max-age=60");
    let again = ada.fetch(&format!("{table}/picture.png?revision=7")).await;
    assert!(again.body == before.body, "players get no other picture");
    let address = |page: &Page| path_of(&property(page, "og:image"));
    let first = address(&spectator.fetch(&table).await);
    play_until(&mut ada, &mut ben, &Dice::default(), Page::is_move).await;
    asked(&mut ada, &mut ben).await.0.answer(&Dice::default()).await;
    let later = spectator.fetch(&format!("{table}/picture.png")).await;
    assert!(later.body != before.body);
    assert_ne!(address(&spectator.fetch(&table).await), first, "programs fetch it again");
    assert_eq!(ada.post(&format!("{table}/name"), &[("name", "Zo\u{eb}")]).await.status, 303);
    assert!(spectator.fetch(&format!("{table}/picture.png")).await.body != later.body);
    for path in ["/t/x/picture.png", "/t/00000000000000000000000000000000/picture.png"] {
        assert_eq!(spectator.fetch(path).await.status, 404);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invitations_preview_says_game_size_and_inviter() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("kono", &[("seats", "link".into()), ("name", "Ada \"<i>&".into()), ("size", "7".into())]).await;
    let invitation = path_of(&ada.page.value("input[data-key=invite]"));
    let mut ben = server.browser();
    let page = ben.fetch(&invitation).await;
    assert_eq!(property(&page, "og:title"), "Ada \"<i>& invites you to play Kono");
    assert!(property(&page, "og:description").starts_with("7\u{d7}7 points. "));
    let image = path_of(&property(&page, "og:image"));
    assert_eq!(image, format!("{invitation}/picture.png"));
    let picture = ben.fetch(&image).await;
    assert_eq!(png_size(&picture), (1200, 630));
    // The invitation reveals neither the table's address nor other pictures.
    assert!(!head(&page).contains(&ada.id()));
    assert!(picture.body != ada.fetch(&format!("{}/picture.png", ada.table())).await.body);
    assert_eq!(ben.fetch("/join/x/picture.png").await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_preview_of_a_private_link_shows_nothing_of_its_table() {
    let server = TestServer::open();
    let (ada, _) = two_people(&server, "kono", &[]).await;
    let (name, _) = server.registry.follow(&ada.id().parse().unwrap()).unwrap().unwrap();
    let links = server.registry.people(&name).unwrap().links;
    let (_, token) = links.into_iter().find(|(kind, _)| *kind == LinkKind::Seat(Seat::Human)).unwrap();
    let mut stranger = server.browser();
    let page = stranger.fetch(&format!("/seat/{token}")).await;
    assert_eq!(page.status, 200);
    let head = head(&page);
    for secret in [token.to_string(), ada.id(), "Ada".to_owned(), "Ben".to_owned()] {
        assert!(!head.contains(&secret), "{secret}");
    }
    assert_eq!(property(&page, "og:title"), "Parlor: three old games for two");
    assert_eq!(stranger.fetch(&format!("/join/{token}/picture.png")).await.status, 404);
    assert_eq!(stranger.fetch(&format!("/seat/{token}/picture.png")).await.status, 404);
    let (seed, salt) = server.secret(&ada.id());
    let page = stranger.fetch(&ada.table()).await;
    assert!(!self::head(&page).contains(&seed) && !self::head(&page).contains(&salt));
}

#[tokio::test(flavor = "multi_thread")]
async fn search_engines_list_only_the_lobby_and_the_rules() {
    let server = TestServer::open();
    let mut ada = server.browser();
    let robots = ada.fetch("/robots.txt").await;
    assert_eq!((robots.status, robots.header("content-type")), (200, "text/plain; charset=utf-8"));
    let text = String::from_utf8(robots.body.clone()).unwrap();
    assert!(text.starts_with("User-agent: *\n") && text.contains("Disallow: /t/*/\n"), "{text}");
    ada.set_up("kono", &[("seats", "link".into())]).await;
    let invitation = path_of(&ada.page.value("input[data-key=invite]"));
    for (path, listed) in [
        ("/", true),
        ("/how-to-play", true),
        ("/how-to-play/kono", true),
        (ada.table().as_str(), false),
        (&format!("{}/picture.png", ada.table()), false),
        (&format!("{}/journal", ada.table()), false),
        (&invitation, false),
        ("/seat/x", false),
        ("/settings", false),
        ("/nothing", false),
    ] {
        let page = ada.fetch(path).await;
        assert_eq!(page.header("x-robots-tag"), if listed { "" } else { "noindex, nofollow" }, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn icons_and_the_manifest_are_complete() {
    let server = TestServer::open();
    let mut ada = server.browser();
    let page = ada.fetch("/").await;
    let link = |relation: &str| page.attribute(&format!("link[rel='{relation}']"), "href").unwrap();
    let icon = ada.fetch(&link("alternate icon")).await;
    assert_eq!((icon.status, icon.header("content-type")), (200, "image/x-icon"));
    assert_eq!(icon.body[..6], [0, 0, 1, 0, 2, 0]);
    assert_eq!(png_size(&ada.fetch(&link("apple-touch-icon")).await), (180, 180));
    let manifest = ada.fetch(&link("manifest")).await;
    assert_eq!((manifest.status, manifest.header("content-type")), (200, "application/manifest+json"));
    let manifest: serde_json::Value = serde_json::from_slice(&manifest.body).unwrap();
    assert_eq!((&manifest["name"], &manifest["start_url"]), (&"Parlor".into(), &"/".into()));
    let mut purposes = Vec::new();
    for icon in manifest["icons"].as_array().unwrap() {
        let file = ada.fetch(icon["src"].as_str().unwrap()).await;
        let (width, height) = png_size(&file);
        assert_eq!(icon["sizes"], format!("{width}x{height}"));
        assert_eq!(file.header("cache-control"), "public, max-age=31536000, immutable");
        purposes.push((icon["purpose"].as_str().unwrap().to_owned(), width));
    }
    assert_eq!(purposes, [("any".to_owned(), 192), ("any".to_owned(), 512), ("maskable".to_owned(), 512)]);
    let sheet = ada.fetch(&page.attribute("link[rel=stylesheet]", "href").unwrap()).await;
    let sheet = String::from_utf8(sheet.body).unwrap();
    for color in page.attributes("meta[name=theme-color]", "content") {
        assert!(sheet.contains(&format!("--paper: {color}")), "{color}");
    }
    ada.post("/settings", &[("page", "dark")]).await;
    assert_eq!(ada.fetch("/").await.attributes("meta[name=theme-color]", "content").len(), 1);
}
