//! Reviews, analysis, exercises and statistics, as people without scripts use them.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};

use parlor_engine::EngineJob;
use parlor_host::{Opponent, OpponentDecision};
use parlor_rules::Decision;
use parlor_table::Entry;
use parlor_view::UNCHECKED;

use crate::kit::{Browser, Dice, Quick, TestServer, limited, two_people};

/// Plays a round against the computer to its end.
pub async fn a_round(server: &TestServer, game: &str, size: &str) -> Browser {
    let mut ada = server.browser();
    ada.set_up(game, &[("size", size.into()), ("name", "Ada".into())]).await;
    let dice = Dice::seeded(5);
    for _ in 0..600 {
        ada.until("a question", |page| !page.waits() || page.round_is_over()).await;
        if ada.page.round_is_over() {
            return ada;
        }
        ada.answer(&dice).await;
    }
    panic!("it takes too long");
}

/// Reloads the review until it is complete.
pub async fn reviewed(ada: &mut Browser) {
    let path = format!("{}/review", ada.table());
    ada.go(&path).await;
    for _ in 0..3000 {
        if !ada.page.has("progress") {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        ada.go(&path).await;
        assert_eq!(ada.page.status, 200);
    }
    panic!("the review takes too long: {}", ada.page.text());
}

/// A number as it is printed, in hundredths.
pub fn hundredths(text: &str) -> i64 {
    let number: f64 = text.replace('\u{2212}', "-").parse().unwrap();
    (number * 100.0).round() as i64
}

#[tokio::test(flavor = "multi_thread")]
async fn luck_and_skill_add_up_as_they_are_printed() {
    let server = TestServer::open();
    let mut ada = a_round(&server, "canoga", "9").await;
    assert!(ada.page.has("a[href$='/review']"), "the review is offered after the round");
    reviewed(&mut ada).await;
    let numbers: Vec<i64> = ada.page.all(".equation dd").iter().map(|text| hundredths(text)).collect();
    assert_eq!(numbers.len(), 4);
    assert_eq!(numbers[0] - numbers[1], numbers[2] + numbers[3], "{numbers:?}");
    assert!(ada.page.says("You gave away") || ada.page.says("You had no decisions"));
    assert!(ada.page.has(".graph .luck-bar"));
}

#[tokio::test(flavor = "multi_thread")]
async fn every_point_of_the_graph_is_a_link_to_its_moment() {
    let server = TestServer::open();
    let mut ada = a_round(&server, "canoga", "9").await;
    reviewed(&mut ada).await;
    let links = ada.page.attributes(".graph a.dot-link", "href");
    assert!(links.len() > 3);
    for link in [&links[0], &links[links.len() / 2], &links[links.len() - 1]] {
        ada.go(link).await;
        assert_eq!(ada.page.status, 200);
        let here = ada.page.attributes(".graph a[aria-current]", "href");
        assert_eq!(&here[..], std::slice::from_ref(link), "the point on screen is the requested one");
        let name = ada.page.attributes(".graph a[aria-current]", "aria-label").remove(0);
        assert!(name.starts_with(&ada.page.one("#moment")), "{name}");
        assert!(ada.page.has(".moment-panel .board svg"));
    }
    // The list contains the same numbers, in order of play or by cost.
    let in_order = ada.page.all(".steps tbody tr");
    let path = format!("{}/review?order=cost", ada.table());
    ada.go(&path).await;
    let costly = ada.page.all(".steps tbody tr");
    assert_eq!(in_order.len(), costly.len());
    let costs: Vec<f64> =
        ada.page.all(".steps tbody td:nth-child(7)").iter().map(|cost| cost.parse().unwrap_or(0.0)).collect();
    assert!(costs.is_sorted_by(|one, other| one >= other), "{costs:?}");
    for strange in ["?at=99999", "?round=77", "?at=x", "?order=%22%3E%3Cscript%3E"] {
        let page = ada.fetch(&format!("{}/review{strange}", ada.table())).await;
        assert_eq!(page.status, 200, "{strange}");
        assert!(!String::from_utf8_lossy(&page.body).contains("<script>"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_continues_in_the_background_and_is_stored() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("kono", &[("size", "5".into()), ("name", "Ada".into())]).await;
    // An open game with a few decisions, each of which takes a second.
    for _ in 0..2 {
        ada.first_move().await;
        ada.answer(&Dice::default()).await;
    }
    ada.ready().await;
    let path = format!("{}/review", ada.table());
    ada.go(&path).await;
    assert!(ada.page.has("progress"), "an incomplete review shows its progress");
    assert!(ada.page.says("You can leave this page"));
    assert!(ada.page.text().contains("http-equiv=\"refresh\""), "without scripts, the page reloads itself");
    assert!(!ada.page.all(".steps tbody tr").is_empty());
    reviewed(&mut ada).await;
    assert!(ada.page.says("played first"), "the only chance is named: {}", ada.page.text());
    assert!(!ada.page.has(".equation"));
    let (name, _) = server.registry.follow(&ada.id().parse().unwrap()).unwrap().unwrap();
    assert!(server.registry.review(&name).unwrap().is_some());
}

/// The server's memory for reviews is limited by its number of tables. Here it holds two questions, and the dice for the
/// first player are as many already.
#[tokio::test(flavor = "multi_thread")]
async fn a_review_that_was_dropped_from_memory_is_read_from_the_store() {
    let server = TestServer::with(limited(|limits| limits.rooms = 1), Some(Arc::new(Quick::default())));
    let mut ada = a_round(&server, "canoga", "9").await;
    reviewed(&mut ada).await;
    let (numbers, steps) = (ada.page.all(".equation dd"), ada.page.all(".steps tbody tr"));
    let path = format!("{}/review", ada.table());
    ada.go(&path).await;
    assert!(!ada.page.has("progress"), "{}", ada.page.text());
    assert_eq!((ada.page.all(".equation dd"), ada.page.all(".steps tbody tr")), (numbers, steps));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_in_progress_says_so_instead_of_that_nothing_was_decided() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("kono", &[("size", "9".into()), ("name", "Ada".into())]).await;
    ada.first_move().await;
    ada.answer(&Dice::default()).await;
    ada.ready().await;
    let path = format!("{}/review", ada.table());
    ada.go(&path).await;
    assert!(ada.page.has("progress") && !ada.page.says("nothing to decide"), "{}", ada.page.text());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_open_game_between_two_people_is_neither_reviewed_nor_analysed() {
    let server = TestServer::open();
    let (mut ada, mut ben) = two_people(&server, "kono", &[]).await;
    let mut watcher = server.browser();
    for part in ["review", "analyse", "better?at=3", "analyse?at=1&line=x"] {
        let path = format!("{}/{part}", ada.table());
        for browser in [&mut ada, &mut ben, &mut watcher] {
            let page = browser.fetch(&path).await;
            assert_eq!(page.status, 403, "{part}");
            assert!(page.says("once it is over"));
        }
    }
    let table = ada.table();
    ada.go(&table).await;
    assert!(!ada.page.has("a[href$='/review']") && !ada.page.has("a[href$='/analyse']"));
}

#[tokio::test(flavor = "multi_thread")]
async fn analysis_plays_for_both_and_changes_nothing() {
    let server = TestServer::open();
    for (game, size) in [("canoga", "9"), ("congkak", "5"), ("kono", "5")] {
        let mut ada = server.browser();
        ada.set_up(game, &[("size", size.into())]).await;
        ada.first_move().await;
        let table = ada.table();
        let id = ada.id();
        let before = server.table(&id).revision();
        ada.go(&format!("{table}/analyse")).await;
        assert_eq!(ada.page.status, 200, "{game}");
        assert!(ada.page.has(".ranks tbody tr"), "{game} is ranked");
        let dice = Dice::seeded(3);
        for step in 0..12 {
            let answers = ada.page.answers();
            let Some((field, value)) = dice.pick(&answers) else {
                assert!(ada.page.says("The round ends here."), "{game} {step}");
                break;
            };
            ada.choose(field, value).await;
            assert_eq!(ada.page.status, 200, "{game} {step} {value}");
        }
        assert_eq!(server.table(&id).revision(), before);
        let longest = ada.page.all("ol.line li").len();
        assert!(longest > 0, "{game}");
        let back = ada.page.attribute("[data-key=Back]", "href").unwrap();
        ada.go(&back).await;
        let on = ada.page.attribute("[data-key=Next]", "href").unwrap();
        assert_eq!(ada.page.all("ol.line li").len(), longest, "what was taken back can be played again");
        ada.go(&on).await;
        assert!(!ada.page.has("[data-key=Next]"));
        for (line, wrong) in [("nonsense", "Step 1"), ("undo", "Step 1"), ("save", "Step 1"), ("file x", "Step 1")] {
            let page = ada.fetch(&format!("{table}/analyse?at={before}&line={}", line.replace(' ', "+"))).await;
            assert_eq!(page.status, 422, "{game} {line}");
            assert!(page.says(wrong), "{game} {line}: {}", page.text());
        }
        let page = ada.fetch(&format!("{table}/analyse?line={}", "x;".repeat(5000))).await;
        assert_eq!(page.status, 422);
        assert_eq!(ada.fetch(&format!("{table}/analyse?at=x")).await.status, 400);
        assert_eq!(ada.fetch(&format!("{table}/analyse?at=0")).await.status, 200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_mistake_is_refused_and_the_answer_is_right() {
    let server = TestServer::open();
    let (mut ada, _, exercises) = crate::practice::a_round_with_mistakes(&server, 1).await;
    let page = ada.page.text();
    for (number, exercise) in exercises.iter().take(3).enumerate() {
        ada.go(exercise).await;
        assert!(
            !ada.page.has("#answer") && !ada.page.has(".button.advised"),
            "the answer is shown only when asked for"
        );
        let show = ada.page.attribute("[data-key=show]", "href").unwrap();
        ada.go(&show).await;
        let best = ada.page.one("#answer .say").replace("Best: ", "");
        assert!(!page.contains(&best), "the list doesn't show the solution: {best}");
        ada.say(&best).await;
        assert_eq!(ada.page.one("#verdict"), "Right: there is no better choice.", "{number} {best}");
        assert_eq!(ada.page.one("#task"), "Solved", "the task no longer says that there was a better choice");
        let played = server.table(&ada.id());
        let at: u64 = exercise.rsplit('=').next().unwrap().parse().unwrap();
        let record = played.records().find(|record| record.revision == at).unwrap();
        let Entry::Decision { answer, .. } = &record.entry else { panic!("{record:?}") };
        let answer: String = form_urlencoded::byte_serialize(answer.to_string().as_bytes()).collect();
        ada.go(&format!("{exercise}&answer={answer}")).await;
        assert_eq!(ada.page.one("#verdict"), "That is the move from the game. Find a better one.");
    }
    let wrong = format!("{}&answer=cover+99", exercises[0]);
    assert!(ada.fetch(&wrong).await.status < 500);
}

#[tokio::test(flavor = "multi_thread")]
async fn statistics_count_reviewed_games_and_those_without_a_review() {
    let server = TestServer::open();
    let mut ada = a_round(&server, "canoga", "9").await;
    ada.go("/statistics").await;
    assert!(ada.page.says("1 game has no review yet."), "{}", ada.page.text());
    ada.press("Review it").await;
    for _ in 0..600 {
        ada.go("/statistics").await;
        if ada.page.has("table.steps") {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let cells = ada.page.all("table.steps tbody td");
    assert_eq!(&cells[..4], ["Canoga", "9", "club", "1"], "{cells:?}");
    assert!(!ada.page.says("no review yet"));
    let mut other = server.browser();
    other.go("/statistics").await;
    assert!(other.page.says("There are none yet."), "each browser has its own statistics");
}

/// A table at which the tutor asks about a choice.
async fn warned(server: &TestServer, tutor: &str) -> Browser {
    let mut ada = server.browser();
    ada.cookies.insert("parlor-settings".to_owned(), format!("value_bar=no&tutor={tutor}"));
    let dice = Dice::seeded(9);
    for _ in 0..20 {
        ada.set_up("canoga", &[]).await;
        for _ in 0..100 {
            ada.ready().await;
            if ada.page.round_is_over() || ada.page.has("#tutor") {
                break;
            }
            ada.answer(&dice).await;
        }
        if ada.page.has("#tutor") {
            break;
        }
    }
    ada
}

#[tokio::test(flavor = "multi_thread")]
async fn the_tutor_asks_before_a_costly_choice_is_played() {
    let server = TestServer::open();
    let mut ada = warned(&server, "strict").await;
    assert!(ada.page.one("#tutor").ends_with("Play it, think again, or see why?"), "{}", ada.page.text());
    let before = server.table(&ada.id()).revision();
    let why = ada.page.attribute("[data-key=see-why]", "href").unwrap();
    assert!(!ada.page.has(".tutor .why"));
    ada.go(&why).await;
    assert!(ada.page.all(".tutor .why li").iter().any(|reason| reason.starts_with("It would be better to ")));
    assert_eq!(server.table(&ada.id()).revision(), before, "nothing is played before it is confirmed");
    ada.press("play-it").await;
    assert!(server.table(&ada.id()).revision() > before);
    assert!(!ada.page.has("#tutor"));
}

/// White could move a piece to where Black captures it.
const CAPTURE: &str = "Round: 1\n\nComputer:\n   Score: 0\n   Color: Black\n\nHuman:\n   Score: 0\n   Color: White\n\n\
     Board:\n   W O O O O\n   O O O O O\n   O O W O O\n   O O O O O\n   B O O O BB\n\nNext Player: Human\n";

#[tokio::test(flavor = "multi_thread")]
async fn the_tutor_explains_the_drawbacks_of_a_move() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.cookies.insert("parlor-settings".to_owned(), "value_bar=no&tutor=strict".to_owned());
    ada.go("/").await;
    ada.fill_and_press(&[("text", CAPTURE)], "Check and open").await;
    ada.first_move().await;
    // On a busy machine, the tutor may run out of time.
    for _ in 0..10 {
        ada.say("3 3 se").await;
        ada.until("the tutor or its apology", |page| page.has("#tutor") || page.has("#message")).await;
        if ada.page.has("#tutor") {
            break;
        }
        ada.ready().await;
        ada.say("undo").await;
    }
    let why = ada.page.attribute("[data-key=see-why]", "href").unwrap();
    ada.go(&why).await;
    let reasons = ada.page.all(".tutor .why li");
    let at = |words: &str| reasons.iter().position(|reason| reason.contains(words));
    let reply = at("After your choice your opponent could move the piece at (5,5) northwest.");
    assert_eq!(reply, Some(0), "{reasons:?}");
    let capture = at("It captures the piece at (4,4), for 5 points.");
    assert!(capture.is_some() && capture < at("It would be better to "), "{reasons:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_tutor_no_choice_needs_confirmation() {
    let server = TestServer::open();
    let mut ada = server.browser();
    ada.set_up("canoga", &[]).await;
    let dice = Dice::seeded(9);
    for _ in 0..60 {
        ada.ready().await;
        if ada.page.round_is_over() {
            return;
        }
        ada.answer(&dice).await;
        assert!(!ada.page.has("#tutor"));
    }
}

/// A computer player that never answers in Kono, and so keeps the only engine thread busy.
struct Stuck {
    released: Mutex<mpsc::Receiver<()>>,
    is_stuck: AtomicBool,
}

impl Opponent for Stuck {
    fn decide(&self, job: &EngineJob) -> Result<OpponentDecision, String> {
        if let Decision::Kono(_) = job.decision {
            self.is_stuck.store(true, Ordering::SeqCst);
            let _ = self.released.lock().unwrap().recv();
        }
        Ok(OpponentDecision { choice: job.decision.choices()[0], value: None, rationale: None })
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unchecked_choice_is_played_with_a_note() {
    let (release, released) = mpsc::channel();
    let stuck = Arc::new(Stuck { released: Mutex::new(released), is_stuck: AtomicBool::new(false) });
    let server = TestServer::with(limited(|limits| limits.thinkers = 1), Some(Arc::clone(&stuck) as Arc<dyn Opponent>));
    let mut ada = server.browser();
    ada.set_up("congkak", &[]).await;
    ada.answer_until(|page| page.is_move() && page.answers().len() > 1).await;
    let mut other = server.browser();
    other.set_up("kono", &[("seats", "programs".into())]).await;
    while !stuck.is_stuck.load(Ordering::SeqCst) {
        other.reload().await;
    }
    ada.cookies.insert("parlor-settings".to_owned(), "value_bar=no&tutor=mild".to_owned());
    ada.reload().await;
    let before = ada.page.revision();
    ada.answer(&Dice::default()).await;
    assert!(ada.page.revision() > before, "the choice is played");
    assert_eq!(ada.page.notice(), UNCHECKED);
    drop(release);
}
