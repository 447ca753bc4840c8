//! The colours of boards and the style sheets of pictures: custom properties for pages, the colours of one theme for
//! picture files.

const COLORS: &str = include_str!("shapes/colors.css");
const LOOKS: &str = include_str!("shapes/looks.css");

/// The typeface of numbers and names; the page's style sheet defines it as `--book`.
const BOOK: &str = r#"Georgia, "Noto Serif", serif"#;

/// The colours of a picture file.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Theme {
    #[default]
    Light,
    Dark,
}

/// Every colour with its value in a theme. Colours that the dark theme doesn't change are the same in both.
pub(super) fn colors(theme: Theme) -> impl Iterator<Item = (&'static str, &'static str)> {
    let of = |line: &'static str| line.strip_prefix("--")?.strip_suffix(';')?.split_once(':');
    let dark = move |name: &str| {
        let dark = COLORS.lines().skip_while(|line| !line.starts_with('@')).filter_map(of);
        dark.filter(|_| theme == Theme::Dark).find_map(|(other, value)| (other == name).then_some(value))
    };
    let light = COLORS.lines().take_while(|line| !line.starts_with('@')).filter_map(of);
    light.map(move |(name, light)| (name, dark(name).unwrap_or(light)))
}

/// Style rules with the colours of a theme in place of custom properties.
fn colored(rules: &str, theme: Theme) -> String {
    colors(theme).fold(rules.to_owned(), |rules, (name, color)| rules.replace(&format!("var(--{name})"), color))
}

/// The style sheet of a picture file.
pub fn file_sheet(theme: Theme) -> String {
    let sheet = colored(&LOOKS.replace('\n', "").replace("var(--book)", BOOK), theme);
    // The gradients of the shapes have the colours of the light theme.
    let stops = colors(theme).filter(|_| theme == Theme::Dark);
    sheet + &stops.map(|(name, color)| format!(".g-{name}{{stop-color:{color}}}")).collect::<String>()
}

/// The style sheet for pictures on a page: colours of both themes, and the look of each class.
pub fn page_sheet() -> String {
    let stops = colors(Theme::Light).map(|(name, _)| format!(".g-{name}{{stop-color:var(--{name})}}"));
    format!("{COLORS}{}{LOOKS}", stops.collect::<Vec<_>>().concat()).replace('\n', "")
}

/// The value of a property for an element with these classes; `None` if no rule sets it.
pub(super) fn look(classes: &str, property: &str, theme: Theme) -> Option<String> {
    let matches =
        |selector: &str| selector.strip_prefix('.').is_some_and(|class| classes.split(' ').any(|given| given == class));
    let rules = LOOKS.lines().filter_map(|line| line.strip_suffix('}')?.split_once('{'));
    let rules = rules.filter(|(selectors, _)| selectors.split(',').any(matches));
    let values = rules.flat_map(|(_, style)| style.split(';')).filter_map(|part| part.split_once(':'));
    let mut values = values.filter(|(name, _)| *name == property);
    values.next_back().map(|(_, value)| colored(value, theme))
}
