//! Pictures that are the same for everyone: icons, and previews of links to the lobby and the rules. Each is painted when
//! it is requested first.

use std::fmt::Write;
use std::sync::{LazyLock, Mutex, PoisonError};

use axum::body::Bytes;
use parlor_picture::{Card, PictureError, Theme, WIDTH, ico, icon, icon_svg, preview, site_svg};
use parlor_rules::Game;
use sha2::{Digest, Sha256};

pub(crate) struct Painted {
    site: PaintedAsset,
    games: [PaintedAsset; 3],
    icons: Vec<PaintedAsset>,
    maskable: PaintedAsset,
    ico: PaintedAsset,
}

/// A picture with a hash of its source in its name, so that browsers can cache it forever.
pub(crate) struct PaintedAsset {
    pub(crate) url: String,
    svg: String,
    kind: Kind,
    painted: Mutex<Option<Bytes>>,
}

#[derive(Clone, Copy)]
enum Kind {
    Preview,
    /// With its width.
    Icon(u32),
    /// The icon file of old browsers.
    Ico,
}

/// The width of the icon for home screens that cut it out themselves.
pub(crate) const APPLE: u32 = 180;

/// The widths of the icons.
pub(crate) const ICONS: [u32; 3] = [APPLE, 192, 512];

impl Painted {
    pub(crate) fn shared() -> &'static Painted {
        static SHARED: LazyLock<Painted> = LazyLock::new(Painted::new);
        &SHARED
    }

    fn new() -> Painted {
        let of_game = |game: Game| {
            let svg = Card::of_game(game).svg(Theme::Light);
            PaintedAsset::new(&format!("preview-{}", crate::fields::slug(game)), svg, Kind::Preview)
        };
        let icon = |size| PaintedAsset::new(&format!("icon-{size}"), icon_svg(size == APPLE), Kind::Icon(size));
        Painted {
            site: PaintedAsset::new("preview", site_svg(), Kind::Preview),
            games: Game::ALL.map(of_game),
            icons: ICONS.map(icon).into(),
            maskable: PaintedAsset::new("icon-maskable", icon_svg(true), Kind::Icon(512)),
            ico: PaintedAsset::new("favicon", icon_svg(false), Kind::Ico),
        }
    }

    /// The preview of the site.
    pub(crate) fn site(&self) -> &PaintedAsset {
        &self.site
    }

    /// The preview of a game's rules.
    pub(crate) fn game(&self, game: Game) -> &PaintedAsset {
        &self.games[game as usize]
    }

    /// An icon of one of the widths in [`ICONS`].
    pub(crate) fn icon(&self, size: u32) -> &PaintedAsset {
        let found = self.icons.iter().find(|asset| matches!(asset.kind, Kind::Icon(own) if own == size));
        found.unwrap_or(&self.maskable)
    }

    pub(crate) fn maskable(&self) -> &PaintedAsset {
        &self.maskable
    }

    pub(crate) fn ico(&self) -> &PaintedAsset {
        &self.ico
    }

    /// Looks up a file name, without the folder.
    pub(crate) fn get(&self, file: &str) -> Option<&PaintedAsset> {
        let all = self.games.iter().chain(&self.icons).chain([&self.site, &self.maskable]);
        let mut found = all.filter(|asset| asset.url.strip_prefix("/assets/") == Some(file));
        found.next()
    }
}

impl PaintedAsset {
    fn new(name: &str, svg: String, kind: Kind) -> PaintedAsset {
        let mut hash = String::new();
        for byte in &Sha256::digest([svg.as_bytes(), env!("CARGO_PKG_VERSION").as_bytes()].concat())[..8] {
            // Writing to a string can't fail.
            let _ = write!(hash, "{byte:02x}");
        }
        PaintedAsset { url: format!("/assets/{name}-{hash}.png"), svg, kind, painted: Mutex::default() }
    }

    /// The picture as a file. Blocking: the first request paints it, and others wait for it.
    pub(crate) fn file(&self) -> Result<Bytes, PictureError> {
        let mut painted = self.painted.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(painted) = &*painted {
            return Ok(painted.clone());
        }
        let file = Bytes::from(match self.kind {
            Kind::Preview => preview(&self.svg, WIDTH)?,
            Kind::Icon(size) => icon(&self.svg, size)?,
            Kind::Ico => ico(&self.svg)?,
        });
        Ok(painted.insert(file).clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_picture_has_its_own_name_and_is_painted_once() {
        let painted = Painted::shared();
        let all = ICONS.map(|size| painted.icon(size)).into_iter().chain(Game::ALL.map(|game| painted.game(game)));
        for asset in all.chain([painted.site(), painted.maskable()]) {
            let file = asset.url.strip_prefix("/assets/").unwrap();
            assert!(std::ptr::eq(painted.get(file).unwrap(), asset), "{file}");
        }
        let icon = painted.icon(192);
        assert_eq!(icon.file().unwrap().as_ptr(), icon.file().unwrap().as_ptr());
        assert!(painted.get("icon-192.png").is_none());
    }
}
