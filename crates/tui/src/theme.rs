//! How everything looks. Colour only repeats what a letter, a border or a mark says too.

use ratatui::style::{Color, Modifier, Style};

/// Which colours are used.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Palette {
    /// Muted colours.
    #[default]
    Color,
    /// A few strong colours on black.
    Contrast,
    /// None: bold, underlined and reversed letters only.
    Mono,
}

/// How a screen looks.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Theme {
    /// Its colours.
    pub palette: Palette,
    /// Whether only ASCII characters may be used.
    pub ascii: bool,
}

/// What something on the screen is. That decides how it looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Role {
    /// Ordinary text.
    Text,
    /// Less important text.
    Quiet,
    /// The name of a screen.
    Title,
    /// A question.
    Prompt,
    /// A key that can be pressed.
    Key,
    /// Why the computer did something.
    Why,
    /// Something went wrong or was refused.
    Wrong,
    /// Lines and frames.
    Line,
    /// Human's name, and what belongs to Human.
    Human,
    /// The same for Computer.
    Computer,
    /// A covered square.
    Covered,
    /// Dice, and seeds in a hand.
    Dice,
    /// A white piece.
    White,
    /// A black piece.
    Black,
    /// A point that is White's home, and what it is worth.
    WhiteHome,
    /// The same for Black.
    BlackHome,
    /// Something that can be chosen.
    Can,
    /// Something that is chosen.
    Chosen,
    /// What the arrow keys are on.
    Cursor,
    /// What has just changed.
    Changed,
}

impl Theme {
    /// The style below everything else. Strong colours are made for black, so they don't rely on the terminal's own
    /// background.
    pub(crate) fn base(self) -> Style {
        match self.palette {
            Palette::Contrast => Style::new().fg(Color::White).bg(Color::Black),
            Palette::Color | Palette::Mono => Style::new(),
        }
    }

    /// The style of something.
    pub(crate) fn style(self, role: Role) -> Style {
        let plain = Style::new();
        let (color, contrast, mono) = match role {
            Role::Text => (plain, plain.fg(Color::White), plain),
            Role::Quiet => (plain.fg(Color::DarkGray), plain.fg(Color::Gray), plain.add_modifier(Modifier::DIM)),
            Role::Title => (plain.fg(Color::Cyan).bold(), plain.fg(Color::White).bold(), plain.bold()),
            Role::Prompt => (plain.bold(), plain.fg(Color::Yellow).bold(), plain.bold()),
            Role::Key => (plain.fg(Color::Cyan), plain.fg(Color::Yellow).bold(), plain.bold()),
            Role::Why => (plain.fg(Color::Blue), plain.fg(Color::Cyan), plain.italic()),
            Role::Wrong => (plain.fg(Color::Red).bold(), plain.fg(Color::LightRed).bold(), plain.bold().underlined()),
            Role::Line => (plain.fg(Color::DarkGray), plain.fg(Color::White), plain),
            Role::Human => (plain.fg(Color::Green), plain.fg(Color::LightGreen).bold(), plain),
            Role::Computer => (plain.fg(Color::Magenta), plain.fg(Color::LightMagenta).bold(), plain),
            Role::Covered => (plain.fg(Color::Yellow), plain.fg(Color::Yellow).bold(), plain.bold()),
            Role::Dice => (plain.fg(Color::Yellow).bold(), plain.fg(Color::White).bold(), plain.bold()),
            Role::White => (
                plain.fg(Color::Black).bg(Color::White).bold(),
                plain.fg(Color::Black).bg(Color::White).bold(),
                plain.bold(),
            ),
            Role::Black => (
                plain.fg(Color::White).bg(Color::Blue).bold(),
                plain.fg(Color::White).bg(Color::Blue).bold(),
                plain.bold(),
            ),
            Role::WhiteHome => (plain.fg(Color::Gray), plain.fg(Color::White).bold(), plain),
            Role::BlackHome => (plain.fg(Color::LightBlue), plain.fg(Color::LightCyan).bold(), plain),
            Role::Can => (plain.bold().underlined(), plain.bold().underlined(), plain.bold().underlined()),
            Role::Chosen => (
                plain.fg(Color::Black).bg(Color::Green).bold(),
                plain.fg(Color::Black).bg(Color::LightGreen).bold(),
                plain.bold().reversed(),
            ),
            Role::Cursor => (
                plain.fg(Color::Black).bg(Color::Cyan).bold(),
                plain.fg(Color::Black).bg(Color::Yellow).bold(),
                plain.reversed(),
            ),
            Role::Changed => {
                (plain.fg(Color::LightYellow).bold(), plain.fg(Color::LightYellow).bold(), plain.bold().underlined())
            }
        };
        match self.palette {
            Palette::Color => color,
            Palette::Contrast => contrast,
            Palette::Mono => mono,
        }
    }

    /// The first of two things, or the second where only ASCII may be used.
    pub(crate) fn pick<T>(self, fine: T, ascii: T) -> T {
        if self.ascii { ascii } else { fine }
    }

    /// A text, reduced to ASCII where only ASCII may be used.
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
