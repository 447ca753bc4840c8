//! Checking all tables of a store.

use parlor_table::{Progress, read_journal};

use super::{DumpStore, JournalName, StoreError, TableDump};

#[derive(Debug, Default)]
pub struct CheckReport {
    pub tables: usize,
    pub finished: usize,
    pub archived: usize,
    /// Sentences without a full stop.
    pub faults: Vec<(JournalName, String)>,
    /// Faults of the store itself, as the database describes them.
    pub store_faults: Vec<String>,
}

/// Replays every table, compares the result with the store's own records, and verifies its dice. Changes
/// nothing. `progress` gets the number of tables done and the total.
pub fn check_store(store: &dyn DumpStore, progress: &mut dyn FnMut(usize, usize)) -> Result<CheckReport, StoreError> {
    let (names, store_faults) = store.find_names()?;
    let is_whole = store_faults.is_empty();
    let mut report = CheckReport { tables: names.len(), store_faults, ..CheckReport::default() };
    for (done, name) in names.iter().enumerate() {
        progress(done, names.len());
        match store.dump(name) {
            // Its upload is being written, or was interrupted.
            Ok(dump) if dump.people.as_ref().is_some_and(|people| dump.revision < people.begun) => report.tables -= 1,
            Ok(dump) => {
                report.archived += usize::from(dump.people.as_ref().is_some_and(|people| people.archived));
                let (finished, faults) = check(&dump);
                report.finished += usize::from(finished);
                report.faults.extend(faults.into_iter().map(|fault| (name.clone(), fault)));
            }
            // The table was removed in the meantime.
            Err(StoreError::Unknown(_)) if is_whole => report.tables -= 1,
            Err(StoreError::Damaged { why, .. }) => {
                report.faults.push((name.clone(), format!("it can't be read: {why}")));
            }
            Err(error) => report.faults.push((name.clone(), error.to_string())),
        }
    }
    progress(names.len(), names.len());
    Ok(report)
}

/// Returns whether the table is finished, and its faults.
fn check(dump: &TableDump) -> (bool, Vec<String>) {
    let Some(bytes) = dump.text() else { return (false, vec!["its lines aren't a valid journal".to_owned()]) };
    let read = match read_journal(&bytes) {
        Ok(read) => read,
        Err(error) => return (false, vec![error.to_string()]),
    };
    let damage = read.damage.iter().map(|damage| damage.notice.trim_end_matches('.').to_owned());
    let mut faults: Vec<String> = damage.collect();
    let (summary, lines) = (read.table.summary(), dump.journal.lines.len() as u64);
    if dump.revision != lines || dump.last != lines {
        faults.push(format!(
            "the store says that it is at revision {}, but it has {lines} entries, the last of which is number {}",
            dump.revision, dump.last
        ));
    }
    let stated = &dump.journal.summary;
    if faults.is_empty() && *stated != summary.to_string() && stated.parse() != Ok(summary) {
        faults.push(format!(
            "the store says \u{201c}{stated}\u{201d}, but its journal leads to \u{201c}{summary}\u{201d}"
        ));
    }
    let draws = read.verify().draws;
    let wrong = draws.iter().filter(|draw| draw.should_show().is_some()).count();
    if wrong > 0 {
        faults.push(format!("{wrong} of its {} throws and coin tosses don't follow from its seed", draws.len()));
    }
    (summary.progress == Progress::Finished, faults)
}
