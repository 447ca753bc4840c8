//! Journals on disk: damage is detected, nothing is lost silently, and later entries are kept.

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use parlor_host::Host;
use parlor_rules::{Game, Pair};
use parlor_saves::Dialect;
use parlor_store::conformance::next_entry;
use parlor_store::{FileStore, JournalName, Store, StoreError};
use parlor_table::{Answer, Entry, JournalWriter, MenuItem, Player, Progress, Rationale, Setup, Table, with_checksums};
use parlor_testkit::{effort, proving};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;

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

    /// A new store, as in another program, which knows only the files.
    fn store(&self) -> Arc<FileStore> {
        Arc::new(FileStore::at(self.folder.path()))
    }

    fn path(&self) -> PathBuf {
        self.folder.path().join("game-1.journal")
    }

    fn bytes(&self) -> Vec<u8> {
        fs::read(self.path()).unwrap()
    }

    /// The copies of damaged journals, by their numbers.
    fn originals(&self) -> Vec<Vec<u8>> {
        let path = |number| self.folder.path().join(format!("game-1.damaged-{number}"));
        (1..100).map(path).take_while(|path| path.exists()).map(|path| fs::read(path).unwrap()).collect()
    }

    /// Opens the journal, plays on, and checks that all of it can be read after a restart.
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
        assert_eq!(again, [""; 0], "what was cut stays cut");
        assert_eq!(*host.table(), played, "what was played afterwards is there at the next start");
        (opened, notices)
    }
}

/// A journal in the middle of a round: its bytes, and its table at every revision.
fn journal(game: Game, entries: usize) -> (Vec<u8>, Vec<Table>) {
    let setup = two_people(game);
    let (mut writer, mut text) = JournalWriter::begin(&setup);
    let (mut table, _) = Table::new(setup);
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

/// The length of the header.
fn header_length(bytes: &[u8]) -> usize {
    bytes.windows(7).position(|window| window == b"\nbegin ").unwrap() + 17
}

#[test]
fn every_changed_byte_is_noticed_and_cut() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    for game in Game::ALL {
        let (bytes, tables) = journal(game, 30);
        let header = header_length(&bytes);
        for place in 0..bytes.len() {
            if place % effort(29, 1) != 0 {
                continue;
            }
            let changes: Vec<u8> =
                if proving() { vec![1, 0x0a ^ bytes[place], 0x80, 255] } else { vec![random.random_range(1..=255)] };
            for change in changes.into_iter().filter(|&change| change != 0) {
                let mut damaged = bytes.clone();
                damaged[place] ^= change;
                let folder = Folder::with(&damaged);
                if place < header {
                    let error = folder.store().open(&folder.name).unwrap_err();
                    assert!(matches!(error, StoreError::NotAJournal { .. }), "{error}");
                    assert_eq!(folder.bytes(), damaged, "it stays as it is");
                    continue;
                }
                let (opened, notices) = folder.play_on();
                assert_eq!(opened, tables[opened.revision() as usize], "{game}, byte {place} changed by {change:#x}");
                assert_eq!(notices.len(), 2, "{notices:?}");
                let line = bytes[..place].split(|&byte| byte == b'\n').count();
                let half = "The last line of the journal was only half written and is ignored.";
                let wrong = format!("Line {line} of the journal doesn't fit (its checksum is wrong). ");
                assert!(
                    notices[0] == half && place + 1 == bytes.len() || notices[0].starts_with(&wrong),
                    "{notices:?}"
                );
                assert_eq!(notices[1], "The journal as it was is kept in game-1.damaged-1.");
                assert_eq!(folder.originals(), [damaged]);
                let start = bytes[..place].iter().rposition(|&byte| byte == b'\n').unwrap() + 1;
                assert!(folder.bytes().starts_with(&bytes[..start]), "everything before the damage stays");
            }
        }
    }
}

#[test]
fn every_cut_leaves_a_beginning_that_opens() {
    for game in Game::ALL {
        let (bytes, tables) = journal(game, 30);
        let header = header_length(&bytes);
        for length in 0..bytes.len() {
            if length % effort(17, 1) != 0 {
                continue;
            }
            let cut = &bytes[..length];
            let folder = Folder::with(cut);
            if length < header {
                // It has no entries and can't be continued, so it stays as it is.
                let error = folder.store().open(&folder.name).unwrap_err();
                assert!(matches!(error, StoreError::NotAJournal { .. }), "{error}");
                assert_eq!(folder.bytes(), cut);
                continue;
            }
            let (opened, notices) = folder.play_on();
            let revision = opened.revision() as usize;
            assert_eq!(opened, tables[revision], "{game}, cut to {length}");
            let count = |bytes: &[u8]| bytes.split(|&byte| byte == b'\n').count();
            let kept = folder.originals();
            if cut.ends_with(b"\n") {
                // Cut after a complete line, a journal is simply shorter.
                assert_eq!((notices.len(), kept.len()), (0, 0));
            } else {
                assert_eq!(notices.len(), 2, "{notices:?}");
                assert_eq!(kept, [cut]);
                assert!(count(cut) <= count(&folder.bytes()), "only the half line is left out");
            }
        }
    }
}

/// If more is damaged, the entries after that are lost, a notice says so, and the original is kept. The same holds for
/// the next damage.
#[test]
fn several_damaged_versions_of_a_journal_are_all_kept() {
    let (bytes, tables) = journal(Game::Congkak, 30);
    let mut first = bytes.clone();
    let middle = bytes.len() / 2;
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
    assert_eq!(notices[0], "The last line of the journal was only half written and is ignored.");
    assert_eq!(notices[1], "The journal as it was is kept in game-1.damaged-2.");
    assert_eq!(folder.originals(), [first, second]);
}

/// Adds the right checksums to these lines.
fn checked<'a>(lines: impl IntoIterator<Item = &'a [u8]>) -> Vec<u8> {
    let mut chain = 0;
    let mut bytes = vec![];
    for line in lines {
        let mut hasher = crc32fast::Hasher::new_with_initial(chain);
        hasher.update(line);
        chain = hasher.finalize();
        bytes.extend_from_slice(line);
        writeln!(bytes, " #{chain:08x}").unwrap();
    }
    bytes
}

/// The lines of a journal without their checksums.
fn lines(bytes: &[u8]) -> Vec<&[u8]> {
    bytes.strip_suffix(b"\n").unwrap().split(|&byte| byte == b'\n').map(|line| &line[..line.len() - 10]).collect()
}

#[test]
fn a_line_that_is_not_text_or_not_an_entry_is_cut_off_and_reported() {
    let (bytes, tables) = journal(Game::Congkak, 20);
    let whole = lines(&bytes);
    assert_eq!(checked(whole.iter().copied()), bytes);
    let junk: [(&[u8], &str); 3] = [
        (b"human pit \xff", "it isn't text"),
        (b"human sing", "\u{201c}human sing\u{201d} is not a journal entry"),
        (b"summary sung", "this is not a summary of a tournament"),
    ];
    for (line, why) in junk {
        let place = whole.len() - 4;
        let lines = whole[..place].iter().copied().chain([line]).chain(whole[place..].iter().copied());
        let damaged = checked(lines);
        let folder = Folder::with(&damaged);
        let (opened, notices) = folder.play_on();
        assert_eq!(opened, tables[opened.revision() as usize]);
        let number = place + 1;
        let notice = format!(
            "Line {number} of the journal doesn't fit ({why}). It and the 4 lines after it are ignored. The game resumes \
             just before it."
        );
        assert_eq!(notices, [&notice, "The journal as it was is kept in game-1.damaged-1."]);
        assert_eq!(folder.originals(), [damaged]);
        assert!(folder.bytes().starts_with(&checked(whole[..place].iter().copied())));
    }
}

/// Regression: such a journal was cut at 64 MiB, and a finished tournament was read as unfinished.
#[test]
fn a_journal_over_64_mib_is_read_to_its_end() {
    let setup = two_people(Game::Kono);
    let (mut writer, mut text) = JournalWriter::begin(&setup);
    let (mut table, _) = Table::new(setup);
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

#[test]
fn a_save_at_the_size_limit_can_be_continued() {
    let save = "Human Player: 3 7 7 0 8 8 8 8 2\nComputer Player: 0 7 7 7 7 7 7 7 3\nNext Player: Human";
    let text = format!("{}{save}", "\n".repeat(parlor_saves::MAX_BYTES - save.len()));
    let read = parlor_saves::read(&text, None).unwrap();
    let folder = TempDir::new().unwrap();
    let store = Arc::new(FileStore::at(folder.path()));
    let setup = two_people(Game::Congkak).resuming(&read);
    let (host, _) = Host::begin(setup, Some(store.clone())).unwrap();
    let name = host.journal_name().unwrap().clone();
    drop(host);
    let (host, notices) = Host::open(store, &name).unwrap();
    assert_eq!((&host.setup().resumed, notices.len()), (&Some((read.standing, Dialect::Text)), 0));
}

/// Regression: an arrow in the name of a save made the rest of the journal count as damaged.
#[test]
fn any_text_in_an_answer_reads_back() {
    for name in ["a \u{2190} b.txt", "\"quoted\"", "a\\u{41}", "tab\there", "\u{1b}[31m", "\"", " x", "#deadbeef", "é"]
    {
        let (bytes, _) = journal(Game::Congkak, 8);
        let folder = Folder::with(&bytes);
        let (mut host, _) = Host::open(folder.store(), &folder.name).unwrap();
        while !matches!(host.table().next(), parlor_table::Next::Ask(question) if matches!(question.ask, parlor_table::Ask::Menu { .. }))
        {
            let entry = next_entry(host.table()).unwrap();
            host.apply(entry).unwrap();
        }
        let parlor_table::Next::Ask(question) = host.table().next() else { panic!() };
        host.apply(Entry::decision(question.seat, Answer::Menu(MenuItem::Save))).unwrap();
        let parlor_table::Next::Ask(question) = host.table().next() else { panic!() };
        host.apply(Entry::decision(question.seat, Answer::File(name.to_owned()))).unwrap();
        host.apply(Entry::NotSaved(format!("can't write {name}"))).unwrap();
        let table = host.table().clone();
        drop(host);
        let (host, notices) = Host::open(folder.store(), &folder.name).unwrap();
        assert_eq!((host.table(), notices.len()), (&table, 0), "{name}");
    }
}

#[test]
fn a_journal_with_other_rules_is_shown_line_by_line_and_never_replayed() {
    let text = "parlor journal 1\nrules 2\ngame kono\nhuman person Ada\nstones 12\nbegin\n\
                human jump 3 ← 1.5 ← It jumps far.\n";
    let text = with_checksums(text.lines());
    let folder = Folder::with(text.as_bytes());
    for error in [folder.store().open(&folder.name).unwrap_err(), folder.store().look(&folder.name).unwrap_err()] {
        let StoreError::OtherRules { rules: 2, lines, .. } = error else { panic!("{error}") };
        assert_eq!(lines[0], "game kono");
        assert_eq!(lines.last().unwrap(), "human jump 3 ← 1.5 ← It jumps far.");
    }
    assert_eq!(folder.bytes(), text.as_bytes());
    let listed = folder.store().list().unwrap().remove(0);
    assert_eq!(listed.about.unwrap_err(), "it was played with version 2 of the rules");
}

/// A file of hundreds of megabytes that only looks like a journal must not block the list for minutes.
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
    // An open journal can be read.
    let (_host, _) = Host::open(folder.store(), &folder.name).unwrap();
    assert_eq!(folder.store().look(&folder.name).unwrap().table, kept.table);
}

/// Regression: two games that began in the same second were listed in arbitrary order.
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
