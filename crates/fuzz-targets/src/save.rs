use parlor_rules::Game;
use parlor_saves::{Dialect, ReadError, Save, read, read_bytes, write};

/// Reads bytes that look like the text dialect.
pub fn text(bytes: &[u8]) {
    let fits = !matches!(first(bytes), Some(b'(' | b';' | b'[' | b'%'));
    any(&if fits { bytes.to_vec() } else { [b"Human:\n", bytes].concat() });
}

/// Reads bytes that look like the LISP dialect.
pub fn lisp(bytes: &[u8]) {
    let fits = matches!(first(bytes), Some(b'(' | b';'));
    any(&if fits { bytes.to_vec() } else { [b"(", bytes].concat() });
}

/// Reads bytes that look like the Prolog dialect.
pub fn prolog(bytes: &[u8]) {
    let fits = matches!(first(bytes), Some(b'[' | b'%'));
    any(&if fits { bytes.to_vec() } else { [b"[", bytes].concat() });
}

/// The first byte that isn't white space, which distinguishes the dialects.
fn first(bytes: &[u8]) -> Option<u8> {
    bytes.iter().find(|byte| !byte.is_ascii_whitespace()).copied()
}

/// Reads any bytes as a save.
fn any(bytes: &[u8]) {
    let found = read_bytes(bytes, None);
    match &found {
        Ok(save) => good(save),
        Err(error) => bad(error, bytes),
    }
    for game in Game::ALL {
        match (&found, read_bytes(bytes, Some(game))) {
            (Ok(save), again) if save.standing.game() == game => assert_eq!(again.as_ref(), Ok(save)),
            (Ok(_), again) => assert!(again.is_err(), "{game} was asked for and another found"),
            // A file whose game isn't clear can be read if the game is given.
            (Err(_), Ok(save)) => good(&save),
            (Err(_), Err(error)) => bad(&error, bytes),
        }
    }
}

/// A save can be written in every dialect and read back unchanged, without any note about its form.
fn good(save: &Save) {
    for dialect in Dialect::ALL {
        let written = write(&save.standing, dialect);
        assert_eq!(written.lost, Vec::<String>::new(), "a standing from a file can be written to one");
        let again = read(&written.text, None).expect("what we write can be read");
        assert_eq!(again.standing, save.standing);
        assert_eq!(again.dialect, dialect);
        assert_eq!(write(&again.standing, dialect), written);
        for note in again.notes {
            assert!(note.leniency.is_about_the_game(), "our own files are in the usual form: {note}");
        }
    }
    let text = save.write(Dialect::Text).text;
    assert_eq!(read(&text, None).map(|save| save.dice), Ok(save.dice.clone()), "{text}");
}

/// Faults are in order and within the file, and the report has no control characters.
fn bad(error: &ReadError, bytes: &[u8]) {
    let faults = error.faults();
    assert!((1..=ReadError::MOST).contains(&faults.len()));
    assert!(faults.is_sorted_by_key(|fault| fault.span));
    let lines = 1 + bytes.iter().filter(|byte| b"\r\n".contains(byte)).count();
    for fault in faults {
        assert!(fault.span.start <= fault.span.end && fault.span.end <= bytes.len() + 1, "{fault:?}");
        assert!((1..=lines).contains(&fault.line) && fault.column >= 1, "{fault:?}");
        assert!(![&fault.problem, &fault.expected, &fault.fix].iter().any(|said| said.is_empty()), "{fault:?}");
    }
    let picture = error.picture("a file", &String::from_utf8_lossy(bytes));
    assert!(picture.lines().all(|line| line.chars().count() < 400), "{picture}");
    assert!(picture.chars().all(|c| c == '\n' || !c.is_control()), "{picture:?}");
}
