//! The row below the question: buttons, or the progress of a choice on the board.

use parlor_view::{ButtonKeys, Buttons, Chooser};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use super::mode::Mode;
use crate::kit::width;
use crate::theme::{Role, Theme};

#[derive(Clone, PartialEq, Default, Debug)]
pub(super) struct ChoiceRow {
    /// The progress of a choice on the board.
    progress: Option<String>,
    labels: Vec<String>,
    /// The index of the button under the cursor.
    at: usize,
}

impl ChoiceRow {
    pub(super) fn of(mode: &Mode) -> ChoiceRow {
        match mode {
            Mode::Choosing(asking) => asking.chooser.as_ref().map(ChoiceRow::of_chooser),
            mode => mode.menu().map(ChoiceRow::of_buttons),
        }
        .unwrap_or_default()
    }

    fn of_chooser(chooser: &Chooser) -> ChoiceRow {
        let progress = chooser.progress();
        match chooser {
            Chooser::Buttons(buttons) => ChoiceRow::of_buttons(buttons),
            Chooser::Squares(squares) if squares.complete().is_some() => {
                ChoiceRow { progress, labels: vec!["Play".to_owned()], at: 0 }
            }
            Chooser::Squares(_) | Chooser::Pit(_) | Chooser::Step(_) => ChoiceRow { progress, ..ChoiceRow::default() },
        }
    }

    fn of_buttons<T: Clone>(buttons: &Buttons<T>) -> ChoiceRow {
        // The labels of typed answers are already numbers.
        let numbered = buttons.keys() != ButtonKeys::Typed;
        let label =
            |(label, number): (&str, usize)| if numbered { format!("{number} {label}") } else { label.to_owned() };
        let labels = buttons.all().iter().map(|button| button.label.as_str()).zip(1..).map(label).collect();
        ChoiceRow { progress: None, labels, at: buttons.at() }
    }

    fn places(&self, area: Rect) -> Vec<Rect> {
        let mut x = area.x + 1 + self.progress.as_ref().map_or(0, |progress| width(progress) as u16 + 2);
        let place = |label: &String| {
            let columns = width(label) as u16 + 4;
            let place = Rect::new(x, area.y, columns, 1).intersection(area);
            x = x.saturating_add(columns + 1);
            place
        };
        self.labels.iter().map(place).collect()
    }

    /// The index of the button at a position.
    pub(super) fn hit(&self, at: Position, area: Rect) -> Option<usize> {
        self.places(area).into_iter().position(|place| place.contains(at))
    }

    pub(super) fn paint(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        if let Some(progress) = &self.progress {
            let room = usize::from(area.width.saturating_sub(2));
            buffer.set_stringn(area.x + 1, area.y, theme.text(progress), room, theme.style(Role::Text));
        }
        for (number, (label, place)) in self.labels.iter().zip(self.places(area)).enumerate() {
            let (left, right, role) =
                if number == self.at { ("[ ", " ]", Role::Cursor) } else { ("  ", "  ", Role::Text) };
            let text = format!("{left}{}{right}", theme.text(label));
            buffer.set_stringn(place.x, place.y, text, place.width.into(), theme.style(role));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::analysis::ScreenPurpose;
    use crate::game::mode::Ending;
    use crate::trial::text;

    #[test]
    fn buttons_are_where_they_are_painted() {
        let row = ChoiceRow::of(&Mode::ended(Ending::Finished, ScreenPurpose::Game, true));
        let mut buffer = Buffer::empty(Rect::new(0, 0, 80, 1));
        row.paint(Theme::default(), buffer.area, &mut buffer);
        let painted = text(&buffer);
        assert_eq!(painted, " [ 1 Play again ]   2 Undo     3 Replay     4 Start screen     5 Leave\n");
        for (number, label) in ["Play again", "Undo", "Replay", "Start screen", "Leave"].into_iter().enumerate() {
            let at = Position::new(painted.find(label).unwrap() as u16, 0);
            assert_eq!(row.hit(at, buffer.area), Some(number));
        }
        assert_eq!(row.hit(Position::new(79, 0), buffer.area), None);
    }

    #[test]
    fn nothing_can_be_chosen_while_no_one_is_asked() {
        assert_eq!(ChoiceRow::of(&Mode::Running), ChoiceRow::default());
    }
}
