//! Colours and styles. Colour only repeats information that a letter, a border or a mark already shows.

use parlor_host::{Looks, Palette};
use parlor_rules::Seat;
use ratatui::style::{Color, Modifier, Style};

#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Theme {
    pub palette: Palette,
    pub ascii: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    Text,
    Quiet,
    /// The name of a screen.
    Title,
    Prompt,
    /// A key that can be pressed.
    Key,
    /// The reason for a choice of the computer player.
    Why,
    /// An error or a refusal.
    Wrong,
    Line,
    /// The name and possessions of the seat Human.
    Human,
    /// The name and possessions of the seat Computer.
    Computer,
    Covered,
    /// Dice, and seeds in a hand.
    Dice,
    White,
    Black,
    /// A home point of White, with its value.
    WhiteHome,
    /// A home point of Black, with its value.
    BlackHome,
    /// A place that can be chosen.
    Can,
    Chosen,
    Cursor,
    Changed,
    Advised,
}

impl Role {
    /// The role of a seat's possessions.
    pub(crate) fn of(seat: Seat) -> Role {
        match seat {
            Seat::Human => Role::Human,
            Seat::Computer => Role::Computer,
        }
    }
}

impl From<Looks> for Theme {
    fn from(looks: Looks) -> Theme {
        Theme { palette: looks.palette, ascii: looks.ascii }
    }
}

impl Theme {
    /// The style of the background. Strong colours are chosen for a black background, so they set that background
    /// instead of relying on the terminal's.
    pub(crate) fn base(self) -> Style {
        match self.palette {
            Palette::Contrast => Style::new().fg(Color::White).bg(Color::Black),
            Palette::Color | Palette::Light | Palette::Mono => Style::new(),
        }
    }

    pub(crate) fn style(self, role: Role) -> Style {
        match self.palette {
            Palette::Color => colored(role, false),
            Palette::Light => colored(role, true),
            Palette::Contrast => contrast(role),
            Palette::Mono => mono(role),
        }
    }

    /// The first of two values; the second one if the theme is ASCII only.
    pub(crate) fn pick<T>(self, fine: T, ascii: T) -> T {
        if self.ascii { ascii } else { fine }
    }

    /// The text; reduced to ASCII if the theme is ASCII only.
    pub(crate) fn text(self, text: &str) -> String {
        if !self.ascii {
            return text.to_owned();
        }
        let mut plain = String::with_capacity(text.len());
        for letter in text.chars() {
            match letter {
                '\u{201c}' | '\u{201d}' => plain.push('"'),
                '\u{2018}' | '\u{2019}' => plain.push('\''),
                '\u{2013}' | '\u{2014}' | '\u{2212}' | '\u{b7}' | '\u{2022}' => plain.push('-'),
                '\u{25b6}' => plain.push('>'),
                '\u{d7}' => plain.push('x'),
                '\u{2026}' => plain.push_str("..."),
                letter if letter.is_ascii() => plain.push(letter),
                _ => plain.push('?'),
            }
        }
        plain
    }
}

/// Muted colours. The terminal keeps its own background, which may have any colour. So ordinary text has the terminal's
/// own colour, too, and only the six colours are used that are never a background: not black, white or a grey.
fn colored(role: Role, light: bool) -> Style {
    let plain = Style::new();
    // Yellow is illegible on white.
    let gold = if light { Color::Red } else { Color::Yellow };
    let sky = if light { Color::Blue } else { Color::Cyan };
    match role {
        Role::Text | Role::WhiteHome => plain,
        Role::Quiet | Role::Line => plain.add_modifier(Modifier::DIM),
        Role::Title => plain.fg(sky).bold(),
        Role::Prompt => plain.bold(),
        Role::Key => plain.fg(sky),
        Role::Why | Role::BlackHome => plain.fg(Color::Blue),
        Role::Wrong => plain.fg(Color::Red).bold(),
        Role::Human => plain.fg(Color::Green),
        Role::Computer => plain.fg(Color::Magenta),
        Role::Covered => plain.fg(gold),
        Role::Dice | Role::Changed => plain.fg(gold).bold(),
        // Black and white are used only together.
        Role::White if light => plain.fg(Color::Black).bg(Color::Yellow).bold(),
        Role::White => plain.fg(Color::Black).bg(Color::White).bold(),
        Role::Black => plain.fg(Color::White).bg(Color::Blue).bold(),
        Role::Can => plain.bold().underlined(),
        Role::Chosen => plain.fg(Color::Black).bg(Color::Green).bold(),
        Role::Cursor => plain.fg(Color::Black).bg(Color::Cyan).bold(),
        Role::Advised => plain.fg(Color::Magenta).bold(),
    }
}

fn contrast(role: Role) -> Style {
    let plain = Style::new();
    match role {
        Role::Text | Role::Line => plain.fg(Color::White),
        Role::Quiet => plain.fg(Color::Gray),
        Role::Title | Role::Dice | Role::WhiteHome => plain.fg(Color::White).bold(),
        Role::Prompt | Role::Key | Role::Covered => plain.fg(Color::Yellow).bold(),
        Role::Why => plain.fg(Color::Cyan),
        Role::Wrong => plain.fg(Color::LightRed).bold(),
        Role::Human => plain.fg(Color::LightGreen).bold(),
        Role::Computer => plain.fg(Color::LightMagenta).bold(),
        Role::White => plain.fg(Color::Black).bg(Color::White).bold(),
        Role::Black => plain.fg(Color::White).bg(Color::Blue).bold(),
        Role::BlackHome => plain.fg(Color::LightCyan).bold(),
        Role::Can => plain.bold().underlined(),
        Role::Chosen => plain.fg(Color::Black).bg(Color::LightGreen).bold(),
        Role::Cursor => plain.fg(Color::Black).bg(Color::Yellow).bold(),
        Role::Changed => plain.fg(Color::LightYellow).bold(),
        Role::Advised => plain.fg(Color::LightCyan).bold().underlined(),
    }
}

fn mono(role: Role) -> Style {
    let plain = Style::new();
    match role {
        Role::Text | Role::Line | Role::Human | Role::Computer | Role::WhiteHome | Role::BlackHome => plain,
        Role::Quiet => plain.add_modifier(Modifier::DIM),
        Role::Title | Role::Prompt | Role::Key | Role::Covered | Role::Dice | Role::White | Role::Black => plain.bold(),
        Role::Why => plain.italic(),
        Role::Wrong | Role::Can | Role::Changed | Role::Advised => plain.bold().underlined(),
        Role::Chosen => plain.bold().reversed(),
        Role::Cursor => plain.reversed(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROLES: [Role; 21] = [
        Role::Text,
        Role::Quiet,
        Role::Title,
        Role::Prompt,
        Role::Key,
        Role::Why,
        Role::Wrong,
        Role::Line,
        Role::Human,
        Role::Computer,
        Role::Covered,
        Role::Dice,
        Role::White,
        Role::Black,
        Role::WhiteHome,
        Role::BlackHome,
        Role::Can,
        Role::Chosen,
        Role::Cursor,
        Role::Changed,
        Role::Advised,
    ];

    /// Terminals use black, white and greys for their background. In some terminals, the bright colours are greys.
    #[test]
    fn no_colour_may_equal_the_background() {
        let safe = [Color::Red, Color::Green, Color::Yellow, Color::Blue, Color::Magenta, Color::Cyan];
        for palette in [Palette::Color, Palette::Light] {
            for role in ROLES {
                let Style { fg, bg, .. } = Theme { palette, ascii: false }.style(role);
                match (fg, bg) {
                    (Some(fg), None) => assert!(safe.contains(&fg), "{palette:?} {role:?}"),
                    (fg, Some(bg)) => assert!(fg.is_some() && fg != Some(bg), "{palette:?} {role:?}"),
                    (None, None) => {}
                }
            }
        }
    }

    #[test]
    fn the_light_theme_has_no_yellow_letters() {
        for role in ROLES {
            let style = Theme { palette: Palette::Light, ascii: false }.style(role);
            assert_ne!(style.fg, Some(Color::Yellow), "{role:?}");
        }
    }
}
