//! Random tournaments.

use parlor_rules::{Coin, DiceCount, Game, Level, Pair, Seat, Throw};
use parlor_table::{
    Answer, Ask, DiceSource, Draw, Entry, MenuItem, Next, Player, QueuedThrow, Rationale, Salt, Seed, Setup, Table,
};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A legal answer to any question.
pub fn answer(random: &mut impl Rng, ask: &Ask) -> Answer {
    let mut pick = |count: usize| random.random_range(0..count);
    match ask {
        Ask::Size { sizes, .. } => Answer::Size(sizes[pick(sizes.len())]),
        Ask::Menu { items, .. } => match pick(60) {
            0 => Answer::Menu(MenuItem::Save),
            1 if items.contains(&MenuItem::Quit) => Answer::Menu(MenuItem::Quit),
            _ => Answer::Menu(MenuItem::Play),
        },
        Ask::Decide(decision) => {
            let choices = decision.choices();
            Answer::Choice(choices[pick(choices.len())])
        }
        Ask::Another => Answer::Another(pick(3) > 0),
        Ask::FileName => [Answer::File("a game \u{2190} 1.txt".to_owned()), Answer::Cancel][pick(2)].clone(),
    }
}

/// Any seed: open, committed or hidden.
pub fn any_seed(random: &mut ChaCha8Rng) -> Seed {
    let (seed, salt) = (random.next_u64(), Salt(random.random()));
    match random.random_range(0..3) {
        0 => Seed::Open(seed),
        1 => Seed::Committed { seed, salt },
        _ => Seed::Committed { seed, salt }.hidden(),
    }
}

/// Players, dice and seeds of every kind.
pub fn setup(game: Game, seed: u64) -> Setup {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut setup = Setup::new(game);
    setup.seed = any_seed(&mut random);
    let person = |name: &str| Player::Human(name.to_owned());
    setup.players = match seed % 4 {
        0 => Pair { human: person("Ada \u{2190} L."), computer: person("Bob") },
        1 => Pair { human: Player::Computer(Level::Novice), computer: Player::Computer(Level::Master) },
        _ => setup.players,
    };
    setup.rounds = 2;
    setup.size = seed.is_multiple_of(5).then_some(9);
    let first = [None, None, Some(Seat::Human), Some(Seat::Computer)][seed as usize / 4 % 4];
    setup.first = first.filter(|_| game == Game::Congkak);
    setup.dice = if seed.is_multiple_of(7) { DiceSource::Manual } else { DiceSource::Random };
    if seed.is_multiple_of(3) {
        let throw = |number| Throw::numbered([DiceCount::One, DiceCount::Two][number as usize % 2], number * 7);
        setup.queue = (0..random.random_range(0..30))
            .map(|line| QueuedThrow { line, throw: throw(line), of_save: line < 3 })
            .collect();
    }
    setup
}

/// The next entry: a draw, an answer, or the result of a save. Sometimes tries other entries first.
pub fn next(random: &mut ChaCha8Rng, table: &Table) -> Option<Entry> {
    Some(match table.next() {
        Next::Over => return None,
        Next::Save { .. } => {
            let text = table.save_text().expect("there is something to save");
            assert!(parlor_saves::read(&text, None).is_ok(), "{text}");
            if random.random_bool(0.5) { Entry::Saved } else { Entry::NotSaved("no room\nleft".to_owned()) }
        }
        Next::Ask(question) => {
            let answer = answer(random, &question.ask);
            let chosen = matches!(answer, Answer::Choice(_));
            let rationale = (chosen && random.random_bool(0.1)).then(|| Rationale {
                value: random.random_range(-50.0..50.0),
                exact: random.random_bool(0.5),
                plan: "CABV"
                    .chars()
                    .take(random.random_range(0..5))
                    .filter_map(|pit| pit.to_string().parse().ok())
                    .collect(),
                reasons: vec!["It covers the largest squares.".to_owned(), "\"And \u{2190} so\" on.".to_owned()],
            });
            Entry::Decision { seat: question.seat, answer, rationale: rationale.map(Into::into) }
        }
        Next::Throw { dice, .. } => match table.draw() {
            Some(Draw::Entry(entry)) => entry,
            Some(Draw::ByHand) => Entry::Throw { throw: Throw::numbered(dice, random.next_u32()), queued: false },
            Some(Draw::NeedsSeed) => Entry::NewSeed(any_seed(random)),
            None => panic!("chance is needed"),
        },
        Next::Toss => match table.draw() {
            Some(Draw::Entry(entry)) => entry,
            Some(Draw::ByHand) => Entry::Coin(Coin::Tails),
            Some(Draw::NeedsSeed) => Entry::NewSeed(any_seed(random)),
            None => panic!("chance is needed"),
        },
    })
}
