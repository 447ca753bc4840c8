//! Animated GIF files. A frame contains only the area that changed, and in it only the pixels that changed.

use gif::{DisposalMethod, Encoder, Frame, Repeat};

use crate::card::Card;
use crate::palette::{Histogram, Palette};
use crate::raster::{Pixels, pixels};
use crate::{PictureError, Theme};

/// The maximum number of frames.
pub const MOST_FRAMES: usize = 400;

/// The maximum size of a file, in MB.
const MOST_MB: usize = 40;

/// The number of moments from which the palette is taken, spread over the whole game.
const SAMPLES: usize = 5;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GifOptions {
    /// In pixels.
    pub width: u32,
    pub theme: Theme,
    /// How long each moment is shown, in hundredths of a second.
    pub pause: u16,
    /// How long the last moment is shown.
    pub last_pause: u16,
}

impl GifOptions {
    /// A pace at which the captions can be read.
    pub fn new(width: u32, theme: Theme) -> GifOptions {
        GifOptions { width, theme, pause: 120, last_pause: 500 }
    }
}

impl From<gif::EncodingError> for PictureError {
    fn from(error: gif::EncodingError) -> PictureError {
        PictureError::Encoding(error.to_string())
    }
}

/// An animation of the cards, repeated forever. `progress` is called with the number of painted frames.
pub fn gif(cards: &[Card], options: GifOptions, mut progress: impl FnMut(usize)) -> Result<Vec<u8>, PictureError> {
    if cards.len() > MOST_FRAMES {
        return Err(PictureError::TooLong { moments: cards.len(), most: MOST_FRAMES });
    }
    let GifOptions { width, theme, pause, last_pause } = options;
    let paint = |card: &Card| pixels(&card.svg(theme), width);
    let mut palette = palette(cards, paint)?;
    let clear = (palette.bytes().len() / 3) as u8;
    let mut shown: Option<Pixels> = None;
    let mut encoder = None;
    for (number, card) in (1..).zip(cards) {
        let next = paint(card)?;
        let (wide, tall) = (side(next.width)?, side(next.height)?);
        let out = match &mut encoder {
            Some(out) => out,
            None => {
                let mut out = Encoder::new(Vec::new(), wide, tall, &padded(&palette))?;
                out.set_repeat(Repeat::Infinite)?;
                encoder.insert(out)
            }
        };
        let mut frame = frame(shown.as_ref(), &next, &mut palette, clear)?;
        frame.delay = if number == cards.len() { last_pause } else { pause };
        out.write_frame(&frame)?;
        if out.get_ref().len() > MOST_MB * 1_000_000 {
            return Err(PictureError::TooLarge(MOST_MB));
        }
        shown = Some(next);
        progress(number);
    }
    match encoder {
        Some(encoder) => Ok(encoder.into_inner().map_err(|error| PictureError::Encoding(error.to_string()))?),
        None => Err(PictureError::Size),
    }
}

fn side(pixels: u32) -> Result<u16, PictureError> {
    u16::try_from(pixels).map_err(|_| PictureError::Size)
}

fn palette(cards: &[Card], paint: impl Fn(&Card) -> Result<Pixels, PictureError>) -> Result<Palette, PictureError> {
    let mut histogram = Histogram::new();
    let samples = cards.len().min(SAMPLES);
    for sample in 0..samples {
        // The first and the last moment, and some between them.
        let at = sample * (cards.len() - 1) / (samples - 1).max(1);
        histogram.add(&paint(&cards[at])?.rgba);
    }
    Ok(histogram.palette())
}

/// The palette with one more colour, which stands for "as before".
fn padded(palette: &Palette) -> Vec<u8> {
    let mut bytes = palette.bytes();
    bytes.extend([0, 0, 0]);
    bytes
}

/// The changes from one picture to the next.
fn frame(
    shown: Option<&Pixels>,
    next: &Pixels,
    palette: &mut Palette,
    clear: u8,
) -> Result<Frame<'static>, PictureError> {
    let Some(shown) = shown else {
        let buffer = palette.indexed(&next.rgba).into();
        let (width, height) = (side(next.width)?, side(next.height)?);
        return Ok(Frame { width, height, buffer, dispose: DisposalMethod::Keep, ..Frame::default() });
    };
    let wide = next.width as usize;
    let is_changed = |at: usize| shown.rgba[at] != next.rgba[at];
    let changed = (0..next.rgba.len()).filter(|at| is_changed(*at));
    let (mut left, mut right, mut top, mut bottom) = (wide, 0, usize::MAX, 0);
    for at in changed {
        let (x, y) = (at % wide, at / wide);
        (left, right, top, bottom) = (left.min(x), right.max(x), top.min(y), bottom.max(y));
    }
    if top == usize::MAX {
        // Nothing changed, and a frame can't be empty.
        (left, right, top, bottom) = (0, 0, 0, 0);
    }
    let mut buffer = Vec::with_capacity((right - left + 1) * (bottom - top + 1));
    for y in top..=bottom {
        let row = y * wide + left..=y * wide + right;
        let colors = palette.indexed(&next.rgba[row.clone()]);
        buffer.extend(row.zip(colors).map(|(at, color)| if is_changed(at) { color } else { clear }));
    }
    Ok(Frame {
        left: side(left as u32)?,
        top: side(top as u32)?,
        width: side((right - left + 1) as u32)?,
        height: side((bottom - top + 1) as u32)?,
        buffer: buffer.into(),
        transparent: Some(clear),
        dispose: DisposalMethod::Keep,
        ..Frame::default()
    })
}
