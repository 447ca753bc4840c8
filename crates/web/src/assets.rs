//! The files that pages load: one style sheet, one script, two icons. They are compiled into the program and served
//! under names that contain a hash, so that browsers can cache them forever.

use std::borrow::Cow;
use std::fmt::Write;
use std::sync::LazyLock;

use parlor_view::svg::page_sheet;
use sha2::{Digest, Sha256};

const SCRIPT: &str = include_str!("../assets/app.js");
const ICON: &str = include_str!("../assets/icon.svg");
const ICON_TURN: &str = include_str!("../assets/icon-turn.svg");

#[derive(Clone, Debug)]
pub struct Assets {
    all: [Asset; 4],
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
    pub fn sheet(&self) -> &str {
        &self.all[0].url
    }

    pub fn script(&self) -> &str {
        &self.all[1].url
    }

    /// The URL of the icon; `turn` selects the icon that says it is the player's turn.
    pub fn icon(&self, turn: bool) -> &str {
        &self.all[2 + usize::from(turn)].url
    }

    /// Looks up a file name, without the folder.
    pub fn get(&self, file: &str) -> Option<&Asset> {
        self.all.iter().find(|asset| asset.url.strip_prefix("/assets/") == Some(file))
    }
}

/// File names contain a hash of the content.
impl Default for Assets {
    fn default() -> Assets {
        let sheet = [
            include_str!("../assets/base.css"),
            &page_sheet(),
            include_str!("../assets/boards.css"),
            include_str!("../assets/review.css"),
        ];
        let all = [
            ("parlor", "css", "text/css; charset=utf-8", Cow::Owned(sheet.concat())),
            ("parlor", "js", "text/javascript; charset=utf-8", SCRIPT.into()),
            ("icon", "svg", "image/svg+xml", ICON.into()),
            ("icon-turn", "svg", "image/svg+xml", ICON_TURN.into()),
        ];
        Assets {
            all: all.map(|(name, ending, content_type, text)| {
                let mut hash = String::new();
                for byte in &Sha256::digest(text.as_bytes())[..8] {
                    // Writing to a string can't fail.
                    let _ = write!(hash, "{byte:02x}");
                }
                Asset { url: format!("/assets/{name}-{hash}.{ending}"), content_type, text }
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_found_under_its_own_name_only() {
        let assets = Assets::default();
        for url in [assets.sheet(), assets.script(), assets.icon(false), assets.icon(true)] {
            let file = url.strip_prefix("/assets/").unwrap();
            assert_eq!(assets.get(file).unwrap().url, url);
        }
        assert_ne!(assets.icon(true), assets.icon(false));
        for file in ["", "parlor.css", "../Cargo.toml", "/assets/"] {
            assert_eq!(assets.get(file), None);
        }
    }
}
