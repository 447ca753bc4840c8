//! The value of a round over time, in block characters.

/// The number of rows above and below the middle line.
const HALF: usize = 4;

/// The maximum number of columns of a graph.
const WIDTH: usize = 70;

/// A block in eighths, from empty to full.
const EIGHTHS: [char; 9] =
    [' ', '\u{2581}', '\u{2582}', '\u{2583}', '\u{2584}', '\u{2585}', '\u{2586}', '\u{2587}', '\u{2588}'];

/// Columns extend upwards from the middle line where Human leads, and downwards where Computer leads.
pub(super) fn graph(values: &[f64], ascii: bool) -> Vec<String> {
    let most = values.iter().fold(0.0f64, |most, value| most.max(value.abs()));
    if values.is_empty() || most == 0.0 {
        return Vec::new();
    }
    let columns = values.len().min(WIDTH);
    let value = |column: usize| values[column * values.len() / columns];
    let mut lines = Vec::new();
    for row in (0..HALF).rev() {
        let label = if row == HALF - 1 { format!("{most:+7.1}") } else { " ".repeat(7) };
        let cell = |column: usize| cell(value(column) / most, row, false, ascii);
        lines.push(format!("{label} |{}", (0..columns).map(cell).collect::<String>().trim_end()));
    }
    lines.push(format!("{:7} +{}", 0, "-".repeat(columns)));
    for row in 0..HALF {
        let label = if row == HALF - 1 { format!("{:+7.1}", -most) } else { " ".repeat(7) };
        let cell = |column: usize| cell(-value(column) / most, row, true, ascii);
        lines.push(format!("{label} |{}", (0..columns).map(cell).collect::<String>().trim_end()));
    }
    lines
}

/// One character of a column. `height` is relative to the highest column; `row` counts from the middle line.
fn cell(height: f64, row: usize, hangs: bool, ascii: bool) -> char {
    let filled =
        (0..=8u8).rev().find(|&eighths| f64::from(eighths) / 8.0 <= height * 4.0 - f64::from(row as u8) + 1e-9);
    match (filled.unwrap_or(0), ascii, hangs) {
        (0..4, true, _) | (0..4, false, true) => ' ',
        (_, true, _) => '#',
        // Few fonts contain upper blocks in eighths, but most contain the upper half block.
        (4..8, false, true) => '\u{2580}',
        (eighths, false, _) => EIGHTHS[usize::from(eighths)],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_extend_up_or_down_from_the_middle_line() {
        let lines = graph(&[4.0, 2.0, 0.5, -1.0, -4.0], true);
        assert_eq!(
            lines,
            [
                "   +4.0 |#",
                "        |#",
                "        |##",
                "        |###",
                "      0 +-----",
                "        |   ##",
                "        |    #",
                "        |    #",
                "   -4.0 |    #",
            ]
        );
        assert_eq!(graph(&[], true), [""; 0]);
        assert_eq!(graph(&[0.0, 0.0], false), [""; 0]);
        assert!(graph(&vec![1.0; 500], false)[0].chars().count() <= 9 + WIDTH);
    }
}
