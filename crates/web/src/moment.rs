//! A table as it was.

use parlor_table::Table;

/// A table as it was at a revision. What was taken back since isn't part of it.
pub(crate) fn table_at(table: &Table, revision: u64) -> Table {
    let entries = table.records().take_while(|record| record.revision <= revision).map(|record| &record.entry);
    Table::replay(table.setup().clone(), entries, |_, _, _| ()).unwrap_or_else(|_| table.clone())
}
