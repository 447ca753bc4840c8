use std::fmt::Arguments;

/// A chart of horizontal bars, a group for each label, as an SVG picture.
pub(super) struct Chart {
    pub(super) title: &'static str,
    /// The legend of the bars in a group, at most two.
    pub(super) series: &'static [&'static str],
    pub(super) bars: Vec<Bar>,
    pub(super) decimals: usize,
}

pub(super) struct Bar {
    label: String,
    values: Vec<f64>,
}

impl Bar {
    pub(super) fn new(label: String, values: &[f64]) -> Bar {
        Bar { label, values: values.to_vec() }
    }
}

// Like the gray letters, visible on white and on black.
const COLORS: [&str; 2] = ["#3b82c4", "#d08a2e"];
const LEFT: f64 = 190.0;
const WIDTH: f64 = 440.0;
const THICK: f64 = 16.0;
const GAP: f64 = 8.0;

impl Chart {
    pub(super) fn svg(&self) -> String {
        let values = || self.bars.iter().flat_map(|bar| bar.values.iter().copied());
        let (low, high) = (values().fold(0.0, f64::min), values().fold(0.0, f64::max));
        let scale = (WIDTH - 60.0) / (high - low).max(1e-9);
        // Room for the numbers of negative bars.
        let zero = LEFT + if low < 0.0 { 50.0 } else { 0.0 } - low * scale;
        let top = if self.series.len() > 1 { 56.0 } else { 36.0 };
        let (mut marks, mut y) = (Marks::default(), top);
        for bar in &self.bars {
            let group = y;
            for (&value, color) in bar.values.iter().zip(COLORS) {
                let long = value.abs() * scale;
                let x = if value < 0.0 { zero - long } else { zero };
                let high = THICK - 2.0;
                marks.add(format_args!(
                    r#"<rect x="{x:.1}" y="{y:.1}" width="{long:.1}" height="{high}" fill="{color}"/>"#
                ));
                let (x, anchor) = if value < 0.0 { (x - 5.0, "end") } else { (x + long + 5.0, "start") };
                marks.text(x, y + 11.0, anchor, &format!("{value:.*}", self.decimals));
                y += THICK;
            }
            marks.text(LEFT - 8.0, f64::midpoint(group, y) + 3.0, "end", &bar.label);
            y += GAP;
        }
        if self.series.len() > 1 {
            for ((name, color), x) in self.series.iter().zip(COLORS).zip([LEFT, LEFT + 170.0]) {
                marks.add(format_args!(r#"<rect x="{x}" y="31" width="10" height="10" fill="{color}"/>"#));
                marks.text(x + 15.0, 40.0, "start", name);
            }
        }
        let (title, width) = (self.title, LEFT + WIDTH + 60.0);
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {y}\" width=\"{width}\" height=\"{y}\" \
             font-family=\"sans-serif\" font-size=\"12\" fill=\"gray\">\n<title>{title}</title>\n\
             <text x=\"4\" y=\"18\" font-size=\"14\">{title}</text>\n{}</svg>\n",
            marks.0
        )
    }
}

/// The elements of the picture, one per line.
#[derive(Default)]
struct Marks(String);

impl Marks {
    fn add(&mut self, mark: Arguments) {
        self.0.push_str(&mark.to_string());
        self.0.push('\n');
    }

    fn text(&mut self, x: f64, y: f64, anchor: &str, text: &str) {
        self.add(format_args!(r#"<text x="{x:.1}" y="{y:.1}" text-anchor="{anchor}">{text}</text>"#));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bars_are_as_long_as_their_values() {
        let bars = vec![Bar::new("a".into(), &[2.0]), Bar::new("b".into(), &[-1.0])];
        let svg = Chart { title: "t", series: &["s"], bars, decimals: 1 }.svg();
        let widths: Vec<f64> = svg
            .lines()
            .filter(|line| line.starts_with("<rect"))
            .filter_map(|line| line.split("width=\"").nth(1)?.split('"').next()?.parse().ok())
            .collect();
        assert_eq!(widths.len(), 2);
        assert!((widths[0] - 2.0 * widths[1]).abs() < 0.2, "{svg}");
        assert!(svg.contains(">-1.0</text>") && svg.contains(">b</text>"), "{svg}");
    }
}
