//! `parlor solve kono --endings`.

use std::ops::{ControlFlow, RangeInclusive};
use std::path::Path;
use std::time::Instant;

use parlor_engine::kono::{RankedMove, Tablebase};
use parlor_rules::Standing;
use parlor_rules::kono::Move;
use parlor_saves::Save;
use parlor_saves::disk::{self, DiskError, Existing};
use serde::Serialize;

use crate::exit::{Exit, Failure};
use crate::files::{input_name, read_save};
use crate::solve::{progress_bar, report};

/// The maximum size of a file that is read, in bytes.
const MAX_FILE: u64 = 1 << 30;

/// The number of bytes that show what kind of file it is.
const MAX_START: u64 = 64;

/// The number of pieces as an argument.
pub(super) const PIECES: RangeInclusive<i64> = *Tablebase::PIECES.start() as i64..=*Tablebase::PIECES.end() as i64;

/// Solves all positions with up to this number of pieces, and writes them to a file.
pub(super) fn write(pieces: u8, file: &Path, json: bool) -> Result<Exit, Failure> {
    check_target(file)?;
    let begin = Instant::now();
    let bar = progress_bar(1);
    let solved = Tablebase::solve(pieces, |progress| {
        bar.set_length(progress.positions);
        bar.set_position(progress.solved);
        bar.set_message(format!("{} of {} positions", progress.solved, progress.positions));
        ControlFlow::Continue(())
    });
    let Some(solved) = solved else { unreachable!("only the callback can stop it") };
    bar.set_message("writing");
    let mut bytes = Vec::new();
    solved.write(&mut bytes)?;
    disk::write_file(file, &bytes, Existing::Replace)?;
    bar.finish_and_clear();
    let solved = SolvedEndings::new(&solved, begin.elapsed().as_secs_f64());
    report(&solved, json, &solved.text())
}

/// Refuses to replace a file of another kind.
fn check_target(file: &Path) -> Result<(), Failure> {
    match disk::read_at_most(file, MAX_START) {
        Ok(bytes) if Tablebase::is_file(&bytes) => Ok(()),
        Ok(_) => {
            let name = input_name(file);
            Err(Failure::Error(format!("{name} already exists and isn't a file of Kono endings; choose another name")))
        }
        Err(DiskError::NoFile(_)) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

#[derive(Serialize)]
struct SolvedEndings {
    game: &'static str,
    size: u8,
    pieces: u8,
    positions: u64,
    seconds: f64,
    by_pieces: Vec<PieceCount>,
}

/// The positions with the same number of pieces.
#[derive(Serialize)]
struct PieceCount {
    pieces: u8,
    positions: u64,
    /// The positions whose value stops changing as more quiet moves are left.
    settled: u64,
    /// The smallest number of quiet moves with which all of those have their value.
    count: usize,
    /// The positions by the number of quiet moves that must be left for their value, from 0 to the limit.
    since: Vec<u64>,
}

/// A value that doesn't settle changes again within this number of quiet moves, up to the limit. With up to five pieces, all other
/// values settle with 34 or fewer left.
const PERIOD: usize = 4;

impl PieceCount {
    fn new(solved: &Tablebase, pieces: u8) -> PieceCount {
        let since = solved.since_counts(pieces);
        let (settled, _) = since.split_at(since.len() - PERIOD);
        PieceCount {
            pieces,
            positions: since.iter().sum(),
            settled: settled.iter().sum(),
            count: settled.iter().rposition(|&count| count > 0).unwrap_or(0),
            since,
        }
    }
}

impl SolvedEndings {
    fn new(solved: &Tablebase, seconds: f64) -> SolvedEndings {
        SolvedEndings {
            game: "kono",
            size: Tablebase::SIZE.points(),
            pieces: solved.pieces(),
            positions: solved.positions(),
            seconds,
            by_pieces: (2..=solved.pieces()).map(|pieces| PieceCount::new(solved, pieces)).collect(),
        }
    }

    fn text(&self) -> String {
        let SolvedEndings { size, pieces, positions, seconds, .. } = self;
        let rows: Vec<String> = self
            .by_pieces
            .iter()
            .map(|row| format!("{:>6} {:>12} {:>12} {:>6}\n", row.pieces, row.positions, row.settled, row.count))
            .collect();
        format!(
            "Kono {size}\u{d7}{size}: all endings with up to {pieces} pieces are solved, {positions} positions in {seconds:.1} s.\n\
             Repetition and offers are ignored. Mirrored positions count once.\n\
             Settled positions have the same value whenever at least this number of quiet moves is left; the value of the\n\
             others depends on that number up to the limit.\n\
             pieces    positions      settled   left\n{}",
            rows.concat(),
        )
    }
}

/// Reads the file of a tablebase.
pub(crate) fn read(file: &Path) -> Result<Box<Tablebase>, Failure> {
    let bytes = disk::read_at_most(file, MAX_FILE)?;
    Tablebase::read(&bytes).map(Box::new).map_err(|error| {
        Failure::Report(format!(
            "error: {}: {error}. Write it again with parlor solve kono --endings FILE.",
            input_name(file)
        ))
    })
}

/// Reports the value of every move in a save, from a tablebase.
pub(super) fn report_position(save: &Path, file: &Path, json: bool) -> Result<Exit, Failure> {
    let name = input_name(save);
    let standing = match read_save(save)? {
        Save { standing: Standing::Kono(standing), .. } => standing,
        other => {
            let game = other.standing.game();
            return Err(Failure::CheckFailed(format!("error: {name} is a save of {game}, not of Kono")));
        }
    };
    let Some(turn) = standing.position.and_then(|position| position.turn()) else {
        return Err(Failure::CheckFailed(format!("error: {name} has no player to move")));
    };
    let solved = read(file)?;
    let Some(ranked) = solved.rank(&standing) else {
        let (size, pieces) = (Tablebase::SIZE.points(), solved.pieces());
        let reason = if solved.contains(&standing) {
            "the value after one of its moves depends on the exact number of quiet moves left".to_owned()
        } else {
            format!("it has only positions on {size}\u{d7}{size} with up to {pieces} pieces")
        };
        return Err(Failure::CheckFailed(format!("error: {} has no values for {name}: {reason}", input_name(file))));
    };
    let ending = RankedEnding { game: "kono", next: turn.to_string().to_lowercase(), moves: moves(&ranked) };
    let lines: Vec<String> =
        ranked.iter().map(|RankedMove { chosen, value, .. }| format!("{value:>+4}  {chosen}\n")).collect();
    let text = format!(
        "{turn} is to move. Net points of the round after each move, if both players play as well as possible\n\
         (repetition and offers are ignored):\n{}",
        lines.concat()
    );
    report(&ending, json, &text)
}

#[derive(Serialize)]
struct RankedEnding {
    game: &'static str,
    next: String,
    moves: Vec<MoveValue>,
}

#[derive(Serialize)]
struct MoveValue {
    #[serde(rename = "move")]
    chosen: String,
    value: i32,
}

fn moves(ranked: &[RankedMove]) -> Vec<MoveValue> {
    let value = |ranked: &RankedMove| MoveValue { chosen: Move::to_string(&ranked.chosen), value: ranked.value };
    ranked.iter().map(value).collect()
}
