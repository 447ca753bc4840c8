//! QR codes as SVG.

use std::fmt::Write;

use qrcode::{Color, EcLevel, QrCode};

/// The light border that readers need, in modules.
const QUIET: usize = 4;

/// The QR code of a link; `None` if it is too long for one. The picture is black on white in every theme, because not
/// all readers recognise an inverted code.
pub(crate) fn qr_code(link: &str) -> Option<String> {
    let code = QrCode::with_error_correction_level(link, EcLevel::M).ok()?;
    let (width, modules) = (code.width(), code.to_colors());
    let mut path = String::new();
    for (y, row) in modules.chunks(width).enumerate() {
        let mut x = 0;
        for run in row.chunk_by(|one, next| one == next) {
            if run[0] == Color::Dark {
                // Writing to a string can't fail.
                let _ = write!(path, "M{} {}h{n}v1h-{n}z", x + QUIET, y + QUIET, n = run.len());
            }
            x += run.len();
        }
    }
    let side = width + 2 * QUIET;
    Some(format!(
        "<svg class=\"qr\" viewBox=\"0 0 {side} {side}\" role=\"img\" aria-label=\"QR code of the link\" \
         shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h{side}v{side}h-{side}z\"/>\
         <path d=\"{path}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Paints the path with four pixels for each side of a module, as a browser would, and reads the picture.
    fn read(svg: &str) -> String {
        let (_, side) = svg.split_once("viewBox=\"0 0 ").unwrap();
        let side: usize = side.split(' ').next().unwrap().parse().unwrap();
        let (_, path) = svg.split_once("<path d=\"").unwrap();
        let mut dark = vec![false; side * side];
        for run in path.split('"').next().unwrap().split('z').filter(|run| !run.is_empty()) {
            let numbers: Vec<usize> =
                run.split(|letter: char| !letter.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect();
            let [x, y, long, 1, back] = numbers[..] else { panic!("{run}") };
            assert_eq!(long, back, "{run}");
            dark[y * side + x..][..long].fill(true);
        }
        let pixel = |x: usize, y: usize| if dark[y / 4 * side + x / 4] { 0 } else { 255 };
        let mut picture = rqrr::PreparedImage::prepare_from_greyscale(side * 4, side * 4, pixel);
        let grids = picture.detect_grids();
        assert_eq!(grids.len(), 1);
        grids[0].decode().unwrap().1
    }

    #[test]
    fn a_reader_finds_the_link_in_the_picture() {
        for link in [
            "http://127.0.0.1:7433/join/00ff10a09bcdef0123456789abcdef7f",
            "https://games.example.org/join/00ff10a09bcdef0123456789abcdef7f",
        ] {
            assert_eq!(read(&qr_code(link).unwrap()), link);
        }
        assert_eq!(qr_code(&"x".repeat(5000)), None);
    }
}
