//! Texts as strokes: the shape of every character, and lines of them.

use std::fmt::Write;

use parlor_view::svg::{Anchor, Num, TextLine};

use crate::letters::{Letter, UNKNOWN, letter};

/// The height of small letters in relation to capitals.
const SMALL: f64 = 0.7;

/// The strokes of a character: a letter, perhaps a smaller one, and its accent.
#[derive(Clone, Copy)]
struct Glyph {
    width: f64,
    scale: f64,
    strokes: &'static str,
    /// The strokes of the accent and its place.
    accent: Option<(&'static str, f64, f64)>,
}

/// An accent: its strokes, around the middle of the letter. Accents above the letter end at the height 0.
struct Accent {
    strokes: &'static str,
    below: bool,
    /// The letters with this accent, and the same letters without it.
    composed: &'static str,
    plain: &'static str,
    /// The character that puts this accent on the one before it.
    combining: char,
}

const fn accent(combining: char, strokes: &'static str, composed: &'static str, plain: &'static str) -> Accent {
    Accent { strokes, below: false, composed, plain, combining }
}

const fn below(combining: char, strokes: &'static str, composed: &'static str, plain: &'static str) -> Accent {
    Accent { strokes, below: true, composed, plain, combining }
}

const ACCENTS: [Accent; 15] = [
    accent('\u{300}', "M-8-10L4 0", "ÀÈÌÒÙàèìòùǸǹẀẁỲỳ", "AEIOUaeiouNnWwYy"),
    accent('\u{301}', "M8-10L-4 0", "ÁÉÍÓÚÝáéíóúýĆćĹĺŃńŔŕŚśŹźẂẃ", "AEIOUYaeiouyCcLlNnRrSsZzWw"),
    accent('\u{302}', "M-11 0L0-10L11 0", "ÂÊÎÔÛâêîôûĈĉĜĝĤĥĴĵŜŝŴŵŶŷ", "AEIOUaeiouCcGgHhJjSsWwYy"),
    accent('\u{303}', "M-13-2C-9-11-4-9 0-5C4-1 9 1 13-8", "ÃÑÕãñõĨĩŨũẼẽ", "ANOanoIiUuEe"),
    accent('\u{308}', "M-10-4h.1M10-4h.1", "ÄËÏÖÜŸäëïöüÿЁёЇї", "AEIOUYaeiouyЕеІі"),
    accent('\u{30a}', "M0-14a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13Z", "ÅåŮů", "AaUu"),
    accent('\u{30c}', "M-11-10L0 0L11-10", "ČčĎďĚěĽľŇňŘřŠšŤťŽžǍǎǏǐǑǒǓǔ", "CcDdEeLlNnRrSsTtZzAaIiOoUu"),
    accent('\u{306}', "M-11-10C-8 1 8 1 11-10", "ĂăĔĕĞğĬĭŎŏŬŭЙйЎў", "AaEeGgIiOoUuИиУу"),
    accent('\u{304}', "M-11-4H11", "ĀāĒēĪīŌōŪū", "AaEeIiOoUu"),
    accent('\u{307}', "M0-4h.1", "ĊċĖėĠġİŻż", "CcEeGgIZz"),
    accent('\u{30b}', "M-2-10L-9 0M12-10L5 0", "ŐőŰű", "OoUu"),
    below('\u{327}', "M1-4V3C9 4 8 15-6 13", "ÇçŞşŢţ", "CcSsTt"),
    below('\u{326}', "M2 6L-3 16", "ȘșȚțĢĶķĻļŅņŖŗ", "SsTtGKkLlNnRr"),
    below('\u{328}', "M9-4C0 3 0 14 12 12", "ĄąĘęĮįŲų", "AaEeIiUu"),
    below('\u{323}', "M0 9h.1", "ẠạẸẹỊịỌọỤụ", "AaEeIiOoUu"),
];

/// Letters of other scripts that look like Latin ones.
const ALIKE: [(&str, &str); 2] =
    [("АВЕКМНОРСТХІЈЅаеорсухіјѕ", "ABEKMHOPCTXIJSaeopcyxijs"), ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧο", "ABEZHIKMNOPTYXo")];

/// Cyrillic letters that are smaller capitals.
const SMALL_CAPITALS: (&str, &str) = ("вгджзиклмнптцчшщъыьэюяєґ", "ВГДЖЗИКЛМНПТЦЧШЩЪЫЬЭЮЯЄҐ");

/// The character at the same place in another list.
fn replaced(character: char, from: &str, to: &str) -> Option<char> {
    let place = from.chars().position(|other| other == character)?;
    to.chars().nth(place)
}

fn alike(character: char) -> char {
    ALIKE.iter().find_map(|(from, to)| replaced(character, from, to)).unwrap_or(character)
}

fn plain(character: char) -> Option<Glyph> {
    let of = |(width, strokes): Letter, scale: f64| Glyph { width: width * scale, scale, strokes, accent: None };
    if let Some(capital) = replaced(character, SMALL_CAPITALS.0, SMALL_CAPITALS.1) {
        return letter(alike(capital)).map(|letter| of(letter, SMALL));
    }
    letter(alike(character)).map(|letter| of(letter, 1.0))
}

/// The shape of a character; a box if it has none.
fn glyph(character: char) -> Glyph {
    if let Some(plain) = plain(character) {
        return plain;
    }
    let composed =
        ACCENTS.iter().find_map(|accent| Some((accent, replaced(character, accent.composed, accent.plain)?)));
    if let Some((accent, base)) = composed
        && let Some(shape) = accented(base, accent)
    {
        return shape;
    }
    let (width, strokes) = UNKNOWN;
    Glyph { width, scale: 1.0, strokes, accent: None }
}

fn accented(base: char, accent: &Accent) -> Option<Glyph> {
    let undotted = match alike(base) {
        'i' if !accent.below => '\u{131}',
        'j' if !accent.below => '\u{237}',
        _ => base,
    };
    let shape = plain(undotted)?;
    let tall = base.is_uppercase() || "bdfhklt".contains(base);
    let lift = if accent.below {
        0.0
    } else if tall {
        -76.0
    } else {
        -56.0
    };
    Some(Glyph { accent: Some((accent.strokes, shape.width / 2.0, lift)), ..shape })
}

/// The characters of a text, with accents on the letters before them.
fn glyphs(words: &str) -> Vec<Glyph> {
    let mut glyphs: Vec<Glyph> = Vec::new();
    let mut last = None;
    for character in words.chars() {
        let combining = ACCENTS.iter().find(|accent| accent.combining == character);
        if let (Some(accent), Some(base)) = (combining, last)
            && let Some(shape) = accented(base, accent)
        {
            glyphs.pop();
            glyphs.push(shape);
            last = None;
            continue;
        }
        if combining.is_some() && !glyphs.is_empty() {
            // There is room for one accent only.
            continue;
        }
        glyphs.push(glyph(character));
        last = Some(character);
    }
    glyphs
}

/// The width of a text in units of its font size.
fn width(glyphs: &[Glyph], strong: bool) -> f64 {
    glyphs.iter().map(|glyph| glyph.width + spacing(strong)).sum::<f64>() / 100.0
}

/// Bold letters need more room.
fn spacing(strong: bool) -> f64 {
    if strong { 4.0 } else { 1.0 }
}

/// The width of a text in this size.
pub(crate) fn width_of(words: &str, size: f64, strong: bool) -> f64 {
    size * width(&glyphs(words), strong)
}

/// A text as SVG. None of its characters get into the SVG, so names can't change it.
pub(crate) fn drawn(line: &TextLine<'_>) -> String {
    let glyphs = glyphs(&line.words);
    let scale = line.size / 100.0;
    let wide = width(&glyphs, line.strong) * line.size;
    let x = match line.anchor {
        Anchor::Start => line.x,
        Anchor::Middle => line.x - wide / 2.0,
        Anchor::End => line.x - wide,
    };
    let pen = if line.strong { 13.0 } else { 8.5 };
    let mut svg = format!(
        "<g transform=\"translate({} {})scale({})\" fill=\"none\" stroke=\"{}\" stroke-width=\"{pen}\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\" opacity=\"{}\">",
        Num(x),
        Num(line.y),
        (scale * 10_000.0).round() / 10_000.0,
        line.fill,
        line.opacity
    );
    let mut at = spacing(line.strong) / 2.0;
    for Glyph { width, scale, strokes, accent } in glyphs {
        if !strokes.is_empty() {
            // Writing to a string can't fail.
            let _ = if (scale - 1.0).abs() < f64::EPSILON {
                write!(svg, "<path transform=\"translate({} 0)\" d=\"{strokes}\"/>", Num(at))
            } else {
                write!(
                    svg,
                    "<path transform=\"translate({} {})scale({scale})\" stroke-width=\"{}\" d=\"{strokes}\"/>",
                    Num(at),
                    Num(-4.0 * (1.0 - scale)),
                    Num(pen / scale)
                )
            };
        }
        if let Some((strokes, right, up)) = accent {
            let _ = write!(svg, "<path transform=\"translate({} {})\" d=\"{strokes}\"/>", Num(at + right), Num(up));
        }
        at += width + spacing(line.strong);
    }
    svg.push_str("</g>");
    svg
}

/// The maximum number of characters that are looked at. Names from journals can have any number of combining accents.
const LONGEST: usize = 300;

/// Fits a text into the available room: with smaller letters, and cut only if they would get too small.
pub(crate) fn fitted(words: &str, room: f64, size: f64, smallest: f64, strong: bool) -> (String, f64) {
    let mut cut: String = words.chars().take(LONGEST).collect();
    let words = cut.as_str();
    let wanted = width_of(words, size, strong);
    if wanted <= room {
        return (words.to_owned(), size);
    }
    let smaller = size * room / wanted;
    if smaller >= smallest {
        return (words.to_owned(), smaller);
    }
    while cut.pop().is_some() {
        let short = format!("{}\u{2026}", cut.trim_end());
        if width_of(&short, smallest, strong) <= room {
            return (short, smallest);
        }
    }
    (String::new(), smallest)
}

/// Breaks a text into lines; the last one is cut if there are too many.
pub(crate) fn wrapped(words: &str, room: f64, size: f64, most: usize, strong: bool) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let words: String = words.chars().take(LONGEST).collect();
    let mut rest: Vec<&str> = words.split_whitespace().collect();
    while !rest.is_empty() && lines.len() < most {
        let fits = |count: &usize| width_of(&rest[..*count].join(" "), size, strong) <= room;
        let last = lines.len() + 1 == most;
        let count = if last { rest.len() } else { (1..=rest.len()).take_while(fits).last().unwrap_or(1) };
        lines.push(fitted(&rest[..count].join(" "), room, size, size, strong).0);
        rest.drain(..count);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_known(character: char) -> bool {
        glyph(character).strokes != UNKNOWN.1
    }

    #[test]
    fn every_list_of_letters_has_its_counterparts() {
        for Accent { composed, plain, .. } in &ACCENTS {
            assert_eq!(composed.chars().count(), plain.chars().count(), "{composed}");
        }
        for (from, to) in ALIKE.into_iter().chain([SMALL_CAPITALS]) {
            assert_eq!(from.chars().count(), to.chars().count(), "{from}");
        }
    }

    #[test]
    fn letters_have_shapes_and_unknown_characters_a_box() {
        for character in (' '..='~').chain('\u{c0}'..='\u{ff}').chain('\u{410}'..='\u{44f}') {
            assert!(is_known(character), "{character}");
        }
        for accent in &ACCENTS {
            assert!(accent.composed.chars().all(is_known), "{}", accent.composed);
        }
        for character in ['\u{6f22}', '\u{5d0}', '\u{1f600}', '\u{fffd}', '\u{3c9}'] {
            assert!(!is_known(character), "{character}");
        }
    }

    #[test]
    fn a_combining_accent_belongs_to_the_letter_before_it() {
        let strokes = |words: &str| -> Vec<_> { glyphs(words).iter().map(|one| (one.strokes, one.accent)).collect() };
        assert_eq!(strokes("Zoe\u{308}"), strokes("Zo\u{eb}"));
        assert_eq!(strokes("i\u{301}"), strokes("\u{ed}"));
        assert_eq!(glyphs("\u{301}a").len(), 2);
        assert_eq!(strokes("e\u{302}\u{301}"), strokes("\u{ea}"), "one accent is enough");
    }

    #[test]
    fn long_texts_are_wrapped_and_then_cut() {
        let lines = wrapped("one two three four five six", width_of("one two", 20.0, false), 20.0, 2, false);
        assert_eq!(lines.len(), 2);
        assert_eq!(lines[0], "one two");
        assert!(lines[1].starts_with("thr") && lines[1].ends_with('\u{2026}'), "{lines:?}");
        assert_eq!(wrapped("", 100.0, 20.0, 2, false), Vec::<String>::new());
        assert_eq!(fitted("Anna", 1.0, 20.0, 12.0, true).0, "");
    }

    #[test]
    fn no_character_of_a_name_gets_into_the_picture() {
        let words = "<script>&\"'</text>\u{6f22}".to_owned();
        let line = TextLine {
            words,
            x: 0.0,
            y: 0.0,
            size: 20.0,
            anchor: Anchor::Start,
            strong: false,
            fill: "#000",
            opacity: "1",
        };
        let svg = drawn(&line);
        assert!(!svg.contains("script") && !svg.contains('&'), "{svg}");
        assert_eq!(svg.matches('<').count(), svg.matches("<path ").count() + 2, "{svg}");
    }
}
