use parlor_rules::Throw;
use parlor_table::QueuedThrow;

/// A dice file with something else in it (rule dice-file).
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("line {line}, column {column}: {problem}; a line of a dice file has one or two numbers from 1 to 6, like 4 3")]
pub struct BadDiceFile {
    line: usize,
    column: usize,
    problem: String,
}

/// Reads a dice file: one throw a line; blank lines are left out.
pub fn read_dice_file(text: &str) -> Result<Vec<QueuedThrow>, BadDiceFile> {
    let mut throws = Vec::new();
    for (line, number) in text.lines().zip(1_u32..) {
        if line.trim().is_empty() {
            continue;
        }
        match line.parse::<Throw>() {
            Ok(throw) => throws.push(QueuedThrow { line: number, throw, of_save: false }),
            Err(error) => {
                // The first word that isn't a die, or the third word.
                let words: Vec<&str> = line.split_whitespace().collect();
                let is_die = |word: &&&str| !matches!(word.parse::<i64>(), Ok(1..=6));
                let word = words.iter().find(is_die).or(words.get(2)).copied().unwrap_or(line);
                let before = line.find(word).unwrap_or(0);
                let column = line[..before].chars().count() + 1;
                return Err(BadDiceFile { line: number as usize, column, problem: error.to_string() });
            }
        }
    }
    Ok(throws)
}
