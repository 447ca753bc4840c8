//! Tournaments with random answers, right and wrong: they never stall, and a table is a function of its
//! journal at every step.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

use parlor_rules::kono::Color;
use parlor_rules::{Coin, DiceCount, Game, Level, Pair, Seat, Throw};
use parlor_table::{
    Answer, Ask, DiceSource, Draw, Entry, Event, MenuItem, Need, Player, QueuedThrow, Setup, Table, Thought, draw,
    read_entry, read_header, write_entry, write_header,
};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A right answer to any question.
fn answer(random: &mut impl Rng, ask: &Ask) -> Answer {
    let mut pick = |count: usize| random.random_range(0..count);
    match ask {
        Ask::Size { sizes, .. } => Answer::Size(sizes[pick(sizes.len())]),
        Ask::Coin => Answer::Coin([Coin::Heads, Coin::Tails][pick(2)]),
        Ask::Color => Answer::Color([Color::White, Color::Black][pick(2)]),
        Ask::Menu { items, .. } => match pick(60) {
            0 => Answer::Menu(MenuItem::Save),
            1 if items.contains(&MenuItem::Quit) => Answer::Menu(MenuItem::Quit),
            _ => Answer::Menu(MenuItem::Play),
        },
        Ask::Dice => Answer::Dice([DiceCount::One, DiceCount::Two][pick(2)]),
        Ask::Canoga { moves, .. } => Answer::Canoga(moves[pick(moves.len())]),
        Ask::Congkak { pits } => Answer::Congkak(pits[pick(pits.len())]),
        Ask::Kono { moves } => Answer::Kono(moves[pick(moves.len())]),
        Ask::Another => Answer::Another(pick(3) > 0),
        Ask::FileName => [Answer::File("a game.txt".to_owned()), Answer::Cancel][pick(2)].clone(),
    }
}

/// Any answer, most of them wrong.
fn any_answer(random: &mut impl Rng) -> Answer {
    let mut pick = |count: u64| random.random_range(0..count);
    match pick(10) {
        0 => Answer::Size(pick(14).cast_signed() - 1),
        1 => Answer::Coin(Coin::Heads),
        2 => Answer::Color(Color::Black),
        3 => Answer::Menu([MenuItem::Help, MenuItem::Quit][usize::from(pick(20) == 0)]),
        4 => Answer::Dice(DiceCount::One),
        5 => format!("cover {} {}", pick(12) + 1, pick(12) + 20).parse().unwrap_or(Answer::File(" ".to_owned())),
        6 => Answer::Congkak(['A', 'F', 'K', 'P', 'Z'][pick(5) as usize].to_string().parse().unwrap()),
        7 => format!("step {} {} southwest", pick(11), pick(11)).parse().unwrap(),
        8 => "pass".parse().unwrap(),
        _ => Answer::File("  ".to_owned()),
    }
}

fn setup(game: Game, seed: u64) -> Setup {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut setup = Setup::new(game);
    setup.seed = seed;
    let person = |name: &str| Player::Human(name.to_owned());
    setup.players = match seed % 4 {
        0 => Pair { human: person("Ada \u{2190} L."), computer: person("Bob") },
        1 => Pair { human: Player::Computer(Level::Novice), computer: Player::Computer(Level::Master) },
        _ => setup.players,
    };
    setup.rounds = 2;
    setup.size = seed.is_multiple_of(5).then_some(9);
    setup.dice = if seed.is_multiple_of(7) { DiceSource::Manual } else { DiceSource::Random };
    if seed.is_multiple_of(3) {
        let throw = |number| Throw::numbered([DiceCount::One, DiceCount::Two][number as usize % 2], number * 7);
        setup.queue = (0..random.random_range(0..30))
            .map(|line| QueuedThrow { line, throw: throw(line), of_save: line < 3 })
            .collect();
    }
    setup
}

/// What comes next: chance, an answer, word of a save. Sometimes something else is tried first.
fn next(random: &mut ChaCha8Rng, table: &Table) -> Option<Entry> {
    Some(match table.need() {
        Need::Nothing(_) => return None,
        Need::Save { text, .. } => {
            assert!(parlor_saves::read(&text, None).is_ok(), "{text}");
            if random.random_bool(0.5) { Entry::Saved } else { Entry::NotSaved("no room\nleft".to_owned()) }
        }
        Need::Answer(question) => {
            let thought = (random.random_bool(0.1)).then(|| Thought {
                value: random.random_range(-50.0..50.0),
                exact: random.random_bool(0.5),
                then: "CABV"
                    .chars()
                    .take(random.random_range(0..5))
                    .filter_map(|pit| pit.to_string().parse().ok())
                    .collect(),
                why: vec!["It covers the largest squares.".to_owned(), "And so on.".to_owned()],
            });
            Entry::Decision { seat: question.seat, answer: answer(random, &question.ask), thought }
        }
        Need::Throw { dice, .. } => match draw(table) {
            Draw::Entry(entry) => entry,
            Draw::ByHand => Entry::Throw { throw: Throw::numbered(dice, random.next_u32()), queued: false },
            Draw::NotNow => panic!("chance is needed"),
        },
        Need::Coin => match draw(table) {
            Draw::Entry(entry) => entry,
            Draw::ByHand => Entry::Coin(Coin::Tails),
            Draw::NotNow => panic!("chance is needed"),
        },
    })
}

/// A table rebuilt from its journal's text.
fn rebuilt(setup: &Setup, journal: &[String]) -> Table {
    let header = write_header(setup);
    let (read, lines) = read_header(header.lines()).unwrap();
    assert_eq!((&read, lines), (setup, header.lines().count()));
    let (mut table, _) = Table::new(read).unwrap();
    for line in journal {
        table.apply(read_entry(line).unwrap()).unwrap();
    }
    table
}

#[test]
fn random_tournaments_never_stall_and_equal_their_journals() {
    let mut endings = std::collections::BTreeMap::<String, usize>::new();
    for game in Game::ALL {
        for seed in 0..1_000 {
            let setup = setup(game, seed);
            let mut random = ChaCha8Rng::seed_from_u64(seed + 1_000);
            let (mut table, _) = Table::new(setup.clone()).unwrap();
            let mut journal: Vec<String> = vec![];
            let mut entries = 0;
            while let Some(entry) = next(&mut random, &table) {
                entries += 1;
                assert!(entries < 20_000, "{game} {seed} doesn't end");
                if random.random_bool(0.1) {
                    let seat = [Seat::Human, Seat::Computer][random.random_range(0..2)];
                    let wrong = Entry::decision(seat, any_answer(&mut random));
                    let before = (table.need(), table.standing());
                    if table.apply(wrong.clone()).is_err() {
                        assert_eq!((table.need(), table.standing()), before, "a refusal changes nothing");
                    } else {
                        journal.push(write_entry(&wrong));
                        continue;
                    }
                }
                if random.random_bool(0.02) && table.apply(Entry::Undo).is_ok() {
                    journal.push("undo".to_owned());
                    continue;
                }
                let line = write_entry(&entry);
                table.apply(read_entry(&line).unwrap()).unwrap();
                journal.push(line);
                if random.random_bool(0.01) {
                    let again = rebuilt(&setup, &journal);
                    assert_eq!(again.need(), table.need());
                    assert_eq!(again.standing(), table.standing());
                    assert_eq!(again.entries(), table.entries());
                    assert_eq!(draw(&again), draw(&table));
                }
            }
            let Need::Nothing(ending) = table.need() else { panic!() };
            *endings.entry(format!("{game} {ending:?}")).or_default() += 1;
            assert_eq!(rebuilt(&setup, &journal).entries(), table.entries());
        }
    }
    assert_eq!(endings.len(), 6, "every game ended and was saved: {endings:?}");
}

/// Rule dice-seed, and what undo may not do: nobody rerolls by taking back.
#[test]
fn dice_already_thrown_stay_thrown() {
    for dice in [DiceSource::Random, DiceSource::Manual] {
        let setup = Setup { dice, seed: 11, ..Setup::new(Game::Canoga) };
        let (mut table, _) = Table::new(setup).unwrap();
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let mut moves = 0;
        while moves < 6 {
            let mut entry = next(&mut random, &table).unwrap();
            if let (Need::Answer(question), Entry::Decision { answer, thought, .. }) = (table.need(), &mut entry) {
                *thought = None;
                if matches!(question.ask, Ask::Menu { .. }) {
                    *answer = Answer::Menu(MenuItem::Play);
                }
                moves += usize::from(matches!(question.ask, Ask::Canoga { .. }) && question.seat == Seat::Human);
            }
            table.apply(entry).unwrap();
        }
        let thrown = |table: &Table| -> Vec<Throw> {
            table
                .entries()
                .iter()
                .filter_map(|entry| if let Entry::Throw { throw, .. } = entry { Some(*throw) } else { None })
                .collect()
        };
        // Play on to the next throw, take the last move back, and play another one.
        let mut entry = next(&mut random, &table);
        while !matches!(entry, Some(Entry::Throw { .. })) {
            table.apply(entry.unwrap()).unwrap();
            entry = next(&mut random, &table);
        }
        table.apply(entry.unwrap()).unwrap();
        let before = thrown(&table);
        assert_eq!(table.apply(Entry::Undo).unwrap(), [Event::TakenBack]);
        let Need::Answer(question) = table.need() else { panic!("the question is asked again") };
        assert!(matches!(question.ask, Ask::Canoga { .. }));
        table.apply(Entry::decision(question.seat, answer(&mut random, &question.ask))).unwrap();
        // Whatever was chosen, the next throw is the same, though the turn may have ended in between.
        while thrown(&table).len() < before.len() {
            let entry = match draw(&table) {
                Draw::Entry(entry) => entry,
                Draw::ByHand => panic!("a throw that was made by hand is asked for again"),
                Draw::NotNow => match table.need() {
                    Need::Answer(question) => {
                        let item = matches!(question.ask, Ask::Menu { .. });
                        let answer =
                            if item { Answer::Menu(MenuItem::Play) } else { answer(&mut random, &question.ask) };
                        Entry::decision(question.seat, answer)
                    }
                    need => panic!("{need:?}"),
                },
            };
            table.apply(entry).unwrap();
        }
        assert_eq!(thrown(&table), before);
    }
}
