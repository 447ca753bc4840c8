//! A small picture of each game.

use parlor_rules::Game;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use crate::kit::{part, put_raw, row, width};
use crate::theme::{Role, Theme};

const CANOGA: [&str; 5] = [
    "┌─┬─┬─┬─┬─┬─┬─┬─┬─┐ ╭───╮ ╭───╮",
    "│1│2│■│4│5│6│7│■│9│ │•  │ │• •│",
    "├─┼─┼─┼─┼─┼─┼─┼─┼─┤ │ • │ │   │",
    "│■│2│3│■│5│6│■│8│9│ │  •│ │• •│",
    "└─┴─┴─┴─┴─┴─┴─┴─┴─┘ ╰───╯ ╰───╯",
];
const CONGKAK: [&str; 5] = [
    "╭───╮╭───┬───┬───┬───┬───╮╭───╮",
    "│   ││ 6 │ 6 │ 6 │ 5 │ 5 ││   │",
    "│ 1 │├───┼───┼───┼───┼───┤│ 0 │",
    "│   ││ 6 │   │ 5 │ 5 │ 5 ││   │",
    "╰───╯╰───┴───┴───┴───┴───╯╰───╯",
];
const KONO: [&str; 5] = [
    "    ○     ○     ○     ○     ○  ",
    "    ○     ·     ·     ·     ○  ",
    "    ·     ·     ·     ·     ·  ",
    "    ●     ·     ·     ·     ●  ",
    "    ●     ●     ●     ●     ●  ",
];

/// The number of rows of every picture.
pub(crate) const ROWS: u16 = CANOGA.len() as u16;

/// The ASCII replacement of a character.
fn plain(sign: char) -> char {
    match sign {
        '─' => '-',
        '│' => '|',
        '■' => '#',
        '•' => 'o',
        '○' => 'W',
        '●' => 'B',
        '·' => '.',
        sign if sign.is_ascii() => sign,
        _ => '+',
    }
}

/// Paints the picture of a game, if it fits.
pub(crate) fn paint(game: Game, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let picture = match game {
        Game::Canoga => CANOGA,
        Game::Congkak => CONGKAK,
        Game::Kono => KONO,
    };
    let columns = picture.iter().map(|line| width(line)).max().expect("a picture has rows");
    if usize::from(area.width) < columns || usize::from(area.height) < picture.len() {
        return;
    }
    let left = (area.width - columns as u16) / 2;
    for (y, line) in (0..).zip(picture) {
        for (x, sign) in (left..).zip(line.chars()) {
            let role = match sign {
                '■' => Role::Covered,
                '•' => Role::Dice,
                '○' | '●' | '0'..='9' => Role::Text,
                _ => Role::Line,
            };
            let sign = theme.pick(sign, plain(sign));
            put_raw(sign.encode_utf8(&mut [0; 4]), theme.style(role), part(row(area, y), x, 0, 1, 1), buffer);
        }
    }
}
