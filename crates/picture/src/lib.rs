//! Pictures of tables as files: PNG of a moment, GIF of a game, and Parlor's icons.
//!
//! A [`Card`] is what a picture shows: the board as `parlor_view` paints it, both players with their scores, and a
//! caption. [`Card::svg`] lays it out, [`png`] and [`gif`] encode it. There are no fonts: letters are strokes. The same
//! card gives the same bytes.

mod card;
mod gif;
mod layout;
mod lettering;
mod letters;
mod palette;
mod png;
mod raster;

pub use card::{Card, cards, inviter};
pub use gif::{GifOptions, MOST_FRAMES, gif};
pub use layout::{HEIGHT, WIDTH, icon_svg, paper, site_svg};
pub use parlor_view::svg::Theme;
pub use png::{ico, icon, png, preview};

/// The narrowest and the widest picture, in pixels.
pub const WIDTHS: std::ops::RangeInclusive<u32> = 200..=2400;

/// The height of a card at a width.
pub fn height_of(width: u32) -> u32 {
    (width * HEIGHT + WIDTH / 2) / WIDTH
}

/// A picture can't be made.
#[derive(Debug, thiserror::Error)]
pub enum PictureError {
    #[error("the picture can't be drawn: {0}")]
    Svg(String),
    #[error("the picture is too small or too large")]
    Size,
    #[error("a GIF can have at most {most} steps, and this one would have {moments}")]
    TooLong { moments: usize, most: usize },
    #[error("the picture would have more than {0} MB")]
    TooLarge(usize),
    #[error("the picture can't be encoded: {0}")]
    Encoding(String),
}
