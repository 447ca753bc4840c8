//! PNG files, and the icon file of old browsers, which contains two of them.

use png::{BitDepth, ColorType, Compression, Encoder, Filter};

use crate::PictureError;
use crate::palette::Histogram;
use crate::raster::{Pixels, pixels};

impl From<png::EncodingError> for PictureError {
    fn from(error: png::EncodingError) -> PictureError {
        PictureError::Encoding(error.to_string())
    }
}

/// A picture with all its colours.
pub fn png(svg: &str, width: u32) -> Result<Vec<u8>, PictureError> {
    let Pixels { width, height, rgba } = pixels(svg, width)?;
    let rgb: Vec<u8> = rgba.iter().flat_map(|[red, green, blue, _]| [*red, *green, *blue]).collect();
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    finished(encoder, &rgb)?;
    Ok(file)
}

/// A picture with at most 256 colours, which is several times smaller: for previews of links.
pub fn preview(svg: &str, width: u32) -> Result<Vec<u8>, PictureError> {
    let Pixels { width, height, rgba } = pixels(svg, width)?;
    let mut histogram = Histogram::new();
    histogram.add(&rgba);
    let mut palette = histogram.palette();
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Indexed);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_palette(palette.bytes());
    encoder.set_compression(Compression::Balanced);
    // Indices of neighbouring pixels are unrelated numbers.
    encoder.set_filter(Filter::NoFilter);
    finished(encoder, &palette.indexed(&rgba))?;
    Ok(file)
}

/// A square picture with transparency.
pub fn icon(svg: &str, size: u32) -> Result<Vec<u8>, PictureError> {
    let Pixels { width, height, rgba } = pixels(svg, size)?;
    let mut file = Vec::new();
    let mut encoder = Encoder::new(&mut file, width, height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    finished(encoder, &rgba.concat())?;
    Ok(file)
}

fn finished(encoder: Encoder<'_, &mut Vec<u8>>, data: &[u8]) -> Result<(), PictureError> {
    let mut writer = encoder.write_header()?;
    writer.write_image_data(data)?;
    Ok(writer.finish()?)
}

/// A square picture in two sizes as an ICO file.
pub fn ico(svg: &str) -> Result<Vec<u8>, PictureError> {
    const SIZES: [u8; 2] = [16, 32];
    let icons = SIZES.map(|size| icon(svg, size.into()));
    let mut file = vec![0, 0, 1, 0, SIZES.len() as u8, 0];
    let mut at = 6 + 16 * SIZES.len() as u32;
    let mut pictures = Vec::new();
    for (size, icon) in SIZES.into_iter().zip(icons) {
        let icon = icon?;
        let length = icon.len() as u32;
        // Width, height, no palette, 1 plane, 32 bits per pixel.
        file.extend([size, size, 0, 0, 1, 0, 32, 0]);
        file.extend(length.to_le_bytes());
        file.extend(at.to_le_bytes());
        at += length;
        pictures.extend(icon);
    }
    file.extend(pictures);
    Ok(file)
}
