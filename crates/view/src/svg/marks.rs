use crate::{Scene, Spot};

/// What is marked at one place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SpotMarks {
    /// It can be chosen.
    pub(super) can: bool,
    /// It is chosen.
    pub(super) chosen: bool,
    /// It has just changed.
    pub(super) fresh: bool,
}

impl SpotMarks {
    pub(super) fn of(scene: &Scene, spot: Spot) -> SpotMarks {
        let chosen = scene.chosen.contains(&spot);
        SpotMarks {
            can: !chosen && scene.board.can_choose.contains(&spot),
            chosen,
            // A hand shows by itself where something changes.
            fresh: scene.hand.is_none() && scene.board.changed.contains(&spot),
        }
    }
}
