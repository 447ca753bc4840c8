//! The colours of boards, and what the classes of a picture look like: for the page with custom properties, for pictures
//! outside the page with the colours of the light theme.

/// The colours: name, light theme, dark theme.
const COLORS: &[(&str, &str, &str)] = &[
    ("walnut-hi", "#80542f", "#5a3b22"),
    ("walnut", "#68421f", "#482e18"),
    ("walnut-lo", "#4a2d15", "#321e0f"),
    ("wood-hi", "#dcb07a", "#7b5530"),
    ("wood", "#cb9a60", "#6b4926"),
    ("wood-lo", "#b17f46", "#57391c"),
    ("wood-ink", "#2b1708", "#fbeed6"),
    ("ash-hi", "#ecd4a6", "#b8955f"),
    ("ash", "#e2c48e", "#ab8751"),
    ("ash-lo", "#d0ac70", "#967340"),
    ("ash-line", "#5b3d1c", "#33200d"),
    ("felt-hi", "#2f6b55", "#245342"),
    ("felt", "#265a47", "#1c4436"),
    ("felt-lo", "#1b4435", "#123026"),
    ("felt-ink", "#f4efe0", "#f4efe0"),
    ("bowl-hi", "#8d5f32", "#5a3b1f"),
    ("bowl", "#6d4521", "#432a14"),
    ("bowl-lo", "#432710", "#241408"),
    ("maple-hi", "#fbf0d6", "#f0e0bd"),
    ("maple-lo", "#e6cd9d", "#d3b782"),
    ("maple-edge", "#b4925a", "#8f7040"),
    ("maple-ink", "#33200f", "#33200f"),
    ("back-hi", "#7a4f2e", "#5f3c22"),
    ("back-lo", "#55351b", "#402713"),
    ("back-ink", "#f7ead0", "#f7ead0"),
    ("mark", "#ffd873", "#ffd873"),
    ("shade", "#20130a", "#20130a"),
];

/// The typeface of numbers and names; the page's own sheet defines it as `--book`.
const BOOK: &str = r#"Georgia, "Noto Serif", serif"#;

/// The look of each class.
const LOOKS: &[(&str, &str)] = &[
    (".grain", "fill:none;stroke:var(--shade);stroke-linecap:round;opacity:0.13"),
    (".f-edge", "fill:var(--maple-edge)"),
    (".n-up,.n-light,.n-down,.on-felt,.on-wood,.on-walnut,.home-text,.worth-text", "font-family:var(--book)"),
    (".n-up,.n-light,.n-down,.home-text,.worth-text,.strong", "font-weight:600"),
    (".n-up,.n-light,.n-down,.home-text,.worth-text,.middle", "text-anchor:middle"),
    (".end", "text-anchor:end"),
    (".n-up", "fill:var(--maple-ink)"),
    (".n-light", "fill:#fff;opacity:0.55"),
    (".n-down", "fill:var(--back-ink)"),
    (".on-felt", "fill:var(--felt-ink)"),
    (".on-wood", "fill:var(--wood-ink)"),
    (".on-walnut", "fill:#f7ead0"),
    (".inlay", "fill:none;stroke:#b98d58"),
    (".can,.rim-can", "fill:none;stroke:var(--mark);stroke-width:5"),
    (".can-dot", "fill:var(--shade);stroke:var(--mark);stroke-width:4"),
    (".chosen", "fill:none;stroke:var(--mark);stroke-width:8"),
    (".tick", "fill:none;stroke:#1c1006;stroke-width:6;stroke-linecap:round;stroke-linejoin:round"),
    (".tick-disc", "fill:var(--mark);stroke:#1c1006;stroke-width:3"),
    (".star", "fill:var(--mark);stroke:#1c1006;stroke-width:4;stroke-linejoin:round;paint-order:stroke"),
    (".advice-line", "fill:none;stroke:#1c1006;stroke-width:13;stroke-linecap:round"),
    (".advice-line-2", "fill:none;stroke:var(--mark);stroke-width:7;stroke-linecap:round"),
    (".advice-head", "fill:var(--mark);stroke:#1c1006;stroke-width:3.5;stroke-linejoin:round"),
    (".fresh", "fill:none;stroke:#fff;stroke-width:5;stroke-linecap:round;stroke-linejoin:round"),
    (".fresh-dark", "fill:none;stroke:#2b1708;stroke-width:4;stroke-linecap:round"),
    (".fresh-wood", "fill:none;stroke:var(--wood-ink);stroke-width:4;stroke-linecap:round;stroke-linejoin:round"),
    (".rim", "fill:none;stroke:#fff3da;opacity:0.28;stroke-width:3"),
    (".rim-can.thin,.fresh-wood.thin", "stroke-width:3"),
    (".can-dot.thin", "stroke-width:2.5"),
    (".can.thick,.fresh.thick", "stroke-width:8"),
    (".chosen.thick", "stroke-width:12"),
    (".lines", "fill:none;stroke:var(--ash-line);stroke-width:3.5;stroke-linecap:round"),
    (".lines-light", "fill:none;stroke:#fff;stroke-width:2;opacity:0.35"),
    (".home", "fill:var(--ash-hi);stroke:var(--ash-line);stroke-width:3"),
    (".home-text", "fill:#2f1c08"),
    (".worth", "fill:#2f1c08;stroke:#f3dfb4;stroke-width:2"),
    (".worth-text", "fill:#fbeed6"),
    (".target", "fill:#2b1708;stroke:#fff3d2;stroke-width:4"),
    (".capture", "fill:none;stroke:#8f130d;stroke-width:7"),
    (".capture-light", "fill:none;stroke:#fff3d2;stroke-width:12"),
    (".pick", "fill:none;stroke:#2b1708;stroke-width:5"),
    (".pick-light", "fill:none;stroke:#fff3d2;stroke-width:10"),
    (".may", "fill:none;stroke:#2b1708;stroke-width:3.5;stroke-dasharray:9 7;stroke-linecap:round"),
];

/// The light theme's value of a colour.
pub(super) fn light(name: &str) -> &'static str {
    COLORS.iter().find(|(color, ..)| *color == name).expect("every colour that is used is listed").1
}

fn rules() -> String {
    LOOKS.iter().map(|(classes, look)| format!("{classes}{{{look}}}")).collect::<Vec<_>>().concat()
}

/// A style sheet for a picture in a file of its own.
pub(super) fn file_sheet() -> String {
    let sheet = rules().replace("var(--book)", BOOK);
    COLORS.iter().fold(sheet, |sheet, (name, light, _)| sheet.replace(&format!("var(--{name})"), light))
}

/// The style sheet of the pictures on a page: their colours in both themes, and the look of each class.
pub fn page_sheet() -> String {
    let stops = COLORS.iter().map(|(name, ..)| format!(".g-{name}{{stop-color:var(--{name})}}"));
    let light = COLORS.iter().map(|(name, light, _)| format!("--{name}:{light};"));
    let dark = COLORS.iter().filter(|(_, light, dark)| light != dark);
    let dark = dark.map(|(name, _, dark)| format!("--{name}:{dark};"));
    format!(
        ":root{{{}}}@media (prefers-color-scheme:dark){{:root{{{}}}}}{}{}",
        light.collect::<Vec<_>>().concat(),
        dark.collect::<Vec<_>>().concat(),
        stops.collect::<Vec<_>>().concat(),
        rules(),
    )
}
