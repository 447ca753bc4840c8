//! Copying all tables of a store into another one.

use std::collections::{HashMap, HashSet};

use super::{DumpStore, JournalName, StoreError};

/// What came of copying a store.
#[derive(Debug, Default)]
pub struct CopyReport {
    /// How many tables were copied.
    pub copied: usize,
    /// How many were there already.
    pub already_there: usize,
    /// The tables that couldn't be copied, and why.
    pub failed: Vec<(JournalName, String)>,
    /// How many tables have people, links or notes that the other store has no place for.
    pub without_people: usize,
    /// How many browsers have seen exercises, and the other store has no place for that.
    pub without_seen: usize,
}

/// Why nothing was copied.
#[derive(Debug, thiserror::Error)]
pub enum CantCopy {
    /// The other store has something of its own.
    #[error("the store to copy to isn't empty: {0}. Nothing was copied")]
    NotEmpty(String),
    /// A store can't be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Copies every table, with its name. The other store must be empty, but for the same tables: so a copy that was
/// interrupted can be repeated. `progress` is told how many of how many are done.
pub fn copy_store(
    from: &dyn DumpStore,
    to: &dyn DumpStore,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<CopyReport, CantCopy> {
    let mut names: Vec<JournalName> = from.list()?.into_iter().map(|listed| listed.name).collect();
    // The oldest first: where times are equal, the order of the names is that of the journals.
    names.sort();
    let there = check_target(from, to, &names)?;
    let mut report = CopyReport { already_there: there.len(), ..CopyReport::default() };
    let all = names.len();
    for (done, name) in names.into_iter().enumerate() {
        progress(done, all);
        if there.contains(&name) {
            continue;
        }
        let copied = from.dump(&name).and_then(|dump| {
            to.restore(&dump)?;
            Ok(dump.people.is_some_and(|people| people != super::People::default()))
        });
        match copied {
            Ok(has_people) => {
                report.copied += 1;
                report.without_people += usize::from(has_people && to.registry().is_none());
            }
            Err(error) => report.failed.push((name, error.to_string())),
        }
    }
    progress(all, all);
    let seen = from.all_seen()?;
    match to.registry() {
        Some(registry) => seen.iter().try_for_each(|(holder, text)| registry.keep_seen(*holder, text))?,
        None => report.without_seen = seen.len(),
    }
    Ok(report)
}

/// Which tables the other store has already. Anything else in it is a reason not to copy.
fn check_target(
    from: &dyn DumpStore,
    to: &dyn DumpStore,
    names: &[JournalName],
) -> Result<HashSet<JournalName>, CantCopy> {
    let there: HashSet<JournalName> = to.list()?.into_iter().map(|listed| listed.name).collect();
    let known: HashSet<&JournalName> = names.iter().collect();
    for name in &there {
        if !known.contains(name) {
            return Err(CantCopy::NotEmpty(format!("it has {name}, which the other doesn't have")));
        }
        if !from.dump(name)?.is_same(&to.dump(name)?) {
            return Err(CantCopy::NotEmpty(format!("its {name} is another one")));
        }
    }
    let seen: HashMap<_, _> = from.all_seen()?.into_iter().collect();
    for (holder, text) in to.all_seen()? {
        if seen.get(&holder) != Some(&text) {
            return Err(CantCopy::NotEmpty("browsers have seen exercises there".to_owned()));
        }
    }
    Ok(there)
}
