use parlor_rules::Game;
use parlor_table::{
    BadJournal, Entry, JournalWriter, Repair, Seed, Setup, Table, entry_lines, public_journal, read_entry, read_header,
    read_journal, read_summary, verify_journal, write_entry,
};

/// The longest error that is shown, in characters.
const MAX_ERROR: usize = 200;

/// The reader of journal headers: what it reads can be written, read back, and played or refused.
pub fn header(bytes: &[u8]) {
    match read_header(bytes) {
        Err(error) => assert!(error.to_string().chars().count() <= MAX_ERROR, "{error}"),
        Ok(setup) => {
            let (_, written) = JournalWriter::begin(&setup);
            assert_eq!(read_header(written.as_bytes()), Ok(setup.clone()), "what is written can be read");
            // A save or a size that doesn't fit is refused, not a panic.
            let _ = Table::new(setup);
        }
    }
}

/// The reader of whole journals: what is damaged can be repaired, and is whole then.
pub fn journal(bytes: &[u8]) {
    let _ = read_summary(bytes);
    match read_journal(bytes, |_, _, _| ()) {
        Err(BadJournal::Save(_) | BadJournal::OtherRules { .. }) => {}
        Err(error) => assert!(error.to_string().chars().count() <= MAX_ERROR, "{error}"),
        Ok(read) => {
            assert_eq!(read.notices.is_empty(), read.repair.is_none(), "{:?}", read.notices);
            dice(bytes, &read.table);
            let Some(Repair { keep, then }) = read.repair else { return };
            let repaired = [&bytes[..keep], then.as_bytes()].concat();
            let again = read_journal(&repaired, |_, _, _| ()).expect("a repaired journal can be read");
            assert_eq!((again.notices, again.repair), (vec![], None));
            assert_eq!((again.table, again.writer), (read.table, read.writer));
        }
    }
}

/// The dice of any journal can be checked, and what everybody may see of it is a whole journal that tells no seed
/// before its time.
fn dice(bytes: &[u8], table: &Table) {
    verify_journal(bytes).expect("what can be read can be checked");
    let mut entries: Vec<Entry> = Vec::new();
    read_journal(bytes, |_, entry, _| entries.extend(entry.cloned())).expect("it was read before");
    assert!(entry_lines(bytes).len() >= entries.len(), "every entry has a line");
    let public = public_journal(table.setup(), &entries);
    let read = read_journal(public.as_bytes(), |_, _, _| ()).expect("what is written can be read");
    assert!(read.notices.is_empty(), "{:?}", read.notices);
    assert_eq!((read.table.revision(), read.table.standing()), (table.revision(), table.standing()));
    assert!(table.is_revealed() || !matches!(read.table.seed(), Seed::Committed { .. }));
}

/// The reader of journal entries, and the tables that they are applied to: a table takes an entry or refuses it,
/// and can be asked for the next one after either.
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
        let (mut table, _) = Table::new(Setup::new(game)).expect("the usual setup is playable");
        for entry in &entries {
            let before = table.clone();
            if table.apply(entry.clone()).is_err() {
                assert_eq!(table, before, "a refused entry changes nothing");
            }
        }
    }
}
