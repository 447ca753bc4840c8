use parlor_rules::{Choice, Decision, Seat};
use parlor_table::{Answer, Ask, Draw, Entry, MenuItem, Next, Question, Setup, Table, write_journal};

/// The next entry of a table whose dice and coins come from its seed; `None` if the tournament is over. Saves succeed.
pub fn next_entry(table: &Table, answer: impl FnOnce(&Question) -> Answer) -> Option<Entry> {
    Some(match table.next() {
        Next::Over => return None,
        Next::Save { .. } => Entry::Saved,
        Next::Ask(question) => Entry::decision(question.seat, answer(&question)),
        Next::Throw { .. } | Next::Toss => match table.draw() {
            Some(Draw::Entry(entry)) => entry,
            other => panic!("chance comes from the seed: {other:?}"),
        },
    })
}

/// Answers for the shortest tournament: the default size, only "play" in menus, one round, and the choices of `choose`.
pub fn routine(question: &Question, choose: impl FnOnce(Seat, &Decision) -> Choice) -> Answer {
    match &question.ask {
        Ask::Size { usual, .. } => Answer::Size(*usual),
        Ask::Menu { .. } => Answer::Menu(MenuItem::Play),
        Ask::Decide(decision) => Answer::Choice(choose(question.seat, decision)),
        Ask::Another => Answer::Another(false),
        Ask::FileName => Answer::Cancel,
    }
}

/// A journal in which each choice is undone at once: a large number of entries in a short game.
pub fn long_journal(setup: &Setup, most: usize) -> String {
    let (mut table, _) = Table::new(setup.clone());
    let mut entries = Vec::new();
    while entries.len() < most {
        let entry = match entries.last() {
            Some(Entry::Decision { answer: Answer::Choice(_), .. }) => Entry::Undo,
            _ => next_entry(&table, |question| routine(question, |_, decision| decision.choices()[0])).unwrap(),
        };
        table.apply(entry.clone()).unwrap();
        entries.push(entry);
    }
    write_journal(setup, &entries)
}

/// Pseudorandom numbers, the same in every run.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub fn bits(&mut self) -> u64 {
        // A linear congruential generator, whose high bits are good enough for tests.
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 33
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.bits() as usize % limit
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }

    pub fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.bits() as u8).collect()
    }
}

/// A player whose answers depend only on a seed.
pub struct RandomPlayer {
    random: Random,
    rounds: usize,
}

impl RandomPlayer {
    pub fn new(seed: u64, rounds: usize) -> RandomPlayer {
        RandomPlayer { random: Random::new(seed), rounds }
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.random.below(limit)
    }

    pub fn answer(&mut self, question: &Question) -> Answer {
        match &question.ask {
            Ask::Size { sizes, .. } => Answer::Size(*self.random.pick(sizes)),
            Ask::Another => {
                self.rounds -= 1;
                Answer::Another(self.rounds > 0)
            }
            _ => routine(question, |_, decision| *self.random.pick(&decision.choices())),
        }
    }
}
