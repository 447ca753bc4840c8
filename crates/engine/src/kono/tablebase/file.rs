//! The file of a tablebase.
//!
//! It begins with `parlor kono endings\n`, the version of the format, the version of the rules, the maximum number of pieces and
//! the limit of quiet moves, a byte each. Two bytes for each position follow: its value for the player to move, signed, and the
//! number of quiet moves that must be left for this value. At the end is the CRC-32 of everything before, lowest byte first.
//!
//! A position is seen by the player to move, who moves south; otherwise its rows are reversed. The even half of its points are
//! those whose row plus column is even, numbered row by row from the northwest corner, and the odd half are the others. Each half has a
//! number for each kind of piece, with a bit for each point: own plain, own capturing, the opponent's plain, the opponent's
//! capturing pieces. Plain pieces on an opponent's home point don't occur.
//!
//! Positions with both players on the board are sorted by the number of pieces, then by the number of plain pieces, then by the
//! eight counts of pieces (even half first, by kind), then by the four numbers of the even half, then by those of the odd half. If
//! the reflection of the even half from west to east has lesser numbers, the position is left out, because its own reflection is
//! there.

use std::io::{self, Write};

use parlor_rules::kono::RULES;

use super::index::{Index, Material};
use super::{MaterialValues, SIZE, StoredValue, Tablebase};

const MAGIC: &[u8; 20] = b"parlor kono endings\n";
const FORMAT: u8 = 1;
const HEADER: usize = MAGIC.len() + 4;
const CHECKSUM: usize = 4;

/// The reason why a tablebase can't be read.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum TablebaseError {
    /// The file has another format.
    #[error("this is not a file of Kono endings")]
    OtherFormat,
    /// The file was written by another version.
    #[error("this file of Kono endings is for another version of Parlor")]
    OtherVersion,
    /// The file is shorter than it should be.
    #[error("this file of Kono endings is cut off: it has {0} bytes instead of {1}")]
    CutOff(usize, usize),
    /// The checksum or an entry is wrong, or the file is too long.
    #[error("this file of Kono endings is damaged")]
    Damaged,
}

fn header(pieces: u8) -> Vec<u8> {
    let mut header = MAGIC.to_vec();
    header.extend([FORMAT, RULES as u8, pieces, SIZE.quiet_limit() as u8]);
    header
}

impl Tablebase {
    /// Writes the tablebase.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        let mut checksum = crc32fast::Hasher::new();
        let mut put = |bytes: &[u8]| {
            checksum.update(bytes);
            out.write_all(bytes)
        };
        put(&header(self.pieces))?;
        for material in Material::all(self.pieces) {
            let entries = self.tables.get(&material).map_or(&[][..], |table| &table.entries);
            let bytes: Vec<u8> = entries.iter().flat_map(|entry| [entry.value.cast_unsigned(), entry.since]).collect();
            put(&bytes)?;
        }
        out.write_all(&checksum.finalize().to_le_bytes())?;
        out.flush()
    }

    /// True if these bytes begin like a file that [`Self::write`] wrote, in any version.
    pub fn is_file(bytes: &[u8]) -> bool {
        bytes.starts_with(MAGIC)
    }

    /// Reads what [`Self::write`] wrote.
    pub fn read(bytes: &[u8]) -> Result<Tablebase, TablebaseError> {
        if !Self::is_file(bytes) {
            return Err(TablebaseError::OtherFormat);
        }
        let Some(found) = bytes.first_chunk::<HEADER>() else {
            return Err(TablebaseError::CutOff(bytes.len(), HEADER));
        };
        let pieces = found[MAGIC.len() + 2];
        if !Self::PIECES.contains(&pieces) || header(pieces) != found {
            return Err(TablebaseError::OtherVersion);
        }
        let index = Index::new(pieces);
        let count = |material: Material| {
            let (rows, columns) = index.shape(material);
            rows * columns
        };
        let all = Material::all(pieces);
        let size = HEADER + 2 * all.iter().map(|&material| count(material)).sum::<usize>() + CHECKSUM;
        if bytes.len() < size {
            return Err(TablebaseError::CutOff(bytes.len(), size));
        }
        let (checked, checksum) = bytes.split_at(bytes.len() - CHECKSUM);
        if bytes.len() > size || checksum != crc32fast::hash(checked).to_le_bytes() {
            return Err(TablebaseError::Damaged);
        }
        let mut entries = checked[HEADER..]
            .chunks_exact(2)
            .map(|entry| StoredValue { value: entry[0].cast_signed(), since: entry[1] });
        let tables = all.into_iter().map(|material| {
            let entries = entries.by_ref().take(count(material)).collect();
            (material, MaterialValues { entries })
        });
        Ok(Tablebase { pieces, tables: tables.collect(), index })
    }
}
