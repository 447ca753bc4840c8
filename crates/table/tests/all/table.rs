//! Tournaments with random valid and invalid answers: they never stall, and at every step the table is a function of
//! its journal.

use crate::support;

use parlor_rules::{Choice, Coin, Decision, DiceCount, Game, Pair, Seat, Throw};
use parlor_table::{
    Answer, Ask, BadJournal, DiceSource, Draw, Entry, Event, JournalWriter, MenuItem, Next, Offer, Origin, Player,
    Seed, Setup, Table, public_journal, read_entry, read_header, read_journal, read_journal_within, read_summary,
    verify, with_checksums, write_entry, write_journal,
};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use support::{answer, any_seed, next, setup};

/// Any answer, usually a wrong one.
fn any_answer(random: &mut impl Rng) -> Answer {
    let mut pick = |count: u64| random.random_range(0..count);
    match pick(10) {
        0 => Answer::Size(pick(14).cast_signed() - 1),
        1 => Answer::Choice(Choice::Coin(Coin::Heads)),
        2 => "black".parse().unwrap(),
        3 => Answer::Menu([MenuItem::Save, MenuItem::Quit][usize::from(pick(20) == 0)]),
        4 => Answer::Choice(Choice::Dice(DiceCount::One)),
        5 => format!("cover {} {}", pick(12) + 1, pick(12) + 20).parse().unwrap_or(Answer::File(" ".to_owned())),
        6 => format!("pit {}", ['A', 'F', 'K', 'P', 'Z'][pick(5) as usize]).parse().unwrap(),
        7 => format!("step {} {} southwest", pick(11), pick(11)).parse().unwrap(),
        8 => "pass".parse().unwrap(),
        _ => Answer::File("  ".to_owned()),
    }
}

/// A table with its journal.
struct Written {
    table: Table,
    writer: JournalWriter,
    journal: String,
}

impl Written {
    fn new(setup: Setup) -> Written {
        let (writer, journal) = JournalWriter::begin(&setup);
        assert_eq!(read_header(journal.as_bytes()).unwrap(), setup);
        Written { table: Table::new(setup).0, writer, journal }
    }

    /// Applies an entry after a round trip through its line; `false` if it was refused, which must change nothing.
    fn apply(&mut self, entry: &Entry) -> bool {
        let before = self.table.clone();
        let read = read_entry(&write_entry(entry)).unwrap();
        assert_eq!(read, *entry);
        let done = self.table.apply(read);
        if done.is_err() {
            assert_eq!(self.table, before, "a refusal changes nothing");
            return false;
        }
        assert_eq!(self.table.revision(), before.revision() + 1);
        self.journal.push_str(&self.writer.entries(std::slice::from_ref(entry), &self.table.summary()));
        true
    }

    /// Checks that the journal gives the same table.
    fn check(&self) {
        let read = read_journal(self.journal.as_bytes()).unwrap();
        assert_eq!(read.table, self.table);
        assert_eq!(read.writer, self.writer);
        assert_eq!(read.damage, None);
        // The entries that count give the same game without the undone ones.
        let counted = self.table.records().map(|record| record.entry.clone());
        let replayed = Table::replay(self.table.setup().clone(), counted).unwrap();
        assert_eq!((replayed.next(), replayed.standing()), (self.table.next(), self.table.standing()));
        assert!(replayed.records().map(|record| &record.entry).eq(self.table.records().map(|record| &record.entry)));
        if self.table.revision() > 0 {
            assert_eq!(read_summary(self.journal.as_bytes()), Some(self.table.summary()));
        }
    }
}

impl Written {
    /// Checks that every draw is right and that a forged one is found. Returns the number of forgeries.
    fn check_dice(&self, random: &mut ChaCha8Rng) -> usize {
        let setup = self.table.setup();
        let read = read_journal(self.journal.as_bytes()).unwrap();
        let found = read.verify();
        let (mut entries, lines) = (read.entries, read.lines);
        let mut numbers = Vec::new();
        let (mut table, _) = Table::new(setup.clone());
        for entry in &entries {
            table.apply(entry.clone()).unwrap();
            if let Entry::Throw { .. } | Entry::Coin(_) | Entry::Correct(_) = entry {
                numbers.push(table.records().filter(|record| is_draw(&record.entry)).count());
            }
        }
        assert!(found.is_right(), "{found:?}");
        assert_eq!(found, verify(setup, &entries));
        assert_eq!(found.draws.iter().map(|draw| draw.number).collect::<Vec<_>>(), numbers);
        assert_eq!(write_journal(setup, &entries), self.journal);
        self.check_public(&entries);

        assert_eq!(lines.len(), entries.len());
        let of_seeds: Vec<_> = found.draws.iter().filter(|draw| matches!(draw.origin, Origin::Seed(_))).collect();
        if of_seeds.is_empty() {
            return 0;
        }
        let draw = of_seeds[random.random_range(0..of_seeds.len())];
        let entry = &mut entries[draw.revision as usize - 1];
        let line = self.journal.lines().nth(lines[draw.revision as usize - 1] - 1).unwrap();
        assert!(line.starts_with(&write_entry(entry)), "{line}");
        match entry {
            Entry::Throw { throw, .. } => {
                let was = *throw;
                let mut others = (0..).map(|number| Throw::numbered(was.count(), number));
                *throw = others.find(|other| *other != was).unwrap();
            }
            Entry::Coin(shown) => *shown = if *shown == Coin::Heads { Coin::Tails } else { Coin::Heads },
            entry => panic!("{entry:?} is drawn from a seed"),
        }
        // Later entries may no longer fit, but those up to the forgery do.
        let found = verify(setup, &entries);
        assert!(!found.is_right());
        let wrong: Vec<_> = found.draws.iter().filter(|draw| draw.should_show().is_some()).collect();
        assert_eq!((wrong[0].revision, wrong[0].should_show()), (draw.revision, Some(draw.shows)));
        1
    }

    /// Checks that the public journal gives the same game, and contains the seed only after it is revealed.
    fn check_public(&self, entries: &[Entry]) {
        let text = public_journal(self.table.setup(), entries);
        let public = read_journal(text.as_bytes()).unwrap();
        assert_eq!((&public.damage, public.table.standing()), (&None, self.table.standing()));
        assert_eq!(public.table.summary(), self.table.summary());
        assert!(public.verify().is_right());
        assert_eq!(public.table.commitment(), self.table.commitment());
        if self.table.is_revealed() {
            assert_eq!(text, self.journal);
        } else {
            assert!(!text.contains("salt"), "{text}");
            let news = entries.iter().filter_map(|entry| match entry {
                Entry::NewSeed(seed) => Some(*seed),
                _ => None,
            });
            for seed in std::iter::once(self.table.setup().seed).chain(news) {
                if let Seed::Committed { seed, .. } = seed {
                    assert!(!text.contains(&seed.to_string()), "{text}");
                }
            }
        }
    }
}

fn is_draw(entry: &Entry) -> bool {
    matches!(entry, Entry::Throw { .. } | Entry::Coin(_))
}

/// An entry that answers no question: undo, an offer, a correction.
fn extra_entry(random: &mut ChaCha8Rng) -> Entry {
    let seat = [Seat::Human, Seat::Computer][random.random_range(0..2)];
    match random.random_range(0..10) {
        0..=2 => Entry::Undo,
        3 => Entry::Redo,
        4 => Entry::Offer { seat, offer: Offer::Undo },
        5 => Entry::Offer { seat, offer: Offer::Call },
        6 => Entry::Accept { seat },
        7 => Entry::Decline { seat },
        8 => Entry::NewSeed(any_seed(random)),
        _ => Entry::Correct(Throw::numbered(DiceCount::Two, random.next_u32())),
    }
}

#[test]
fn random_tournaments_never_stall_and_equal_their_journals() {
    let mut asides = std::collections::BTreeMap::<String, usize>::new();
    let (mut saves, mut revealed, mut tampered) = (0, 0, 0);
    for game in Game::ALL {
        for seed in 0..1_000 {
            let mut random = ChaCha8Rng::seed_from_u64(seed + 1_000);
            let mut written = Written::new(setup(game, seed));
            let mut entries = 0;
            while let Some(entry) = next(&mut random, &written.table) {
                entries += 1;
                assert!(entries < 20_000, "{game} {seed} doesn't end");
                if random.random_bool(0.1) {
                    let seat = [Seat::Human, Seat::Computer][random.random_range(0..2)];
                    if written.apply(&Entry::decision(seat, any_answer(&mut random))) {
                        continue;
                    }
                }
                if random.random_bool(0.03) {
                    let extra_entry = extra_entry(&mut random);
                    if written.apply(&extra_entry) {
                        let kind = format!("{extra_entry:?}").chars().take_while(char::is_ascii_alphabetic).collect();
                        *asides.entry(kind).or_default() += 1;
                        continue;
                    }
                }
                assert!(written.apply(&entry), "{entry:?}");
                saves += usize::from(entry == Entry::Saved);
                if random.random_bool(0.01) {
                    written.check();
                }
            }
            assert!(written.table.is_over());
            let promised = matches!(written.table.seed(), Seed::Committed { .. });
            assert_eq!(written.apply(&Entry::Reveal), promised, "{game} {seed}");
            revealed += usize::from(promised);
            if promised {
                for after in [Entry::Undo, Entry::Redo, Entry::Reveal, Entry::NewSeed(Seed::Open(1))] {
                    assert!(!written.apply(&after), "{after:?}");
                }
            }
            written.check();
            if seed.is_multiple_of(3) {
                tampered += written.check_dice(&mut random);
            }
        }
    }
    assert_eq!(asides.len(), 7, "all of them happened: {asides:?}");
    assert!(saves > 100 && revealed > 500 && tampered > 300, "{saves} {revealed} {tampered}");
}

/// Undo restores the exact earlier state.
#[test]
fn undo_and_redo_are_exact_over_hundreds_of_entries() {
    for game in Game::ALL {
        let mut random = ChaCha8Rng::seed_from_u64(5);
        let person = |name: &str| Player::Human(name.to_owned());
        let players = Pair { human: person("Ada"), computer: person("Bob") };
        let (mut table, _) = Table::new(Setup { players, seed: 9.into(), ..Setup::new(game) });
        let mut states = vec![];
        while table.records().count() < 400 {
            let Some(mut entry) = next(&mut random, &table) else { break };
            if let Entry::Decision { answer, .. } = &mut entry {
                match answer {
                    Answer::Menu(item) => *item = MenuItem::Play,
                    Answer::Another(another) => *another = true,
                    _ => {}
                }
                if answer.decides() && !matches!(answer, Answer::Choice(Choice::Coin(_))) {
                    states.push((table.next(), table.standing(), table.records().count()));
                }
            }
            table.apply(entry).unwrap();
        }
        assert!(states.len() > 100, "{game}");
        let end = (table.next(), table.standing(), table.records().cloned().collect::<Vec<_>>());
        let mut undone = 0;
        while table.apply(Entry::Undo).is_ok() {
            let now = (table.next(), table.standing(), table.records().count());
            undone += 1;
            assert_eq!(now, states[states.len() - undone], "{game}, {undone} taken back");
        }
        for _ in 0..undone {
            table.apply(Entry::Redo).unwrap();
        }
        assert_eq!((table.next(), table.standing(), table.records().cloned().collect::<Vec<_>>()), end, "{game}");
    }
}

/// Rule dice-seed: undo can't be used to reroll.
#[test]
fn undo_does_not_change_dice_already_thrown() {
    for dice in [DiceSource::Random, DiceSource::Manual] {
        let setup = Setup { dice, seed: 11.into(), ..Setup::new(Game::Canoga) };
        let (mut table, _) = Table::new(setup);
        let mut random = ChaCha8Rng::seed_from_u64(3);
        let mut moves = 0;
        while moves < 6 {
            let mut entry = next(&mut random, &table).unwrap();
            if let (Next::Ask(question), Entry::Decision { answer, rationale, .. }) = (table.next(), &mut entry) {
                *rationale = None;
                if matches!(question.ask, Ask::Menu { .. }) {
                    *answer = Answer::Menu(MenuItem::Play);
                }
                moves += usize::from(
                    matches!(question.ask, Ask::Decide(Decision::Canoga(_))) && question.seat == Seat::Human,
                );
            }
            table.apply(entry).unwrap();
        }
        let thrown = |table: &Table| -> Vec<Throw> {
            table
                .records()
                .filter_map(|record| if let Entry::Throw { throw, .. } = record.entry { Some(throw) } else { None })
                .collect()
        };
        // Continue to the next throw, undo the last move, and play another one.
        let mut entry = next(&mut random, &table);
        while !matches!(entry, Some(Entry::Throw { .. })) {
            table.apply(entry.unwrap()).unwrap();
            entry = next(&mut random, &table);
        }
        table.apply(entry.unwrap()).unwrap();
        let before = thrown(&table);
        assert_eq!(table.apply(Entry::Undo).unwrap(), [Event::TakenBack]);
        let Next::Ask(question) = table.next() else { panic!("the question is asked again") };
        assert!(matches!(question.ask, Ask::Decide(Decision::Canoga(_))));
        table.apply(Entry::decision(question.seat, answer(&mut random, &question.ask))).unwrap();
        // The next throw is the same whatever the choices, though the turn may have ended in between.
        while thrown(&table).len() < before.len() {
            let entry = match table.draw() {
                Some(Draw::Entry(entry)) => entry,
                Some(Draw::NeedsSeed) => panic!("the seed is known"),
                Some(Draw::ByHand) => panic!("a throw that was made by hand is asked for again"),
                None => match table.next() {
                    Next::Ask(question) => {
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

/// A short journal can be very expensive to replay if it undoes and redoes everything many times.
#[test]
fn a_journal_that_takes_too_many_steps_is_refused() {
    let start = "parlor journal 1\nrules 1\ngame congkak\nhuman person A\ncomputer person B\nseed 1\ndice random\n\
                 size 5\nrounds 1\nbegin\nhuman heads\ncoin tails\ncomputer play\ncomputer pit A\n";
    let journal = format!("{start}{}{}", "computer save\nhuman cancel\n".repeat(100), "undo\nredo\n".repeat(100));
    let journal = with_checksums(journal.lines());
    let read = |most| read_journal_within(journal.as_bytes(), most).map(|read| read.table.revision());
    // Each undo takes back 201 entries, and each redo restores them.
    assert_eq!(read(100 * 400), Err(BadJournal::TooLong));
    assert_eq!(read(100 * 410), Ok(404));
    assert_eq!(read_journal(journal.as_bytes()).unwrap().damage, None);
}

/// An analysis is a separate table: people decide for both, and the original table doesn't change.
#[test]
fn an_analysis_starts_anywhere_and_leaves_the_table_unchanged() {
    for game in Game::ALL {
        for seed in 0..12 {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            let (mut table, _) = Table::new(setup(game, seed));
            for _ in 0..40 {
                let Some(entry) = next(&mut random, &table) else { break };
                let before = table.clone();
                let mut tried = table.analysis();
                assert!(tried.setup().players.human.is_person() && tried.setup().players.computer.is_person());
                assert_eq!(tried.standing(), table.standing());
                for _ in 0..random.random_range(0..9) {
                    let Some(entry) = next(&mut random, &tried) else { break };
                    // In an analysis people enter the results of dice and coin tosses, so some entries are refused.
                    let _ = tried.apply(entry);
                }
                while tried.apply(Entry::Undo).is_ok() {}
                assert_eq!(table, before);
                let _ = table.apply(entry);
            }
        }
    }
}

/// A source that counts the bytes that were read from it, and never ends.
struct Endless<'a> {
    start: &'a [u8],
    read: usize,
}

impl std::io::Read for Endless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let count = buffer.len().min(100);
        let from = self.start.len().min(self.read);
        let known = count.min(self.start.len() - from);
        buffer[..known].copy_from_slice(&self.start[from..from + known]);
        buffer[known..count].fill(b'x');
        self.read += count;
        Ok(count)
    }
}

#[test]
fn a_journal_is_read_line_by_line_and_never_further_than_its_limit() {
    let mut written = Written::new(setup(Game::Kono, 2));
    let mut random = ChaCha8Rng::seed_from_u64(5);
    while written.journal.len() < 3000 {
        let entry = next(&mut random, &written.table).unwrap();
        written.apply(&entry);
    }
    let journal = written.journal.as_bytes();
    let most = journal.len() as u64;
    let from = |bytes: &[u8], most| parlor_table::read_journal_from(std::io::BufReader::with_capacity(7, bytes), most);
    assert_eq!(from(journal, most).unwrap(), read_journal(journal).unwrap());
    assert_eq!(from(journal, most - 1), Err(BadJournal::TooLarge(most - 1)));
    for start in [&b""[..], &journal[..100], journal] {
        let mut endless = Endless { start, read: 0 };
        let read = parlor_table::read_journal_from(std::io::BufReader::with_capacity(100, &mut endless), 10_000);
        assert_eq!(read, Err(BadJournal::TooLarge(10_000)));
        assert!((10_000..10_300).contains(&endless.read), "{}", endless.read);
    }
    let mut damaged = journal.to_vec();
    damaged[2000] ^= 1;
    assert_eq!(from(&damaged, most).unwrap(), read_journal(&damaged).unwrap());
    assert!(read_journal(&damaged).unwrap().damage.is_some());
}
