//! Every line of a journal ends with a checksum of everything up to it. So damage is always noticed, and a single
//! byte that has changed can be put right.

use crc32fast::Hasher;

/// ` #` and eight digits.
const SUFFIX: usize = 10;

/// A longer line isn't mended: trying all changes of a huge one would take a while, and none of ours is as long.
const LONGEST_MENDED: usize = 1 << 16;

/// The checksum of all lines up to one: that of the lines before it, carried on over its text.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Chain(u32);

/// A line that was read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct CheckedLine {
    /// What it says, without its checksum.
    pub(super) text: Vec<u8>,
    /// How many bytes it takes in the file, its end included.
    pub(super) length: usize,
    /// Whether a byte of it had to be put right.
    pub(super) mended: bool,
}

impl Chain {
    fn over(self, text: &[u8]) -> Chain {
        let mut hasher = Hasher::new_with_initial(self.0);
        hasher.update(text);
        Chain(hasher.finalize())
    }

    /// A line with its checksum and its end.
    pub(super) fn write(&mut self, text: &str) -> String {
        *self = self.over(text.as_bytes());
        format!("{text} #{:08x}\n", self.0)
    }

    /// Reads the line that `bytes` begin with; `None` if it is damaged beyond mending.
    pub(super) fn read(&mut self, bytes: &[u8]) -> Option<CheckedLine> {
        let end = bytes.iter().position(|&byte| byte == b'\n').unwrap_or(bytes.len());
        let line = &bytes[..end];
        let has_end = end < bytes.len();
        let length = end + usize::from(has_end);
        if let Some(text) = self.checked(line) {
            return Some(self.accept(text.to_vec(), length, !has_end));
        }
        if length > LONGEST_MENDED {
            return None;
        }
        if let Some(text) = self.mend(line) {
            return Some(self.accept(text, length, true));
        }
        // The line's end may have become another byte, so that two lines look like one …
        for end in SUFFIX..line.len() {
            if let Some(text) = self.checked(&line[..end]) {
                return Some(self.accept(text.to_vec(), end + 1, true));
            }
        }
        // … or another byte the end of a line, so that one looks like two.
        if has_end {
            let rest = &bytes[length..];
            let end = length + rest.iter().position(|&byte| byte == b'\n').unwrap_or(rest.len());
            if end <= LONGEST_MENDED
                && let Some(text) = self.mend(&bytes[..end]).filter(|text| !text.contains(&b'\n'))
            {
                return Some(self.accept(text, end + usize::from(end < bytes.len()), true));
            }
        }
        None
    }

    fn accept(&mut self, text: Vec<u8>, length: usize, mended: bool) -> CheckedLine {
        *self = self.over(&text);
        CheckedLine { text, length, mended }
    }

    /// The text of a line whose checksum is right.
    fn checked(self, line: &[u8]) -> Option<&[u8]> {
        let (text, suffix) = line.split_at_checked(line.len().checked_sub(SUFFIX)?)?;
        (suffix.starts_with(b" #") && suffix == self.over(text).suffix()).then_some(text)
    }

    fn suffix(self) -> [u8; SUFFIX] {
        let mut suffix = *b" #00000000";
        for (place, digit) in suffix[2..].iter_mut().enumerate() {
            let nibble = self.0 >> (28 - 4 * place) & 15;
            *digit = b"0123456789abcdef"[nibble as usize];
        }
        suffix
    }

    /// The text of a line in which a single byte has changed.
    fn mend(self, line: &[u8]) -> Option<Vec<u8>> {
        let (text, suffix) = line.split_at_checked(line.len().checked_sub(SUFFIX)?)?;
        let found = self.over(text);
        if found.suffix().iter().zip(suffix).filter(|(right, given)| right != given).count() == 1 {
            return Some(text.to_vec());
        }
        let digits = suffix.strip_prefix(b" #").and_then(|digits| std::str::from_utf8(digits).ok())?;
        let given = u32::from_str_radix(digits, 16).ok()?;
        let (place, change) = changed_byte(found.0 ^ given, text.len())?;
        let mut text = text.to_vec();
        text[place] ^= change;
        Some(text)
    }
}

/// Which byte of a text must change, and by which bits, to change its checksum by `difference`.
///
/// A checksum is linear: what a changed byte adds to it depends only on the bits that changed and on how many bytes
/// follow. So all possible changes are tried from the last byte to the first, carrying each on by one byte a step.
fn changed_byte(difference: u32, length: usize) -> Option<(usize, u8)> {
    let step = |sum: u32| (0..8).fold(sum, |sum, _| sum >> 1 ^ if sum & 1 == 1 { 0xedb8_8320 } else { 0 });
    let steps: [u32; 256] = std::array::from_fn(|byte| step(byte as u32));
    let mut effects = steps;
    for place in (0..length).rev() {
        for change in 1..=u8::MAX {
            let effect = &mut effects[usize::from(change)];
            if *effect == difference {
                return Some((place, change));
            }
            *effect = *effect >> 8 ^ steps[(*effect & 0xff) as usize];
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lines with their checksums, and the texts themselves.
    fn journal() -> (Vec<u8>, Vec<&'static str>) {
        let texts = vec!["parlor journal 2", "rules 1", "", "human file a \u{201c}name\u{201d} #deadbeef", "x"];
        let mut chain = Chain::default();
        (texts.iter().flat_map(|text| chain.write(text).into_bytes()).collect(), texts)
    }

    fn read(mut bytes: &[u8]) -> Option<Vec<(String, bool)>> {
        let mut chain = Chain::default();
        let mut lines = vec![];
        while !bytes.is_empty() {
            let line = chain.read(bytes)?;
            lines.push((String::from_utf8(line.text).ok()?, line.mended));
            bytes = &bytes[line.length..];
        }
        Some(lines)
    }

    #[test]
    fn what_was_written_is_read() {
        let (bytes, texts) = journal();
        let expected: Vec<_> = texts.into_iter().map(|text| (text.to_owned(), false)).collect();
        assert_eq!(read(&bytes), Some(expected));
    }

    #[test]
    fn every_changed_byte_is_put_right() {
        let (bytes, texts) = journal();
        for place in 0..bytes.len() {
            for change in 1..=u8::MAX {
                let mut damaged = bytes.clone();
                damaged[place] ^= change;
                let lines = read(&damaged).unwrap_or_else(|| panic!("byte {place} changed by {change:#x}"));
                assert!(
                    lines.iter().map(|(text, _)| text).eq(&texts),
                    "byte {place} changed by {change:#x}: {lines:?}"
                );
                assert_eq!(lines.iter().filter(|(_, mended)| *mended).count(), 1, "byte {place}");
            }
        }
    }

    #[test]
    fn a_missing_line_is_noticed() {
        let mut chain = Chain::default();
        let lines = ["a", "b", "c"].map(|text| chain.write(text));
        assert_eq!(read(format!("{}{}", lines[0], lines[2]).as_bytes()), None);
        assert_eq!(read(format!("{}{}{}", lines[0], lines[0], lines[1]).as_bytes()), None);
    }
}
