//! Pages, parsed as a browser does.
#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

mod support;

use std::collections::HashSet;
use std::fs;

use parlor_engine::Evaluation;
use parlor_engine::{EngineJob, StopFlag};
use parlor_host::Preferences;
use parlor_review::{Effort, ReviewRun};
use parlor_rules::{Decision, Game, Level, Pair, Seat};
use parlor_table::{Answer, Ask, Entry, Event, Next, Offer, Player, Question, Setup, Table};
use parlor_view::{Advice, Chooser, Names, Replay, RoundLog, ShownValue, Spot, sentences};
use parlor_web::assets::Assets;
use parlor_web::pages::{
    FairDice, FileFaults, GameRulesPage, HowToPlayPage, InvitePage, JoinPage, KnownValue, Links, LobbyPage,
    MessagePage, OpenPage, ReplayPage, ReviewPage, SavesPage, SeatPage, SettingsPage, Site, TableLine, TablePage,
    TableState, Undo, render,
};
use scraper::{ElementRef, Html};
use support::{AnnasTable, HUMAN, NOBODY, all, attr, human_against_computer, play, texts, the, two_people};

/// Every answer that can be given by pressing buttons outside the board.
fn answers(seen: &AnnasTable<'_>, picks: &[Spot]) -> Vec<Answer> {
    let page = seen.html(|page| render(&TablePage { picks, ..page }));
    let mut answers = Vec::new();
    for button in all(&page, ".moves button") {
        let value = attr(button, "value");
        match attr(button, "name") {
            "answer" => answers.push(value.parse().unwrap()),
            "spot" => answers.extend(self::answers(seen, &[value.parse().unwrap()])),
            other => panic!("{other}"),
        }
    }
    answers
}

#[test]
fn every_choice_has_a_button_and_every_button_is_accepted() {
    for game in Game::ALL {
        for (seed, size) in game.sizes().into_iter().enumerate() {
            let setup = Setup { size: Some(size), seed: (seed as u64).into(), ..human_against_computer(game) };
            let mut questions = 0;
            play(setup, 1, |table, _| {
                let Next::Ask(question) = table.next() else { return };
                questions += 1;
                // The questions of a round are much alike, so only some are tested.
                if !table.player(question.seat).is_person() || questions % 7 > 1 {
                    return;
                }
                let answers = answers(&AnnasTable::of(table), &[]);
                match &question.ask {
                    Ask::Decide(decision) => {
                        let given: HashSet<String> = answers.iter().map(ToString::to_string).collect();
                        let choices = decision.choices().into_iter().map(|choice| Answer::Choice(choice).to_string());
                        assert_eq!(given, choices.collect::<HashSet<_>>());
                    }
                    _ => assert!(!answers.is_empty()),
                }
                for answer in answers {
                    table.clone().apply(Entry::decision(question.seat, answer)).unwrap();
                }
            });
        }
    }
}

#[test]
fn every_place_on_the_board_can_be_clicked_as_the_chooser_says() {
    for game in Game::ALL {
        play(human_against_computer(game), 1, |table, revision| {
            let Next::Ask(question) = table.next() else { return };
            if question.seat != Seat::Human || revision % 5 > 0 {
                return;
            }
            let Some(mut chooser) = Chooser::of(&question, game) else { return };
            let mut picks = Vec::new();
            loop {
                let page = AnnasTable::of(table).html(|page| render(&TablePage { picks: &picks, ..page }));
                let hits: Vec<Spot> =
                    all(&page, ".hit:not([hidden])").map(|hit| attr(hit, "value").parse().unwrap()).collect();
                assert_eq!(hits.len(), chooser.can_click().len() + chooser.chosen().len());
                assert!(chooser.can_click().iter().chain(&chooser.chosen()).all(|spot| hits.contains(spot)));
                let given: Vec<&str> = all(&page, ".hits input[name=pick]").map(|pick| attr(pick, "value")).collect();
                assert_eq!(given, picks.iter().map(ToString::to_string).collect::<Vec<_>>());
                let Some(&next) = chooser.can_choose().first().filter(|_| picks.len() < 2) else { break };
                if !matches!(chooser.click(next), parlor_view::Reaction::Moved) {
                    break;
                }
                picks.push(next);
            }
        });
    }
}

#[test]
fn both_rows_both_scores_and_the_dice_are_always_on_the_page() {
    let mut moments = 0;
    let setup = Setup { size: Some(9), ..human_against_computer(Game::Canoga) };
    play(setup, 1, |table, _| {
        if table.standing().is_none() {
            return;
        }
        let page = AnnasTable::of(table).html(|page| render(&page));
        for row in ["human", "computer"] {
            assert_eq!(all(&page, &format!("[data-board] .wide [data-part^=square-{row}-]")).count(), 9, "{row}");
        }
        let scores = texts(&page, ".score .points");
        assert!(scores.len() == 2 && scores.iter().all(|score| score.contains("points")), "{scores:?}");
        // Between throws, the last dice are still on the board.
        if let Some((_, throw)) = table.last_throw() {
            let dice = texts(&page, "[data-board] .wide [data-part=throw]").concat();
            assert!(throw.dice().iter().all(|face| dice.contains(&face.to_string())), "{throw}: {dice}");
            moments += usize::from(!matches!(table.next(), Next::Ask(Question { ask: Ask::Decide(_), .. })));
        }
    });
    assert!(moments > 5, "{moments}");
}

#[test]
fn squares_that_add_up_can_be_played_by_one_button() {
    let mut found = 0;
    play(human_against_computer(Game::Canoga), 1, |table, _| {
        let Next::Ask(question) = table.next() else { return };
        let Ask::Decide(decision @ Decision::Canoga(_)) = &question.ask else { return };
        if question.seat != Seat::Human {
            return;
        }
        let chosen = decision.choices()[0];
        let picks = support::spots(chosen, question.seat);
        let page = AnnasTable::of(table).html(|page| render(&TablePage { picks: &picks, ..page }));
        assert_eq!(attr(the(&page, "[data-key=play]"), "value"), chosen.to_string());
        assert_eq!(all(&page, "[data-key=play][disabled]").count(), 0);
        let page = AnnasTable::of(table).html(|page| render(&TablePage { picks: &picks[1..], ..page }));
        assert_eq!(all(&page, "[data-key=play][disabled]").count(), 1, "they don't add up yet");
        found += 1;
    });
    assert!(found > 3);
}

#[test]
fn viewers_have_no_buttons() {
    for game in Game::ALL {
        play(two_people(game), 1, |table, revision| {
            if revision % 9 > 0 {
                return;
            }
            let page = AnnasTable::of(table).html(|page| render(&TablePage { seats: NOBODY, ..page }));
            assert_eq!(all(&page, "form:not([action$='/flip']), button:not([data-skip], [data-key=flip])").count(), 0);
            // This button ends an animation, and is visible while that lasts.
            assert_eq!(all(&page, "button[data-skip][type=button]").count(), 1);
            assert!(texts(&page, "title")[0].starts_with(&game.to_string()));
            assert_eq!(all(&page, ".link").count(), 0, "viewers see no links to seats");
        });
    }
}

#[test]
fn a_player_can_press_nothing_that_answers_for_the_other() {
    play(two_people(Game::Kono), 1, |table, revision| {
        let Next::Ask(question) = table.next() else { return };
        if revision % 9 > 0 {
            return;
        }
        let seats = Pair::from_fn(|seat| seat != question.seat);
        let page = AnnasTable::of(table).html(|page| render(&TablePage { seats, ..page }));
        assert_eq!(all(&page, "form[action$='/answer']").count(), 0);
        assert_eq!(attr(the(&page, "main"), "data-wait"), "1");
        assert_eq!(all(&page, ".wait").count(), 1);
    });
}

#[test]
fn nothing_that_people_write_becomes_markup() {
    let nasty = "<b id=x>\"'&<script>";
    let players =
        Pair { human: Player::Human(nasty.to_owned()), computer: Player::Human("</title><img src=x>".to_owned()) };
    for game in Game::ALL {
        play(Setup { players: players.clone(), ..two_people(game) }, 1, |table, revision| {
            if revision % 11 > 0 {
                return;
            }
            let links = Links { watch: "\"><i>".to_owned(), ..Links::default() };
            let seen = AnnasTable::of(table);
            let page = seen
                .html(|page| render(&TablePage { links: &links, message: Some(nasty), frozen: Some("<i>"), ..page }));
            assert_eq!(all(&page, "#x, img, i, body script").count(), 0);
            assert!(texts(&page, ".who").contains(&nasty.to_owned()));
            assert_eq!(texts(&page, "#message"), [nasty]);
        });
    }
    let (assets, prefs) = (Assets::default(), Preferences { name: Some(nasty.to_owned()), ..Preferences::default() });
    let site = Site { assets: &assets, prefs: &prefs, url: None };
    let faults = FileFaults { sentence: nasty.to_owned(), picture: nasty.to_owned() };
    let join = JoinPage {
        site,
        token: "t",
        game: Game::Kono,
        about: nasty,
        from: Some(nasty),
        own: false,
        watch: "/t/1",
        taken: false,
        help_off: false,
    };
    let (table, _) = Table::new(two_people(Game::Kono));
    let mut invitation = String::new();
    AnnasTable::of(&table).html(|page| {
        let table_page = &TablePage { message: Some(nasty), made_here: true, ..page };
        invitation = render(&InvitePage { table_page, link: nasty, qr: None, unreachable: Some(nasty) });
        invitation.clone()
    });
    for page in [
        invitation,
        render(&OpenPage { site, file: nasty, faults: &faults, text: "</textarea><i>" }),
        render(&join),
        render(&SeatPage { site, token: "t", game: Game::Kono, name: nasty, other: nasty }),
        render(&MessagePage { site, status: 404, title: nasty, sentence: nasty, link: Some(("/\"><i>", nasty)) }),
        render(&SettingsPage { site, saved: false }),
    ] {
        let page = Html::parse_document(&page);
        assert_eq!(all(&page, "#x, i, body script").count(), 0);
        assert!(page.root_element().html().contains("&lt;b id=x&gt;"));
    }
}

#[test]
fn the_log_has_the_sentences_of_line_mode() {
    for game in Game::ALL {
        let mut sentences_so_far: Vec<String> = Vec::new();
        let names = Names::for_player(&human_against_computer(game).players);
        let mut log: Option<RoundLog> = None;
        support::play_events(human_against_computer(game), 1, |table, events| {
            let log = log.get_or_insert_with(|| RoundLog::new(table));
            if !sentences_so_far.is_empty() || events.iter().any(|event| matches!(event, Event::RoundBegins { .. })) {
                sentences_so_far.extend(events.iter().flat_map(|event| sentences(event, &names)).map(|line| line.text));
            }
            log.record(table, events);
            if table.revision() % 6 > 0 && !table.is_over() {
                return;
            }
            let seen = AnnasTable::of(table);
            // The whole round, even if it is long.
            let round = Some(table.round());
            let page = seen.html(|page| render(&TablePage { log: log.entries(), round, ..page }));
            assert_eq!(texts(&page, ".log li p"), sentences_so_far);
            let page = seen.html(|page| render(&TablePage { log: log.entries(), ..page }));
            let shown = texts(&page, ".log li p");
            assert!(sentences_so_far.ends_with(&shown) && (sentences_so_far.is_empty() || !shown.is_empty()));
            assert_eq!(
                shown.len() < sentences_so_far.len(),
                texts(&page, ".log").concat().contains("The whole log of this round")
            );
        });
        assert!(sentences_so_far.len() > 10);
    }
}

#[test]
fn the_title_and_the_icon_show_the_players_turn() {
    let assets = Assets::default();
    let mut seen_turns = HashSet::new();
    play(human_against_computer(Game::Congkak), 1, |table, _| {
        let Next::Ask(question) = table.next() else { return };
        let page = AnnasTable::of(table).html(|page| render(&page));
        let mine = question.seat == Seat::Human;
        seen_turns.insert(mine);
        let title = if mine { "* Your turn \u{2013} Congkak \u{2013} Parlor" } else { "Congkak \u{2013} Parlor" };
        assert_eq!(texts(&page, "title"), [title]);
        assert_eq!(attr(the(&page, "link[rel=icon]"), "href"), assets.icon(mine));
        assert_eq!(attr(the(&page, "main"), "data-wait"), if mine { "0" } else { "1" });
        // The page reloads itself only while another player has to answer.
        assert_eq!(all(&page, "noscript").count(), usize::from(!mine));
        let words = texts(&page, ".seat.now .what").concat();
        let turn = parlor_view::turn_of(&table.next());
        match turn {
            Some(Seat::Human) => assert!(words.contains("your turn"), "{words}"),
            Some(Seat::Computer) => assert!(words.contains("thinking"), "{words}"),
            None => assert_eq!(words, ""),
        }
    });
    assert_eq!(seen_turns.len(), 2);
}

#[test]
fn a_waiting_page_names_the_other_player() {
    let waiting =
        |table: &Table, change: &dyn Fn(TablePage<'_>) -> String| texts(&AnnasTable::of(table).html(change), ".wait");
    let (table, _) = Table::new(Setup { size: None, ..two_people(Game::Congkak) });
    let other = Pair { human: false, computer: true };
    assert_eq!(
        waiting(&table, &|page| render(&TablePage { seats: other, ..page })),
        ["Waiting for Anna to choose the size."]
    );
    assert_eq!(
        waiting(&table, &|page| render(&TablePage { seats: NOBODY, seats_taken: NOBODY, ..page })),
        ["Nobody has taken Anna\u{2019}s seat yet."]
    );
    let mut last = None;
    play(human_against_computer(Game::Canoga), 1, |table, _| {
        if matches!(table.next(), Next::Ask(question) if question.seat == Seat::Computer) {
            last = Some(table.clone());
        }
    });
    let thinks = last.unwrap();
    let computer = |busy| waiting(&thinks, &|page| render(&TablePage { busy, ..page }));
    assert_eq!(computer(false), ["The computer is thinking\u{2026}"]);
    assert_eq!(computer(true), ["The computer is busy with other tables. It plays as soon as it can."]);
    let mut between = None;
    play(two_people(Game::Congkak), 1, |table, _| {
        if matches!(table.next(), Next::Ask(question) if question.ask == Ask::Another) {
            between = Some(table.clone());
        }
    });
    let between = between.unwrap();
    assert_eq!(
        waiting(&between, &|page| render(&TablePage { seats: other, ..page })),
        ["Waiting for Anna to decide about another round."]
    );
}

#[test]
fn offers_can_be_answered_by_the_other_only() {
    let mut table = None;
    play(two_people(Game::Kono), 1, |now, revision| {
        if revision == 20 {
            table = Some(now.clone());
        }
    });
    let mut table = table.unwrap();
    let (seat, _) = table.decision().unwrap();
    let offers = |table: &Table, seats| {
        let page = AnnasTable::of(table).html(|page| render(&TablePage { seats, ..page }));
        let count = |selector: &str| all(&page, selector).count();
        [count("form[action$='/accept']"), count("form[action$='/decline']"), count("button[value=call]")]
    };
    let (mine, theirs) = (Pair::from_fn(|of| of == seat), Pair::from_fn(|of| of != seat));
    assert_eq!((offers(&table, mine), offers(&table, theirs)), ([0, 0, 1], [0, 0, 0]));
    table.apply(Entry::Offer { seat, offer: Offer::Call }).unwrap();
    assert_eq!((offers(&table, mine), offers(&table, theirs)), ([0, 0, 0], [1, 1, 0]));
    assert_eq!(offers(&table, NOBODY), [0, 0, 0]);
}

#[test]
fn giving_up_is_confirmed_first() {
    let mut asked = 0;
    play(human_against_computer(Game::Kono), 1, |table, _| {
        let Next::Ask(question) = table.next() else { return };
        if question.seat != Seat::Human {
            return;
        }
        let can = question.ask.accepts(&Answer::Menu(parlor_table::MenuItem::Quit)).is_ok();
        let page = AnnasTable::of(table).html(|page| render(&page));
        assert_eq!(all(&page, "a[href$='?sure=give-up']").count(), usize::from(can));
        assert_eq!(all(&page, "button[name=give_up]").count(), 0);
        let sure = AnnasTable::of(table).html(|page| render(&TablePage { sure: true, ..page }));
        assert_eq!(all(&sure, "button[name=give_up]").count(), usize::from(can));
        asked += usize::from(can);
    });
    assert!(asked > 3);
}

#[test]
fn advice_is_marked_on_the_board_on_a_button_and_in_words() {
    for game in Game::ALL {
        let mut advised = 0;
        play(human_against_computer(game), 1, |table, _| {
            let Next::Ask(question) = table.next() else { return };
            let Ask::Decide(decision) = &question.ask else { return };
            let moves = matches!(decision, Decision::Canoga(_) | Decision::Congkak(_) | Decision::Kono(_));
            if !moves || question.seat != Seat::Human || advised == 3 {
                return;
            }
            advised += 1;
            let help = EngineJob::new(decision.clone(), Level::Novice).help().unwrap();
            let advice = Advice::of(table.decision().unwrap().0, &help);
            let page = AnnasTable::of(table).html(|page| render(&TablePage { advice: Some(&advice), ..page }));
            assert!(texts(&page, ".hit").iter().any(|name| name.ends_with("Advised.")));
            assert!(texts(&page, ".moves .advised")[0].ends_with(", advised"));
            assert_eq!(all(&page, ".ranks tbody tr").count(), decision.choices().len());
            let heads = texts(&page, ".ranks th").concat();
            let has_about = heads.contains("about") || heads.contains("exact");
            assert!(has_about || texts(&page, ".ranks td").concat().contains("about"), "{heads}");
            let unseen =
                AnnasTable::of(table).html(|page| render(&TablePage { advice: Some(&advice), seats: NOBODY, ..page }));
            assert_eq!(all(&unseen, ".advice, .advised").count(), 0, "only the player who asked sees the advice");
        });
        assert_eq!(advised, 3);
    }
}

/// Checks for every page: consistent names and ids, nothing inline, and an accessible name for every control.
fn check(html: &str, what: &str) {
    let page = Html::parse_document(html);
    assert!(page.errors.is_empty(), "{what}: {:?}", page.errors);
    assert_eq!((all(&page, "h1").count(), all(&page, "main#main").count()), (1, 1), "{what}");
    assert_eq!(all(&page, "[style], style").count(), 0, "{what}");
    assert_eq!(all(&page, "script").filter(|script| script.value().attr("src").is_none()).count(), 0, "{what}");
    let mut ids = HashSet::new();
    for element in all(&page, "[id]") {
        assert!(ids.insert(attr(element, "id").to_owned()), "{what}: {} twice", attr(element, "id"));
    }
    let mut keys = HashSet::new();
    for element in all(&page, "[data-key]") {
        assert!(keys.insert(attr(element, "data-key")), "{what}: {} twice", attr(element, "data-key"));
    }
    for element in all(&page, "*") {
        for (name, value) in element.value().attrs() {
            assert!(!name.starts_with("on"), "{what}: {name}");
            let named: Vec<&str> = match name {
                "for" => vec![value],
                "aria-labelledby" | "aria-describedby" => value.split(' ').collect(),
                "href" if value.starts_with('#') => vec![&value[1..]],
                _ => value.strip_prefix("url(#").and_then(|id| id.strip_suffix(')')).into_iter().collect(),
            };
            for id in named {
                assert!(ids.contains(id), "{what}: {name} of {id}");
            }
        }
    }
    for pressed in all(&page, "button, a[href], summary") {
        assert!(!support::text(pressed).is_empty(), "{what}: {}", pressed.html());
    }
    let labels: HashSet<&str> = all(&page, "label[for]").map(|label| attr(label, "for")).collect();
    for field in all(&page, "input:not([type=hidden]), select, textarea") {
        let id = field.value().attr("id").unwrap_or_default();
        let within = field.ancestors().filter_map(ElementRef::wrap).any(|parent| parent.value().name() == "label");
        assert!(within || labels.contains(id) || field.value().attr("aria-labelledby").is_some(), "{what}: {id}");
    }
    for picture in all(&page, "svg") {
        let hidden = picture.value().attr("aria-hidden") == Some("true");
        let named = picture.value().attr("role") == Some("img") && !attr(picture, "aria-label").is_empty();
        assert!(hidden || named, "{what}: {}", picture.html().chars().take(80).collect::<String>());
    }
    // The view of a board doesn't depend on what is played.
    for form in all(&page, "main[data-table] form[method=post][data-swap]:not([action$='/flip'])") {
        assert!(form.select(&support::selector("input[name=revision]")).count() == 1, "{what}");
    }
}

#[test]
fn every_page_is_well_formed() {
    let (assets, prefs) = (Assets::default(), Preferences { name: Some("Anna".to_owned()), ..Preferences::default() });
    let site = Site { assets: &assets, prefs: &prefs, url: None };
    let mut lines = Vec::new();
    for game in Game::ALL {
        for setup in [human_against_computer(game), two_people(game)] {
            let table = play(setup, 2, |table, revision| {
                let keeps = matches!(table.next(), Next::Ask(question) if support::is_rare(&question));
                if revision % 13 > 0 && !keeps {
                    return;
                }
                let log = RoundLog::of(table, None);
                let value = ShownValue { human: -2.5, exact: revision % 2 == 0 };
                let value = Some(KnownValue { value, is_now: revision % 3 > 0 });
                let fair = FairDice { commitment: "abc".to_owned(), revealed: None };
                let guide = ["Begin here.".to_owned()];
                let seen = AnnasTable::of(table);
                for here in [false, true] {
                    let seats = if here { Pair { human: true, computer: true } } else { HUMAN };
                    seen.html(|page| {
                        let page = TablePage { log: &log, value, fair: Some(&fair), guide: &guide, seats, ..page };
                        let html = render(&TablePage { sure: here, undo: &Undo::Ask(Seat::Human), ..page });
                        check(&html, &format!("{game} at {revision}"));
                        html
                    });
                }
            });
            let mut replay = Replay::of_tournament(&table, &Names::plain()).unwrap();
            for by in [0, 1, 20, isize::MAX] {
                replay.turn(by);
                let page = ReplayPage {
                    site,
                    id: "1",
                    table: &table,
                    seats: Pair { human: true, computer: false },
                    replay: Some(&replay),
                    round: Some(2),
                    names: &Names::plain(),
                };
                check(&render(&page), "replay");
            }
            check(
                &render(&ReplayPage {
                    site,
                    id: "1",
                    table: &table,
                    seats: Pair { human: true, computer: false },
                    replay: None,
                    round: None,
                    names: &Names::plain(),
                }),
                "replay",
            );
            lines.push(TableLine::of("1", &table, HUMAN, HUMAN));
        }
        check(&render(&GameRulesPage { site, game }), "rules");
    }
    check(&render(&LobbyPage { site, tables: &lines, message: Some("Gone.") }), "lobby");
    check(&render(&LobbyPage { site, tables: &[], message: None }), "empty lobby");
    check(&render(&HowToPlayPage { site }), "how to play");
    check(&render(&SavesPage { site }), "save files");
    check(&render(&SettingsPage { site, saved: true }), "settings");
    let faults = FileFaults { sentence: "Bad.".to_owned(), picture: "1 | x\n".to_owned() };
    check(&render(&OpenPage { site, file: "a.txt", faults: &faults, text: "x" }), "open");
    let message = MessagePage { site, status: 404, title: "No table", sentence: "There is none.", link: None };
    check(&render(&message), "message");
    check(&render(&SeatPage { site, token: "1", game: Game::Kono, name: "Anna", other: "Ben" }), "seat");
    for taken in [false, true] {
        for own in [false, true] {
            let (about, from, watch) = ("round 1", (!taken).then_some("Ben"), "/t/1");
            let page = JoinPage { site, token: "1", game: Game::Kono, about, from, own, watch, taken, help_off: true };
            check(&render(&page), "join");
        }
    }
}

#[test]
fn pages_stay_small() {
    for game in Game::ALL {
        let sizes = game.sizes();
        for (size, most) in [(game.usual_size(), 44 << 10), (*sizes.last().unwrap(), 56 << 10)] {
            let (mut largest, mut without) = (0, 0);
            play(Setup { size: Some(size), ..human_against_computer(game) }, 1, |table, revision| {
                let Next::Ask(question) = table.next() else { return };
                if question.seat != Seat::Human || revision % 3 > 0 {
                    return;
                }
                let Ask::Decide(decision) = &question.ask else { return };
                // Advice with the maximum number of lines.
                let ranked = decision.choices().into_iter();
                let ranked: Vec<_> = ranked.map(|choice| Evaluation::new(choice, 1.25, true)).collect();
                let reasons = vec!["It leaves 36 of 36 throws playable, and no other move leaves more.".to_owned(); 3];
                let advice = Advice { ranked, reasons, ..Advice::default() };
                let log = RoundLog::of(table, None);
                let seen = AnnasTable::of(table);
                let page = seen.html(|page| {
                    let html = render(&TablePage { advice: Some(&advice), log: &log, ..page });
                    largest = largest.max(html.len());
                    html
                });
                let pictures: usize = all(&page, "svg.defs, .board > svg").map(|svg| svg.html().len()).sum();
                without = without.max(page.root_element().html().len().saturating_sub(pictures));
            });
            println!("{game} {size}: {largest} with pictures, {without} without");
            assert!(largest < most, "{game} {size}: {largest}");
            if size == game.usual_size() {
                assert!(without < 22 << 10, "{game}: {without}");
            }
        }
    }
}

#[test]
fn a_list_shows_the_next_step_of_each_table() {
    let mut states = HashSet::new();
    let table = play(human_against_computer(Game::Canoga), 1, |table, _| {
        if let Next::Ask(question) = table.next() {
            let line = TableLine::of("1", table, HUMAN, HUMAN);
            assert_eq!(line.state == TableState::YourTurn, question.seat == Seat::Human);
            assert_eq!(line.title, "Canoga with Computer");
            states.insert(line.words);
        }
    });
    assert!(states.contains("round 1, 9 squares, Anna 0, Computer 0"), "{states:?}");
    let over = TableLine::of("1", &table, HUMAN, HUMAN);
    assert_eq!(over.state, TableState::Ended);
    assert!(over.words.contains(" won ") || over.words.starts_with("a draw"), "{}", over.words);
    let (free, _) = Table::new(two_people(Game::Kono));
    assert_eq!(TableLine::of("1", &free, HUMAN, HUMAN).title, "Kono, two people with an invitation link");
}

/// The review of a round, with `percent` of its questions answered.
fn review_html(table: &Table, prefs: &Preferences, percent: usize) -> Html {
    let mut run = ReviewRun::new(table, Effort::Quick, "");
    let all = run.progress().1;
    let stop = StopFlag::default();
    let known = all * percent / 100;
    for place in 0..known {
        let answer = run.questions(place..place + 1)[0].answer(Effort::Quick, &stop).unwrap();
        run.answer(place, answer);
    }
    let review = run.review();
    let assets = Assets::default();
    Html::parse_document(&render(&ReviewPage {
        site: Site { assets: &assets, prefs, url: None },
        id: "1",
        table,
        seats: Pair { human: true, computer: false },
        extra_changes: 0,
        review: &review,
        answered: run.progress(),
        under_way: true,
        round: None,
        at: None,
        by_cost: false,
    }))
}

#[test]
fn a_review_shows_what_is_known_so_far() {
    let nasty = "<b onclick=x>\"&'";
    let players = Pair { human: Player::Human(nasty.to_owned()), computer: Player::Computer(Level::Club) };
    let table = play(Setup { players, ..human_against_computer(Game::Canoga) }, 1, |_, _| {});
    let prefs = Preferences::default();
    for percent in [0, 50, 100] {
        let page = review_html(&table, &prefs, percent);
        assert_eq!(all(&page, "progress").count(), usize::from(percent < 100));
        assert_eq!(all(&page, ".equation").count(), usize::from(percent == 100), "only a complete review adds up");
        assert_eq!(all(&page, "main b[onclick], main script, [style]").count(), 0);
        assert!(all(&page, ".steps tbody tr").count() > 3, "the played choices are known from the start");
        let labels: Vec<String> = all(&page, ".graph a").map(|link| attr(link, "aria-label").to_owned()).collect();
        assert_eq!(labels.is_empty(), percent == 0);
        assert!(labels.iter().all(|label| label.contains(nasty) || label.contains("Computer")), "{labels:?}");
    }
}

#[test]
fn no_line_of_a_template_is_longer_than_160_characters() {
    for file in fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/templates")).unwrap() {
        let path = file.unwrap().path();
        for (number, line) in fs::read_to_string(&path).unwrap().lines().enumerate() {
            assert!(line.chars().count() <= 160, "{}:{}", path.display(), number + 1);
        }
    }
}
