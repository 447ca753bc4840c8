//! Journals on disk: what is damaged is noticed, nothing is lost silently, and what is played afterwards stays.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parlor_host::store::conformance::next_entry;
use parlor_host::{FileStore, Host, JournalName, Store, StoreError};
use parlor_rules::{Game, Pair};
use parlor_table::{Answer, Entry, JournalWriter, MenuItem, Player, Progress, Rationale, Setup, Table};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;

fn proving() -> bool {
    std::env::var_os("PARLOR_PROVE").is_some()
}

fn two_people(game: Game) -> Setup {
    let person = |name: &str| Player::Human(name.to_owned());
    Setup { players: Pair { human: person("Ada"), computer: person("Bob") }, seed: 4.into(), ..Setup::new(game) }
}

/// A folder with one journal.
struct Folder {
    folder: TempDir,
    name: JournalName,
}

impl Folder {
    fn with(bytes: &[u8]) -> Folder {
        let folder = TempDir::new().unwrap();
        let name: JournalName = "game-1".parse().unwrap();
        fs::write(folder.path().join("game-1.journal"), bytes).unwrap();
        Folder { folder, name }
    }

    /// A new store: another program, which knows nothing but the files.
    fn store(&self) -> Arc<FileStore> {
        Arc::new(FileStore::at(self.folder.path()))
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("game-1.journal")
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(self.path()).unwrap()
    }

    /// The copies that were kept of damaged journals, by their numbers.
    fn originals(&self) -> Vec<Vec<u8>> {
        let path = |number| self.folder.path().join(format!("game-1.damaged-{number}"));
        (1..100).map(path).take_while(|path| path.exists()).map(|path| fs::read(path).unwrap()).collect()
    }

    /// Opens the journal, plays on, and finds all of it at the next start.
    fn play_on(&self) -> (Table, Vec<String>) {
        let (mut host, notices) = Host::open(self.store(), &self.name).unwrap();
        let opened = host.table().clone();
        for _ in 0..3 {
            if let Some(entry) = next_entry(host.table()) {
                host.apply(entry).unwrap();
            }
        }
        let played = host.table().clone();
        drop(host);
        let (host, again) = Host::open(self.store(), &self.name).unwrap();
        assert_eq!(again, [""; 0], "what was mended stays mended");
        assert_eq!(*host.table(), played, "what was played afterwards is there at the next start");
        (opened, notices)
    }
}

/// A journal in the middle of a round: its bytes, and its table at every revision.
fn journal(game: Game, entries: usize) -> (Vec<u8>, Vec<Table>) {
    let setup = two_people(game);
    let (mut writer, mut text) = JournalWriter::begin(&setup);
    let (mut table, _) = Table::new(setup).unwrap();
    let mut tables = vec![table.clone()];
    while tables.len() <= entries {
        let mut entry = next_entry(&table).unwrap();
        if tables.len() % 7 == 0
            && let Entry::Decision { rationale, answer: Answer::Choice(_), .. } = &mut entry
        {
            let reasons = vec!["It covers the largest square.".to_owned(), "Ünïcödé \u{2190}".to_owned()];
            *rationale = Some(Arc::new(Rationale { value: -2.5, exact: true, plan: vec![], reasons }));
        }
        if let Entry::Decision { answer: Answer::Another(another), .. } = &mut entry {
            *another = true;
        }
        if tables.len() == 20 {
            entry = Entry::Undo;
        }
        table.apply(entry.clone()).unwrap();
        text.push_str(&writer.entries(&[entry], &table.summary()));
        tables.push(table.clone());
    }
    (text.into_bytes(), tables)
}

#[test]
fn every_changed_byte_is_noticed_and_put_right() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for game in Game::ALL {
        let (bytes, tables) = journal(game, 30);
        for place in 0..bytes.len() {
            if !proving() && place % 29 != 0 {
                continue;
            }
            let changes: Vec<u8> =
                if proving() { vec![1, 0x0a ^ bytes[place], 0x80, 255] } else { vec![random.random_range(1..=255)] };
            for change in changes.into_iter().filter(|&change| change != 0) {
                let mut damaged = bytes.clone();
                damaged[place] ^= change;
                let folder = Folder::with(&damaged);
                let (opened, notices) = folder.play_on();
                assert_eq!(&opened, tables.last().unwrap(), "{game}, byte {place} changed by {change:#x}");
                assert_eq!(notices.len(), 2, "{notices:?}");
                assert!(notices[0].ends_with("was damaged and has been put right."), "{notices:?}");
                assert_eq!(notices[1], "The journal as it was is kept in game-1.damaged-1.");
                assert_eq!(folder.originals(), [damaged]);
            }
        }
    }
}

#[test]
fn every_cut_leaves_a_beginning_that_opens() {
    for game in Game::ALL {
        let (bytes, tables) = journal(game, 30);
        let header = bytes.windows(7).position(|window| window == b"\nbegin ").unwrap() + 16;
        for length in 0..bytes.len() {
            if !proving() && length % 17 != 0 {
                continue;
            }
            let cut = &bytes[..length];
            let folder = Folder::with(cut);
            if length < header {
                // Nothing had been played, and nothing can be: it stays as it is.
                let error = folder.store().open(&folder.name).unwrap_err();
                assert!(matches!(error, StoreError::NotAJournal { .. }), "{error}");
                assert_eq!(folder.bytes(), cut);
                continue;
            }
            let (opened, notices) = folder.play_on();
            let revision = opened.revision() as usize;
            assert_eq!(opened, tables[revision], "{game}, cut to {length}");
            let lines = |bytes: &[u8]| bytes.split(|&byte| byte == b'\n').count();
            let whole_lines = lines(cut);
            let kept = folder.originals();
            if cut.ends_with(b"\n") {
                // A journal that ends with a whole line is just an earlier one.
                assert_eq!((notices.len(), kept.len()), (0, 0));
            } else {
                assert_eq!(notices.len(), 2, "{notices:?}");
                assert_eq!(kept, [cut]);
                assert!(whole_lines <= lines(&folder.bytes()), "only the half line is left out");
            }
        }
    }
}

/// A larger damage costs what comes after it, is said, and the original is kept; so is that of the next damage.
#[test]
fn several_damaged_versions_of_a_journal_are_all_kept() {
    let (bytes, tables) = journal(Game::Congkak, 30);
    let mut first = bytes.clone();
    // From the beginning of a line, so that no line loses just one byte, which would be put right.
    let half = bytes.len() / 2;
    let middle = half + bytes[half..].iter().position(|&byte| byte == b'\n').unwrap() + 1;
    first[middle..middle + 40].fill(b'x');
    let folder = Folder::with(&first);
    let (opened, notices) = folder.play_on();
    assert_eq!(opened, tables[opened.revision() as usize]);
    assert!(opened.revision() > 5 && opened.revision() < 25);
    assert!(notices[0].contains("its checksum is wrong"), "{notices:?}");
    let mut second = folder.bytes();
    let end = second.len();
    second.truncate(end - 5);
    fs::write(folder.path(), &second).unwrap();
    let (_, notices) = folder.play_on();
    assert_eq!(notices[0], "The last line of the journal was only half written and is left out.");
    assert_eq!(notices[1], "The journal as it was is kept in game-1.damaged-2.");
    assert_eq!(folder.originals(), [first, second]);
}

fn old(name: &str) -> Vec<u8> {
    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/journals").join(name)).unwrap()
}

/// Journals that the program wrote before lines had checksums; whole tournaments, saved and finished.
#[test]
fn journals_of_the_first_format_still_open() {
    for game in ["canoga", "congkak", "kono"] {
        for (state, progress) in [("saved", Progress::Saved), ("finished", Progress::Finished)] {
            let bytes = old(&format!("{game}-{state}.journal"));
            let folder = Folder::with(&bytes);
            let listed = folder.store().list().unwrap().remove(0);
            assert_eq!(listed.about.unwrap().summary.progress, progress, "{game}");
            let (table, notices) = folder.play_on();
            assert_eq!(notices, [""; 0]);
            let text = String::from_utf8(bytes.clone()).unwrap();
            let (_, entries) = text.split_once("\nbegin\n").unwrap();
            let entries = entries.lines().filter(|line| *line != "closed").count();
            assert_eq!(table.revision() as usize, entries, "{game}");
            assert!(folder.bytes().starts_with(&bytes), "what was there stays as it was");
            if progress == Progress::Saved {
                assert!(folder.bytes().len() > bytes.len(), "a saved tournament goes on");
            }
        }
    }
}

/// Seen in the first format: such a byte cut the journal in mid-line without a word, the next entry was glued to the
/// stump, and what was played afterwards was lost at the next start.
#[test]
fn a_byte_that_is_not_utf8_cuts_at_a_line_start_and_says_so() {
    for game in ["canoga", "congkak", "kono"] {
        let bytes = old(&format!("{game}-saved.journal"));
        let header = bytes.windows(7).position(|window| window == b"\nbegin\n").unwrap() + 7;
        for place in (header..bytes.len() - 1).step_by(if proving() { 1 } else { 23 }) {
            if bytes[place] == b'\n' {
                continue;
            }
            let mut damaged = bytes.clone();
            damaged[place] = 0xff;
            let folder = Folder::with(&damaged);
            let (_, notices) = folder.play_on();
            assert!(notices[0].contains("(it isn't text)"), "{notices:?}");
            assert_eq!(folder.originals(), [damaged]);
            let start = bytes[..place].iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
            assert!(folder.bytes().starts_with(&bytes[..start]));
        }
    }
}

/// Seen: it was cut at 64 MiB, and a finished tournament came back as unfinished.
#[test]
fn a_journal_over_64_mib_is_read_to_its_end() {
    let setup = two_people(Game::Kono);
    let (mut writer, mut text) = JournalWriter::begin(&setup);
    let (mut table, _) = Table::new(setup).unwrap();
    let long = "It is a long story. ".repeat(1 << 18);
    while let Some(mut entry) = next_entry(&table) {
        if let Entry::Decision { rationale, answer: Answer::Choice(_), .. } = &mut entry {
            *rationale =
                Some(Arc::new(Rationale { value: 0.0, exact: false, plan: vec![], reasons: vec![long.clone()] }));
        }
        table.apply(entry.clone()).unwrap();
        text.push_str(&writer.entries(&[entry], &table.summary()));
    }
    assert!(text.len() > 65 << 20, "{}", text.len());
    let folder = Folder::with(text.as_bytes());
    assert_eq!(folder.store().look(&folder.name).unwrap().table, table);
    let listed = folder.store().list().unwrap().remove(0);
    assert_eq!(listed.about.unwrap().summary.progress, Progress::Finished);
}

/// Seen: the journal added the newline that the save didn't end with, which made it one byte too long.
#[test]
fn a_save_at_the_size_limit_can_be_continued() {
    let save = "Human Player: 3 7 7 0 8 8 8 8 2\nComputer Player: 0 7 7 7 7 7 7 7 3\nNext Player: Human";
    let text = format!("{}{save}", "\n".repeat(parlor_saves::MAX_BYTES - save.len()));
    let read = parlor_saves::read(&text, None).unwrap();
    let folder = TempDir::new().unwrap();
    let store = Arc::new(FileStore::at(folder.path()));
    let setup = two_people(Game::Congkak).resuming(&read, &text);
    let (host, _) = Host::begin(setup, Some(store.clone())).unwrap();
    let name = host.journal_name().unwrap().clone();
    drop(host);
    let (host, notices) = Host::open(store, &name).unwrap();
    assert_eq!((host.setup().save.as_deref(), notices.len()), (Some(text.as_str()), 0));
}

/// Seen: an arrow in the name of a save made the rest of the journal count as damaged.
#[test]
fn any_text_in_an_answer_reads_back() {
    for name in ["a \u{2190} b.txt", "\"quoted\"", "a\\u{41}", "tab\there", "\u{1b}[31m", "\"", " x", "#deadbeef", "é"]
    {
        let (bytes, _) = journal(Game::Congkak, 8);
        let folder = Folder::with(&bytes);
        let (mut host, _) = Host::open(folder.store(), &folder.name).unwrap();
        while !matches!(host.table().need(), parlor_table::Need::Answer(question) if matches!(question.ask, parlor_table::Ask::Menu { .. }))
        {
            let entry = next_entry(host.table()).unwrap();
            host.apply(entry).unwrap();
        }
        let parlor_table::Need::Answer(question) = host.table().need() else { panic!() };
        host.apply(Entry::decision(question.seat, Answer::Menu(MenuItem::Save))).unwrap();
        let parlor_table::Need::Answer(question) = host.table().need() else { panic!() };
        host.apply(Entry::decision(question.seat, Answer::File(name.to_owned()))).unwrap();
        host.apply(Entry::NotSaved(format!("can't write {name}"))).unwrap();
        let table = host.table().clone();
        drop(host);
        let (host, notices) = Host::open(folder.store(), &folder.name).unwrap();
        assert_eq!((host.table(), notices.len()), (&table, 0), "{name}");
    }
}

#[test]
fn a_journal_of_other_rules_is_told_line_by_line_and_never_replayed() {
    let text = "parlor journal 1\nrules 2\ngame kono\nhuman person Ada\nstones 12\nbegin\n\
                human jump 3 ← 1.5 ← It jumps far.\n";
    let folder = Folder::with(text.as_bytes());
    for error in [folder.store().open(&folder.name).unwrap_err(), folder.store().look(&folder.name).unwrap_err()] {
        let StoreError::OtherRules { rules: 2, lines, .. } = error else { panic!("{error}") };
        assert_eq!(lines[0], "game kono");
        assert_eq!(lines.last().unwrap(), "human jump 3 ← 1.5 ← It jumps far.");
    }
    assert_eq!(folder.bytes(), text.as_bytes());
    let listed = folder.store().list().unwrap().remove(0);
    assert_eq!(listed.about.unwrap_err(), "it was played by rules 2");
}

/// Found by a reader: with checksums only the first line was told.
#[test]
fn a_checked_journal_of_other_rules_is_told_to_its_end() {
    let (bytes, _) = journal(Game::Kono, 12);
    // The same lines under another number of the rules, with right checksums.
    let [ours, theirs] = [0, 1].map(|more| format!("rules {}", Game::Kono.rules() + more));
    let mut chain = 0;
    let mut lines = vec![];
    let mut text = String::new();
    for line in String::from_utf8(bytes).unwrap().lines() {
        let line = line[..line.len() - 10].replace(&ours, &theirs);
        let mut hasher = crc32fast::Hasher::new_with_initial(chain);
        hasher.update(line.as_bytes());
        chain = hasher.finalize();
        writeln!(text, "{line} #{chain:08x}").unwrap();
        lines.push(line);
    }
    let folder = Folder::with(text.as_bytes());
    let StoreError::OtherRules { lines: told, .. } = folder.store().look(&folder.name).unwrap_err() else { panic!() };
    assert_eq!(told, lines[2..]);
}

/// A file of hundreds of megabytes that only looks like a journal must not stop the list for minutes.
#[test]
fn junk_with_endless_lines_is_refused_at_once() {
    let long = vec![b'x'; 40 << 20];
    let sums = " #".repeat(1 << 20);
    for junk in [long, sums.into_bytes()] {
        let folder = Folder::with(&junk);
        assert!(folder.store().list().unwrap()[0].about.is_err());
    }
}

#[test]
fn looking_never_locks_cuts_or_rewrites() {
    let (mut bytes, tables) = journal(Game::Canoga, 20);
    bytes.truncate(bytes.len() - 3);
    let folder = Folder::with(&bytes);
    let before = fs::metadata(folder.path()).unwrap().modified().unwrap();
    let kept = folder.store().look(&folder.name).unwrap();
    assert_eq!(kept.notices.len(), 1);
    assert_eq!(kept.table, tables[kept.table.revision() as usize]);
    folder.store().list().unwrap();
    folder.store().read(&folder.name, 0).unwrap();
    assert_eq!(folder.bytes(), bytes);
    assert_eq!(fs::metadata(folder.path()).unwrap().modified().unwrap(), before);
    assert_eq!(folder.originals(), [[0_u8; 0]; 0]);
    // One that is open can be looked at.
    let (_host, _) = Host::open(folder.store(), &folder.name).unwrap();
    assert_eq!(folder.store().look(&folder.name).unwrap().table, kept.table);
}

/// Seen: two games that were begun in one second came in any order.
#[test]
fn games_begun_in_one_second_are_ordered() {
    let folder = TempDir::new().unwrap();
    let store = FileStore::at(folder.path());
    let created: Vec<JournalName> = (0..12).map(|_| store.create(&two_people(Game::Kono)).unwrap()).collect();
    let mut sorted = created.clone();
    sorted.sort();
    assert_eq!(sorted, created, "10 comes after 9");
    let now = std::time::SystemTime::now();
    for name in &created {
        let path = folder.path().join(format!("{name}.journal"));
        fs::File::options().write(true).open(path).unwrap().set_modified(now).unwrap();
    }
    let listed: Vec<JournalName> = store.list().unwrap().into_iter().map(|listed| listed.name).collect();
    assert!(listed.iter().eq(created.iter().rev()), "the last one first: {listed:?}");
}

#[test]
fn names_cannot_be_paths() {
    for name in ["", "..", "../x", "/etc/passwd", "a/b", "a\\b", "a.b", "a\0b", "a\u{1b}", &"a".repeat(300)] {
        assert!(name.parse::<JournalName>().is_err(), "{name:?}");
    }
    let error = "\u{1b}[31m".parse::<JournalName>().unwrap_err().to_string();
    assert!(!error.contains('\u{1b}'), "{error:?}");
}
