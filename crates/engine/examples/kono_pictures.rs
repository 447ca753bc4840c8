//! Draws the boards of `docs/research/kono.md`: `cargo run -p parlor-engine --example kono_pictures`.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs, io};

/// The name of a picture, its rows from the north, and arrows from point to point (row, column).
type Picture = (&'static str, &'static [&'static str], &'static [Arrow]);

/// From a point to a neighbour.
type Arrow = ((i32, i32), (i32, i32));

/// `w` and `b` are plain pieces, `W` and `B` those that capture.
const PICTURES: &[Picture] = &[
    ("standoff", &[".ww..", ".....", "wwwww", "bbbbb", "..bb."], &[]),
    ("door", &["w.w.w", "ww..w", "bb.b.", "...wb", "b.bb."], &[((4, 4), (5, 5))]),
    ("hunt", &[".w...", "...w.", ".b.b.", ".bW..", ".b..b"], &[((4, 3), (3, 2)), ((4, 3), (3, 4)), ((4, 3), (5, 2))]),
];

fn main() -> io::Result<()> {
    let folder = env::args().nth(1).unwrap_or_else(|| "docs/research/pictures".to_owned());
    fs::create_dir_all(&folder)?;
    for (name, rows, arrows) in PICTURES {
        fs::write(Path::new(&folder).join(format!("kono-{name}.svg")), draw(rows, arrows))?;
    }
    Ok(())
}

/// The distance between neighbouring points, in units of the picture.
const STEP: i32 = 40;

fn draw(rows: &[&str], arrows: &[Arrow]) -> String {
    let n = rows.len() as i32;
    let side = (n + 1) * STEP;
    let place = |number: i32| number * STEP;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" width=\"{side}\" height=\"{side}\">\n\
         <rect width=\"{side}\" height=\"{side}\" fill=\"#f4ead5\"/>\n"
    );
    let mut add = |line: std::fmt::Arguments| {
        svg.write_fmt(line).expect("writing to a string can't fail");
    };
    for i in 1..=n {
        let (at, end) = (place(i), place(n));
        add(format_args!("<path d=\"M{STEP} {at}H{end}M{at} {STEP}V{end}\" stroke=\"#b8a88a\"/>\n"));
        let text = "font-family=\"sans-serif\" font-size=\"12\" text-anchor=\"middle\" fill=\"#6b5d43\"";
        add(format_args!("<text x=\"14\" y=\"{}\" {text}>{i}</text>\n", at + 4));
        add(format_args!("<text x=\"{at}\" y=\"{}\" {text}>{i}</text>\n", side - 10));
    }
    for (row, cells) in (1..).zip(rows) {
        for (column, cell) in (1..).zip(cells.chars()) {
            let (x, y) = (place(column), place(row));
            let fill = match cell {
                'w' | 'W' => "#fffdf6",
                'b' | 'B' => "#2f2a24",
                _ => continue,
            };
            add(format_args!("<circle cx=\"{x}\" cy=\"{y}\" r=\"14\" fill=\"{fill}\" stroke=\"#2f2a24\"/>\n"));
            if cell.is_ascii_uppercase() {
                add(format_args!(
                    "<circle cx=\"{x}\" cy=\"{y}\" r=\"8\" fill=\"none\" stroke=\"#c2512f\" stroke-width=\"3\"/>\n"
                ));
            }
        }
    }
    for ((row, column), (to_row, to_column)) in arrows {
        let (x, y) = (place(*column), place(*row));
        let (dx, dy) = (to_column - column, to_row - row);
        let (x1, y1, x2, y2) = (x + 11 * dx, y + 11 * dy, x + 27 * dx, y + 27 * dy);
        add(format_args!(
            "<path d=\"M{x1} {y1}L{x2} {y2}m{} 0h{}v{}\" fill=\"none\" stroke=\"#c2512f\" stroke-width=\"3\"/>\n",
            -8 * dx,
            8 * dx,
            -8 * dy
        ));
    }
    svg + "</svg>\n"
}
