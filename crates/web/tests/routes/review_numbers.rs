//! The review on the page has the same numbers as `parlor_review`, and none for games that may not be reviewed yet.

use parlor_engine::StopFlag;
use parlor_review::{Course, Effort, Matter, ReviewRun, ReviewStep};
use parlor_table::{Answer, Entry, Table};
use parlor_view::{Names, StepRow, capitalised, cost_for_people, review_seat};

use crate::kit::{Browser, Dice, Page, TestServer, file, play_until, two_people};
use crate::review::{a_round, hundredths, reviewed};

/// Opens the journal of the current table as a new table.
async fn imported(server: &TestServer, from: &mut Browser) -> Browser {
    let journal = from.download("journal").await;
    let mut ada = server.browser();
    ada.go("/").await;
    ada.submit(|_| true, &[("file", file("a journal", &journal.body))], "Check and open").await;
    assert_eq!(ada.page.status, 200, "{}", ada.page.text());
    ada
}

/// The number of decisions in the last round.
fn decisions(table: &Table) -> usize {
    let course = Course::of(table);
    let questions = course.rounds.last().map_or(&[][..], |round| &round.questions);
    questions.iter().filter(|question| matches!(question.matter, Matter::Decision(_))).count()
}

fn number(text: &str) -> f64 {
    text.trim_start_matches("about ").replace('\u{2212}', "-").parse().unwrap_or_else(|_| panic!("{text}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn reviews_are_equal_in_every_front_end() {
    let server = TestServer::open();
    for (game, size) in [("canoga", "9"), ("congkak", "5")] {
        let mut played = a_round(&server, game, size).await;
        // A round between random players can be over in a few turns.
        while decisions(&server.table(&played.id())) < 4 {
            played = a_round(&server, game, size).await;
        }
        let mut ada = imported(&server, &mut played).await;
        reviewed(&mut ada).await;
        let table = server.table(&ada.id());
        let mut run = ReviewRun::new(&table, Effort::Help, "");
        run.finish(2, &StopFlag::default(), &|_, _| ());
        let review = run.review();
        let names = Names::for_player(&table.setup().players);
        let round = review.rounds.last().unwrap();
        let game = table.game();
        for seat in parlor_rules::Seat::BOTH {
            let words = review_seat(game, seat, &round.seat(game, seat), &names);
            assert!(ada.page.says(&words), "{words}");
        }
        let steps: Vec<ReviewStep<'_>> = round.steps().into_iter().filter(|step| step.decision.is_some()).collect();
        let columns = if round.luck().is_some() { 8 } else { 6 };
        let cells = ada.page.all(".steps tbody td");
        assert_eq!(cells.len(), columns * steps.len(), "{game}: every decision has its row");
        let mut lucks = 0;
        for (cells, step) in cells.chunks(columns).zip(&steps) {
            let row = StepRow::of(game, step);
            let place = format!("{game} entry {}", step.entry);
            assert_eq!(cells[0], row.entry.to_string(), "{place}");
            assert_eq!(cells[1], names.label(row.seat), "{place}");
            assert!(cells.contains(&capitalised(&row.played)), "{place}: {cells:?}");
            assert!(cells[columns - 1].ends_with(&row.mark_words), "{place}: {cells:?}");
            assert_eq!(cells[columns - 2], row.cost, "{place}");
            if columns == 8 && !cells[5].is_empty() {
                let luck = step.luck().unwrap();
                assert!((number(&cells[5]) - luck).abs() < 0.0051, "{place}: {} is {luck}", cells[5]);
                lucks += 1;
            }
            if step.cost() > 0.0 {
                assert!(cells.contains(&capitalised(&row.best)), "{place}: {cells:?}");
                let printed = if row.cost == "0" { 0.0 } else { number(&row.cost) };
                assert!(
                    (printed - cost_for_people(game, step.cost())).abs() < if columns == 8 { 0.0051 } else { 0.51 },
                    "{place}: {cells:?}"
                );
            }
        }
        if let Some(equation) = round.equation().filter(|_| columns == 8) {
            assert!(lucks > 1, "most decisions have a throw before them");
            let printed = equation.printed();
            let shown: Vec<i64> = ada.page.all(".equation dd").iter().map(|text| hundredths(text)).collect();
            assert_eq!(shown, [printed.points, printed.start, printed.luck, printed.skill]);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unfinished_journal_of_two_people_is_refused_too() {
    let server = TestServer::open();
    let (mut ada, mut ben) = two_people(&server, "congkak", &[]).await;
    play_until(&mut ada, &mut ben, &Dice::default(), Page::is_move).await;
    let mut cleo = imported(&server, &mut ada).await;
    let entries = server.table(&cleo.id()).records().map(|record| record.entry.clone()).collect::<Vec<_>>();
    let decided = |entry: &Entry| matches!(entry, Entry::Decision { answer: Answer::Choice(_), .. });
    assert!(entries.iter().any(decided), "something was decided already");
    for part in ["review", "analyse", "better?at=3"] {
        let page = cleo.fetch(&format!("{}/{part}", cleo.table())).await;
        assert_eq!(page.status, 403, "{part}");
        assert!(page.says("once it is over"), "{part}");
        assert!(page.has(&format!("a[href='{}']", cleo.table())), "{part}: it leads back");
    }
}
