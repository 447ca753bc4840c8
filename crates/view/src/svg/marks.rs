use crate::{Scene, Spot};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SpotMarks {
    pub(super) can: bool,
    pub(super) chosen: bool,
    pub(super) fresh: bool,
}

impl SpotMarks {
    pub(super) fn of(scene: &Scene, spot: Spot) -> SpotMarks {
        let chosen = scene.chosen.contains(&spot);
        SpotMarks {
            can: !chosen && scene.board.can_choose.contains(&spot),
            chosen,
            // A hand shows where something changes, so no mark is needed.
            fresh: scene.hand.is_none() && scene.board.changed.contains(&spot),
        }
    }
}
