//! SVG to pixels.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::PictureError;

/// The pixels of a picture, row by row from the upper left corner.
pub(crate) struct Pixels {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// Red, green, blue and alpha.
    pub(crate) rgba: Vec<[u8; 4]>,
}

/// The pixels of an SVG picture at this width.
#[allow(
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "pictures are at most a few thousand pixels wide"
)]
pub(crate) fn pixels(svg: &str, width: u32) -> Result<Pixels, PictureError> {
    let tree = Tree::from_str(svg, &Options::default()).map_err(|error| PictureError::Svg(error.to_string()))?;
    let scale = width as f32 / tree.size().width();
    let height = ((tree.size().height() * scale).round() as u32).max(1);
    let mut map = Pixmap::new(width, height).ok_or(PictureError::Size)?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut map.as_mut());
    let rgba = map.pixels().iter().map(|pixel| {
        let plain = pixel.demultiply();
        [plain.red(), plain.green(), plain.blue(), plain.alpha()]
    });
    Ok(Pixels { width, height, rgba: rgba.collect() })
}
