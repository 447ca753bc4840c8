//! Lines and columns are counted as people count them, with any line ends and letters.

use parlor_saves::{ReadError, read};

fn places(text: &str) -> Vec<(usize, usize)> {
    let error: ReadError = read(text, None).expect_err("a bad file");
    error.faults().iter().map(|fault| (fault.line, fault.column)).collect()
}

const BAD: &str = "Human Player: x 5 5 5 5 5 0\nComputer Player: 0 5 5 5 5 5 y\nNext Player: z\n";

#[test]
fn line_ends_of_all_kinds_count_once() {
    let expected = [(1, 15), (2, 30), (3, 14)];
    assert_eq!(places(BAD), expected);
    assert_eq!(places(&BAD.replace('\n', "\r\n")), expected);
    assert_eq!(places(&BAD.replace('\n', "\r")), expected);
    assert_eq!(places(BAD.trim_end()), expected);
}

#[test]
fn blank_lines_count_and_a_byte_order_mark_does_not() {
    assert_eq!(places(&format!("\u{feff}{BAD}")), [(1, 15), (2, 30), (3, 14)]);
    assert_eq!(places(&format!("\n\r\n\t{BAD}")), [(3, 16), (4, 30), (5, 14)]);
}

#[test]
fn columns_are_characters_not_bytes() {
    let named = BAD.replace("Human", "Jos\u{e9}\u{1F600}");
    assert_eq!(places(&named), [(1, 15), (2, 30), (3, 14)]);
}

#[test]
fn a_missing_part_is_reported_at_the_end() {
    assert_eq!(places("Human Player: 0 5 5 5 5 5 0\nComputer Player: 0 5 5 5 5 5 0\n\n"), [(2, 31)]);
}

#[test]
fn a_report_can_be_drawn_for_another_text() {
    let error = read(BAD, None).expect_err("a bad file");
    for text in ["", "short", "\u{1F600}\u{1F600}\u{1F600}\u{1F600}\u{1F600}\u{1F600}\n\u{e9}", "\n\n\n\n"] {
        assert_eq!(error.picture("another", text).matches("error: ").count(), 3);
    }
}
