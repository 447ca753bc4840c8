//! `parlor check`: checks save files.

use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;

use clap::Args;
use parlor_saves::{Save, SaveFault, printable};
use serde::Serialize;
use serde_json::{Value, json};

use crate::exit::{Exit, Failure};
use crate::files::{Checked, check_file, input_name, is_stdio};
use crate::output::{stderr_line, to_stdout};

/// Check save files. Prints one line for each good file, and all faults of each bad one.
///
/// Folders are searched for files, except hidden ones. Exit code: 0 all files are good, 1 some are bad, 2 some can't be
/// read.
#[derive(Args)]
pub(crate) struct CheckCommand {
    /// Files or folders; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    paths: Vec<PathBuf>,
    /// Print JSON: one object per line for each file, and a summary after several files.
    #[arg(long)]
    json: bool,
}

/// The number of files that are checked before their results are written. This limits the memory for many bad files.
const AT_ONCE: usize = 256;

impl CheckCommand {
    pub(crate) fn run(&self) -> Result<Exit, Failure> {
        let mut files = Vec::new();
        let mut worst = Exit::Fine;
        for path in &self.paths {
            let before = files.len();
            match gather(path, &mut files) {
                Ok(()) if files.len() == before => {
                    stderr_line(&format!("error: no files in {}", input_name(path)));
                    worst = Exit::Usage;
                }
                Ok(()) => {}
                Err((path, error)) => {
                    stderr_line(&format!("error: {}: {error}", input_name(&path)));
                    worst = Exit::Usage;
                }
            }
        }
        let (mut good, mut bad, mut unreadable) = (0, 0, 0);
        let written = to_stdout(|out| {
            for some in files.chunks(AT_ONCE) {
                for (path, checked) in some.iter().zip(check_files(some)) {
                    let (count, exit) = match checked {
                        Checked::Good(_) => (&mut good, Exit::Fine),
                        Checked::Bad(..) => (&mut bad, Exit::CheckFailed),
                        Checked::Unreadable(_) => (&mut unreadable, Exit::Usage),
                    };
                    *count += 1;
                    worst = worst.max(exit);
                    if self.json { write_json(out, path, &checked)? } else { write_plain(out, path, &checked)? }
                }
            }
            if files.len() > 1 && self.json {
                let counts = json!({ "files": files.len(), "good": good, "bad": bad, "unreadable": unreadable });
                writeln!(out, "{}", json!({ "summary": counts }))?;
            }
            Ok(())
        });
        if files.len() > 1 && !self.json {
            let unreadable = if unreadable == 0 { String::new() } else { format!(", {unreadable} can't be read") };
            stderr_line(&format!("{} files: {good} good, {bad} bad{unreadable}", files.len()));
        }
        written.map(|_| worst)
    }
}

/// Checks files on all cores. The results are in the order of the files.
fn check_files(paths: &[PathBuf]) -> Vec<Checked> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let share = paths.len().div_ceil(threads).max(1);
    thread::scope(|scope| {
        let check = |paths: &[PathBuf]| paths.iter().map(|path| check_file(path)).collect::<Vec<_>>();
        let workers: Vec<_> = paths.chunks(share).map(|paths| scope.spawn(move || check(paths))).collect();
        workers.into_iter().flat_map(|worker| worker.join().unwrap_or_else(|panic| resume_unwind(panic))).collect()
    })
}

/// Adds a file, or all files in a folder and its subfolders except hidden ones, sorted by name. A path from the command
/// line is added even if it is hidden or isn't a regular file.
fn gather(path: &Path, files: &mut Vec<PathBuf>) -> Result<(), (PathBuf, io::Error)> {
    if !path.is_dir() {
        files.push(path.to_owned());
        return Ok(());
    }
    let failed = |error| (path.to_owned(), error);
    let mut entries = Vec::new();
    for entry in fs::read_dir(path).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
        let path = entry.path();
        // Links to folders can form a cycle, and pipes and devices can't be saves.
        if !hidden && (path.is_file() || (path.is_dir() && !path.is_symlink())) {
            entries.push(path);
        }
    }
    entries.sort();
    entries.iter().try_for_each(|entry| gather(entry, files))
}

fn write_plain(out: &mut dyn Write, path: &Path, checked: &Checked) -> io::Result<()> {
    match checked {
        Checked::Good(save) => {
            let notes: Vec<String> = save.notes.iter().map(ToString::to_string).collect();
            let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join("; ")) };
            writeln!(out, "{}: {}, {}{notes}", input_name(path), save.dialect, save.standing)
        }
        Checked::Bad(_, report) => writeln!(out, "{report}"),
        Checked::Unreadable(error) => {
            stderr_line(&format!("error: {error}"));
            Ok(())
        }
    }
}

/// The result for a file with `--json`.
#[derive(Serialize)]
struct CheckResult<'a> {
    file: String,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    save: Option<SaveSummary>,
    #[serde(skip_serializing_if = "Option::is_none")]
    faults: Option<Vec<FaultSummary<'a>>>,
    /// The number of faults that aren't listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

#[derive(Serialize)]
struct SaveSummary {
    game: String,
    dialect: String,
    size: i64,
    /// The next player, or the winner of a finished round; none if the round is tied or hasn't started.
    next: Option<String>,
    over: bool,
    notes: Vec<String>,
    /// The position in the format of `docs/bots/protocol.md`.
    position: Value,
}

#[derive(Serialize)]
struct FaultSummary<'a> {
    line: usize,
    column: usize,
    /// The byte range of the fault in the file.
    span: [usize; 2],
    problem: &'a str,
    expected: &'a str,
    fix: &'a str,
}

impl From<&Save> for SaveSummary {
    fn from(save: &Save) -> SaveSummary {
        let outcome = save.standing.outcome();
        let next = save.standing.turn().or(outcome.and_then(|outcome| outcome.winner()));
        SaveSummary {
            game: save.standing.game().to_string().to_lowercase(),
            dialect: save.dialect.to_string(),
            size: save.standing.size(),
            next: next.map(|seat| seat.to_string().to_lowercase()),
            over: outcome.is_some(),
            notes: save.notes.iter().map(ToString::to_string).collect(),
            position: parlor_rpc::position_value(&save.standing),
        }
    }
}

impl<'a> From<&'a SaveFault> for FaultSummary<'a> {
    fn from(fault: &'a SaveFault) -> FaultSummary<'a> {
        let SaveFault { span, line, column, problem, expected, fix } = fault;
        FaultSummary { line: *line, column: *column, span: [span.start, span.end], problem, expected, fix }
    }
}

fn write_json(out: &mut dyn Write, path: &Path, checked: &Checked) -> io::Result<()> {
    let file = if is_stdio(path) { input_name(path) } else { path.display().to_string() };
    let mut result = CheckResult { file, ok: false, save: None, faults: None, more: None, error: None };
    match checked {
        Checked::Good(save) => (result.ok, result.save) = (true, Some(save.as_ref().into())),
        Checked::Bad(error, _) => {
            result.faults = Some(error.faults().iter().map(FaultSummary::from).collect());
            result.more = Some(error.more());
        }
        Checked::Unreadable(error) => result.error = Some(error),
    }
    writeln!(out, "{}", safe_json(serde_json::to_string(&result)?))
}

/// JSON itself requires escaping only for control characters below U+0020, but the name of a file can contain other
/// control characters. In that case, all non-ASCII characters are escaped.
fn safe_json(json: String) -> String {
    if printable(&json) == json {
        return json;
    }
    let mut ascii = String::with_capacity(json.len());
    for c in json.chars() {
        if c.is_ascii() && !c.is_ascii_control() {
            ascii.push(c);
        } else {
            for unit in c.encode_utf16(&mut [0; 2]) {
                let _ = write!(ascii, "\\u{unit:04x}");
            }
        }
    }
    ascii
}
