//! A browser's settings, as stored in its cookie.

use parlor_host::Preferences;

/// The longest name that is remembered, in characters.
pub const LONGEST_NAME: usize = 20;

/// The value of the cookie: the settings that differ from the defaults, encoded like form fields.
///
/// ```
/// use parlor_host::{Looks, Preferences, Speed};
/// use parlor_web::prefs::{read, written};
///
/// let looks = Looks { speed: Speed::Fast, value_bar: false, ..Looks::default() };
/// let prefs = Preferences { name: Some("Ada & Zoë".to_owned()), looks, ..Preferences::default() };
/// assert_eq!(written(&prefs), "name=Ada+%26+Zo%C3%AB&speed=fast&value_bar=no");
/// assert_eq!(read(&written(&prefs)), prefs);
/// assert_eq!(read("anything"), Preferences::default());
/// ```
pub fn written(prefs: &Preferences) -> String {
    let changes = prefs.changes_since(&Preferences::default());
    form_urlencoded::Serializer::new(String::new()).extend_pairs(changes).finish()
}

/// Reads a cookie. Invalid parts are ignored, because the client can send anything.
pub fn read(cookie: &str) -> Preferences {
    let mut prefs = Preferences::default();
    for (key, value) in form_urlencoded::parse(cookie.as_bytes()) {
        let _ = prefs.set(&key, &value);
    }
    prefs.name = prefs.name.map(|typed| name(&typed)).filter(|name| !name.is_empty());
    prefs
}

/// The part of a typed name that is kept: at most [`LONGEST_NAME`] characters, without control characters.
pub fn name(typed: &str) -> String {
    parlor_saves::printable(typed.trim()).chars().take(LONGEST_NAME).collect::<String>().trim().to_owned()
}

#[cfg(test)]
mod tests {
    use parlor_host::{Looks, Named, Speed};
    use parlor_review::Tutor;

    use super::*;

    #[test]
    fn any_cookie_can_be_read() {
        for text in ["", "speed", "speed=", "speed=no", "name=%", "name=%zz%e", "name=%FF%00x", "&&=&", "a=b=c"] {
            let prefs = read(text);
            assert_eq!(read(&written(&prefs)), prefs, "{text}");
        }
        let looks = Looks { speed: Speed::Slow, value_bar: false, ..Looks::default() };
        let slow = Preferences { name: Some("A.b".to_owned()), looks, ..Preferences::default() };
        assert_eq!(read("speed=slow&value_bar=off&name=A.b&x=y"), slow);
        for tutor in Tutor::all() {
            let mut prefs = Preferences { name: Some("A-b".to_owned()), ..Preferences::default() };
            prefs.looks.tutor = tutor;
            assert_eq!(read(&written(&prefs)), prefs);
        }
    }

    #[test]
    fn names_are_short_and_plain() {
        assert_eq!(name("  Ada "), "Ada");
        assert_eq!(name(&"é".repeat(50)).chars().count(), LONGEST_NAME);
        assert!(!name("a\u{1b}[2Jb\n").contains(['\u{1b}', '\n']));
    }
}
