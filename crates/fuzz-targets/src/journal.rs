use parlor_rules::Game;
use parlor_table::{
    BadJournal, JournalWriter, ReadJournal, Seed, Setup, Table, public_journal, read_entry, read_header, read_journal,
    read_summary, with_checksums, write_entry,
};

/// The longest error that is shown, in characters.
const MAX_ERROR: usize = 200;

/// Headers of journals: one that can be read can also be written and read back, and then played or refused.
pub fn header(bytes: &[u8]) {
    any_header(bytes);
    any_header(&checked(bytes));
}

/// Corrects the checksums, so that more than the first line is read.
fn checked(bytes: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(bytes);
    with_checksums(text.trim_end_matches('\n').split('\n')).into_bytes()
}

fn any_header(bytes: &[u8]) {
    match read_header(bytes) {
        Err(error) => short(&error),
        Ok(setup) => {
            let (_, written) = JournalWriter::begin(&setup);
            assert_eq!(read_header(written.as_bytes()), Ok(setup.clone()), "what is written can be read");
            // A save or a size that doesn't fit must be refused without a panic.
            let _ = Table::new(setup);
        }
    }
}

fn short(error: &BadJournal) {
    if !matches!(error, BadJournal::Save(_)) {
        assert!(error.to_string().chars().count() <= MAX_ERROR, "{error}");
    }
}

/// Whole journals: a damaged one can be cut where the damage starts, and is then undamaged.
pub fn journal(bytes: &[u8]) {
    any_journal(bytes);
    any_journal(&checked(bytes));
}

fn any_journal(bytes: &[u8]) {
    let _ = read_summary(bytes);
    match read_journal(bytes) {
        Err(error) => short(&error),
        Ok(read) => {
            dice(&read);
            let Some(damage) = read.damage else { return };
            assert!(damage.start < bytes.len());
            let again = read_journal(&bytes[..damage.start]).expect("a beginning can be read");
            assert_eq!(again, ReadJournal { damage: None, ..read });
        }
    }
}

/// The dice of any journal can be verified, and its public version is a complete journal that reveals no seed too
/// early.
fn dice(read: &ReadJournal) {
    let (table, entries) = (&read.table, &read.entries);
    read.verify();
    assert_eq!(read.lines.len(), entries.len(), "every entry has a line");
    let public = public_journal(table.setup(), entries);
    let read = read_journal(public.as_bytes()).expect("what is written can be read");
    assert_eq!(read.damage, None);
    assert_eq!((read.table.revision(), read.table.standing()), (table.revision(), table.standing()));
    assert!(table.is_revealed() || !matches!(read.table.seed(), Seed::Committed { .. }));
}

/// Journal entries, and the tables that they are applied to: a table accepts or refuses an entry, and can be asked for
/// the next one in either case.
pub fn entries(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let mut entries = Vec::new();
    for line in text.lines() {
        match read_entry(line) {
            Err(error) => assert!(error.to_string().chars().count() <= MAX_ERROR, "{error}"),
            Ok(entry) => {
                let written = write_entry(&entry);
                assert!(!written.contains(['\n', '\r']), "an entry is one line: {written:?}");
                let again = read_entry(&written).expect("what is written can be read");
                assert_eq!(again, entry);
                entries.push(entry);
            }
        }
    }
    for game in Game::ALL {
        let (mut table, _) = Table::new(Setup::new(game));
        for entry in &entries {
            let before = table.clone();
            if table.apply(entry.clone()).is_err() {
                assert_eq!(table, before, "a refused entry changes nothing");
            }
        }
    }
}
