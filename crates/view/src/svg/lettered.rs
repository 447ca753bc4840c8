//! The texts of a picture, for programs that draw the letters themselves because they have no fonts.

use super::looks::look;
use super::{Theme, writer};

/// A line of text with its look.
#[derive(Clone, PartialEq, Debug)]
pub struct TextLine<'a> {
    pub words: String,
    pub x: f64,
    /// The baseline of the letters.
    pub y: f64,
    /// The font size.
    pub size: f64,
    pub anchor: Anchor,
    pub strong: bool,
    pub fill: &'a str,
    pub opacity: &'a str,
}

/// The part of a line that is at `x`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// Replaces every text of a painted picture with the result of `draw`.
pub fn lettered(svg: &str, theme: Theme, draw: impl Fn(&TextLine<'_>) -> String) -> String {
    let mut parts = svg.split("<text ");
    let mut done = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let Some((text, after)) = part.split_once("</text>") else { continue };
        let Some((attributes, words)) = text.split_once('>') else { continue };
        let attribute = |name: &str| {
            let (_, value) = attributes.split_once(&format!("{name}=\""))?;
            value.split_once('"').map(|(value, _)| value)
        };
        let number = |name: &str| attribute(name).and_then(|value| value.parse().ok()).unwrap_or_default();
        let classes = attribute("class").unwrap_or_default();
        let anchor = match look(classes, "text-anchor", theme).as_deref() {
            Some("middle") => Anchor::Middle,
            Some("end") => Anchor::End,
            _ => Anchor::Start,
        };
        let line = TextLine {
            words: writer::unescaped(words),
            x: number(" x"),
            y: number(" y"),
            size: number("font-size"),
            anchor,
            strong: look(classes, "font-weight", theme).is_some(),
            fill: &look(classes, "fill", theme).unwrap_or_else(|| "#000".to_owned()),
            opacity: &look(classes, "opacity", theme).unwrap_or_else(|| "1".to_owned()),
        };
        done.push_str(&draw(&line));
        done.push_str(after);
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::svg::writer::Svg;

    #[test]
    fn every_text_is_replaced_with_its_place_and_look() {
        let svg = Svg::default()
            .text("on-felt strong end", (12.5, -3.0), 27.0, "<A> & \"B\" 'C'")
            .put("star", 1.0, 2.0)
            .text("n-light", (0.0, 8.0), 60.0, "7")
            .done();
        let lines = std::cell::RefCell::new(Vec::new());
        let drawn = lettered(&svg, Theme::Light, |line| {
            let TextLine { words, x, y, size, anchor, strong, fill, opacity } = line;
            lines.borrow_mut().push(format!("{words} {x} {y} {size} {anchor:?} {strong} {fill} {opacity}"));
            "<g/>".to_owned()
        });
        assert_eq!(drawn, "<g/><use href=\"#star\" x=\"1\" y=\"2\"/><g/>");
        let expected =
            ["<A> & \"B\" 'C' 12.5 -3 27 End true #f4efe0 1", "7 0 8 60 Middle true #fff 0.55"].map(str::to_owned);
        assert_eq!(lines.into_inner(), expected);
    }

    #[test]
    fn colours_are_those_of_the_theme() {
        assert_eq!(look("on-wood", "fill", Theme::Light).as_deref(), Some("#2b1708"));
        assert_eq!(look("on-wood", "fill", Theme::Dark).as_deref(), Some("#fbeed6"));
        assert_eq!(look("on-felt", "fill", Theme::Dark), look("on-felt", "fill", Theme::Light));
        assert_eq!(look("on-felt", "stroke", Theme::Light), None);
    }
}
