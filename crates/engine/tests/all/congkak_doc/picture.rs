//! The picture in the documentation, drawn from the lines that it shows.

use std::fmt::Write;

/// One curve: its name, its colour, and the seeds in the store after each play, from the start on.
pub(crate) struct Curve<'a> {
    pub(crate) name: &'a str,
    pub(crate) colour: &'a str,
    pub(crate) store: Vec<u8>,
}

const WIDTH: usize = 640;
const HEIGHT: usize = 320;
const LEFT: usize = 48;
const RIGHT: usize = 16;
const TOP: usize = 16;
const BOTTOM: usize = 40;

/// Draws curves as steps from left to right: plays on the horizontal axis, seeds on the vertical one.
pub(crate) fn picture(seeds: usize, curves: &[Curve<'_>]) -> String {
    let plays = curves.iter().map(|curve| curve.store.len() - 1).max().unwrap_or(1);
    let x = |play: usize| LEFT + play * (WIDTH - LEFT - RIGHT) / plays;
    let y = |store: usize| HEIGHT - BOTTOM - store * (HEIGHT - TOP - BOTTOM) / seeds;
    let mut svg = String::new();
    let out = &mut svg;
    writeln!(
        out,
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="12" role="img">
<title>Seeds in the store, play by play, in the first turn</title>
<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>"##
    )
    .unwrap();
    for mark in (0..seeds).step_by(20).chain([seeds]) {
        let at = y(mark);
        writeln!(
            out,
            r##"<path d="M{LEFT} {at}H{}" stroke="#ddd"/><text x="{}" y="{}" text-anchor="end" fill="#555">{mark}</text>"##,
            WIDTH - RIGHT,
            LEFT - 6,
            at + 4
        )
        .unwrap();
    }
    for mark in (0..=plays).step_by(10) {
        let (at, under) = (x(mark), HEIGHT - BOTTOM + 16);
        writeln!(out, r##"<text x="{at}" y="{under}" text-anchor="middle" fill="#555">{mark}</text>"##).unwrap();
    }
    let (middle, under) = ((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 6);
    writeln!(out, r##"<text x="{middle}" y="{under}" text-anchor="middle" fill="#555">plays of one turn</text>"##)
        .unwrap();
    for Curve { name, colour, store } in curves {
        let mut path = format!("M{} {}", x(0), y(store[0].into()));
        for (play, &seeds) in store.iter().enumerate().skip(1) {
            write!(path, "H{}V{}", x(play), y(seeds.into())).unwrap();
        }
        let last = store.len() - 1;
        let banked = usize::from(store[last]);
        // The name stands where its curve ends, on the side with room for it.
        let (anchor, shift) = if last * 2 > plays { ("end", -10) } else { ("start", 10) };
        writeln!(
            out,
            r#"<path d="{path}" fill="none" stroke="{colour}" stroke-width="2"/><circle cx="{}" cy="{}" r="4" fill="{colour}"/><text x="{}" y="{}" text-anchor="{anchor}" fill="{colour}">{name}: {banked}</text>"#,
            x(last),
            y(banked),
            x(last) as i32 + shift,
            y(banked) + 16
        )
        .unwrap();
    }
    svg.push_str("</svg>\n");
    svg
}
