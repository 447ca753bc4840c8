//! A palette for pictures, found by median cut: the colours are divided into boxes at the median of their longest side,
//! and each box is represented by its average.

/// Colours are counted in cells of 4 neighbouring values per channel.
const BITS: u32 = 6;
const CELLS: usize = 1 << (3 * BITS);

type Rgb = [u8; 3];

/// At most 255 colours, so that a GIF has one left for "as before".
pub(crate) const MOST: usize = 255;

pub(crate) struct Palette {
    colors: Vec<Rgb>,
    /// The nearest colour of each cell, plus one; 0 until it is needed.
    nearest: Vec<u16>,
}

/// Counts the colours of pictures.
pub(crate) struct Histogram {
    /// The number of pixels in a cell, and the sum of their values.
    cells: Vec<(u64, [u64; 3])>,
}

/// The used cells of a histogram: pixels, and their average colour.
type Counted = (u64, Rgb);

fn cell([red, green, blue]: Rgb) -> usize {
    [red, green, blue].iter().fold(0, |cell, value| cell << BITS | usize::from(value >> (8 - BITS)))
}

impl Histogram {
    pub(crate) fn new() -> Histogram {
        Histogram { cells: vec![(0, [0; 3]); CELLS] }
    }

    pub(crate) fn add(&mut self, rgba: &[[u8; 4]]) {
        for [red, green, blue, _] in rgba {
            let (count, sums) = &mut self.cells[cell([*red, *green, *blue])];
            *count += 1;
            for (sum, value) in sums.iter_mut().zip([red, green, blue]) {
                *sum += u64::from(*value);
            }
        }
    }

    pub(crate) fn palette(&self) -> Palette {
        let used = self.cells.iter().filter(|(count, _)| *count > 0);
        let counted: Vec<Counted> =
            used.map(|(count, sums)| (*count, sums.map(|sum| ((sum + count / 2) / count) as u8))).collect();
        let mut boxes = vec![counted];
        while boxes.len() < MOST {
            // Both the number of pixels and the range of their colours count; large plain areas need one colour only.
            let weight = |colors: &Vec<Counted>| {
                let (_, range) = widest(colors);
                u64::from(range).pow(2) * colors.iter().map(|(count, _)| count).sum::<u64>().isqrt()
            };
            let Some((at, _)) = boxes.iter().enumerate().max_by_key(|(at, colors)| (weight(colors), usize::MAX - at))
            else {
                break;
            };
            let (channel, range) = widest(&boxes[at]);
            if range == 0 {
                break;
            }
            let mut low = boxes.swap_remove(at);
            low.sort_unstable_by_key(|(_, color)| (color[channel], *color));
            let high = low.split_off(median(&low));
            boxes.extend([low, high]);
        }
        let colors = boxes.iter().filter(|colors| !colors.is_empty()).map(|colors| color_of(colors)).collect();
        Palette { colors, nearest: vec![0; CELLS] }
    }
}

/// The channel in which colours differ most, and the difference.
fn widest(colors: &[Counted]) -> (usize, u8) {
    let range = |channel: usize| {
        let values = || colors.iter().map(|(_, color)| color[channel]);
        values().max().unwrap_or(0) - values().min().unwrap_or(0)
    };
    let ranges = [range(0), range(1), range(2)];
    let most = ranges.into_iter().max().unwrap_or(0);
    (ranges.iter().position(|range| *range == most).unwrap_or(0), most)
}

/// The index that splits sorted colours into halves with about equally many pixels. Neither side is empty.
fn median(sorted: &[Counted]) -> usize {
    let half = sorted.iter().map(|(count, _)| count).sum::<u64>() / 2;
    let mut before = 0;
    let found = sorted.iter().position(|(count, _)| {
        before += count;
        before > half
    });
    found.unwrap_or(0).clamp(1, sorted.len() - 1)
}

/// The average of a box, or its most frequent colour: a plain area keeps its exact colour.
fn color_of(colors: &[Counted]) -> Rgb {
    let pixels = colors.iter().map(|(count, _)| count).sum::<u64>().max(1);
    if let Some((count, color)) = colors.iter().max()
        && *count > pixels / 2
    {
        return *color;
    }
    [0, 1, 2].map(|channel| {
        let sum = colors.iter().map(|(count, color)| count * u64::from(color[channel])).sum::<u64>();
        ((sum + pixels / 2) / pixels) as u8
    })
}

impl Palette {
    /// Red, green and blue of each colour.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.colors.concat()
    }

    /// The index of the nearest colour for each pixel.
    pub(crate) fn indexed(&mut self, rgba: &[[u8; 4]]) -> Vec<u8> {
        rgba.iter().map(|[red, green, blue, _]| self.index([*red, *green, *blue])).collect()
    }

    fn index(&mut self, color: Rgb) -> u8 {
        let cell = cell(color);
        if self.nearest[cell] == 0 {
            let distance = |other: &Rgb| -> u32 {
                other.iter().zip(color).map(|(one, other)| u32::from(one.abs_diff(other)).pow(2)).sum()
            };
            let nearest = (1..).zip(&self.colors).min_by_key(|(_, other)| distance(other));
            self.nearest[cell] = nearest.map_or(1, |(place, _)| place);
        }
        (self.nearest[cell] - 1) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_colours_are_kept_exactly() {
        let pixels = [[10, 20, 30, 255], [200, 100, 0, 255], [255, 255, 255, 255], [0, 0, 0, 255]];
        let mut histogram = Histogram::new();
        histogram.add(&pixels);
        let mut palette = histogram.palette();
        let bytes = palette.bytes();
        for (index, [red, green, blue, _]) in palette.indexed(&pixels).into_iter().zip(pixels) {
            assert_eq!(bytes[3 * usize::from(index)..][..3], [red, green, blue]);
        }
    }

    #[test]
    fn many_colours_are_approximated() {
        let pixels: Vec<[u8; 4]> =
            (0..40_000_u32).map(|at| [at as u8, (at / 7) as u8, (at / 256) as u8, 255]).collect();
        let mut histogram = Histogram::new();
        histogram.add(&pixels);
        let mut palette = histogram.palette();
        let bytes = palette.bytes();
        assert!(bytes.len() <= 3 * MOST && bytes.len() > 3 * 200, "{}", bytes.len());
        for (index, pixel) in palette.indexed(&pixels).into_iter().zip(pixels) {
            let color = &bytes[3 * usize::from(index)..][..3];
            let off = color.iter().zip(pixel).map(|(one, other)| one.abs_diff(other)).max();
            assert!(off < Some(48), "{pixel:?} {color:?}");
        }
    }
}
