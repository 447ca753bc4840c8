use std::fmt::{self, Display, Write};

/// An SVG fragment, built shape by shape. Untrusted text goes through [`escaped`].
#[derive(Default)]
pub(super) struct Svg(String);

/// A number with at most one decimal, in its shortest form.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Num(pub f64);

impl Display for Num {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (self.0 * 10.0).round() as i64;
        let (sign, whole, rest) = (if tenths < 0 { "-" } else { "" }, tenths.abs() / 10, tenths.abs() % 10);
        match (whole, rest) {
            (_, 0) => write!(f, "{sign}{whole}"),
            (0, _) => write!(f, "{sign}.{rest}"),
            _ => write!(f, "{sign}{whole}.{rest}"),
        }
    }
}

/// Escapes text for elements and quoted attributes.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            // Names from journals may contain any character, and XML forbids these.
            '\0'..='\u{1f}' | '\u{7f}' | '\u{fffe}' | '\u{ffff}' => safe.push(' '),
            _ => safe.push(letter),
        }
    }
    safe
}

/// The text that [`escaped`] was given, except for the characters that it replaces by spaces.
pub(super) fn unescaped(safe: &str) -> String {
    let named = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")];
    named.iter().fold(safe.to_owned(), |text, (name, letter)| text.replace(name, letter))
}

impl Svg {
    /// Appends SVG verbatim; it must not contain untrusted text.
    pub(super) fn raw(&mut self, svg: impl Display) -> &mut Self {
        write!(self.0, "{svg}").expect("a string can always be written to");
        self
    }

    /// Moves the origin until [`Svg::close`].
    pub(super) fn at(&mut self, x: f64, y: f64) -> &mut Self {
        self.raw(format_args!("<g transform=\"translate({} {})\">", Num(x), Num(y)))
    }

    pub(super) fn close(&mut self) -> &mut Self {
        self.raw("</g>")
    }

    /// A rectangle with round corners.
    pub(super) fn rect(&mut self, (x, y): (f64, f64), (wide, tall): (f64, f64), round: f64, look: &str) -> &mut Self {
        self.raw("<rect").place(x, y);
        let (wide, tall, round) = (Num(wide), Num(tall), Num(round));
        self.raw(format_args!(" width=\"{wide}\" height=\"{tall}\" rx=\"{round}\" {look}/>"))
    }

    /// The x and y attributes, without zeros.
    fn place(&mut self, x: f64, y: f64) -> &mut Self {
        for (name, value) in [("x", x), ("y", y)] {
            let value = Num(value).to_string();
            if value != "0" {
                self.raw(format_args!(" {name}=\"{value}\""));
            }
        }
        self
    }

    /// A shape of the defs.
    pub(super) fn put(&mut self, id: impl Display, x: f64, y: f64) -> &mut Self {
        self.raw(format_args!("<use href=\"#{id}\"")).place(x, y).raw("/>")
    }

    /// A shape of the defs, rotated (in degrees) and scaled.
    pub(super) fn put_turned(&mut self, id: impl Display, (x, y): (f64, f64), turn: f64, scale: f64) -> &mut Self {
        self.raw(format_args!("<use href=\"#{id}\" transform=\"translate({} {})", Num(x), Num(y)));
        if turn != 0.0 {
            self.raw(format_args!("rotate({})", Num(turn)));
        }
        // Scales multiply all lengths, so they need a second decimal.
        self.raw(format_args!("scale({})\"/>", (scale * 100.0).round() / 100.0))
    }

    /// A line of text. `size` is the font size in units of the picture.
    pub(super) fn text(&mut self, class: &str, (x, y): (f64, f64), size: f64, words: &str) -> &mut Self {
        self.raw(format_args!("<text class=\"{class}\""));
        if x != 0.0 {
            self.raw(format_args!(" x=\"{}\"", Num(x)));
        }
        self.raw(format_args!(" y=\"{}\" font-size=\"{}\">{}</text>", Num(y), Num(size), escaped(words)))
    }

    pub(super) fn done(&mut self) -> String {
        std::mem::take(&mut self.0)
    }
}

/// Estimates the width of a bold text in this font size. Fonts differ, so this assumes a wide one.
pub(super) fn width_of(text: &str, size: f64) -> f64 {
    let width = |letter: char| match letter {
        ' ' | 'i' | 'j' | 'l' | '.' | ',' | '\'' => 0.4,
        't' | 'f' | 'r' | 's' => 0.54,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 1.11,
        '&' | '<' | '>' | '=' | '+' | '~' => 0.86,
        'A'..='Z' => 0.82,
        '\0'..='\u{10ff}' => 0.71,
        _ => 1.1,
    };
    size * text.chars().map(width).sum::<f64>()
}

/// The width of letters that aren't bold, as a share of [`width_of`].
pub(super) const REGULAR: f64 = 0.88;

/// The maximum number of characters of a name on a board.
const LONGEST: usize = 300;

/// Fits a name into the available room: first with smaller letters, and cut only if they would get too small.
pub(super) fn fitted(name: &str, room: f64, size: f64, smallest: f64) -> (String, f64) {
    let wanted = width_of(name, size);
    if wanted <= room {
        return (name.to_owned(), size);
    }
    let smaller = size * room / wanted;
    if smaller >= smallest {
        return (name.to_owned(), smaller);
    }
    // Names from journals can have any number of combining accents.
    let mut cut: String = name.chars().take(LONGEST).collect();
    while cut.pop().is_some() {
        let short = format!("{}…", cut.trim_end());
        if width_of(&short, smallest) <= room {
            return (short, smallest);
        }
    }
    (String::new(), smallest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let written = [0.0, -0.04, 0.5, -0.5, 12.0, 12.34, -12.36].map(|number| Num(number).to_string());
        assert_eq!(written, ["0", "0", ".5", "-.5", "12", "12.3", "-12.4"]);
    }

    #[test]
    fn untrusted_text_is_escaped() {
        assert_eq!(escaped("<b a=\"1\" b='2'>&\u{1}"), "&lt;b a=&quot;1&quot; b=&#39;2&#39;&gt;&amp; ");
        assert_eq!(unescaped(&escaped("&lt;<a href=\"b\">'&amp;'")), "&lt;<a href=\"b\">'&amp;'");
        let drawn = Svg::default().text("x", (1.0, 2.0), 3.0, "</text>").done();
        assert_eq!(drawn, "<text class=\"x\" x=\"1\" y=\"2\" font-size=\"3\">&lt;/text&gt;</text>");
    }

    #[test]
    fn long_names_get_smaller_and_then_shorter() {
        assert_eq!(fitted("Anna", 200.0, 20.0, 12.0), ("Anna".to_owned(), 20.0));
        let (name, size) = fitted("Annabella", 80.0, 20.0, 12.0);
        assert_eq!(name, "Annabella");
        assert!((12.0..20.0).contains(&size) && width_of(&name, size) <= 80.1);
        let (name, size) = fitted(&"W".repeat(20), 80.0, 20.0, 12.0);
        assert!(name.ends_with('…') && name.len() > 5 && width_of(&name, size) <= 80.0, "{name}");
        assert_eq!(fitted("Anna", 1.0, 20.0, 12.0).0, "");
        assert!(fitted(&"a\u{301}".repeat(1_000_000), 200.0, 20.0, 12.0).0.len() < 99);
    }
}
