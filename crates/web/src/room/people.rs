use parlor_rules::{Pair, Seat};
use parlor_store::{BrowserId, JournalName, LinkKind, People, Registry, StoreError, Token};
use parlor_table::Table;

use crate::note::TableNote;

/// The people at a table, and the table's links.
#[derive(Clone, Default)]
pub(crate) struct RoomPeople {
    /// The browsers that hold the seats.
    pub(crate) holders: Pair<Vec<BrowserId>>,
    pub(crate) links: Vec<(LinkKind, Token)>,
    pub(crate) note: TableNote,
    /// The browser that created the table.
    pub(crate) maker: Option<BrowserId>,
}

impl RoomPeople {
    pub(super) fn read(registry: &dyn Registry, name: &JournalName) -> Result<RoomPeople, StoreError> {
        let People { seats: holders, links, maker, note, .. } = registry.people(name)?;
        Ok(RoomPeople { holders, links, maker, note: TableNote::read(&note) })
    }

    /// True if the engine must not help one of two people against the other: no advice, no values, no tutor.
    pub(crate) fn is_unaided(&self, table: &Table) -> bool {
        let are_people = Seat::BOTH.into_iter().all(|seat| table.player(seat).is_person());
        self.note.help_off && are_people && !table.is_over()
    }

    /// True if two people play in two browsers.
    pub(crate) fn are_apart(&self, table: &Table) -> bool {
        let Pair { human, computer } = &self.holders;
        let are_people = Seat::BOTH.into_iter().all(|seat| table.player(seat).is_person());
        are_people
            && !human.is_empty()
            && !computer.is_empty()
            && !human.iter().any(|browser| computer.contains(browser))
    }

    /// True if a browser holds a seat.
    pub(crate) fn plays(&self, browser: BrowserId) -> bool {
        Seat::BOTH.into_iter().any(|seat| self.holders[seat].contains(&browser))
    }

    /// The seats that a browser holds.
    pub(crate) fn seats_of(&self, holder: BrowserId) -> Pair<bool> {
        Pair::from_fn(|seat| self.holders[seat].contains(&holder))
    }
}
