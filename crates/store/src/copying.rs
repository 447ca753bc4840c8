//! Copying all tables of a store into another one.

use std::collections::{HashMap, HashSet};

use super::{DumpStore, JournalName, StoreError};

#[derive(Debug, Default)]
pub struct CopyReport {
    pub copied: usize,
    pub already_there: usize,
    /// The tables that couldn't be copied, and why.
    pub failed: Vec<(JournalName, String)>,
    /// Tables whose seats, links or note the target can't hold.
    pub without_people: usize,
    /// Browsers whose list of exercises the target can't hold.
    pub without_seen: usize,
}

#[derive(Debug, thiserror::Error)]
pub enum CantCopy {
    /// The target holds other data.
    #[error("the store to copy to isn't empty: {0}. Nothing was copied")]
    NotEmpty(String),
    /// One of the stores can't be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// Copies every table under its name. The target may hold only tables that equal the source's, so that an
/// interrupted copy can be repeated. `progress` gets the number of tables done and the total.
pub fn copy_store(
    from: &dyn DumpStore,
    to: &dyn DumpStore,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<CopyReport, CantCopy> {
    let mut names: Vec<JournalName> = from.list()?.into_iter().map(|listed| listed.name).collect();
    // Oldest first: stores order journals with equal times by the order in which they were written.
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
    // Without the secrets, every browser would lose its seats.
    to.restore_secrets(from.secrets()?)?;
    let seen = from.all_seen()?;
    match to.registry() {
        Some(registry) => seen.iter().try_for_each(|(holder, text)| registry.keep_seen(*holder, text))?,
        None => report.without_seen = seen.len(),
    }
    Ok(report)
}

/// The tables that the target already has; fails if it holds anything else.
fn check_target(
    from: &dyn DumpStore,
    to: &dyn DumpStore,
    names: &[JournalName],
) -> Result<HashSet<JournalName>, CantCopy> {
    let there: HashSet<JournalName> = to.list()?.into_iter().map(|listed| listed.name).collect();
    let known: HashSet<&JournalName> = names.iter().collect();
    for name in &there {
        if !known.contains(name) {
            return Err(CantCopy::NotEmpty(format!("it has {name}, which the source doesn't have")));
        }
        if !from.dump(name)?.is_same(&to.dump(name)?) {
            return Err(CantCopy::NotEmpty(format!("its table {name} is a different one")));
        }
    }
    let seen: HashMap<_, _> = from.all_seen()?.into_iter().collect();
    for (holder, text) in to.all_seen()? {
        if seen.get(&holder) != Some(&text) {
            return Err(CantCopy::NotEmpty("it holds lists of exercises".to_owned()));
        }
    }
    Ok(there)
}
