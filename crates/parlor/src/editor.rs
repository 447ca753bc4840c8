//! Line editing on a terminal, with history and completion.

use rustyline::completion::{Completer, FilenameCompleter, Pair};
use rustyline::config::Configurer;
use rustyline::highlight::Highlighter;
use rustyline::hint::Hinter;
use rustyline::history::{History, MemHistory};
use rustyline::validate::Validator;
use rustyline::{CompletionType, Config, Context, Editor, Helper};

use crate::talk::Completions;

pub(crate) struct LineEditor {
    editor: Editor<AnswerCompleter, MemHistory>,
}

impl LineEditor {
    /// `None` if the terminal doesn't support line editing.
    pub(crate) fn new() -> Option<LineEditor> {
        let config = Config::builder().completion_type(CompletionType::List).max_history_size(HISTORY).ok()?;
        let mut editor = Editor::with_history(config.build(), MemHistory::with_config(&Config::default())).ok()?;
        editor.set_helper(Some(AnswerCompleter::default()));
        editor.set_auto_add_history(false);
        Some(LineEditor { editor })
    }

    pub(crate) fn columns(&mut self) -> Option<usize> {
        self.editor.dimensions().map(|(columns, _)| usize::from(columns)).filter(|columns| *columns > 0)
    }

    pub(crate) fn read(&mut self, prompt: &str, completions: &Completions) -> rustyline::Result<String> {
        if let Some(helper) = self.editor.helper_mut() {
            helper.completions = completions.clone();
        }
        let line = self.editor.readline(prompt)?;
        if !line.trim().is_empty() {
            // If a line can't be added to the history, it is still a valid answer.
            let _ = self.editor.history_mut().add(line.trim());
        }
        Ok(line)
    }
}

const HISTORY: usize = 500;

#[derive(Default)]
struct AnswerCompleter {
    completions: Completions,
    files: FilenameCompleter,
}

impl Completer for AnswerCompleter {
    type Candidate = Pair;

    fn complete(&self, line: &str, at: usize, context: &Context<'_>) -> rustyline::Result<(usize, Vec<Pair>)> {
        let typed = line[..at].to_lowercase();
        let fits = |word: &&String| word.to_lowercase().starts_with(&typed);
        let words: Vec<Pair> = self
            .completions
            .words
            .iter()
            .filter(fits)
            .map(|word| Pair { display: word.clone(), replacement: word.clone() })
            .collect();
        if self.completions.files && words.is_empty() {
            return self.files.complete(line, at, context);
        }
        Ok((0, words))
    }
}

impl Hinter for AnswerCompleter {
    type Hint = String;
}

impl Highlighter for AnswerCompleter {}
impl Validator for AnswerCompleter {}
impl Helper for AnswerCompleter {}
