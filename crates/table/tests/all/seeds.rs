//! Committed, hidden, replaced and revealed seeds.

use parlor_rules::{Game, Pair};
use parlor_table::{
    BadJournal, Commitment, Draw, Entry, Event, JournalWriter, Next, Offer, Origin, Player, Question, Salt, Seed,
    Setup, Table, public_journal, read_entry, read_header, read_journal, verify, with_checksums, write_entry,
    write_journal,
};
use parlor_testkit::{next_entry, routine};

const SALT: Salt = Salt([0xab; 16]);
const PROMISED: Seed = Seed::Committed { seed: 12, salt: SALT };

fn setup(seed: Seed) -> Setup {
    let person = |name: &str| Player::Human(name.to_owned());
    let players = Pair { human: person("Ada"), computer: person("Bob") };
    Setup { seed, players, size: Some(9), ..Setup::new(Game::Canoga) }
}

/// A game, with all entries ever appended to it.
struct Played {
    table: Table,
    entries: Vec<Entry>,
}

impl Played {
    fn new(seed: Seed) -> Played {
        Played { table: Table::new(setup(seed)).0, entries: Vec::new() }
    }

    fn apply(&mut self, entry: Entry) -> Vec<Event> {
        let events = self.table.apply(entry.clone()).unwrap();
        self.entries.push(entry);
        events
    }

    /// Plays one entry: a draw, or the first choice.
    fn step(&mut self) -> bool {
        let first = |question: &Question| routine(question, |_, decision| decision.choices()[0]);
        let Some(entry) = next_entry(&self.table, first) else { return false };
        self.apply(entry);
        true
    }

    /// Plays until `throws` throws have been made.
    fn throw(mut self, throws: usize) -> Played {
        while self.thrown() < throws {
            assert!(self.step());
        }
        self
    }

    fn thrown(&self) -> usize {
        self.entries.iter().filter(|entry| matches!(entry, Entry::Throw { .. })).count()
    }

    fn played_out(mut self) -> Played {
        while self.step() {}
        self
    }

    fn refusal(&self, entry: Entry) -> String {
        self.table.clone().apply(entry).unwrap_err().to_string()
    }
}

#[test]
fn a_committed_seed_draws_like_an_open_one() {
    let (open, promised) = (Played::new(Seed::Open(12)).played_out(), Played::new(PROMISED).played_out());
    assert_eq!(open.entries, promised.entries);
    assert_eq!(open.table.commitment(), None);
    assert_eq!(promised.table.commitment(), Some(Commitment::of(12, SALT)));
}

#[test]
fn headers_contain_the_known_parts_of_the_seed() {
    let commitment = Commitment::of(12, SALT);
    let lines = |seed| {
        let (_, header) = JournalWriter::begin(&setup(seed));
        assert_eq!(read_header(header.as_bytes()).unwrap().seed, seed);
        let words = ["seed", "salt", "commitment"];
        let plain = header.lines().map(|line| line.rsplit_once(" #").unwrap().0.to_owned());
        plain.filter(|line| words.contains(&line.split(' ').next().unwrap())).collect::<Vec<_>>()
    };
    assert_eq!(lines(Seed::Open(12)), ["seed 12"]);
    assert_eq!(lines(PROMISED), ["seed 12".to_owned(), format!("salt {SALT}"), format!("commitment {commitment}")]);
    assert_eq!(lines(PROMISED.hidden()), [format!("commitment {commitment}")]);
}

/// Parses a header with these lines.
fn header(lines: &str) -> Result<Setup, BadJournal> {
    let players = "human person Ada\ncomputer program club\n";
    let text = format!("parlor journal 1\nrules 1\ngame kono\n{lines}{players}dice random\nrounds 1\nbegin\n");
    read_header(with_checksums(text.lines()).as_bytes())
}

#[test]
fn a_header_without_a_seed_is_refused() {
    let error = header("").unwrap_err();
    assert_eq!(error, BadJournal::Missing("seed or commitment"));
    assert_eq!(error.to_string(), "its header lacks the seed or commitment line");
}

#[test]
fn a_header_without_players_dice_rounds_rules_or_game_is_refused() {
    let (_, whole) = JournalWriter::begin(&setup(Seed::Open(12)));
    let lines: Vec<&str> = whole.lines().map(|line| line.rsplit_once(" #").unwrap().0).collect();
    assert_eq!(read_header(with_checksums(lines.iter().copied()).as_bytes()), Ok(setup(Seed::Open(12))));
    for key in ["rules", "game", "human", "computer", "dice", "rounds"] {
        let left = lines.iter().copied().filter(|line| line.split(' ').next() != Some(key));
        let error = read_header(with_checksums(left).as_bytes()).unwrap_err();
        assert_eq!(error.to_string(), format!("its header lacks the {key} line"));
    }
}

#[test]
fn a_commitment_that_does_not_fit_is_refused() {
    let (commitment, other) = (Commitment::of(12, SALT), Salt([1; 16]));
    let seed = |lines: &str| header(lines).unwrap().seed;
    assert_eq!(seed("seed 12\n"), Seed::Open(12));
    assert_eq!(seed(&format!("commitment {commitment}\nsalt {SALT}\nseed 12\n")), PROMISED);
    for wrong in [format!("seed 12\nsalt {other}\n"), format!("seed 13\nsalt {SALT}\n")] {
        let error = header(&format!("{wrong}commitment {commitment}\n")).unwrap_err();
        assert_eq!(error.to_string(), format!("its commitment {commitment} doesn't match its seed and salt"));
        let words = wrong.replace('\n', " ");
        let error = read_entry(&format!("new {words}commitment {commitment}")).unwrap_err();
        assert_eq!(error.to_string(), format!("the commitment {commitment} doesn't match the seed and the salt"));
    }
    for parts in [
        format!("seed 12\ncommitment {commitment}\n"),
        format!("seed 12\nsalt {SALT}\n"),
        format!("salt {SALT}\n"),
        format!("salt {SALT}\ncommitment {commitment}\n"),
    ] {
        assert_eq!(header(&parts), Err(BadJournal::Seed), "{parts}");
    }
    for bad in ["seed x\n", "salt 12\n", "commitment 00\n"] {
        assert!(matches!(header(bad), Err(BadJournal::Header(4, _))), "{bad}");
    }
}

#[test]
fn new_seeds_and_reveals_are_lines() {
    let commitment = Commitment::of(12, SALT);
    for (entry, line) in [
        (Entry::NewSeed(Seed::Open(5)), "new seed 5".to_owned()),
        (Entry::NewSeed(PROMISED), format!("new seed 12 salt {SALT} commitment {commitment}")),
        (Entry::NewSeed(PROMISED.hidden()), format!("new commitment {commitment}")),
        (Entry::Reveal, "reveal".to_owned()),
    ] {
        assert_eq!(write_entry(&entry), line);
        assert_eq!(read_entry(&line), Ok(entry));
    }
    for bad in ["new", "new seed", "new seed 5 salt", "new salt 5", "reveal it", "new commitment 00", "new  seed 5"] {
        assert!(read_entry(bad).is_err(), "{bad}");
    }
}

#[test]
fn a_hidden_seed_can_be_replayed_and_replaced() {
    let played = Played::new(PROMISED).throw(5);
    let text = public_journal(played.table.setup(), &played.entries);
    let read = read_journal(text.as_bytes()).unwrap();
    assert_eq!((read.damage, read.table.standing()), (None, played.table.standing()));
    let mut played = Played { table: read.table, entries: read.entries };
    assert_eq!(played.table.seed(), PROMISED.hidden());
    while played.table.draw() != Some(Draw::NeedsSeed) {
        assert!(played.step());
    }
    assert_eq!(played.refusal(Entry::Reveal), "the seed is revealed when the tournament is over");

    // Draw numbers continue, so the same seed again gives the same game.
    let mut again = Played { table: played.table.clone(), entries: played.entries.clone() };
    again.apply(Entry::NewSeed(Seed::Open(12)));
    let again = again.played_out().entries.into_iter().filter(|entry| !matches!(entry, Entry::NewSeed(_)));
    assert_eq!(again.collect::<Vec<_>>(), Played::new(PROMISED).played_out().entries);

    let events = played.apply(Entry::NewSeed(Seed::Open(77)));
    assert_eq!(events, [Event::NewSeed { was_hidden: true, commitment: None }]);
    assert_eq!(played.refusal(Entry::Undo), "moves made before the new seed can't be taken back");
    assert_eq!(played.refusal(Entry::Redo), "there is nothing to redo");

    let played = played.played_out();
    let found = verify(played.table.setup(), &played.entries);
    assert!(found.is_right(), "{found:?}");
    assert_eq!(found.seeds.iter().map(|used| used.seed).collect::<Vec<_>>(), [PROMISED.hidden(), Seed::Open(77)]);
    let hidden = found.draws.iter().filter(|draw| matches!(draw.origin, Origin::HiddenSeed(None))).count();
    let known = found.draws.iter().filter(|draw| matches!(draw.origin, Origin::Seed(_))).count();
    assert_eq!((hidden, known), (5, found.draws.len() - 5));
    assert!(known > 0);
    assert_eq!(played.refusal(Entry::Reveal), "the seed was never hidden");
}

#[test]
fn entries_before_a_new_seed_cannot_be_undone() {
    let mut played = Played::new(Seed::Open(1)).throw(4);
    while !matches!(played.table.next(), Next::Ask(_)) {
        played.step();
    }
    let events = played.apply(Entry::NewSeed(PROMISED));
    assert_eq!(events, [Event::NewSeed { was_hidden: false, commitment: PROMISED.commitment() }]);
    assert_eq!(played.table.commitment(), PROMISED.commitment());
    // Moves before the new seed can't be undone, neither by one player nor by agreement.
    let seat = played.table.setup().owner_seat();
    assert_eq!(played.refusal(Entry::Undo), "moves made before the new seed can't be taken back");
    for seat in [seat, seat.other()] {
        assert!(played.table.clone().apply(Entry::Offer { seat, offer: Offer::Undo }).is_err());
    }
    // Later entries can be undone, but nothing before the new seed.
    let before = played.table.records().count();
    for _ in 0..8 {
        played.step();
    }
    while played.table.clone().apply(Entry::Undo).is_ok() {
        played.apply(Entry::Undo);
    }
    assert!(played.table.records().count() >= before);
    assert_eq!(played.table.seed(), PROMISED);
    assert!(verify(played.table.setup(), &played.entries).is_right());
}

#[test]
fn revealing_ends_undo() {
    let mut played = Played::new(PROMISED).throw(3);
    assert_eq!(played.refusal(Entry::Reveal), "the seed is revealed when the tournament is over");
    played = played.played_out();
    assert_eq!(
        played.refusal(Entry::NewSeed(Seed::Open(1))),
        "the tournament is over, so there is nothing to draw from a new seed"
    );
    played.apply(Entry::Undo);
    played.apply(Entry::Redo);
    let hidden = public_journal(played.table.setup(), &played.entries);
    assert!(!hidden.contains("seed 12") && hidden.contains(&Commitment::of(12, SALT).to_string()));

    assert_eq!(played.apply(Entry::Reveal), [Event::Revealed { seed: 12, salt: SALT }]);
    assert!(played.table.is_revealed() && played.table.is_over());
    let text = public_journal(played.table.setup(), &played.entries);
    assert_eq!(text, write_journal(played.table.setup(), &played.entries));
    assert_eq!(read_journal(text.as_bytes()).unwrap().table, played.table);
    let revealed = "the seed has been revealed, so nothing can be taken back";
    let seat = played.table.setup().owner_seat();
    for entry in [Entry::Undo, Entry::Redo, Entry::Offer { seat, offer: Offer::Undo }, Entry::Accept { seat }] {
        assert_eq!(played.refusal(entry), revealed);
    }
    assert_eq!(played.refusal(Entry::Reveal), "the seed has been revealed already");
}

/// Omitting the seed can't be used to reroll: a hidden seed must repeat its results.
#[test]
fn a_hidden_seed_must_repeat_its_draws() {
    let mut played = Played::new(PROMISED).throw(3);
    while !matches!(played.table.next(), Next::Throw { .. }) || played.table.clone().apply(Entry::Undo).is_err() {
        played.step();
    }
    played.step();
    let number = played.thrown();
    played.apply(Entry::Undo);
    let mut played = played.throw(number + 1);
    let hidden = setup(PROMISED.hidden());
    assert!(verify(&hidden, &played.entries).is_right());
    let Some(Entry::Throw { throw, .. }) = played.entries.last_mut() else { panic!() };
    let was = *throw;
    *throw = if was.to_string() == "6 6" { "5 5".parse().unwrap() } else { "6 6".parse().unwrap() };
    let found = verify(&hidden, &played.entries);
    assert!(!found.is_right());
    assert_eq!(found.draws.last().unwrap().should_show(), Some(parlor_table::Drawn::Throw(was)));
}
