//! The colours of boards and the style sheets of pictures: custom properties for pages, the light theme's colours for
//! picture files.

const COLORS: &str = include_str!("shapes/colors.css");
const LOOKS: &str = include_str!("shapes/looks.css");

/// The typeface of numbers and names; the page's style sheet defines it as `--book`.
const BOOK: &str = r#"Georgia, "Noto Serif", serif"#;

/// Every colour with its value in the light theme.
pub(super) fn colors() -> impl Iterator<Item = (&'static str, &'static str)> {
    let light = COLORS.lines().take_while(|line| !line.starts_with('@'));
    light.filter_map(|line| line.strip_prefix("--")?.strip_suffix(';')?.split_once(':'))
}

/// The style sheet of a picture file.
pub(super) fn file_sheet() -> String {
    let sheet = LOOKS.replace('\n', "").replace("var(--book)", BOOK);
    colors().fold(sheet, |sheet, (name, light)| sheet.replace(&format!("var(--{name})"), light))
}

/// The style sheet for pictures on a page: colours of both themes, and the look of each class.
pub fn page_sheet() -> String {
    let stops = colors().map(|(name, _)| format!(".g-{name}{{stop-color:var(--{name})}}"));
    format!("{COLORS}{}{LOOKS}", stops.collect::<Vec<_>>().concat()).replace('\n', "")
}
