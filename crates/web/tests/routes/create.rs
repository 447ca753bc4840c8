//! Tables with options.

use crate::kit::{Field, Page, TestServer, file};

#[tokio::test(flavor = "multi_thread")]
async fn every_size_and_level_can_be_chosen() {
    let server = TestServer::open();
    let mut ada = server.browser();
    for (game, sizes) in [("canoga", ["9", "10", "11"]), ("congkak", ["5", "7", "11"]), ("kono", ["5", "7", "9"])] {
        for (size, level) in sizes.into_iter().zip(["novice", "expert", "master"]) {
            ada.set_up(game, &[("size", size.into()), ("level", level.into())]).await;
            let title = ada.page.one(".title p");
            assert!(title.contains(size) && title.ends_with(&format!("level {level}")), "{title}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_coin_the_chosen_player_starts() {
    let server = TestServer::open();
    let mut ada = server.browser();
    for (first, header) in [("you", "first human"), ("computer", "first computer")] {
        ada.set_up("congkak", &[("first", first.into()), ("level", "novice".into())]).await;
        let journal = format!("{}/journal", ada.table());
        let journal = ada.fetch(&journal).await.text();
        assert!(journal.lines().any(|line| line.starts_with(header)), "{journal}");
        assert!(!journal.contains("coin"), "{journal}");
        assert!(!ada.page.says("heads or tails"), "{first}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_size_is_asked_for_at_the_table() {
    let server = TestServer::open();
    let mut ada = server.browser();
    for (game, answer) in [("canoga", "size 10"), ("congkak", "size 6"), ("kono", "size 7")] {
        ada.set_up(game, &[("size", "".into())]).await;
        assert!(ada.page.answers().contains(&("answer".to_owned(), answer.to_owned())), "{:?}", ada.page.answers());
        assert!(!ada.page.has("[data-board]"), "there is no board yet");
        let save = format!("{}/save/text", ada.table());
        let page = ada.fetch(&save).await;
        assert_eq!(page.status, 400);
        assert!(page.says("Nothing to save yet"));
        ada.choose("answer", answer).await;
        assert!(ada.first_move().await.has("[data-board]"));
        assert_eq!(ada.fetch(&save).await.status, 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_at_one_screen_answer_from_one_page() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("congkak", &[("seats", "here".into()), ("name", "Ada".into())]).await;
    for _ in 0..6 {
        assert!(!ada.page.waits(), "one of the two can always answer here");
        let answers = ada.page.answers();
        ada.choose(&answers[0].0, &answers[0].1).await;
    }
    assert!(!ada.page.has("[data-key=invite]"), "no seat is left for an invitation");
    let labels = ada.page.all("details label");
    assert!(labels.iter().any(|label| label.starts_with("Ada\u{2019}s seat")), "{labels:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_at_one_screen_have_two_names() {
    let server = TestServer::open();
    let mut ada = server.browser();
    let named = |name2: &'static str| [("seats", "here".into()), ("name", "Ada".into()), ("name2", name2.into())];
    ada.set_up("canoga", &named("Ben")).await;
    assert_eq!(ada.page.all(".seat .who"), ["Ada", "Ben"]);
    assert_eq!(ada.go("/").await.value("#canoga-name2"), "Ben", "it is remembered");
    let fields = [("game", "kono"), ("seats", "here"), ("name", "Ada"), ("name2", "ada")];
    let fields: Vec<(&str, Field)> = fields.iter().map(|(name, value)| (*name, Field::from(*value))).collect();
    let page = ada.upload("/tables/options", &fields).await;
    assert_eq!(page.status, 400);
    assert!(page.says("The second name can't be"), "{}", page.text());
    // It is the name of a person at this screen, not of a friend elsewhere.
    ada.set_up("kono", &[("seats", "link".into()), ("name", "Ada".into()), ("name2", "Ben".into())]).await;
    let table = server.table(&ada.id());
    assert_eq!(table.setup().players.computer, parlor_table::Player::Human("Human 2".to_owned()));
}

#[tokio::test(flavor = "multi_thread")]
async fn two_programs_play_their_rounds_without_questions() {
    let server = TestServer::open();
    let mut ada = server.browser();
    let options = [("seats", "programs".into()), ("rounds", "2".into()), ("level2", "novice".into())];
    ada.set_up("congkak", &options).await;
    ada.until("the end", |page| page.has("#result")).await;
    assert_eq!(server.table(&ada.id()).round(), 2);
    assert_eq!(
        ada.page.all("form[method=post]"),
        ["Play again", "Flip the board"],
        "who watches has nothing else to press"
    );
}

fn asks_for_coin(page: &Page) -> bool {
    page.answers().iter().any(|(field, _)| field == "coin")
}

#[tokio::test(flavor = "multi_thread")]
async fn dice_and_coins_by_hand_are_asked_for_and_can_be_corrected() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("canoga", &[("seats", "here".into()), ("dice", "hand".into())]).await;
    assert!(ada.page.one(".title p").ends_with("dice by hand"));
    ada.answer_until(|page| page.has("form.dice")).await;
    ada.say("seven").await;
    assert_eq!(ada.page.status, 422);
    ada.say("6 5").await;
    assert!(ada.page.log().iter().any(|line| line.contains('6') && line.contains('5')), "{:?}", ada.page.log());
    ada.fill_and_press(&[("typed", "43")], "Correct").await;
    let note = "Corrected: the dice show 4 3, not 6 5.";
    assert!(ada.page.log().iter().any(|line| line == note), "{:?}", ada.page.log());
    ada.set_up("congkak", &[("seats", "here".into()), ("dice", "hand".into())]).await;
    ada.answer_until(asks_for_coin).await;
    ada.say("edge").await;
    assert_eq!(ada.page.status, 422);
    ada.reload().await;
    ada.choose("coin", "tails").await;
    assert_eq!(ada.page.status, 200);
    assert!(!asks_for_coin(&ada.page), "the coin has been tossed");
}

/// The form asks for the result of the coin toss as text.
#[tokio::test(flavor = "multi_thread")]
async fn a_coin_by_hand_can_be_typed() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("congkak", &[("seats", "here".into()), ("dice", "hand".into())]).await;
    ada.answer_until(asks_for_coin).await;
    ada.say("Heads").await;
    assert_eq!(ada.page.status, 200);
    assert!(!asks_for_coin(&ada.page), "the coin has been tossed");
}

/// In Canoga, the first throws wait for the player who makes them.
#[tokio::test(flavor = "multi_thread")]
async fn a_throw_that_waits_has_one_button_and_nothing_to_type() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("canoga", &[("seats", "here".into())]).await;
    let throw = [("throw".to_owned(), "1".to_owned())];
    ada.answer_until(|page| page.answers() == throw).await;
    assert!(!ada.page.has("form.typed"));
    let (answer, revision) = (format!("{}/answer", ada.table()), ada.page.revision().to_string());
    let page = ada.post(&answer, &[("revision", &revision), ("typed", "6 6")]).await;
    assert_eq!((page.status, page.notice()), (422, "Press the button to throw the dice.".to_owned()));
    ada.press("Throw the dice").await;
    assert_eq!(ada.page.status, 200);
    assert!(ada.page.revision().to_string() != revision);
}

#[tokio::test(flavor = "multi_thread")]
async fn dice_are_read_from_a_file_and_then_made_by_the_server() {
    let server = TestServer::open();
    let mut ada = server.browser();
    let throws = "6 5\n\n1 2\n";
    ada.set_up("canoga", &[("seats", "here".into()), ("dice", "file".into()), ("throws", file("my dice.txt", throws))])
        .await;
    let table = server.table(&ada.id());
    assert_eq!(table.setup().queue.len(), 2);
    assert_eq!(table.setup().queue[1].line, 3);
}

async fn refused(fields: &[(&str, Field)]) -> String {
    let server = TestServer::open();
    let mut ada = server.browser();
    let page = ada.upload("/tables/options", fields).await;
    assert_eq!(page.status, 400, "{fields:?}");
    assert_eq!(page.one("h1"), "Invalid request");
    assert!(ada.go("/").await.says("None yet."), "no table was begun: {fields:?}");
    page.all("main p").remove(0)
}

#[tokio::test(flavor = "multi_thread")]
async fn every_bad_option_has_its_sentence() {
    let canoga = || ("game", Field::from("canoga"));
    assert_eq!(refused(&[]).await, "The field \u{201c}game\u{201d} is missing.");
    let wrong = refused(&[("game", "chess".into())]).await;
    assert_eq!(wrong, "The field \u{201c}game\u{201d} has to be canoga, congkak or kono.");
    assert_eq!(refused(&[canoga(), ("size", "12".into())]).await, "Canoga has rows of 9, 10 or 11 squares, not 12.");
    assert_eq!(
        refused(&[canoga(), ("size", "big".into())]).await,
        "The field \u{201c}size\u{201d} has to be a number."
    );
    let level = "has to be novice, club, expert or master.";
    assert_eq!(refused(&[canoga(), ("level", "god".into())]).await, format!("The field \u{201c}level\u{201d} {level}"));
    assert_eq!(
        refused(&[canoga(), ("level2", "god".into())]).await,
        format!("The field \u{201c}level2\u{201d} {level}")
    );
    assert_eq!(
        refused(&[canoga(), ("seats", "floor".into())]).await,
        "The field \u{201c}seats\u{201d} has to be computer, link, here or programs."
    );
    assert_eq!(
        refused(&[canoga(), ("dice", "loaded".into())]).await,
        "The field \u{201c}dice\u{201d} has to be server, hand or file."
    );
    assert_eq!(
        refused(&[canoga(), ("first", "me".into())]).await,
        "The field \u{201c}first\u{201d} must be coin, you or computer."
    );
    assert_eq!(
        refused(&[canoga(), ("rounds", "many".into())]).await,
        "The field \u{201c}rounds\u{201d} has to be a number."
    );
    assert_eq!(
        refused(&[canoga(), ("name", "COMPUTER".into())]).await,
        "A name can't be empty, contain control characters, or be Computer."
    );
    assert_eq!(
        refused(&[canoga(), ("dice", "file".into())]).await,
        "You chose dice from a file, but didn't choose a file."
    );
    let bad = refused(&[canoga(), ("dice", "file".into()), ("throws", file("a/b/dice.txt", "4 3\n4 9\n"))]).await;
    assert!(bad.starts_with("dice.txt: Line 2, column 3: "), "{bad}");
    assert!(bad.ends_with("like 4 3."), "{bad}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_click_with_a_bad_game_has_its_sentence() {
    let server = TestServer::open();
    let mut ada = server.browser();
    let page = ada.post("/tables", &[("game", "go")]).await;
    assert_eq!(page.status, 400);
    assert!(page.says("has to be canoga, congkak or kono."));
    assert_eq!(ada.post("/tables", &[]).await.status, 400);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_with_endless_fields_is_refused() {
    let server = TestServer::open();
    let mut ada = server.browser();
    let fields: Vec<(&str, Field)> = (0..40).map(|_| ("x", Field::from("y"))).collect();
    let page = ada.upload("/tables/options", &fields).await;
    assert_eq!(page.status, 400);
    assert!(page.says("A form can have at most 32 fields."));
}
