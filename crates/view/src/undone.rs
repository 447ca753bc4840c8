//! Descriptions of undone entries.

use parlor_rules::Choice;
use parlor_table::{Answer, Entry, Table};

use crate::{Names, sentences};

/// Describes the entry removed by an undo with the sentence that announced it. `None` if there was none.
pub fn taken_back(before: &Table, after: &Table, names: &Names) -> Option<String> {
    let kept = after.record_count();
    let entry = &before.records().nth(kept)?.entry;
    match entry {
        Entry::Decision { answer: Answer::Another(false), .. } => return Some("the end of the tournament.".to_owned()),
        Entry::Decision { answer: Answer::Another(true), .. } => return Some("another round.".to_owned()),
        Entry::Decision { answer: Answer::Choice(Choice::Dice(_)), .. } => {
            return Some("the choice of one die or two.".to_owned());
        }
        Entry::Decision { answer: Answer::Size(_), .. } => return Some("the size of the board.".to_owned()),
        _ => {}
    }
    let events = after.clone().apply(entry.clone()).ok()?;
    events.iter().flat_map(|event| sentences(event, names)).next().map(|line| line.text)
}

#[cfg(test)]
mod tests {
    use parlor_rules::{Game, Seat};

    use super::*;
    use crate::trial;

    #[test]
    fn an_undo_describes_the_undone_entry() {
        for game in Game::ALL {
            let mut undone = Vec::new();
            trial::play(game, 4, 2, |table, _| {
                let mut after = table.clone();
                if after.apply(Entry::Undo).is_ok()
                    && let Some(words) = taken_back(table, &after, &Names::plain())
                {
                    undone.push(words);
                }
            });
            let by = format!("{} ", Seat::Human);
            assert!(undone.iter().filter(|words| words.starts_with(&by)).count() > 5, "{game}: {undone:?}");
            assert!(undone.contains(&"the end of the tournament.".to_owned()), "{game}: {undone:?}");
        }
    }

    #[test]
    fn without_an_undone_entry_there_is_no_description() {
        let (table, _) = Table::new(trial::setup(Game::Kono, 1));
        assert_eq!(taken_back(&table, &table, &Names::plain()), None);
    }
}
