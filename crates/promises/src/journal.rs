use parlor_rules::Game;
use parlor_table::{Setup, Table, read_entry, read_header, write_entry, write_header};

/// The longest error that is shown, in characters.
const MAX_ERROR: usize = 200;

/// The reader of journal headers: what it reads can be written, read back, and played or refused.
pub fn header(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    match read_header(text.lines()) {
        Err(error) => assert!(error.to_string().chars().count() <= MAX_ERROR, "{error}"),
        Ok((setup, lines)) => {
            assert!(lines <= text.lines().count());
            // Control characters in names are dropped when they are written, so only what was written once is kept.
            let written = write_header(&setup);
            let (again, all) = read_header(written.lines()).expect("what is written can be read");
            assert_eq!(all, written.lines().count());
            assert_eq!(write_header(&again), written);
            // A save or a size that doesn't fit is refused, not a panic.
            let _ = Table::new(again);
        }
    }
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
                assert_eq!(write_entry(&again), written);
                entries.push(entry);
            }
        }
    }
    for game in Game::ALL {
        let (mut table, _) = Table::new(Setup::new(game)).expect("the usual setup is playable");
        for entry in &entries {
            let before = table.need();
            if table.apply(entry.clone()).is_err() {
                assert_eq!(table.need(), before, "a refused entry changes nothing");
            }
        }
    }
}
