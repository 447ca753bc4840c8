//! Analysis of positions that don't come from a table.

use crate::kit::{Browser, Dice, TestServer};

/// The text in the field for the position.
fn position(ada: &Browser) -> String {
    let dom = ada.page.dom();
    dom.select(&crate::kit::select("textarea[name=position]")).flat_map(|field| field.text()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn every_game_can_be_analysed_from_its_start() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.go("/").await;
    assert!(ada.page.attributes("a", "href").contains(&"/analyse".to_owned()), "the lobby leads to it");
    ada.go("/analyse").await;
    let starts = ada.page.attributes("#game option", "value");
    assert_eq!(starts.len(), 13, "every size of every game: {starts:?}");
    for start in &starts {
        ada.go("/analyse").await;
        ada.fill_and_press(&[("start", start)], "Analyse it").await;
        assert_eq!(ada.page.status, 200, "{start}");
        let dice = Dice::seeded(4);
        for _ in 0..5 {
            let answers = ada.page.answers();
            let (field, value) = dice.pick(&answers).unwrap();
            ada.choose(field, value).await;
            assert_eq!(ada.page.status, 200, "{start} {value}: {:?}", ada.page.all("#message, ol.line"));
        }
        assert!(ada.page.has(".board svg") && !ada.page.all("ol.line li").is_empty(), "{start}");
        let first = ada.page.attribute("[data-key=First]", "href").unwrap();
        ada.go(&first).await;
        assert!(ada.page.has("[data-key=Next]"), "{start}: what was taken back can be played again");
    }
    for wrong in ["kono-6", "canoga", "chess-8", "canoga-9-9", "%22%3E%3Cscript%3E"] {
        let page = ada.fetch(&format!("/analyse?start={wrong}")).await;
        assert_eq!(page.status, 400, "{wrong}");
        assert!(page.says("like canoga-9"), "{wrong}");
    }
    assert_eq!(server.registry.list().unwrap(), [], "it makes no table");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_can_be_set_up_by_hand() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.go("/analyse").await;
    for start in ada.page.attributes("#game option", "value") {
        ada.go("/analyse").await;
        ada.fill_and_press(&[("start", &start)], "Set it up").await;
        assert_eq!(ada.page.all("#game option[selected]").len(), 1);
        let text = position(&ada);
        let save = parlor_saves::read(&text, None).unwrap();
        assert_eq!(format!("{}-{}", save.standing.game(), save.standing.size()).to_lowercase(), start);
        ada.press("Analyse this position").await;
        assert_eq!(ada.page.status, 200, "{start}: {text}");
        assert!(ada.at.starts_with("/analyse?position="), "the position is in the address: {}", ada.at);
        assert!(ada.page.has(".board svg"), "{start}");
    }
    // A position in which Human has only one pit to choose from.
    ada.go("/analyse?start=congkak-5&by=hand").await;
    let changed = position(&ada).replacen("5 5 5 5 5", "0 0 0 0 10", 1);
    ada.fill_and_press(&[("position", &changed)], "Analyse this position").await;
    assert_eq!(ada.page.status, 200, "{}", ada.page.text());
    assert_eq!(ada.page.all(".ranks tbody tr").len(), 1, "there is one pit to choose");
    let answers = ada.page.answers();
    ada.choose(&answers[0].0, &answers[0].1).await;
    assert!(ada.page.has("[data-key=Back]"));
    // From there, the position can be edited again.
    let by_hand = ada.page.attributes("a", "href").into_iter().find(|link| link.contains("by=hand")).unwrap();
    ada.go(&by_hand).await;
    assert_ne!(position(&ada), changed, "the position on screen is used");
    ada.press("Analyse this position").await;
    assert_eq!(ada.page.status, 200);
    assert_eq!(server.registry.list().unwrap(), [], "it makes no table");
}

#[tokio::test(flavor = "multi_thread")]
async fn all_faults_of_a_position_are_named_and_the_text_stays() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.go("/analyse?start=congkak-5&by=hand").await;
    let wrong = "Human Player: 0 5 5 x 5 5 0\nComputer Player: 0 5 5 5 5 5\nNext Player: <b>Nobody</b>\n";
    ada.fill_and_press(&[("position", wrong)], "Analyse this position").await;
    assert_eq!(ada.page.status, 422);
    assert_eq!(position(&ada), wrong, "the text is there to be corrected");
    assert!(!ada.page.has("b"), "the text is shown, and not interpreted as markup");
    let picture = ada.page.one("pre.picture");
    for line in 1..=3 {
        assert!(picture.contains(&format!("position:{line}:")), "a fault in line {line}: {picture}");
    }
    // An address that was edited by hand reports the same faults.
    let page = ada.fetch("/analyse?position=Next+Player:+Human").await;
    assert_eq!(page.status, 422);
    let long = format!("{}\n", "#".repeat(5000));
    let journal = "parlor journal 1\n";
    for (text, words) in [("", "is empty"), ("  \n ", "is empty"), (&long, "too long"), (journal, "a journal")] {
        let page = ada.post("/analyse", &[("position", text)]).await;
        assert_eq!(page.status, 422, "{words}");
        assert!(page.says(words), "{words}: {}", page.text());
    }
    assert_eq!(ada.post("/analyse", &[]).await.status, 422);
    assert_eq!(ada.post("/analyse", &[("position", &"9 ".repeat(40_000))]).await.status, 413);
    let bad_line = ada.fetch("/analyse?start=kono-5&line=nonsense").await;
    assert_eq!(bad_line.status, 422);
    assert!(bad_line.says("Step 1"));
}
