//! Checking all tables of a store.

use parlor_table::{Progress, read_journal};

use super::{DumpStore, JournalName, StoreError, TableDump};

/// What a check of a store found.
#[derive(Debug, Default)]
pub struct CheckReport {
    /// How many tables there are.
    pub tables: usize,
    /// How many of them are finished.
    pub finished: usize,
    /// How many are archived.
    pub archived: usize,
    /// What is wrong with which, in sentences without a full stop.
    pub faults: Vec<(JournalName, String)>,
}

/// Replays every table, compares what the store says about it with what its journal leads to, and checks its dice. Nothing is
/// changed. `progress` is told how many of how many are done.
pub fn check_store(store: &dyn DumpStore, progress: &mut dyn FnMut(usize, usize)) -> Result<CheckReport, StoreError> {
    let list = store.list()?;
    let mut report = CheckReport { tables: list.len(), ..CheckReport::default() };
    for (done, listed) in list.iter().enumerate() {
        progress(done, list.len());
        let name = &listed.name;
        match store.dump(name) {
            Ok(dump) => {
                report.archived += usize::from(dump.people.as_ref().is_some_and(|people| people.archived));
                let (finished, faults) = check(&dump);
                report.finished += usize::from(finished);
                report.faults.extend(faults.into_iter().map(|fault| (name.clone(), fault)));
            }
            // It was removed meanwhile.
            Err(StoreError::Unknown(_)) => report.tables -= 1,
            Err(error) => report.faults.push((name.clone(), error.to_string())),
        }
    }
    progress(list.len(), list.len());
    Ok(report)
}

/// Whether a table is finished, and what is wrong with it.
fn check(dump: &TableDump) -> (bool, Vec<String>) {
    let Some(bytes) = dump.text() else { return (false, vec!["its lines aren't those of a journal".to_owned()]) };
    let read = match read_journal(&bytes) {
        Ok(read) => read,
        Err(error) => return (false, vec![error.to_string()]),
    };
    let damage = read.damage.iter().map(|damage| damage.notice.trim_end_matches('.').to_owned());
    let mut faults: Vec<String> = damage.collect();
    let (summary, lines) = (read.table.summary(), dump.journal.lines.len() as u64);
    if dump.revision != lines || dump.last != lines {
        faults.push(format!(
            "the store says that it is at revision {}, but it has {lines} entries, the last of which has number {}",
            dump.revision, dump.last
        ));
    }
    let said = &dump.journal.summary;
    if faults.is_empty() && *said != summary.to_string() && said.parse() != Ok(summary) {
        faults
            .push(format!("the store says \u{201c}{said}\u{201d}, but its journal leads to \u{201c}{summary}\u{201d}"));
    }
    let draws = read.verify().draws;
    let wrong = draws.iter().filter(|draw| draw.should_show().is_some()).count();
    if wrong > 0 {
        faults.push(format!("{wrong} of its {} throws and coins aren't what its seed gives", draws.len()));
    }
    (summary.progress == Progress::Finished, faults)
}
