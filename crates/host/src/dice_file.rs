use parlor_rules::Throw;
use parlor_table::QueuedThrow;

/// A dice file with invalid content (rule dice-file).
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {problem}; a line of a dice file has one or two numbers from 1 to 6, like 4 3")]
pub struct BadDiceFile {
    line: usize,
    column: usize,
    problem: String,
}

/// Reads a dice file: one throw per line. Blank lines, comments from `#` to the end of a line, and a byte-order mark
/// are skipped.
pub fn read_dice_file(text: &str) -> Result<Vec<QueuedThrow>, BadDiceFile> {
    let mut throws = Vec::new();
    for (line, number) in text.strip_prefix('\u{feff}').unwrap_or(text).lines().zip(1_u32..) {
        let line = line.split('#').next().unwrap_or_default();
        if line.trim().is_empty() {
            continue;
        }
        match line.parse::<Throw>() {
            Ok(throw) => throws.push(QueuedThrow { line: number, throw, of_save: false }),
            Err(error) => {
                let column = wrong_column(line);
                return Err(BadDiceFile { line: number as usize, column, problem: error.to_string() });
            }
        }
    }
    Ok(throws)
}

/// The column, from 1, of the first word that isn't a die, or otherwise of the third word.
fn wrong_column(line: &str) -> usize {
    let mut words = 0;
    let mut column = 0;
    let mut in_word = false;
    for (at, letter) in line.char_indices() {
        column += 1;
        if letter.is_whitespace() {
            in_word = false;
        } else if !in_word {
            in_word = true;
            words += 1;
            let word = line[at..].split_whitespace().next().unwrap_or_default();
            if words == 3 || !matches!(word.parse::<i64>(), Ok(1..=6)) {
                return column;
            }
        }
    }
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn throws(text: &str) -> Vec<(u32, String)> {
        read_dice_file(text).unwrap().iter().map(|queued| (queued.line, queued.throw.to_string())).collect()
    }

    #[test]
    fn a_byte_order_mark_is_no_part_of_the_first_throw() {
        assert_eq!(throws("\u{feff}4 3\r\n\n6\n"), [(1, "4 3".to_owned()), (3, "6".to_owned())]);
        assert_eq!(throws("\u{feff}"), []);
    }

    #[test]
    fn comments_and_blank_lines_are_skipped() {
        let file = "# who begins\n6 1 # Human\n\n3 1# Computer\n  \t# nothing\n5\n";
        assert_eq!(throws(file), [(2, "6 1".to_owned()), (4, "3 1".to_owned()), (6, "5".to_owned())]);
        let error = read_dice_file("4 3\n7 # seven").unwrap_err();
        assert_eq!((error.line, error.column), (2, 1));
    }

    #[test]
    fn errors_name_the_right_column() {
        let place = |text: &str| {
            let error = read_dice_file(text).unwrap_err();
            (error.line, error.column)
        };
        assert_eq!(place("1 2 1"), (1, 5), "the third word, though its digit comes before");
        assert_eq!(place("\u{feff}7"), (1, 1));
        assert_eq!(place("6\n  6 66"), (2, 5));
        assert_eq!(place("\t\u{e9} 3"), (1, 2));
        let long = read_dice_file(&"x".repeat(5_000)).unwrap_err().to_string();
        assert!(long.chars().count() < 200, "{long}");
    }
}
