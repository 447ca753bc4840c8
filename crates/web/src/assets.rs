//! The files that pages load: a style sheet for each colour scheme, one script, two icons. They are compiled into the program and served
//! under names that contain a hash, so that browsers can cache them forever.

use std::borrow::Cow;
use std::fmt::Write;
use std::sync::LazyLock;

use parlor_host::ColorScheme;
use parlor_view::svg::page_sheet;
use sha2::{Digest, Sha256};

const SCRIPT: &str = include_str!("../assets/app.js");
const ICON: &str = include_str!("../assets/icon.svg");
const ICON_TURN: &str = include_str!("../assets/icon-turn.svg");

#[derive(Clone, Debug)]
pub struct Assets {
    all: [Asset; 6],
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asset {
    /// `/assets/` and the hashed name.
    url: String,
    pub content_type: &'static str,
    pub text: Cow<'static, str>,
}

static SHARED: LazyLock<Assets> = LazyLock::new(Assets::default);

impl Assets {
    pub fn shared() -> &'static Assets {
        &SHARED
    }

    /// The URL of the style sheet.
    pub fn sheet(&self, scheme: ColorScheme) -> &str {
        &self.all[scheme as usize].url
    }

    pub fn script(&self) -> &str {
        &self.all[3].url
    }

    /// The URL of the icon; `turn` selects the icon that says it is the player's turn.
    pub fn icon(&self, turn: bool) -> &str {
        &self.all[4 + usize::from(turn)].url
    }

    /// Looks up a file name, without the folder.
    pub fn get(&self, file: &str) -> Option<&Asset> {
        self.all.iter().find(|asset| asset.url.strip_prefix("/assets/") == Some(file))
    }
}

/// A sheet for pages that are always light or always dark. The colours are written only once, for pages that follow
/// the device.
fn fixed(sheet: &str, scheme: ColorScheme) -> String {
    let (name, media) = match scheme {
        ColorScheme::System => return sheet.to_owned(),
        ColorScheme::Light => ("light", "not all"),
        ColorScheme::Dark => ("dark", "all"),
    };
    let dark = ["(prefers-color-scheme: dark)", "(prefers-color-scheme:dark)"];
    let sheet = dark.iter().fold(sheet.to_owned(), |sheet, dark| sheet.replace(dark, media));
    sheet.replace("color-scheme: light dark;", &format!("color-scheme: {name};"))
}

/// File names contain a hash of the content.
impl Default for Assets {
    fn default() -> Assets {
        let sheet = [
            include_str!("../assets/base.css"),
            &page_sheet(),
            include_str!("../assets/boards.css"),
            include_str!("../assets/review.css"),
        ]
        .concat();
        let sheet = |scheme| ("parlor", "css", "text/css; charset=utf-8", Cow::Owned(fixed(&sheet, scheme)));
        let all = [
            sheet(ColorScheme::System),
            sheet(ColorScheme::Light),
            sheet(ColorScheme::Dark),
            ("parlor", "js", "text/javascript; charset=utf-8", SCRIPT.into()),
            ("icon", "svg", "image/svg+xml", ICON.into()),
            ("icon-turn", "svg", "image/svg+xml", ICON_TURN.into()),
        ];
        Assets {
            all: all.map(|(name, extension, content_type, text)| {
                let mut hash = String::new();
                for byte in &Sha256::digest(text.as_bytes())[..8] {
                    // Writing to a string can't fail.
                    let _ = write!(hash, "{byte:02x}");
                }
                Asset { url: format!("/assets/{name}-{hash}.{extension}"), content_type, text }
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCHEMES: [ColorScheme; 3] = [ColorScheme::System, ColorScheme::Light, ColorScheme::Dark];

    #[test]
    fn a_chosen_colour_scheme_doesnt_depend_on_the_device() {
        let assets = Assets::default();
        let [system, light, dark] =
            SCHEMES.map(|scheme| &*assets.get(&assets.sheet(scheme)["/assets/".len()..]).unwrap().text);
        assert_eq!(system.matches("prefers-color-scheme").count(), 3);
        assert!(!light.contains("prefers-color-scheme") && !dark.contains("prefers-color-scheme"));
        let schemes = |sheet: &str| sheet.matches("color-scheme: light dark").count();
        assert_eq!([system, light, dark].map(schemes), [1, 0, 0]);
        assert_eq!((light.matches("@media not all").count(), dark.matches("@media all").count()), (3, 3));
    }

    #[test]
    fn everything_is_found_under_its_own_name_only() {
        let assets = Assets::default();
        let [system, light, dark] = SCHEMES.map(|scheme| assets.sheet(scheme));
        for url in [system, light, dark, assets.script(), assets.icon(false), assets.icon(true)] {
            let file = url.strip_prefix("/assets/").unwrap();
            assert_eq!(assets.get(file).unwrap().url, url);
        }
        assert_ne!(assets.icon(true), assets.icon(false));
        for file in ["", "parlor.css", "../Cargo.toml", "/assets/"] {
            assert_eq!(assets.get(file), None);
        }
    }
}
