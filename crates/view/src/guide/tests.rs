use parlor_engine::EngineJob;
use parlor_rules::{Choice, Decision};
use parlor_table::Draw;
use parlor_testkit::Random;

use super::*;

/// The next entry of a table: a person decides with `choose`, and every other question is answered so that the first
/// round continues to its end. `None` afterwards.
fn next_entry(table: &Table, mut choose: impl FnMut(&Decision) -> Choice) -> Option<Entry> {
    Some(match table.next() {
        Next::Throw { .. } | Next::Toss => match table.draw() {
            Some(Draw::Entry(entry)) => entry,
            _ => panic!("chance comes from the seed"),
        },
        Next::Ask(question) => {
            let answer = match &question.ask {
                Ask::Size { usual, .. } => Answer::Size(*usual),
                Ask::Menu { .. } => Answer::Menu(MenuItem::Play),
                Ask::Decide(decision) if table.player(question.seat).is_person() => choose(decision).into(),
                Ask::Decide(decision) => {
                    EngineJob::new(decision.clone(), Level::Novice).decide().unwrap().choice.into()
                }
                Ask::Another | Ask::FileName => return None,
            };
            Entry::decision(question.seat, answer)
        }
        Next::Save { .. } | Next::Over => return None,
    })
}

/// Plays the guided round and visits every table.
fn play(setup: Setup, mut choose: impl FnMut(&Decision) -> Choice, mut visit: impl FnMut(&Table)) -> Table {
    let (mut table, _) = Table::new(setup);
    visit(&table);
    while let Some(entry) = next_entry(&table, &mut choose) {
        table.apply(entry).unwrap();
        visit(&table);
    }
    table
}

/// A person who chooses at random, by seed.
fn at_random(seed: u64) -> impl FnMut(&Decision) -> Choice {
    let mut random = Random::new(seed);
    move |decision| *random.pick(&decision.choices())
}

/// A person who always takes the first choice.
fn first(decision: &Decision) -> Choice {
    decision.choices()[0]
}

fn well(decision: &Decision) -> Choice {
    EngineJob::new(decision.clone(), Level::Club).decide().unwrap().choice
}

/// Visits the tables of the guided round and of other first rounds, with different choices.
fn every_table(mut visit: impl FnMut(&Table)) {
    for game in Game::ALL {
        play(guided_setup(game, None), first, &mut visit);
        play(guided_setup(game, None), well, &mut visit);
        for seed in 0..12 {
            play(Setup { seed: seed.into(), ..guided_setup(game, None) }, at_random(seed), &mut visit);
        }
        for size in game.sizes() {
            play(Setup { size: Some(size), ..guided_setup(game, None) }, at_random(99), &mut visit);
        }
    }
}

#[test]
fn sentences_are_short_and_whole() {
    every_table(|table| {
        for text in guide(table) {
            assert!(text.chars().count() <= 200, "{text}");
            assert!(text.ends_with('.') && !text.contains("  ") && !text.contains('{'), "{text}");
            assert!(text.starts_with(|first: char| first.is_uppercase()), "{text}");
        }
    });
}

#[test]
fn lessons_and_sentences_are_not_repeated() {
    for game in Game::ALL {
        for seed in 0..12 {
            let mut given: Vec<Lesson> = Vec::new();
            let setup = Setup { seed: seed.into(), ..guided_setup(game, None) };
            let over = play(setup, at_random(seed), |table| {
                let page = guided(table);
                for (place, Sentence { lesson, text }) in page.iter().enumerate() {
                    assert!(!page[..place].iter().any(|other| other.text == *text), "{text}");
                    if let Some(lesson) = lesson {
                        assert!(!given.contains(lesson), "{lesson:?} again: {text}");
                        given.push(*lesson);
                    }
                }
            });
            assert!(given.contains(&Lesson::Closing), "{game} {seed}: {given:?}");
            assert_eq!(guided(&over).last().unwrap().lesson, Some(Lesson::Closing));
        }
    }
}

#[test]
fn every_question_to_a_person_is_explained() {
    every_table(|table| {
        let Next::Ask(question) = table.next() else { return assert_eq!(guide(table), [""; 0]) };
        assert_eq!(guide(table).is_empty(), !is_shown(table, &question), "{question:?}");
    });
}

#[test]
fn the_first_question_explains_the_goal() {
    let openings = Game::ALL.map(|game| {
        let mut opening = None;
        play(guided_setup(game, Some("Ada")), first, |table| {
            if opening.is_none() && !guide(table).is_empty() {
                opening = Some(guided(table));
            }
        });
        opening.unwrap()
    });
    for page in openings {
        assert_eq!(page[0].lesson, Some(Lesson::Goal));
        assert!(page.len() > 1);
    }
}

#[test]
fn the_seeds_bring_up_important_situations_early() {
    // Canoga: after any choices in the first turn, the second turn soon allows both covering and uncovering.
    for person in 0..40 {
        let mut turns = 0;
        let mut either = None;
        play(guided_setup(Game::Canoga, None), at_random(person), |table| {
            let Next::Ask(question) = table.next() else { return };
            turns += u32::from(before_own_turn(&question.ask, Seat::Human));
            let has = |start: &str| guide(table).iter().any(|text| text.contains(start));
            if either.is_none() && has("You can cover") && has("Or you can uncover") {
                either = Some(turns);
            }
        });
        assert_eq!(either, Some(2), "person {person}");
    }
    // Kono: the person picks a colour. Congkak: a person who calls heads plays first.
    let mut asked = false;
    play(guided_setup(Game::Kono, None), first, |table| {
        asked |=
            matches!(table.next(), Next::Ask(Question { ask: Ask::Decide(Decision::Color(_)), seat: Seat::Human }));
    });
    assert!(asked);
    let mut begins = false;
    play(guided_setup(Game::Congkak, None), first, |table| {
        begins |= guide(table).iter().any(|text| text.ends_with("so you start."));
    });
    assert!(begins);
    // With either call, sowing is explained before the first play.
    for call in [parlor_rules::Coin::Heads, parlor_rules::Coin::Tails] {
        let mut page = None;
        let choose = |decision: &Decision| match decision {
            Decision::Call => Choice::Coin(call),
            decision => first(decision),
        };
        play(guided_setup(Game::Congkak, None), choose, |table| {
            if table.standing().is_some() && page.is_none() && !guide(table).is_empty() {
                page = Some(guided(table));
            }
        });
        assert!(page.unwrap().iter().any(|sentence| sentence.lesson == Some(Lesson::Sow)), "{call}");
    }
}

#[test]
fn a_question_repeated_after_a_save_is_explained_again() {
    let (mut table, _) = Table::new(guided_setup(Game::Congkak, None));
    let mut decide = |answer: Answer| {
        let Next::Ask(question) = table.next() else { panic!("{:?}", table.next()) };
        table.apply(Entry::decision(question.seat, answer)).unwrap();
        table.clone()
    };
    let tossed = decide(Choice::Coin(parlor_rules::Coin::Heads).into());
    let Some(Draw::Entry(coin)) = tossed.draw() else { panic!("a coin is to be tossed") };
    table.apply(coin).unwrap();
    let mut decide = |answer: Answer| {
        let Next::Ask(question) = table.next() else { panic!("{:?}", table.next()) };
        table.apply(Entry::decision(question.seat, answer)).unwrap();
        guide(&table)
    };
    let page = decide(Answer::Menu(MenuItem::Play));
    assert!(!page.is_empty());
    assert!(decide(Answer::Menu(MenuItem::Save)).is_empty());
    decide(Answer::Cancel);
    assert_eq!(guide(&table), page);
}

#[test]
fn undo_brings_the_same_page_back() {
    let mut pages: Vec<Vec<String>> = Vec::new();
    let mut person = at_random(3);
    let (mut table, _) = Table::new(guided_setup(Game::Congkak, None));
    for _ in 0..12 {
        if let Next::Ask(question) = table.next()
            && is_shown(&table, &question)
            && question.ask != Ask::Another
        {
            pages.push(guide(&table));
        }
        let Some(entry) = next_entry(&table, &mut person) else { break };
        table.apply(entry).unwrap();
    }
    // The coin toss can't be undone, so the first play after it is the first entry that can be.
    let plays = pages.len() - 2;
    assert!(plays > 1);
    table.apply(Entry::Undo).unwrap();
    assert!(pages.contains(&guide(&table)), "{:?}", guide(&table));
}

#[test]
fn the_second_round_has_no_guide() {
    let mut over = play(guided_setup(Game::Canoga, None), first, |_| {});
    over.apply(Entry::decision(Seat::Human, Answer::Another(true))).unwrap();
    assert_eq!(guide(&over), [""; 0]);
}

#[test]
fn giving_up_ends_the_guide_with_a_sentence() {
    let (mut table, _) = Table::new(guided_setup(Game::Canoga, None));
    while !matches!(table.next(), Next::Ask(_)) {
        let entry = next_entry(&table, first).unwrap();
        table.apply(entry).unwrap();
    }
    table.apply(Entry::decision(Seat::Human, Answer::Menu(MenuItem::Quit))).unwrap();
    assert!(guide(&table).concat().contains("Start a new game"));
}

/// The part of a sentence between two phrases: `between(text, "Sowing from ", " would")`.
fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    let rest = &text[text.find(before)? + before.len()..];
    Some(&rest[..rest.find(after)?])
}

/// Parses "7, or 6 and 1, or 4, 2 and 1".
fn sets(words: &str) -> Vec<Vec<u8>> {
    let number = |word: &str| word.parse::<u8>().unwrap();
    let set = |way: &str| way.replace(" and ", ", ").split(", ").map(number).collect();
    words.split(", or ").map(set).collect()
}

/// Brute force: all sets of these squares with a given sum.
fn adding_up(squares: &[u8], sum: u8) -> Vec<Vec<u8>> {
    let subsets = (0_u32..1 << squares.len()).map(|bits| {
        let taken = squares.iter().enumerate().filter(|(place, _)| bits >> place & 1 == 1);
        taken.map(|(_, square)| *square).collect::<Vec<u8>>()
    });
    subsets.filter(|set| set.iter().sum::<u8>() == sum).collect()
}

/// The table after a choice, and its events.
fn after(table: &Table, choice: Choice) -> (Table, Vec<Event>) {
    let Next::Ask(question) = table.next() else { panic!("{:?}", table.next()) };
    let entry = Entry::decision(question.seat, choice);
    table.try_at(table.revision(), [entry]).unwrap()
}

#[test]
fn canogas_guide_states_facts() {
    let mut seen = [0; 4];
    every_table(|table| {
        let Next::Ask(Question { ask: Ask::Decide(Decision::Canoga(thrown)), seat: Seat::Human }) = table.next() else {
            return;
        };
        let squares = |seat: Seat, covered: bool| -> Vec<u8> {
            let position = thrown.position();
            let row = (1..=position.size().squares()).rev();
            row.filter(|square| position.covered()[seat].contains(*square) == covered).collect()
        };
        let page = guide(table);
        let sum = thrown.throw().sum();
        assert!(page[0].starts_with(&format!("You threw {sum}. ")), "{page:?}");
        for (verb, expected) in [
            ("cover ", adding_up(&squares(Seat::Human, false), sum)),
            ("uncover the computer's ", adding_up(&squares(Seat::Computer, true), sum)),
        ] {
            let claim = |text: &String| {
                let start = format!("can {verb}");
                let only = format!("All you can do is {verb}");
                let claimed = between(text, &start, ".").or(between(text, &only, "."))?;
                let (named, more) = match claimed.split_once(", and there are ") {
                    Some((named, more)) => (named, more.split_once(' ').unwrap().0.parse().unwrap()),
                    None => (claimed, 0),
                };
                Some((sets(named), more, text.starts_with(&only) || text.contains(&only)))
            };
            let Some((named, more, only)) = page.iter().find_map(claim) else {
                assert!(expected.is_empty(), "{expected:?} isn't in {page:?}");
                continue;
            };
            assert_eq!(named.len() + more, expected.len(), "{page:?}");
            assert!(named.iter().all(|set| expected.contains(set)), "{expected:?}: {page:?}");
            assert_eq!(only, thrown.legal_moves().count() == 1, "{page:?}");
            seen[usize::from(more > 0)] += 1;
        }
        for choice in Decision::Canoga(thrown).choices() {
            let (then, _) = after(table, choice);
            let wins = matches!(then.next(), Next::Ask(Question { ask: Ask::Menu { before: MenuKind::Win, .. }, .. }));
            let Choice::Canoga(chosen) = choice else { panic!("{choice}") };
            let (start, squares) = match chosen {
                parlor_rules::canoga::Move::Cover(set) => ("Covering ", set),
                parlor_rules::canoga::Move::Uncover(set) => ("Uncovering ", set),
            };
            let squares: Vec<u8> = squares.ascending().rev().collect();
            let mentions = page.iter().any(|text| {
                text.starts_with(start) && between(text, start, " wins").is_some_and(|it| sets(it)[0] == squares)
            });
            assert_eq!(mentions, wins, "{choice}: {page:?}");
            seen[2 + usize::from(wins)] += 1;
        }
    });
    assert!(seen.iter().all(|times| *times > 0), "{seen:?}");
}

#[test]
fn canogas_guide_states_the_right_chances_and_points() {
    let mut dice = 0;
    let mut wins = 0;
    every_table(|table| {
        let Next::Ask(question) = table.next() else { return };
        let text = guide(table).join(" ");
        match &question.ask {
            Ask::Decide(Decision::Dice(position)) if question.seat == Seat::Human => {
                for (number, start, end) in [
                    (parlor_rules::DiceCount::One, "One die allows a move with ", " of its 6"),
                    (parlor_rules::DiceCount::Two, "two dice with ", " of their 36"),
                ] {
                    let allows = |throw: &Throw| position.throw(*throw).unwrap().legal_moves().count() > 0;
                    let expected = Throw::all(number).filter(allows).count();
                    assert_eq!(between(&text, start, end), Some(&*expected.to_string()), "{text}");
                }
                dice += 1;
            }
            Ask::Menu { before: MenuKind::Win, turn: Some(winner), .. } => {
                let points = table.totals()[*winner];
                assert!(text.contains(&format!(": {points} point")), "{text}");
                assert_eq!(text.starts_with("You"), *winner == Seat::Human, "{text}");
                wins += 1;
            }
            _ => {}
        }
    });
    assert!(dice > 0 && wins > 0);
}

#[test]
fn congkaks_guide_states_facts() {
    let mut seen = [0; 4];
    every_table(|table| {
        let Next::Ask(Question { ask: Ask::Decide(decision @ Decision::Congkak(_)), seat: Seat::Human }) = table.next()
        else {
            return;
        };
        let page = guide(table);
        let listed = |end: &str| -> Vec<String> {
            let named = page.iter().find_map(|text| {
                between(text, "Sowing from ", end).filter(|it| !it.contains(' ') || it.contains(" or "))
            });
            named.map_or(Vec::new(), |named| named.replace(" or ", ", ").split(", ").map(str::to_owned).collect())
        };
        let (free, wins, loses) = (
            listed(" would end in your store, and you would play again."),
            listed(" would end the round, and you would win it."),
            listed(" would end the round, and you would lose it."),
        );
        let capture = page.iter().find_map(|text| {
            let pit = between(text, "Sowing from ", " would end in your pit")?;
            Some((pit.to_owned(), between(text, "and capture ", " seed")?.parse::<u8>().unwrap()))
        });
        let mut best = 0;
        for choice in decision.choices() {
            let Choice::Congkak(pit) = choice else { panic!("{choice}") };
            let (then, events) = after(table, choice);
            let Some(Event::Sowed { play, .. }) = events.first() else { panic!("{events:?}") };
            let over = matches!(then.next(), Next::Ask(Question { ask: Ask::Another, .. }));
            let winner = if let Some(parlor_rules::Standing::Congkak(standing)) = then.standing() {
                standing.position.outcome().map(|outcome| outcome.winner)
            } else {
                None
            };
            let name = pit.to_string();
            assert_eq!(free.contains(&name), play.free && !over, "{pit}: {page:?}");
            assert_eq!(wins.contains(&name), winner == Some(Seat::Human), "{pit}: {page:?}");
            assert_eq!(loses.contains(&name), winner == Some(Seat::Computer), "{pit}: {page:?}");
            let captured = play.capture.filter(|_| !over).map_or(0, |capture| capture.seeds);
            best = best.max(captured);
            if let Some((pit, seeds)) = &capture
                && *pit == name
            {
                assert_eq!(*seeds, captured, "{page:?}");
                seen[0] += 1;
            }
            seen[1] += usize::from(play.free);
            seen[2] += usize::from(over);
        }
        assert_eq!(capture.map_or(0, |(_, seeds)| seeds), best, "{page:?}");
        seen[3] += 1;
    });
    assert!(seen.iter().all(|times| *times > 0), "{seen:?}");
}

#[test]
fn the_guide_reports_the_other_players_gain() {
    let mut given = 0;
    for seed in 0..6 {
        let mut store = 0;
        play(Setup { seed: seed.into(), ..guided_setup(Game::Congkak, None) }, at_random(seed), |table| {
            let Some(parlor_rules::Standing::Congkak(standing)) = table.standing() else { return };
            let Next::Ask(question) = table.next() else { return };
            if question.seat != Seat::Human || !matches!(question.ask, Ask::Decide(Decision::Congkak(_))) {
                return;
            }
            let now = standing.position.store(Seat::Computer);
            let text = guide(table).join(" ");
            if let Some(seeds) = between(&text, " and put ", " seed") {
                assert_eq!(seeds.parse::<u8>().unwrap(), now - store, "{text}");
                given += 1;
            } else {
                assert_eq!(now, store, "{text}");
            }
            store = now;
        });
    }
    assert!(given > 0);
}

#[test]
fn the_guide_mentions_offers_to_a_leading_player() {
    let mut given = 0;
    let mut visit = |table: &Table| {
        if guide(table).iter().any(|text| text.starts_with("You are ahead, and nothing has been captured")) {
            let Next::Ask(Question { ask: Ask::Decide(Decision::Kono(standing)), seat }) = table.next() else {
                panic!("it isn't a move")
            };
            let scores = standing.position.unwrap().scores();
            assert!(seat == Seat::Human && scores.human > scores.computer && standing.history().len() >= 10);
            given += 1;
        }
    };
    // Once ahead, this player waits.
    let waits = |decision: &Decision| {
        let Decision::Kono(standing) = decision else { return well(decision) };
        let scores = standing.position.unwrap().scores();
        let is_quiet = |choice: &Choice| {
            let Choice::Kono(step) = *choice else { unreachable!("a move of Kono is chosen") };
            let play = standing.clone().play(step).unwrap();
            !play.captured && !play.arrived
        };
        let quiet = decision.choices().into_iter().find(is_quiet).filter(|_| scores.human > scores.computer);
        quiet.unwrap_or_else(|| well(decision))
    };
    for seed in 0..6 {
        play(Setup { seed: seed.into(), ..guided_setup(Game::Kono, None) }, waits, &mut visit);
    }
    every_table(&mut visit);
    assert!(given > 0);
}

#[test]
fn konos_guide_states_facts() {
    let point = |words: &str| {
        let numbers: Vec<u8> = words.trim_matches(['(', ')']).split(',').map(|it| it.parse().unwrap()).collect();
        parlor_rules::kono::Point { row: numbers[0], column: numbers[1] }
    };
    let mut seen = [0; 4];
    every_table(|table| {
        let Next::Ask(Question { ask: Ask::Decide(decision @ Decision::Kono(_)), seat: Seat::Human }) = table.next()
        else {
            return;
        };
        let Decision::Kono(standing) = &decision else { return };
        let board = *standing.board();
        let step = |from: &str, direction: &str| {
            Choice::Kono(parlor_rules::kono::Move::Step(point(from), direction.parse().unwrap()))
        };
        let mut captures = false;
        for text in guide(table) {
            if let Some(from) = between(&text, "Your piece at ", " can capture") {
                let (_, events) = after(table, step(from, between(&text, "with a step ", ":").unwrap()));
                assert!(matches!(events[0], Event::Stepped { captured: true, .. }), "{text}");
                captures = true;
                seen[0] += 1;
            } else if let Some(from) = between(&text, "Your piece at ", " can step ") {
                let direction = between(&text, " can step ", " to ").unwrap();
                after(table, step(from, direction));
                let to = point(between(&text, " to ", ", a home").unwrap());
                assert_eq!(point(from).step(direction.parse().unwrap()), Some(to), "{text}");
                let worth = between(&text, "worth ", ".").unwrap();
                assert_eq!(board.home(to).unwrap().1.to_string(), worth, "{text}");
                seen[1] += 1;
            } else if let Some(from) = between(&text, "The piece at ", " can end the round") {
                let (then, _) = after(table, step(from, between(&text, "with a step ", ":").unwrap()));
                assert!(matches!(then.next(), Next::Ask(Question { ask: Ask::Another, .. })), "{text}");
                let totals = then.totals();
                let lead = i64::from(totals.human) - i64::from(totals.computer);
                assert_eq!(text.contains("you would win"), lead > 0, "{text}");
                if lead != 0 {
                    assert!(text.contains(&format!("by {} point", lead.abs())), "{text}");
                }
                seen[2] += 1;
            } else if let Some(from) = between(&text, "the computer's piece at ", " could capture") {
                let victim = point(between(&text, "yours at ", " next").unwrap());
                let from = point(from);
                assert!(from.row.abs_diff(victim.row) == 1 && from.column.abs_diff(victim.column) == 1, "{text}");
                let may = |at, by: Seat| match board.cell(at) {
                    parlor_rules::kono::Cell::Piece { color, captures } => {
                        standing.position.unwrap().seat(color) == by && (captures || by == Seat::Human)
                    }
                    parlor_rules::kono::Cell::Vacant => false,
                };
                assert!(may(from, Seat::Computer) && may(victim, Seat::Human), "{text}");
                seen[3] += 1;
            }
        }
        let could = decision
            .choices()
            .into_iter()
            .any(|choice| matches!(after(table, choice).1[0], Event::Stepped { captured: true, .. }));
        assert_eq!(captures, could, "{:?}", guide(table));
    });
    assert!(seen.iter().all(|times| *times > 0), "{seen:?}");
}
