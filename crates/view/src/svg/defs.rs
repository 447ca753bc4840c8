use std::fmt::Write;
use std::sync::LazyLock;

use parlor_rules::Game;

use super::looks::light;
use super::{canoga, congkak};

/// A star with five points, 30 wide, around the middle.
const STAR: &str = "M0 -15L4.4 -5.2L15 -4.3L7 2.8L9.4 13.2L0 7.6L-9.4 13.2L-7 2.8L-15 -4.3L-4.4 -5.2Z";

/// The shapes and fillings that pictures of a game refer to: once a page, in an svg that isn't seen.
pub fn defs(game: Game) -> &'static str {
    static DEFS: LazyLock<[String; 3]> = LazyLock::new(|| Game::ALL.map(|game| defs_of(&[game])));
    &DEFS[game as usize]
}

/// The same for a page with pictures of several games.
pub fn defs_of(games: &[Game]) -> String {
    let has = |game| games.contains(&game);
    let when = |needed: bool, shapes: fn() -> String| if needed { shapes() } else { String::new() };
    // Kono and Canoga have some in common, and an id may stand only once in a page.
    let common = has(Game::Canoga) || has(Game::Kono);
    let shapes = [
        when(common, || walnut() + &dice()),
        when(has(Game::Canoga), || {
            [felt(), tile_fillings(), canoga_shapes(&canoga::WIDE), canoga_shapes(&canoga::NARROW)].concat()
        }),
        when(has(Game::Congkak), || {
            [wood(), hand(), congkak_shapes(&congkak::WIDE), congkak_shapes(&congkak::NARROW)].concat()
        }),
        when(has(Game::Kono), || ash() + &stones()),
    ]
    .concat();
    format!("<defs>{}{shapes}<path id=\"star\" class=\"star\" d=\"{STAR}\"/></defs>", grain())
}

/// A gradient whose colours the style sheet can change; the colour that stands here is the light theme's.
fn stops(stops: &[(&str, &str)]) -> String {
    let stop = |(offset, token): &(&str, &str)| {
        format!("<stop offset=\"{offset}\" class=\"g-{token}\" stop-color=\"{}\"/>", light(token))
    };
    stops.iter().map(stop).collect::<Vec<_>>().concat()
}

/// A gradient of fixed colours.
fn fixed(stops: &[(&str, &str)]) -> String {
    let stop = |(offset, color): &(&str, &str)| format!("<stop offset=\"{offset}\" stop-color=\"{color}\"/>");
    stops.iter().map(stop).collect::<Vec<_>>().concat()
}

fn down(id: &str, colors: &[(&str, &str)]) -> String {
    format!("<linearGradient id=\"{id}\" x2=\"0\" y2=\"1\">{}</linearGradient>", stops(colors))
}

/// Long waves, a few of them: it should look like wood, not like noise.
fn grain() -> String {
    let waves = [
        (5, 5, "1.5"),
        (24, 4, "3"),
        (31, 2, "2"),
        (46, 3, "2"),
        (62, 5, "2"),
        (76, 3, "1"),
        (92, 5, "1"),
        (104, 2, "3"),
        (112, 6, "1.5"),
        (129, 6, "2"),
        (145, 5, "2"),
    ];
    let wave = |(y, high, width): &(i32, i32, &str)| {
        let (up, low) = (y - high, y + high);
        format!("<path d=\"M0 {y}C105 {up} 105 {low} 210 {y}S315 {up} 420 {y}\" stroke-width=\"{width}\"/>")
    };
    let waves = waves.iter().map(wave).collect::<Vec<_>>().concat();
    format!(
        "<pattern id=\"grain\" width=\"420\" height=\"150\" patternUnits=\"userSpaceOnUse\"><g class=\"grain\">{waves}</g></pattern>"
    )
}

fn walnut() -> String {
    down("walnut", &[("0", "walnut-hi"), (".5", "walnut"), ("1", "walnut-lo")])
}

fn felt() -> String {
    format!(
        "<radialGradient id=\"felt\" cy=\".45\" r=\".75\">{}</radialGradient>\
         <pattern id=\"nap\" width=\"7\" height=\"7\" patternUnits=\"userSpaceOnUse\">\
         <path d=\"M1 1l1.6 1M5 4l1.4 1.2M2 6l1.2-1\" stroke=\"#fff\" stroke-opacity=\".07\"/>\
         <path d=\"M4 1l1 1.4M1 4l1 1\" stroke=\"#000\" stroke-opacity=\".12\"/></pattern>",
        stops(&[("0", "felt-hi"), (".6", "felt"), ("1", "felt-lo")])
    )
}

fn tile_fillings() -> String {
    let maple = stops(&[("0", "maple-hi"), ("1", "maple-lo")]);
    let maple = format!("<linearGradient id=\"maple\" x2=\".25\" y2=\"1\">{maple}</linearGradient>");
    maple + &down("back", &[("0", "back-hi"), ("1", "back-lo")])
}

fn ash() -> String {
    let colors = stops(&[("0", "ash-hi"), (".5", "ash"), ("1", "ash-lo")]);
    format!("<linearGradient id=\"ash\" x2=\".3\" y2=\"1\">{colors}</linearGradient>")
}

/// Tiles and their marks, measured from the middle of the tile's upper edge.
fn canoga_shapes(measures: &canoga::Measures) -> String {
    let canoga::Measures { key, half, tall, .. } = measures;
    let (x, wide) = (-half, 2.0 * half);
    let tile =
        |y: f64, fill: &str| format!("<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{tall}\" rx=\"10\" {fill}/>");
    let inset = |by: f64, round: f64, rest: &str| {
        let (x, wide, tall) = (x + by, wide - 2.0 * by, tall - 2.0 * by);
        format!("<rect x=\"{x}\" y=\"{by}\" width=\"{wide}\" height=\"{tall}\" rx=\"{round}\" {rest}/>")
    };
    // Two soft edges are cheaper than a filter for each tile, and look the same.
    let shade = |down: f64| {
        let (x, wide) = (x - 2.0, wide + 4.0);
        let (y, low) = (down - 1.0, down + 4.0);
        format!(
            "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{}\" rx=\"12\" fill=\"#140a03\" opacity=\".22\"/>\
             <rect x=\"{}\" y=\"{low}\" width=\"{}\" height=\"{tall}\" rx=\"10\" fill=\"#140a03\" opacity=\".3\"/>",
            tall + 3.0,
            x + 3.0,
            wide - 6.0
        )
    };
    let white = "fill=\"none\" stroke=\"#fff\" stroke-opacity=\".65\" stroke-width=\"2\"";
    let back = [
        shade(1.0),
        tile(0.0, "fill=\"url(#back)\""),
        tile(0.0, "fill=\"url(#grain)\""),
        inset(8.0, 6.0, "class=\"inlay\" stroke-width=\"2.5\""),
    ]
    .concat();
    let (middle, across, high) = (tall * 0.34, 16.5, 20.5);
    let diamond = format!(
        "<path class=\"inlay\" stroke-width=\"2.5\" d=\"M0 {}L{across} {middle}L0 {}L-{across} {middle}ZM0 {}l6.5 8.5l-6.5 8.5l-6.5-8.5Z\"/>",
        middle - high,
        middle + high,
        middle - 8.5
    );
    let padlock = format!(
        "<path class=\"inlay\" stroke-width=\"5\" d=\"M-10 {}v-10a10 10 0 0 1 20 0v10\"/>\
         <rect x=\"-16\" y=\"{}\" width=\"32\" height=\"26\" rx=\"5\" fill=\"#e8c46a\" stroke=\"#2b1708\" stroke-width=\"2\"/>\
         <path d=\"M0 {}v8\" stroke=\"#2b1708\" stroke-width=\"5\" stroke-linecap=\"round\"/>",
        middle - 5.0,
        middle - 6.0,
        middle + 3.0
    );
    let low = tall - 2.0;
    // On a phone a tile is only 30 pixels wide, and its marks must still be seen.
    let (thick, dot, disc) = if *key == "n" { (" thick", 14, 22) } else { ("", 10, 17) };
    let corners = corners(half + 1.0, -1.0, tall + 1.0, 14.0);
    [
        format!("<g id=\"up-{key}\">{}", shade(8.0)),
        tile(8.0, "class=\"f-edge\""),
        tile(0.0, "fill=\"url(#maple)\""),
        inset(1.5, 9.0, white),
        format!("</g><g id=\"back-{key}\">{back}{diamond}</g><g id=\"lock-{key}\">{back}{padlock}</g>"),
        format!(
            "<g id=\"can-{key}\">{}<circle class=\"can-dot\" cy=\"{low}\" r=\"{dot}\"/></g>",
            inset(-2.0, 12.0, &format!("class=\"can{thick}\""))
        ),
        format!(
            "<g id=\"chosen-{key}\">{}<circle class=\"tick-disc\" cy=\"{low}\" r=\"{disc}\"/>\
             <path class=\"tick\" d=\"M-7 {low}l5 6l9-11\"/></g>",
            inset(-3.0, 13.0, &format!("class=\"chosen{thick}\""))
        ),
        format!("<path id=\"new-{key}\" class=\"fresh{thick}\" d=\"{corners}\"/>"),
    ]
    .concat()
}

/// Four corners around what has just changed.
fn corners(half: f64, top: f64, bottom: f64, long: f64) -> String {
    format!(
        "M-{half} {}V{top}h{long}M{} {top}H{half}v{long}M-{half} {}V{bottom}h{long}M{} {bottom}H{half}v-{long}",
        top + long,
        half - long,
        bottom - long,
        half - long
    )
}

/// Dice, 100 wide, around the middle.
fn dice() -> String {
    let ivory = fixed(&[("0", "#fffdf6"), (".6", "#f5ead2"), ("1", "#d9c6a0")]);
    let mut text = format!(
        "<radialGradient id=\"ivory\" cx=\".35\" cy=\".28\" r=\".95\">{ivory}</radialGradient>\
         <g id=\"die\"><rect x=\"-52\" y=\"-46\" width=\"104\" height=\"106\" rx=\"24\" fill=\"#140a03\" opacity=\".2\"/>\
         <rect x=\"-49\" y=\"-42\" width=\"98\" height=\"98\" rx=\"20\" fill=\"#140a03\" opacity=\".3\"/>\
         <rect x=\"-50\" y=\"-50\" width=\"100\" height=\"100\" rx=\"20\" fill=\"url(#ivory)\"/>\
         <rect x=\"-48.5\" y=\"-48.5\" width=\"97\" height=\"97\" rx=\"18\" fill=\"none\" stroke=\"#fff\" stroke-opacity=\".8\" stroke-width=\"2\"/></g>\
         <g id=\"pip\"><circle r=\"9.5\" fill=\"#2a190d\"/><path d=\"M-6 5a8 8 0 0 0 12 0\" fill=\"none\" stroke=\"#fff\" stroke-opacity=\".25\" stroke-width=\"1.5\"/></g>"
    );
    let [middle, rising, falling, sides] = [(0, 0), (27, -27), (27, 27), (27, 0)];
    let faces: [&[(i32, i32)]; 6] = [
        &[middle],
        &[rising],
        &[middle, rising],
        &[rising, falling],
        &[middle, rising, falling],
        &[rising, falling, sides],
    ];
    for (face, pips) in (1..).zip(faces) {
        write!(text, "<g id=\"d{face}\"><use href=\"#die\"/>").expect("a string can always be written to");
        for (x, y) in pips {
            let mut places = vec![(*x, *y), (-x, -y)];
            places.dedup();
            for (x, y) in places {
                write!(text, "<use href=\"#pip\" x=\"{x}\" y=\"{y}\"/>").expect("a string can always be written to");
            }
        }
        text.push_str("</g>");
    }
    text
}

fn wood() -> String {
    let bowl = stops(&[("0", "bowl-hi"), (".62", "bowl"), ("1", "bowl-lo")]);
    let shell = |id: &str, colors: [&str; 3]| {
        let [hi, mid, lo] = colors;
        let stops = fixed(&[("0", hi), (".65", mid), ("1", lo)]);
        format!("<radialGradient id=\"shell-{id}\" cx=\".4\" cy=\".3\" r=\".8\">{stops}</radialGradient>")
    };
    let seed = |id: &str, line: &str| {
        format!(
            "<g id=\"seed-{id}\"><ellipse rx=\"10\" ry=\"7.4\" fill=\"url(#shell-{id})\"/>\
             <path d=\"{line}\" fill=\"none\" stroke=\"#6b4524\" stroke-width=\"1.5\" stroke-linecap=\"round\"/></g>"
        )
    };
    [
        down("wood", &[("0", "wood-hi"), (".55", "wood"), ("1", "wood-lo")]),
        format!("<radialGradient id=\"bowl\" cy=\".62\" r=\".62\">{bowl}</radialGradient>"),
        shell("a", ["#fffaf0", "#efe0c2", "#c3a679"]),
        shell("b", ["#fbeed6", "#e5c898", "#b08a55"]),
        seed("a", "M-6 .6Q0 2.4 6 .4"),
        seed("b", "M-6 .4Q0-1.4 6 .6"),
    ]
    .concat()
}

/// Bowls, seeds and marks, measured from the middle of the bowl.
fn congkak_shapes(measures: &congkak::Measures) -> String {
    let congkak::Measures { key, seed, pit, store, seed_scale, hand, .. } = measures;
    let thin = if *key == "n" { " thin" } else { "" };
    let outline = |bowl: &congkak::Bowl, down: f64, rest: &str| {
        let (wide, tall) = bowl.half;
        let round = wide.min(tall);
        format!(
            "<rect x=\"-{wide}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{round}\" {rest}/>",
            down - tall,
            2.0 * wide,
            2.0 * tall
        )
    };
    let bowl = |id: &str, bowl: &congkak::Bowl| {
        let (carved, rim) = (outline(bowl, 0.0, "fill=\"url(#bowl)\""), outline(bowl, 2.0, "class=\"rim\""));
        let (wide, tall) = bowl.half;
        let corners = corners(wide + 1.0, -tall - 1.0, tall + 1.0, 0.2 * wide.min(tall) + 4.0);
        format!(
            "<g id=\"{id}-{key}\">{carved}{rim}</g>\
             <path id=\"new-{id}-{key}\" class=\"fresh-wood{thin}\" d=\"{corners}\"/>"
        )
    };
    let mut text = [
        bowl("pit", pit),
        bowl("store", store),
        format!("<g id=\"rim-{key}\">{}</g>", outline(pit, 0.0, &format!("class=\"rim-can{thin}\""))),
        format!("<circle id=\"dot-{key}\" class=\"can-dot{thin}\" r=\"{}\"/>", if *key == "w" { 9 } else { 5 }),
        format!("<use id=\"hand-{key}\" href=\"#hand\" transform=\"scale({hand})\"/>"),
        format!("<circle id=\"held-{key}\" cy=\"{}\" r=\"{}\" fill=\"#1c1006\"/>", 8.0 * hand, 15.0 * hand),
        format!(
            "<circle id=\"fall-{key}\" cx=\"1\" cy=\"2.5\" r=\"{:.1}\" fill=\"#160b03\" opacity=\".4\"/>",
            9.2 * seed_scale
        ),
    ]
    .concat();
    for way in 0..congkak::WAYS {
        let shell = if way % 2 == 0 { "a" } else { "b" };
        write!(
            text,
            "<g id=\"{seed}{way}\"><use href=\"#fall-{key}\"/><use href=\"#seed-{shell}\" transform=\"rotate({})scale({seed_scale})\"/></g>",
            way * 180 / congkak::WAYS + 9
        )
        .expect("a string can always be written to");
    }
    text
}

/// A hand that holds seeds, about 80 high.
fn hand() -> String {
    let finger = |(x, y, tall): (f64, i32, i32)| {
        format!("<rect x=\"{x}\" y=\"{y}\" width=\"11\" height=\"{tall}\" rx=\"5.5\"/>")
    };
    let fingers = [(-24.0, -42, 44), (-11.5, -50, 52), (1.0, -48, 50), (13.5, -38, 42)].map(finger).concat();
    format!(
        "<g id=\"palm\" stroke-linejoin=\"round\"><rect x=\"-24\" y=\"-12\" width=\"48\" height=\"42\" rx=\"16\"/>{fingers}\
         <rect x=\"-46\" y=\"-4\" width=\"34\" height=\"13\" rx=\"6.5\" transform=\"rotate(38 -20 4)\"/></g>\
         <g id=\"hand\"><use href=\"#palm\" fill=\"#1c1006\" stroke=\"#1c1006\" stroke-width=\"5\"/><use href=\"#palm\" fill=\"#f3dcc0\"/></g>"
    )
}

/// Stones and their marks, measured from the middle of the point.
fn stones() -> String {
    let white = fixed(&[("0", "#fff"), (".55", "#f3eee3"), ("1", "#bfb4a0")]);
    let black = fixed(&[("0", "#6f7177"), (".4", "#35363b"), ("1", "#121316")]);
    let filling = |id: &str, stops: &str| {
        format!("<radialGradient id=\"{id}\" cx=\".36\" cy=\".29\" r=\".85\">{stops}</radialGradient>")
    };
    let single = |id: &str, fill: &str, edge: &str| {
        format!(
            "<g id=\"st-{id}\"><ellipse cx=\"2\" cy=\"6\" rx=\"37\" ry=\"36\" fill=\"#1c0f05\" opacity=\".35\"/>\
             <circle r=\"36\" fill=\"url(#{fill})\" stroke=\"{edge}\" stroke-width=\"1.5\"/></g>"
        )
    };
    // Two stones, one on the other.
    let double = |id: &str, fill: &str, under: &str, edge: &str, ring: &str| {
        format!(
            "<g id=\"st-{id}\"><ellipse cx=\"2\" cy=\"13\" rx=\"39\" ry=\"36\" fill=\"#1c0f05\" opacity=\".38\"/>\
             <circle cy=\"7\" r=\"36\" fill=\"{under}\" stroke=\"{edge}\" stroke-width=\"1.5\"/>\
             <circle cy=\"-4\" r=\"36\" fill=\"url(#{fill})\" stroke=\"{edge}\" stroke-width=\"1.5\"/>\
             <circle cy=\"-4\" r=\"27\" fill=\"none\" stroke=\"{ring}\" stroke-width=\"4\"/>\
             <path transform=\"translate(0 -4)\" d=\"{STAR}\" fill=\"{ring}\"/></g>"
        )
    };
    [
        filling("white", &white),
        filling("black", &black),
        single("W", "white", "#8d8069"),
        single("B", "black", "#08090b"),
        double("WW", "white", "#a99c86", "#6f634e", "#7a5a1a"),
        double("BB", "black", "#55575e", "#08090b", "#e8c46a"),
        "<circle id=\"may\" class=\"may\" r=\"44\"/>".to_owned(),
        "<g id=\"pick\"><circle class=\"pick-light\" r=\"44\"/><circle class=\"pick\" r=\"44\"/></g>".to_owned(),
        "<circle id=\"target\" class=\"target\" r=\"15\"/>".to_owned(),
        "<g id=\"capture\"><circle class=\"capture-light\" r=\"43\"/><path class=\"capture\" d=\"M43 0a43 43 0 1 1-86 0a43 43 0 1 1 86 0M0-52V-32M0 52V32M-52 0H-32M52 0H32\"/></g>".to_owned(),
        format!("<path id=\"moved\" class=\"fresh-dark\" d=\"{}\"/>", corners(43.0, -43.0, 43.0, 13.0)),
        format!("<path id=\"left\" class=\"fresh-dark\" d=\"{}\"/>", corners(33.0, -33.0, 33.0, 10.0)),
        "<path id=\"head\" class=\"advice-head\" d=\"M18 0L-8-15L-2 0L-8 15Z\"/>".to_owned(),
    ]
    .concat()
}
