//! The colours of the light theme, for pictures that stand outside the page. The page's own style sheet says the same
//! with custom properties, and a test compares the two.

/// The materials that gradients are made of.
const MATERIALS: &[(&str, &str)] = &[
    ("walnut-hi", "#80542f"),
    ("walnut", "#68421f"),
    ("walnut-lo", "#4a2d15"),
    ("wood-hi", "#dcb07a"),
    ("wood", "#cb9a60"),
    ("wood-lo", "#b17f46"),
    ("ash-hi", "#ecd4a6"),
    ("ash", "#e2c48e"),
    ("ash-lo", "#d0ac70"),
    ("felt-hi", "#2f6b55"),
    ("felt", "#265a47"),
    ("felt-lo", "#1b4435"),
    ("bowl-hi", "#8d5f32"),
    ("bowl", "#6d4521"),
    ("bowl-lo", "#432710"),
    ("maple-hi", "#fbf0d6"),
    ("maple-lo", "#e6cd9d"),
    ("back-hi", "#7a4f2e"),
    ("back-lo", "#55351b"),
];

/// The light colour of a material.
pub(super) fn light(material: &str) -> &'static str {
    MATERIALS.iter().find(|(name, _)| *name == material).expect("every material that is used is listed").1
}

/// What the classes of a picture look like.
const LOOKS: &[(&str, &str)] = &[
    (".grain", "fill:none;stroke:#20130a;stroke-linecap:round;opacity:0.13"),
    (".f-edge", "fill:#b4925a"),
    (
        ".n-up,.n-light,.n-down,.on-felt,.on-wood,.on-walnut,.home-text,.worth-text",
        r#"font-family:Georgia, "Noto Serif", serif"#,
    ),
    (".n-up,.n-light,.n-down,.home-text,.worth-text,.strong", "font-weight:600"),
    (".n-up,.n-light,.n-down,.home-text,.worth-text,.middle", "text-anchor:middle"),
    (".end", "text-anchor:end"),
    (".n-up", "fill:#33200f"),
    (".n-light", "fill:#fff;opacity:0.55"),
    (".n-down", "fill:#f7ead0"),
    (".on-felt", "fill:#f4efe0"),
    (".on-wood", "fill:#2b1708"),
    (".on-walnut", "fill:#f7ead0"),
    (".inlay", "fill:none;stroke:#b98d58"),
    (".can,.rim-can", "fill:none;stroke:#ffd873;stroke-width:5"),
    (".can-dot", "fill:#20130a;stroke:#ffd873;stroke-width:4"),
    (".chosen", "fill:none;stroke:#ffd873;stroke-width:8"),
    (".tick", "fill:none;stroke:#1c1006;stroke-width:6;stroke-linecap:round;stroke-linejoin:round"),
    (".tick-disc", "fill:#ffd873;stroke:#1c1006;stroke-width:3"),
    (".star", "fill:#ffd873;stroke:#1c1006;stroke-width:4;stroke-linejoin:round;paint-order:stroke"),
    (".advice-line", "fill:none;stroke:#1c1006;stroke-width:13;stroke-linecap:round"),
    (".advice-line-2", "fill:none;stroke:#ffd873;stroke-width:7;stroke-linecap:round"),
    (".advice-head", "fill:#ffd873;stroke:#1c1006;stroke-width:3.5;stroke-linejoin:round"),
    (".fresh", "fill:none;stroke:#fff;stroke-width:5;stroke-linecap:round;stroke-linejoin:round"),
    (".fresh-dark", "fill:none;stroke:#2b1708;stroke-width:4;stroke-linecap:round"),
    (".fresh-wood", "fill:none;stroke:#2b1708;stroke-width:4;stroke-linecap:round;stroke-linejoin:round"),
    (".rim", "fill:none;stroke:#fff3da;opacity:0.28;stroke-width:3"),
    (".rim-can.thin,.fresh-wood.thin", "stroke-width:3"),
    (".can-dot.thin", "stroke-width:2.5"),
    (".can.thick,.fresh.thick", "stroke-width:8"),
    (".chosen.thick", "stroke-width:12"),
    (".lines", "fill:none;stroke:#5b3d1c;stroke-width:3.5;stroke-linecap:round"),
    (".lines-light", "fill:none;stroke:#fff;stroke-width:2;opacity:0.35"),
    (".home", "fill:#ecd4a6;stroke:#5b3d1c;stroke-width:3"),
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

/// A style sheet for a picture in a file of its own.
pub(super) fn sheet() -> String {
    LOOKS.iter().map(|(classes, look)| format!("{classes}{{{look}}}")).collect::<Vec<_>>().concat()
}
