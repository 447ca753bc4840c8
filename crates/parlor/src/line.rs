//! Line mode: a game as lines of text, on a terminal or through a pipe.

mod extra_prompts;
mod help;
mod review;
mod saving;
mod turns;
mod tutor;

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use parlor_host::{AdviceFrom, ApplyError, Failed, Host};
use parlor_review::Tutor;
use parlor_rules::{Choice, Decision, Game, Seat, Throw};
use parlor_table::{Answer, Ask, Entry, Event, MenuItem, Next, OpenOffer, Question, Refusal};
use parlor_view::typed::{self, Extra, Typed};
use parlor_view::{
    BoardLayout, BoardView, DiceView, Line, LineKind, Names, animate, capitalised, give_up_question, guide,
    help_is_offered, prompt, round_in_words, sentences, size_in_words, taken_back, text, wrap_indented,
};

use crate::talk::{Completions, Talk, TypedInput};
use turns::TurnInput;

/// The maximum width of a page of rules, in columns.
const PAGE_WIDTH: usize = 78;

/// A line as it is printed, with reasons indented.
pub(crate) fn indented(line: &Line) -> String {
    let indent = if line.kind == LineKind::Reason { "  " } else { "" };
    format!("{indent}{}", line.short())
}

/// Words followed by the command that continues the game. On a terminal, where lines have to be asked for, the command
/// has a line to itself, so that it can be copied.
fn with_command<R: BufRead, W: Write>(words: &str, host: &Host, talk: &Talk<R, W>) -> Option<String> {
    let command = host.continue_command()?;
    Some(if talk.is_scripted() { format!("{words} {command}") } else { format!("{words}\n  {command} --plain") })
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LineModeEnd {
    /// The tournament is over.
    Closed,
    /// The game was saved, which ends the program (rule save-quit).
    Saved,
    /// The input ended, or the player left.
    Left,
}

/// The last line printed before the program ends. It is shared with the Ctrl-C handler.
#[derive(Clone, Default)]
pub(crate) struct Farewell(Arc<Mutex<String>>);

impl Farewell {
    pub(crate) fn words(&self) -> String {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn set(&self, words: String) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = words;
    }
}

enum Reply {
    Entry(Entry),
    /// Ask the question again from the start.
    Again,
    /// The input ended, or the person left.
    Left,
}

pub(crate) struct LineMode<'a, R, W> {
    host: Host,
    talk: &'a mut Talk<R, W>,
    names: Names,
    /// The folder for saves whose names are relative.
    folder: PathBuf,
    pub(crate) farewell: Farewell,
    /// The board and the dice as they were last shown, so that they aren't repeated.
    shown: Option<(BoardLayout, Option<(Seat, Throw)>)>,
    /// The board after the computer player's last move. It is shown before the next output, unless a question shows it.
    after_move: Option<BoardView>,
    /// Show the board after each move of the computer player.
    pub(crate) boards: bool,
    /// The player for whose turn the menu was last shown in full.
    menu_of: Option<Seat>,
    /// Plays that were typed in one line.
    plan: Option<turns::PlannedPlays>,
    /// Skip the computer player's menus until a person has to answer another question.
    follows: bool,
    /// The last advice.
    advised: Option<help::GivenAdvice>,
    pub(crate) advice: AdviceFrom,
    pub(crate) tutor: Tutor,
    /// The tutor's search for the open question.
    tutor_search: Option<tutor::LineTutor>,
    /// The existing file that the next save may overwrite.
    replaces: Option<String>,
    pub(crate) is_guided: bool,
    /// The table's revision at the guide's last explanation.
    guided_at: Option<u64>,
}

impl<'a, R: BufRead, W: Write> LineMode<'a, R, W> {
    pub(crate) fn new(host: Host, talk: &'a mut Talk<R, W>, folder: &Path) -> LineMode<'a, R, W> {
        let farewell = Farewell::default();
        let kept = with_command("Your game is saved. To continue:", &host, talk);
        farewell.set(kept.unwrap_or_else(|| "The game isn't saved.".to_owned()));
        let names = Names::of(&host.setup().players);
        LineMode {
            names,
            talk,
            folder: folder.to_owned(),
            farewell,
            shown: None,
            after_move: None,
            boards: true,
            menu_of: None,
            plan: None,
            follows: false,
            advised: None,
            advice: AdviceFrom::default(),
            tutor: Tutor::Off,
            tutor_search: None,
            replaces: None,
            is_guided: false,
            guided_at: None,
            host,
        }
    }

    /// Plays until the tournament is over or the player leaves, and prints the command that continues the game.
    pub(crate) fn play_to_the_end(&mut self) -> io::Result<()> {
        let ended = self.play()?;
        let words = match ended {
            LineModeEnd::Left => Some(self.farewell.words()),
            LineModeEnd::Saved => with_command("To continue this game with its whole history:", &self.host, self.talk),
            LineModeEnd::Closed if self.host.setup().has_people() => {
                with_command("To undo the last decision:", &self.host, self.talk)
            }
            LineModeEnd::Closed => None,
        };
        if let Some(words) = words {
            self.talk.say(&words)?;
        }
        self.talk.flush()
    }

    /// Prints the size and the round of a continued game.
    pub(crate) fn say_heading(&mut self) -> io::Result<()> {
        let table = self.host.table();
        let size = table.size().map_or(String::new(), |size| format!(", {}", size_in_words(table.game(), size)));
        self.talk.say(&format!("{}{size}, {}.", table.game(), round_in_words(table)))
    }

    pub(crate) fn print_events(&mut self, events: &[Event]) -> io::Result<()> {
        let board = BoardView::of(self.host.table());
        self.print_from(board, events)
    }

    /// Prints events, starting from the board before them.
    fn print_from(&mut self, mut board: Option<BoardView>, events: &[Event]) -> io::Result<()> {
        let people = self.host.setup().has_people();
        for event in events {
            board = animate(event, board.as_ref(), &self.names).pop().and_then(|step| step.board).or(board);
            if let Event::RoundOver { standing, .. } = event {
                let ended = BoardView::at_the_end(standing, self.host.table());
                let same = self.after_move.as_ref().is_some_and(|board| board.layout == ended.layout);
                let shown = self.shown.as_ref().is_some_and(|(shown, _)| shown.has_same_places(&ended.layout));
                if same {
                    self.show_after_move()?;
                } else if (people || self.boards) && !(shown && self.after_move.is_none()) {
                    self.after_move = None;
                    self.show_in_full(&ended, self.last_dice(), false)?;
                }
            }
            if let Event::RoundBegins { .. } = event {
                self.menu_of = None;
            }
            let lines = sentences(event, &self.names);
            // Notes on the move need no board before them, because the next question shows it.
            let is_note = matches!(event, Event::Passed { .. } | Event::Repeated | Event::Quiet { .. });
            if !lines.is_empty() && !is_note {
                self.show_after_move()?;
            }
            for line in lines {
                self.talk.say(&indented(&line))?;
            }
            match event {
                Event::Resumed => self.say_heading()?,
                Event::Moved { seat, .. } | Event::Sowed { seat, .. } | Event::Stepped { seat, .. }
                    if self.boards && !self.host.table().player(*seat).is_person() =>
                {
                    self.after_move.clone_from(&board);
                }
                // If people play, the board is shown with the next question.
                Event::RoundOver { .. } if !people => self.show_board(false)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Shows the board after the computer player's last move in a compact form.
    fn show_after_move(&mut self) -> io::Result<()> {
        let Some(board) = self.after_move.take() else { return Ok(()) };
        let drawn = text::compact(&board, &self.names);
        self.talk.say(drawn.trim_end())
    }

    fn play(&mut self) -> io::Result<LineModeEnd> {
        loop {
            if let Some(open) = self.offer_to_a_person() {
                let Some(entry) = self.ask_about_offer(open)? else { return Ok(LineModeEnd::Left) };
                self.apply(entry)?;
                continue;
            }
            let revision = self.host.table().revision();
            if let Some(thinking) = self.host.thinking() {
                if let Some(failed) = self.think(&thinking)?
                    && !self.offer_after_failure(&failed)?
                {
                    return Ok(LineModeEnd::Left);
                }
                continue;
            }
            if let Some(entry) = self.host.chance() {
                self.try_entry(revision, entry)?.expect("the table asked for this throw");
                continue;
            }
            let reply = match self.host.table().next() {
                Next::Over => {
                    self.say_guide()?;
                    let Some(entry) = self.ask_at_the_end()? else { return Ok(LineModeEnd::Closed) };
                    Reply::Entry(entry)
                }
                Next::Save { name } => {
                    if self.save(&name)? {
                        return Ok(LineModeEnd::Saved);
                    }
                    continue;
                }
                Next::Throw { seat, dice, .. } => self.throw_by_hand(seat, dice)?,
                Next::Toss => self.toss_by_hand()?,
                Next::Ask(question) => self.ask(&question)?,
            };
            match reply {
                Reply::Entry(entry) => self.apply(entry)?,
                Reply::Again => {}
                Reply::Left => return Ok(LineModeEnd::Left),
            }
        }
    }

    /// The open offer, if a person has to reply to it.
    fn offer_to_a_person(&self) -> Option<OpenOffer> {
        self.host.table().offer().filter(|open| self.host.table().player(open.seat.other()).is_person())
    }

    /// Applies a person's entry, or prints the reason for refusing it.
    fn apply(&mut self, entry: Entry) -> io::Result<()> {
        let why_not_pit = match &entry {
            Entry::Decision { seat, answer: Answer::Choice(Choice::Congkak(pit)), .. } => self.why_not_pit(*seat, *pit),
            _ => None,
        };
        match self.try_entry(self.host.table().revision(), entry)? {
            Ok(_) => Ok(()),
            Err(refusal) => {
                self.plan = None;
                self.talk.say(&why_not_pit.unwrap_or_else(|| format!("No: {refusal}.")))
            }
        }
    }

    /// Applies an entry and prints its events. If the journal can't be written, the game continues without it.
    fn try_entry(&mut self, revision: u64, entry: Entry) -> io::Result<Result<Vec<Event>, Refusal>> {
        let before = (entry == Entry::Undo).then(|| self.host.table().clone());
        let board = BoardView::of(self.host.table());
        let entries = [entry];
        let mut events = loop {
            match self.host.apply_at(revision, &entries) {
                Ok(events) => break events,
                Err(ApplyError::Refused(refusal)) => return Ok(Err(refusal)),
                Err(ApplyError::NotSaved(error)) => self.lose_journal(&error.to_string())?,
            }
        };
        if events.iter().any(|event| matches!(event, Event::TakenBack | Event::Redone | Event::Corrected { .. })) {
            (self.shown, self.after_move, self.menu_of) = (None, None, None);
            self.drop_plan()?;
        }
        if let Some(words) = before.and_then(|before| taken_back(&before, self.host.table(), &self.names)) {
            self.talk.say(&format!("Undone: {words} (redo plays it again)"))?;
            events.retain(|event| *event != Event::TakenBack);
        }
        self.print_from(board, &events)?;
        Ok(Ok(events))
    }

    fn lose_journal(&mut self, why: &str) -> io::Result<()> {
        let words = "Your game is saved up to the last entry in its journal. To continue from there:";
        let kept = with_command(words, &self.host, self.talk);
        self.host.give_up_journal();
        self.talk.say(&format!("Can't write the journal any more: {why}"))?;
        self.talk.say("You can play on, but the game will be lost when you leave unless you save it to a file.")?;
        self.farewell.set(kept.unwrap_or_else(|| "The game isn't saved.".to_owned()));
        Ok(())
    }

    /// Plays the decision of the computer player, or returns the error if it fails.
    fn think(&mut self, thinking: &parlor_host::EngineTurn) -> io::Result<Option<Failed>> {
        let entry = match thinking.run() {
            Ok(entry) => entry,
            Err(failed) => return Ok(Some(failed)),
        };
        let refused = self.try_entry(thinking.revision, entry)?.err();
        Ok(refused.map(|refusal| Failed(refusal.to_string())))
    }

    /// Shows the board and the dice before a question, unless they are unchanged since they were last shown.
    fn show(&mut self, ask: &Ask) -> io::Result<()> {
        let computers = match ask {
            Ask::FileName | Ask::Size { .. } => return self.show_after_move(),
            Ask::Menu { turn: Some(seat), .. } => !self.host.table().player(*seat).is_person(),
            _ => false,
        };
        if computers && self.after_move.is_some() {
            return self.show_after_move();
        }
        self.show_board(computers)
    }

    /// Shows the current board in full or in a compact form.
    fn show_board(&mut self, compact: bool) -> io::Result<()> {
        self.after_move = None;
        let Some(board) = BoardView::of(self.host.table()) else { return Ok(()) };
        self.show_in_full(&board, self.last_dice(), compact)
    }

    /// The last throw, in the game where it matters to the end of the turn.
    fn last_dice(&self) -> Option<(Seat, Throw)> {
        let table = self.host.table();
        table.last_throw().filter(|_| table.game() == Game::Canoga)
    }

    fn show_in_full(&mut self, board: &BoardView, dice: Option<(Seat, Throw)>, compact: bool) -> io::Result<()> {
        let now = (board.layout.clone(), dice);
        if self.shown.as_ref() == Some(&now) {
            return Ok(());
        }
        // If only the scores have changed, a short form is enough.
        let compact = compact
            || self.shown.as_ref().is_some_and(|(shown, of)| *of == dice && shown.has_same_places(&board.layout));
        self.shown = Some(now);
        if compact {
            let seen = dice.map(|(seat, throw)| DiceView { seat, throw, rolling: false });
            let drawn = text::compact(&BoardView { dice: seen, ..board.clone() }, &self.names);
            return self.talk.say(drawn.trim_end());
        }
        self.talk.say("")?;
        let drawn = text::board(board, &self.names);
        self.talk.say(drawn.trim_end())?;
        match dice {
            // The dice haven't been used for a move yet.
            Some((_, throw)) if board.dice.is_some() => self.talk.say(&format!("Dice: {throw}")),
            Some((seat, throw)) => self.talk.say(&format!("Last dice: {throw}, thrown by {}", self.names.object(seat))),
            None => Ok(()),
        }
    }

    /// Prints the explanation of the guide, once for each revision.
    fn say_guide(&mut self) -> io::Result<()> {
        let table = self.host.table();
        let now = Some(table.revision());
        if !self.is_guided || self.guided_at == now {
            return Ok(());
        }
        self.guided_at = now;
        for line in guide(table).iter().flat_map(|sentence| wrap_indented(sentence, "  ", PAGE_WIDTH)) {
            self.talk.say(&line)?;
        }
        Ok(())
    }

    /// The prompt in one line. If the question is a menu, the menu is printed above it.
    fn question_line(&mut self, question: &Question) -> io::Result<String> {
        let words = prompt(question, &self.names);
        Ok(match &question.ask {
            Ask::Menu { before, items, .. } => return self.menu(question, *before, items),
            Ask::Decide(Decision::Dice(_)) => format!("{words} (Enter for two)"),
            Ask::Decide(Decision::Color(_)) => {
                format!("{} (Enter for white, which starts in the North)", words.question)
            }
            Ask::Another if self.host.table().cant_save().is_none() => format!("{} (yes, no or save)", words.question),
            Ask::FileName => {
                let name = self.host.proposed_file_name(&self.folder);
                format!("{} (Enter for {name}; cancel goes back)", words.question)
            }
            _ => words.to_string(),
        })
    }

    fn ask(&mut self, question: &Question) -> io::Result<Reply> {
        if let Some(reply) = self.planned_reply(question)? {
            return Ok(reply);
        }
        self.show(&question.ask)?;
        self.say_guide()?;
        self.start_tutor();
        let words = self.question_line(question)?;
        let completions =
            Completions { words: typed::completions(&question.ask), files: question.ask == Ask::FileName };
        loop {
            let line = match self.talk.ask(&words, &completions)? {
                TypedInput::End => return Ok(Reply::Left),
                TypedInput::TooLong => {
                    self.talk.say("That line is too long. Type ? to see what you can type here.")?;
                    continue;
                }
                TypedInput::Line(line) if line.is_empty() && question.ask == Ask::FileName => {
                    self.host.proposed_file_name(&self.folder)
                }
                TypedInput::Line(line) => line,
            };
            match self.read_turn(&line, question)? {
                TurnInput::Reply(reply) => return Ok(reply),
                TurnInput::Refused => continue,
                TurnInput::Other => {}
            }
            match typed::read(&line, &question.ask) {
                Typed::Answer(answer) => match self.confirm(question, &answer)? {
                    Some(true) => return Ok(Reply::Entry(Entry::decision(question.seat, answer))),
                    Some(false) => {}
                    None => return Ok(Reply::Left),
                },
                Typed::Extra(Extra::Board) => {
                    self.shown = None;
                    self.show(&question.ask)?;
                }
                typed @ (Typed::Undo | Typed::Leave | Typed::Extra(_) | Typed::Rules) => {
                    match self.command(typed, "", question.seat)? {
                        Reply::Again => {}
                        done => return Ok(done),
                    }
                }
                Typed::Help if !help_is_offered(&question.ask) => self.say_no_help(&question.ask)?,
                Typed::Help => self.help()?,
                Typed::Hint => self.hint(question)?,
                Typed::Unclear(why) if line.is_empty() => {
                    self.talk.say(&format!("{}. (? for more)", capitalised(&why)))?;
                }
                Typed::Unclear(why) => self.talk.say(&format!("No: {why}. (? for more)"))?,
            }
        }
    }

    /// Asks for confirmation of an answer that needs it. `None` if the input ended.
    fn confirm(&mut self, question: &Question, answer: &Answer) -> io::Result<Option<bool>> {
        match (answer, &question.ask) {
            (Answer::Menu(MenuItem::Quit), _) => {
                let sure = give_up_question(self.host.table(), question.seat);
                self.yes_or_no(sure.as_deref().unwrap_or("Give up?"))
            }
            (Answer::Menu(MenuItem::Save), _) if self.host.table().cant_save().is_some() => {
                self.say_why_not_saved()?;
                Ok(Some(false))
            }
            (Answer::File(name), _) => self.may_write(name),
            (Answer::Choice(choice), Ask::Decide(decision)) if decision.choices().contains(choice) => {
                let meant = self.tutor_asks(decision, *choice)?;
                if meant == Some(false) {
                    self.start_tutor();
                }
                Ok(meant)
            }
            _ => Ok(Some(true)),
        }
    }

    /// `None` if the input ended or the player leaves.
    pub(super) fn yes_or_no(&mut self, words: &str) -> io::Result<Option<bool>> {
        let words = format!("{words} (yes or no)");
        while let Some(line) = self.talk.ask_for(&words, &["yes", "no", "leave"])? {
            match typed::read(&line, &Ask::Another) {
                Typed::Answer(Answer::Another(sure)) => return Ok(Some(sure)),
                Typed::Leave => break,
                _ if line.eq_ignore_ascii_case("cancel") => return Ok(Some(false)),
                _ => self.talk.say("Type yes or no. (leave ends the program)")?,
            }
        }
        Ok(None)
    }
}

#[cfg(test)]
mod tests;
