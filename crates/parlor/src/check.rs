//! `parlor check`: are these saves good?

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use parlor_saves::{Fault, Save};
use rayon::prelude::*;
use serde::Serialize;

use crate::files::{FINE, Looked, NOT_FINE, TROUBLE, complain, look, name, speak};

/// Check save files: a line for each good one, all faults of each bad one.
///
/// Folders are searched for files, but for hidden ones. Exit code: 0 all good, 1 some bad, 2 some can't
/// be read.
#[derive(Args)]
pub(crate) struct Check {
    /// Files or folders; - is standard input.
    #[arg(required = true, value_name = "FILE")]
    paths: Vec<PathBuf>,
    /// Say it in JSON: one object a line for each file.
    #[arg(long)]
    json: bool,
}

/// How many files are read before the first of them is spoken of, so that many bad ones need no more memory
/// than a few.
const AT_ONCE: usize = 256;

impl Check {
    pub(crate) fn run(&self) -> ExitCode {
        let mut files = Vec::new();
        let mut worst = FINE;
        for path in &self.paths {
            let before = files.len();
            match gather(path, &mut files) {
                Ok(()) if files.len() == before => {
                    complain(&format!("error: there is no file in {}", path.display()));
                    worst = TROUBLE;
                }
                Ok(()) => {}
                Err((path, error)) => {
                    complain(&format!("error: {}: {error}", path.display()));
                    worst = TROUBLE;
                }
            }
        }
        let mut counts = [0; 3];
        let spoken = speak(|out| {
            for some in files.chunks(AT_ONCE) {
                let looked: Vec<Looked> = some.par_iter().map(|path| look(path)).collect();
                for (path, one) in some.iter().zip(&looked) {
                    let code = code(one);
                    worst = worst.max(code);
                    counts[usize::from(code)] += 1;
                    if self.json { write_json(out, path, one)? } else { write_plain(out, path, one)? }
                }
            }
            Ok(())
        });
        if files.len() > 1 && !self.json {
            let [good, bad, unreadable] = counts;
            let unreadable = if unreadable == 0 { String::new() } else { format!(", {unreadable} can't be read") };
            complain(&format!("{} files: {good} good, {bad} bad{unreadable}", files.len()));
        }
        spoken.map_or_else(|code| code, |()| worst.into())
    }
}

fn code(looked: &Looked) -> u8 {
    match looked {
        Looked::Good(_) => FINE,
        Looked::Bad(..) => NOT_FINE,
        Looked::Unreadable(_) => TROUBLE,
    }
}

/// A file itself, or all files in a folder and its folders, by name. What was asked for by name is taken as
/// it is; within a folder, hidden files are passed over.
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
        // A link to a folder may lead in a circle, and reading a pipe may never end.
        if !hidden && (path.is_file() || (path.is_dir() && !path.is_symlink())) {
            entries.push(path);
        }
    }
    entries.sort();
    entries.iter().try_for_each(|entry| gather(entry, files))
}

fn write_plain(out: &mut dyn Write, path: &Path, looked: &Looked) -> io::Result<()> {
    match looked {
        Looked::Good(save) => {
            let notes: Vec<String> = save.notes.iter().map(ToString::to_string).collect();
            let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join("; ")) };
            writeln!(out, "{}: {}, {}{notes}", name(path), save.dialect, save.standing)
        }
        Looked::Bad(_, picture) => writeln!(out, "{picture}"),
        Looked::Unreadable(error) => {
            complain(&format!("error: {error}"));
            Ok(())
        }
    }
}

/// What `--json` says of one file.
#[derive(Serialize)]
struct Told<'a> {
    file: String,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    save: Option<ToldSave>,
    #[serde(skip_serializing_if = "Option::is_none")]
    faults: Option<Vec<ToldFault<'a>>>,
    /// Faults beyond those that are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    more: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<&'a str>,
}

#[derive(Serialize)]
struct ToldSave {
    game: String,
    dialect: String,
    size: usize,
    /// The winner where the round is over; nobody where it is tied or not begun.
    next: Option<String>,
    over: bool,
    notes: Vec<String>,
}

#[derive(Serialize)]
struct ToldFault<'a> {
    line: usize,
    column: usize,
    /// The bytes that are wrong, from the beginning of the file.
    span: [usize; 2],
    problem: &'a str,
    expected: &'a str,
    mend: &'a str,
}

impl From<&Save> for ToldSave {
    fn from(save: &Save) -> ToldSave {
        ToldSave {
            game: save.standing.game().to_string().to_lowercase(),
            dialect: save.dialect.to_string(),
            size: save.standing.size(),
            next: save.standing.next().map(|seat| seat.to_string().to_lowercase()),
            over: save.standing.is_over(),
            notes: save.notes.iter().map(ToString::to_string).collect(),
        }
    }
}

impl<'a> From<&'a Fault> for ToldFault<'a> {
    fn from(fault: &'a Fault) -> ToldFault<'a> {
        let Fault { span, line, column, problem, expected, mend } = fault;
        ToldFault { line: *line, column: *column, span: [span.start, span.end], problem, expected, mend }
    }
}

fn write_json(out: &mut dyn Write, path: &Path, looked: &Looked) -> io::Result<()> {
    let mut told = Told { file: name(path), ok: false, save: None, faults: None, more: None, error: None };
    match looked {
        Looked::Good(save) => (told.ok, told.save) = (true, Some(save.into())),
        Looked::Bad(refusal, _) => {
            told.faults = Some(refusal.faults().iter().map(ToldFault::from).collect());
            told.more = Some(refusal.more());
        }
        Looked::Unreadable(error) => told.error = Some(error),
    }
    serde_json::to_writer(&mut *out, &told)?;
    writeln!(out)
}
