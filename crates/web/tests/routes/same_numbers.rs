//! The page's review has the numbers of `parlor_review`, and of games that may not be looked into it has none.

use parlor_engine::StopFlag;
use parlor_review::{Answer, Course, Effort, Review};
use parlor_table::{Answer as Said, Entry};
use parlor_view::{Names, capitalised, review_best, review_cost, review_played, review_seat};

use crate::kit::{Browser, Dice, House, Page, file, play_until, two_people};
use crate::review::{a_round, hundredths, reviewed};

/// Opens the journal of the table in sight as a table of its own.
async fn imported(house: &House, from: &mut Browser) -> Browser {
    let journal = from.download("journal").await;
    let mut ada = house.browser();
    ada.go("/").await;
    ada.submit(|_| true, &[("file", file("a journal", &journal.body))], "Check and open").await;
    assert_eq!(ada.page.status, 200, "{}", ada.page.text());
    ada
}

fn number(text: &str) -> f64 {
    if text == "next to nothing" {
        return 0.0;
    }
    text.trim_start_matches("about ").replace('\u{2212}', "-").parse().unwrap_or_else(|_| panic!("{text}"))
}

#[tokio::test(flavor = "multi_thread")]
async fn reviews_are_equal_in_every_front_end() {
    let house = House::open();
    for (game, size) in [("canoga", "9"), ("congkak", "5")] {
        let mut played = a_round(&house, game, size).await;
        let mut ada = imported(&house, &mut played).await;
        reviewed(&mut ada).await;
        let table = house.table(&ada.id());
        let course = Course::of(&table);
        let answers: Vec<Option<Answer>> =
            course.questions().map(|question| question.answer(Effort::Help, &StopFlag::default()).ok()).collect();
        let review = Review::of(&course, &answers);
        let names = Names::of(&table.setup().players);
        let round = review.rounds.last().unwrap();
        let game = table.game();
        for seat in parlor_rules::Seat::BOTH {
            let words = review_seat(game, seat, &round.seat(game, seat), &names);
            assert!(ada.page.says(&words), "{words}");
        }
        let rows = ada.page.all(".steps tbody tr");
        assert_eq!(rows.len(), round.decisions.len(), "{game}: every decision has its line");
        assert!(rows.len() > 3);
        let links = ada.page.attributes(".steps tbody a", "href");
        let columns = if round.luck().is_some() { 8 } else { 6 };
        let cells = ada.page.all(".steps tbody td");
        let mut lucks = 0;
        for ((cells, decision), link) in cells.chunks(columns).zip(&round.decisions).zip(&links) {
            let place = format!("{game} {link}");
            let judged = decision.judged.as_ref();
            assert_eq!(cells[1], names.label(decision.seat), "{place}");
            assert!(cells.contains(&capitalised(&review_played(decision))), "{place}: {cells:?}");
            let (cost, mark) = (&cells[columns - 2], &cells[columns - 1]);
            let known = decision.mark.map_or("forced".to_owned(), |mark| mark.to_string());
            assert!(mark.ends_with(&known), "{place}: {mark} is {known}");
            if columns == 8 && !cells[5].is_empty() {
                let revision = decision.decided.plays[0].revision;
                let throw = round.throws.iter().rev().find(|throw| throw.revision < revision).unwrap();
                let luck = throw.luck.unwrap();
                assert!((number(&cells[5]) - luck).abs() < 0.0051, "{place}: {} is {luck}", cells[5]);
                lucks += 1;
            }
            let Some(judged) = judged else { continue };
            let printed = if cost == "0" { 0.0 } else { number(cost) };
            assert!(
                (printed - judged.cost()).abs() < if columns == 8 { 0.0051 } else { 0.51 },
                "{place}: {cost} is {}",
                judged.cost()
            );
            if judged.cost() > 0.0 {
                assert!(cells.contains(&capitalised(&review_best(judged))), "{place}: {cells:?}");
                assert!(review_cost(game, judged.cost(), judged.exact).starts_with(cost.as_str()), "{place}: {cost}");
            }
        }
        if let Some(equation) = round.equation() {
            assert!(lucks > 3, "most decisions have a throw before them");
            let printed = equation.printed();
            let shown: Vec<i64> = ada.page.all(".equation dd").iter().map(|text| hundredths(text)).collect();
            assert_eq!(shown, [printed.points, printed.start, printed.luck, printed.skill]);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn point_7_an_unfinished_journal_of_two_people_is_refused_too() {
    let house = House::open();
    let (mut ada, mut ben) = two_people(&house, "congkak", &[]).await;
    play_until(&mut ada, &mut ben, &Dice::default(), Page::is_move).await;
    let mut cleo = imported(&house, &mut ada).await;
    let entries = house.table(&cleo.id()).records().map(|record| record.entry.clone()).collect::<Vec<_>>();
    let decided = |entry: &Entry| matches!(entry, Entry::Decision { answer: Said::Choice(_), .. });
    assert!(entries.iter().any(decided), "something was decided already");
    for part in ["review", "analyse", "better?at=3"] {
        let page = cleo.fetch(&format!("{}/{part}", cleo.table())).await;
        assert_eq!(page.status, 403, "{part}");
        assert!(page.says("when it is over"), "{part}");
        assert!(page.has(&format!("a[href='{}']", cleo.table())), "{part}: it leads back");
    }
}
