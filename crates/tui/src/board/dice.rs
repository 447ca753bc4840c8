//! Dice with pips.

use parlor_view::{DiceView, Names};
use ratatui::layout::{Rect, Size};

use super::brush::{ASCII_ROUND, Brush, ROUND, middle, name};
use crate::theme::Role;

/// The sizes of a die, smallest first.
pub(super) const SIZES: [Size; 3] = [Size::new(7, 5), Size::new(9, 5), Size::new(13, 7)];

/// The number of rows for a name above the dice and for their sum below.
const CAPTIONS: u16 = 2;

/// The room for two dice with their captions.
pub(super) fn room(die: Size) -> Size {
    Size::new(2 * die.width + 1, die.height + CAPTIONS)
}

/// The pips of a face: nine positions, row by row.
fn pips(face: u8) -> [bool; 9] {
    let (one, two, four, six) = (face % 2 == 1, face >= 2, face >= 4, face >= 6);
    [four, false, two, six, one, six, two, false, four]
}

/// Paints one or two dice in the middle of a part that is large enough for two dice.
pub(super) fn paint(brush: &mut Brush, dice: DiceView, names: &Names, die: Size, part: Rect) {
    let theme = brush.theme;
    let part = middle(part, room(die).width, room(die).height);
    let thrower = name(names, dice.seat, theme, part.width);
    brush.centred(part.x, part.width, part.y, &thrower, theme.style(Role::of(dice.seat)));

    let faces = dice.throw.dice();
    let columns = faces.len() as u16 * (die.width + 1) - 1;
    let mut x = part.x + part.width.saturating_sub(columns) / 2;
    let y = part.y + 1;
    let style = theme.style(if dice.rolling { Role::Quiet } else { Role::Dice });
    let pip = if dice.rolling { theme.pick("○", ".") } else { theme.pick("●", "o") };
    // A row is about as high as two columns are wide.
    let down = (die.height - 3) / 2;
    let across = 2 * down;
    for &face in faces {
        let shape = Rect::new(x, y, die.width, die.height);
        brush.fill(shape, " ", style);
        brush.frame(shape, theme.pick(ROUND, ASCII_ROUND), style);
        let (left, top) = (x + die.width / 2 - across, y + die.height / 2 - down);
        for (place, shown) in (0..).zip(pips(face)) {
            if shown {
                brush.put(left + place % 3 * across, top + place / 3 * down, pip, style);
            }
        }
        x += die.width + 1;
    }

    let sum = match (dice.rolling, faces) {
        (true, _) => theme.pick("rolling…", "rolling...").to_owned(),
        (false, [one, two]) => format!("{one} + {two} = {}", dice.throw.sum()),
        (false, _) => format!("throws {}", dice.throw.sum()),
    };
    brush.centred(part.x, part.width, y + die.height, &sum, style);
}
