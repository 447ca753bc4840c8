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
const CANOGA_ASCII: [&str; 5] = [
    "+-+-+-+-+-+-+-+-+-+ +---+ +---+",
    "|1|2|#|4|5|6|7|#|9| |o  | |o o|",
    "+-+-+-+-+-+-+-+-+-+ | o | |   |",
    "|#|2|3|#|5|6|#|8|9| |  o| |o o|",
    "+-+-+-+-+-+-+-+-+-+ +---+ +---+",
];
const CONGKAK: [&str; 5] = [
    "╭───╮╭───┬───┬───┬───┬───╮╭───╮",
    "│   ││ 6 │ 6 │ 6 │ 5 │ 5 ││   │",
    "│ 1 │├───┼───┼───┼───┼───┤│ 0 │",
    "│   ││ 6 │   │ 5 │ 5 │ 5 ││   │",
    "╰───╯╰───┴───┴───┴───┴───╯╰───╯",
];
const CONGKAK_ASCII: [&str; 5] = [
    "+---++---+---+---+---+---++---+",
    "|   || 6 | 6 | 6 | 5 | 5 ||   |",
    "| 1 |+---+---+---+---+---+| 0 |",
    "|   || 6 |   | 5 | 5 | 5 ||   |",
    "+---++---+---+---+---+---++---+",
];
const KONO: [&str; 5] = [
    "    ○     ○     ○     ○     ○  ",
    "    ○     ·     ·     ·     ○  ",
    "    ·     ·     ·     ·     ·  ",
    "    ●     ·     ·     ·     ●  ",
    "    ●     ●     ●     ●     ●  ",
];
const KONO_ASCII: [&str; 5] = [
    "    W     W     W     W     W  ",
    "    W     .     .     .     W  ",
    "    .     .     .     .     .  ",
    "    B     .     .     .     B  ",
    "    B     B     B     B     B  ",
];

/// How many rows every picture has.
pub(crate) const ROWS: u16 = CANOGA.len() as u16;

/// Paints the picture of a game, if there is room.
pub(crate) fn paint(game: Game, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let picture = match game {
        Game::Canoga => theme.pick(CANOGA, CANOGA_ASCII),
        Game::Congkak => theme.pick(CONGKAK, CONGKAK_ASCII),
        Game::Kono => theme.pick(KONO, KONO_ASCII),
    };
    let columns = picture.iter().map(|line| width(line)).max().expect("a picture has rows");
    if usize::from(area.width) < columns || usize::from(area.height) < picture.len() {
        return;
    }
    let left = (area.width - columns as u16) / 2;
    for (y, line) in (0..).zip(picture) {
        for (x, letter) in (left..).zip(line.chars()) {
            let role = match letter {
                '■' | '#' => Role::Covered,
                '•' | 'o' => Role::Dice,
                '○' | '●' | 'W' | 'B' | '0'..='9' => Role::Text,
                _ => Role::Line,
            };
            let place = part(row(area, y), x, 0, 1, 1);
            put_raw(letter.encode_utf8(&mut [0; 4]), theme.style(role), place, buffer);
        }
    }
}
