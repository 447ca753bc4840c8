//! What the readers promise for any bytes whatever; the fuzz targets include this file too.

use parlor_rules::Game;
use parlor_saves::{Dialect, Kindness, ReadError, Save, read, read_bytes, write};

/// Asserts the promises for bytes that are made to look like a dialect's.
#[allow(dead_code, reason = "only the fuzz targets want one dialect")]
pub(crate) fn keep_in(dialect: Dialect, bytes: &[u8]) {
    let (marks, lead): (&[u8], &[u8]) = match dialect {
        Dialect::Text => (b"", b"Human:\n"),
        Dialect::Lisp => (b"(;", b"("),
        Dialect::Prolog => (b"[%", b"["),
    };
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace()).copied().unwrap_or_default();
    let fits = if dialect == Dialect::Text { !b"(;[%".contains(&first) } else { marks.contains(&first) };
    if fits { keep(bytes) } else { keep(&[lead, bytes].concat()) }
}

/// Asserts the promises.
pub(crate) fn keep(bytes: &[u8]) {
    let found = read_bytes(bytes, None);
    match &found {
        Ok(save) => good(save),
        Err(error) => bad(error, bytes),
    }
    for game in Game::ALL {
        match (&found, read_bytes(bytes, Some(game))) {
            (Ok(save), again) if save.standing.game() == game => assert_eq!(again.as_ref(), Ok(save)),
            (Ok(_), again) => assert!(again.is_err(), "{game} was asked for and another found"),
            // Saying which game it is helps where that can't be told.
            (Err(_), Ok(save)) => good(&save),
            (Err(_), Err(error)) => bad(&error, bytes),
        }
    }
}

/// A save can be written in every dialect and read back as itself, with nothing left to be kind about.
fn good(save: &Save) {
    for dialect in Dialect::ALL {
        let written = write(&save.standing, dialect);
        assert_eq!(written.lost, Vec::<String>::new(), "a standing from a file can be written to one");
        let again = read(&written.text, None).expect("what we write can be read");
        assert_eq!(again.standing, save.standing);
        assert_eq!(again.dialect, dialect);
        assert_eq!(write(&again.standing, dialect), written);
        for note in again.notes {
            let about_the_game = matches!(
                note.kindness,
                Kindness::RoundOver | Kindness::NotChosenYet | Kindness::FewerSeeds { .. } | Kindness::Unreachable
            );
            assert!(about_the_game, "our own file needs no kindness: {note}");
        }
    }
    let text = save.write(Dialect::Text).text;
    assert_eq!(read(&text, None).map(|save| save.dice), Ok(save.dice.clone()), "{text}");
}

/// A error says what is wrong, in order, within the file, and its report harms no terminal.
fn bad(error: &ReadError, bytes: &[u8]) {
    let faults = error.faults();
    assert!((1..=ReadError::MOST).contains(&faults.len()));
    assert!(faults.is_sorted_by_key(|fault| fault.span));
    let lines = 1 + bytes.iter().filter(|byte| b"\r\n".contains(byte)).count();
    for fault in faults {
        assert!(fault.span.start <= fault.span.end && fault.span.end <= bytes.len() + 1, "{fault:?}");
        assert!((1..=lines).contains(&fault.line) && fault.column >= 1, "{fault:?}");
        assert!(![&fault.problem, &fault.expected, &fault.mend].iter().any(|said| said.is_empty()), "{fault:?}");
    }
    let picture = error.picture("a file", &String::from_utf8_lossy(bytes));
    assert!(picture.lines().all(|line| line.chars().count() < 400), "{picture}");
    assert!(picture.chars().all(|c| c == '\n' || !c.is_control()), "{picture:?}");
}
