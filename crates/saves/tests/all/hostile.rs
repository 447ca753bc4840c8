//! Hostile files, as large as allowed and wrong in every way, are refused in linear time. Allocated memory is
//! measured instead of time, because it doesn't depend on the machine.

use parlor_saves::{Leniency, MAX_BYTES, ReadError, read, read_bytes};

/// `start`, then `again` as often as fits.
fn filled(start: &str, again: &str, bytes: usize) -> String {
    let mut text = String::from(start);
    while text.len() + again.len() <= bytes {
        text.push_str(again);
    }
    text
}

/// Hostile files of `bytes` bytes each.
fn hostile(bytes: usize) -> Vec<(&'static str, String)> {
    let canoga = "Computer:\n   Squares: 1 2 3 4 5 6 7 8 9\n   Score: 0\nHuman:\n   Squares: 1 2 3 4 5 6 7 8 9\n   Score: 0\nFirst Turn: Human\nNext Turn: Human";
    let kono = "Round: 1\nComputer:\n Score: 0\n Color: White\nHuman:\n Score: 0\n Color: Black\nBoard:\n";
    [
        ("parentheses, ever deeper", "", "("),
        ("brackets, ever deeper", "", "[["),
        ("closed and never opened", "(", ")"),
        ("one line of squares", "Computer:\nSquares: ", "4 "),
        ("one line of seeds", "Human Player: ", "7 "),
        ("one word", "Human Player: 7", "7"),
        ("one label", "Squares: 1\n", "x"),
        ("many labels", "Squares: 1\n", "a:b\n"),
        ("many blocks", "Squares: 1\n", "a:\n"),
        ("many scores", "Squares: 1\nHuman:\n", "Score:-\n"),
        ("many next turns", canoga, "\nNext Turn: x"),
        ("words after a name", canoga, " Human"),
        ("many throws", "Dice:\n", "7\n"),
        ("one throw", "Dice:\n", "7 "),
        ("lines that belong to nothing", "Squares: 1\n", "x\n"),
        ("one long row of a board", kono, "X "),
        ("many rows of a board", kono, "X\n"),
        ("many rows of nothing", kono, "O\n"),
        ("many lists", "(1 1 1 (", "(X)"),
        ("many wrong pieces", "(1 1 White 1 Black ((", "X "),
        ("many commas", "[", ","),
        ("many values without commas", "[", "1 "),
        ("many comments", "(", ";\n"),
        ("many winners", "( ((1) 1)", "; Round won by: x\n"),
        ("left over", "()", "()"),
        ("blank", "", "\n"),
        ("spaces", "", " "),
        ("colons", "", ":"),
        ("carriage returns", "Squares:1\n", "x\r"),
        ("wide letters", "Squares: ", "\u{1F600}"),
        ("marks", "\u{feff}", "\u{feff}"),
        ("prose", "", "lorem ipsum dolor\n"),
    ]
    .into_iter()
    .map(|(name, start, again)| (name, filled(start, again, bytes)))
    .collect()
}

/// The number of bytes allocated to refuse a file and draw the report.
fn work(name: &str, text: &str) -> u64 {
    let info = allocation_counter::measure(|| {
        let error = read(text, None).expect_err(name);
        assert!(error.faults().len() <= ReadError::MOST, "{name}");
        let picture = error.picture("a file", text);
        assert!(picture.len() < 40_000, "{name}: a report of {} bytes", picture.len());
    });
    info.bytes_total
}

#[test]
fn hostile_files_are_refused_with_linear_work() {
    for ((name, small), (_, large)) in hostile(MAX_BYTES / 8).into_iter().zip(hostile(MAX_BYTES)) {
        assert!(large.len() > MAX_BYTES - 32, "{name} fills the file");
        let (of_small, of_large) = (work(name, &small), work(name, &large));
        // Vectors double, so 8 times as much input may allocate up to 16 times as much; quadratic would be 64.
        assert!(of_large <= 16 * of_small + 100_000, "{name}: {of_small} bytes of memory, then {of_large}");
        assert!(of_large <= 256 * MAX_BYTES as u64, "{name}: {of_large} bytes of memory");
    }
}

#[test]
fn a_file_one_byte_too_large_is_refused_unread() {
    let good = "Human Player: 0 5 5 5 5 5 0\nComputer Player: 0 5 5 5 5 5 0\nNext Player: Human\n";
    let largest = filled(good, "\n", MAX_BYTES);
    let save = read(&largest, None).unwrap();
    assert_eq!(save.notes[0].leniency, Leniency::Layout);
    for too_large in [largest.clone() + "\n", largest + "\u{fc}"] {
        let error = read(&too_large, None).unwrap_err();
        assert_eq!(error.faults()[0].problem, "the file is too large");
        let mut bytes = too_large.into_bytes();
        bytes.push(0xff);
        assert_eq!(read_bytes(&bytes, None).unwrap_err().faults()[0].problem, "the file is too large");
    }
}

#[test]
fn a_report_lets_no_control_character_through() {
    let text = "Human Player: 0 5 5 \u{202e}x\u{9b}31m 5 5 0\nComputer Player: 0 5 5 5 5 5 0\nNext Player: Human\n";
    let error = read(text, None).unwrap_err();
    let picture = error.picture("a\u{1b}[2Jfile", text);
    assert!(!picture.contains(['\u{1b}', '\u{202e}', '\u{9b}']), "{picture:?}");
}
