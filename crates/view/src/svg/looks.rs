//! The colours of the light theme, for pictures that stand outside the page. The page's own style sheet says the same
//! with custom properties, and a test compares the two.

/// The materials that gradients are made of.
const MATERIALS: [(&str, &str); 19] = [
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

/// What each class of a picture looks like.
pub(super) const LOOKS: [(&str, &str); 0] = [];

/// A style sheet for a picture in a file of its own.
pub(super) fn sheet() -> String {
    LOOKS.iter().map(|(class, look)| format!(".{class}{{{look}}}")).collect()
}
