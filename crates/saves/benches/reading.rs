//! Reading speed, for good files and for the slowest bad ones.

use divan::{Bencher, black_box};
use parlor_saves::{Dialect, MAX_BYTES, read, write};

fn main() {
    divan::main();
}

const GAMES: [&str; 3] = ["canoga", "congkak", "kono"];

fn golden(game: &str) -> &'static str {
    match game {
        "canoga" => include_str!("../tests/data/golden/canoga.text"),
        "congkak" => include_str!("../tests/data/golden/congkak.text"),
        _ => include_str!("../tests/data/golden/kono.text"),
    }
}

/// One good file of each game, in each dialect.
#[divan::bench(args = GAMES, consts = [0, 1, 2])]
fn good<const DIALECT: usize>(bencher: Bencher<'_, '_>, game: &str) {
    let standing = read(golden(game), None).expect("a golden file").standing;
    let text = write(&standing, Dialect::ALL[DIALECT]).text;
    bencher.bench(|| read(black_box(&text), None));
}

#[divan::bench(args = GAMES)]
fn writing(bencher: Bencher<'_, '_>, game: &str) {
    let standing = read(golden(game), None).expect("a golden file").standing;
    bencher.bench(|| write(black_box(&standing), Dialect::Prolog));
}

/// Refuses 64 KiB and draws the report; the target is 10 ms.
#[divan::bench(args = [
    ("parentheses", "", "("),
    ("many labels", "Squares: 1\n", "a:b\n"),
    ("many throws", "Dice:\n", "7\n"),
    ("long line of seeds", "Human Player: ", "x "),
    ("wrong commas", "[", "1 "),
    ("comments", "(", ";\n"),
    ("prose", "", "lorem ipsum dolor\n"),
    ("words after a name", "Squares: 1\nNext Turn: Human", " x"),
    ("rows of a board", "Board:\n", "X\n"),
].map(|(name, start, again)| Hostile { name, start, again }))]
fn hostile(bencher: Bencher<'_, '_>, file: &Hostile) {
    let mut text = file.start.to_owned();
    while text.len() + file.again.len() <= MAX_BYTES {
        text.push_str(file.again);
    }
    bencher.bench(|| read(black_box(&text), None).map_err(|error| error.picture("a file", &text)));
}

struct Hostile {
    name: &'static str,
    start: &'static str,
    again: &'static str,
}

impl std::fmt::Display for Hostile {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name)
    }
}
