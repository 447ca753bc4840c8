//! Each line of a journal ends with the CRC-32 of all text up to it, so any damage is detected.

use crc32fast::Hasher;

/// ` #` and eight digits.
const SUFFIX: usize = 10;

/// The checksum of all lines so far.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Chain(u32);

impl Chain {
    fn over(self, text: &[u8]) -> Chain {
        let mut hasher = Hasher::new_with_initial(self.0);
        hasher.update(text);
        Chain(hasher.finalize())
    }

    fn suffix(self) -> String {
        format!(" #{:08x}", self.0)
    }

    /// Adds the checksum and the newline.
    pub(super) fn write(&mut self, text: &str) -> String {
        *self = self.over(text.as_bytes());
        format!("{text}{}\n", self.suffix())
    }

    /// The text of a line without its checksum; `None` if the checksum is wrong.
    pub(super) fn read<'a>(&mut self, line: &'a [u8]) -> Option<&'a [u8]> {
        let (text, suffix) = line.split_at_checked(line.len().checked_sub(SUFFIX)?)?;
        // Avoid hashing a long line of junk.
        let after = suffix.starts_with(b" #").then(|| self.over(text))?;
        if suffix != after.suffix().as_bytes() {
            return None;
        }
        *self = after;
        Some(text)
    }
}

/// Adds a checksum to each line of a journal.
pub fn with_checksums<'a>(lines: impl IntoIterator<Item = &'a str>) -> String {
    let mut chain = Chain::default();
    lines.into_iter().map(|line| chain.write(line)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINES: [&str; 5] = ["parlor journal 1", "rules 1", "", "human file a \u{201c}name\u{201d} #deadbeef", "x"];

    /// The lines before the first damage.
    fn read(bytes: &[u8]) -> Vec<&[u8]> {
        let mut chain = Chain::default();
        bytes.split(|&byte| byte == b'\n').map_while(|line| chain.read(line)).collect()
    }

    #[test]
    fn written_lines_read_back() {
        assert_eq!(read(with_checksums(LINES).as_bytes()), LINES.map(str::as_bytes));
    }

    #[test]
    fn every_changed_byte_is_detected() {
        let bytes = with_checksums(LINES).into_bytes();
        for place in 0..bytes.len() {
            let damaged_line = bytes[..place].split(|&byte| byte == b'\n').count() - 1;
            for change in 1..=u8::MAX {
                let mut damaged = bytes.clone();
                damaged[place] ^= change;
                let lines = read(&damaged);
                assert_eq!(lines, LINES.map(str::as_bytes)[..damaged_line], "byte {place} changed by {change:#x}");
            }
        }
    }

    #[test]
    fn missing_and_repeated_lines_are_detected() {
        let text = with_checksums(["a", "b", "c"]);
        let lines: Vec<&str> = text.split_inclusive('\n').collect();
        assert_eq!(read([lines[0], lines[2]].concat().as_bytes()), [b"a"]);
        assert_eq!(read([lines[0], lines[0], lines[1]].concat().as_bytes()), [b"a"]);
    }
}
