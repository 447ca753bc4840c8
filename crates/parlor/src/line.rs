//! Line mode: a table played in lines, on a terminal or through a pipe.

mod besides;
mod saving;
mod tutor;

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use parlor_host::{AdviceFrom, ApplyError, Failed, Host};
use parlor_review::Tutor;
use parlor_rules::{Choice, Decision, Game, Standing, Throw};
use parlor_table::{Answer, Ask, DiceSource, Entry, Event, MenuItem, Next, OpenOffer, Question, Refusal};
use parlor_view::typed::{self, Extra, Typed};
use parlor_view::{
    Advice, BoardView, Chooser, Line, LineKind, Names, Spot, capitalised, give_up_question, guide, help_is_offered,
    menu_lines, prompt, round_in_words, rules_page, sentences, size_in_words, taken_back, text, why_not, wrap_indented,
};

use crate::talk::{Completions, Talk, TypedInput};

/// The columns of a page of rules.
const PAGE_WIDTH: usize = 78;

/// A line as it is printed: reasons are indented.
pub(crate) fn indented(line: &Line) -> String {
    let indent = if line.kind == LineKind::Reason { "  " } else { "" };
    format!("{indent}{}", line.text)
}

/// How a conversation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum LineModeEnd {
    /// The tournament is over.
    Closed,
    /// The game was saved, which ends the program (rule save-quit).
    Saved,
    /// The input ended, or the player left.
    Left,
}

/// What is to be said if the program ends now, for a handler of Ctrl-C as well.
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

/// A person's reply to a question.
enum Reply {
    /// This entry is tried.
    Entry(Entry),
    /// The question is asked again from the start.
    Again,
    /// The input ended, or the person left.
    Left,
}

/// One conversation about one table.
pub(crate) struct LineMode<'a, R, W> {
    host: Host,
    talk: &'a mut Talk<R, W>,
    names: Names,
    /// Where saves go that are named without a folder.
    folder: PathBuf,
    pub(crate) farewell: Farewell,
    /// What was on the board when it was last shown, and the dice.
    shown: Option<(Standing, Option<Throw>)>,
    /// Whether the board is shown after each move of a program.
    pub(crate) boards: bool,
    /// Whose view help gives.
    pub(crate) advice: AdviceFrom,
    /// Whether somebody speaks up before a costly choice.
    pub(crate) tutor: Tutor,
    /// What the tutor thinks about the question that is open.
    thoughts: Option<tutor::Thoughts>,
    /// The existing file that may be replaced by the next save.
    replaces: Option<String>,
    /// Whether there is a guide for the first round.
    pub(crate) is_guided: bool,
    /// The revision of the table that the guide spoke about last.
    guided_at: Option<u64>,
}

impl<'a, R: BufRead, W: Write> LineMode<'a, R, W> {
    pub(crate) fn new(host: Host, talk: &'a mut Talk<R, W>, folder: &Path) -> LineMode<'a, R, W> {
        let farewell = Farewell::default();
        farewell.set(match host.continue_command() {
            Some(command) => format!("The game is kept. To go on: {command}"),
            None => "The game isn't kept.".to_owned(),
        });
        let names = Names::of(&host.setup().players);
        LineMode {
            names,
            talk,
            folder: folder.to_owned(),
            farewell,
            shown: None,
            boards: false,
            advice: AdviceFrom::default(),
            tutor: Tutor::Off,
            thoughts: None,
            replaces: None,
            is_guided: false,
            guided_at: None,
            host,
        }
    }

    /// Plays until the tournament is over or the player leaves, who is told how to go on.
    pub(crate) fn play_to_the_end(&mut self) -> io::Result<()> {
        let ended = self.play()?;
        match (ended, self.host.continue_command()) {
            (LineModeEnd::Left, _) => self.talk.say(&self.farewell.words())?,
            (LineModeEnd::Saved, Some(command)) => {
                let words = format!("To go on with this very game, undo and replay included: {command}");
                self.talk.say(&words)?;
            }
            (LineModeEnd::Closed, Some(command)) if self.host.setup().has_people() => {
                self.talk.say(&format!("To take back the last decision after all: {command}"))?;
            }
            (LineModeEnd::Saved | LineModeEnd::Closed, _) => {}
        }
        self.talk.flush()
    }

    /// Says where a game stands that goes on.
    pub(crate) fn say_heading(&mut self) -> io::Result<()> {
        let table = self.host.table();
        let size = table.size().map_or(String::new(), |size| format!(", {}", size_in_words(table.game(), size)));
        self.talk.say(&format!("{}{size}, {}.", table.game(), round_in_words(table)))
    }

    /// Tells what happened.
    pub(crate) fn tell(&mut self, events: &[Event]) -> io::Result<()> {
        let people = self.host.setup().has_people();
        for event in events {
            if let Event::RoundOver { standing, .. } = event {
                self.show_standing((**standing).clone(), &BoardView::of_standing(standing), None)?;
            }
            for line in sentences(event, &self.names) {
                self.talk.say(&indented(&line))?;
            }
            match event {
                Event::Resumed => self.say_heading()?,
                Event::Moved { seat, .. } | Event::Sowed { seat, .. } | Event::Stepped { seat, .. }
                    if self.boards && !self.host.table().player(*seat).is_person() =>
                {
                    self.show_board(None)?;
                }
                // Where people play, the next question shows it.
                Event::RoundOver { .. } if !people => self.show_board(None)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// Plays until the tournament is over or the player leaves.
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

    /// An offer that a person has to reply to.
    fn offer_to_a_person(&self) -> Option<OpenOffer> {
        self.host.table().offer().filter(|open| self.host.table().player(open.seat.other()).is_person())
    }

    /// Lets a person's entry happen; a refusal is told.
    fn apply(&mut self, entry: Entry) -> io::Result<()> {
        let why_no_pit = self.why_no_pit(&entry);
        match self.try_entry(self.host.table().revision(), entry)? {
            Ok(_) => Ok(()),
            Err(refusal) => self.talk.say(&why_no_pit.unwrap_or_else(|| format!("No: {refusal}."))),
        }
    }

    /// Why a pit would be refused, in the players' own names, which the rules don't know.
    fn why_no_pit(&self, entry: &Entry) -> Option<String> {
        let Entry::Decision { answer: Answer::Choice(Choice::Congkak(pit)), .. } = entry else { return None };
        let Next::Ask(question) = self.host.table().next() else { return None };
        let chooser = Chooser::of(&question, self.host.table().game());
        let board = BoardView::of(self.host.table())?;
        Some(why_not(Spot::Pit(pit.letter()), &board, chooser.as_ref(), &self.names))
    }

    /// Lets an entry happen and tells what it led to. If the journal can't be written, the game goes on without it.
    fn try_entry(&mut self, revision: u64, entry: Entry) -> io::Result<Result<Vec<Event>, Refusal>> {
        let before = (entry == Entry::Undo).then(|| self.host.table().clone());
        let entries = [entry];
        let mut told = loop {
            match self.host.apply_at(revision, &entries) {
                Ok(told) => break told,
                Err(ApplyError::Refused(refusal)) => return Ok(Err(refusal)),
                Err(ApplyError::NotKept(error)) => self.lose_journal(&error.to_string())?,
            }
        };
        if told.iter().any(|event| matches!(event, Event::TakenBack | Event::Redone | Event::Corrected { .. })) {
            self.shown = None;
        }
        if let Some(words) = before.and_then(|before| taken_back(&before, self.host.table())) {
            self.talk.say(&format!("Taken back: {words}"))?;
            told.retain(|event| *event != Event::TakenBack);
        }
        self.tell(&told)?;
        Ok(Ok(told))
    }

    /// The game goes on without its journal.
    fn lose_journal(&mut self, why: &str) -> io::Result<()> {
        let kept = self.host.continue_command();
        self.host.give_up_journal();
        self.talk.say(&format!("The journal can't be written any more: {why}"))?;
        self.talk.say("The game goes on, but it will be lost when the program ends unless you save it.")?;
        self.farewell.set(match kept {
            Some(command) => format!("The game is kept only as far as its journal could be written: {command}"),
            None => "The game isn't kept.".to_owned(),
        });
        Ok(())
    }

    /// Lets the computer player decide; if it can't, why not.
    fn think(&mut self, thinking: &parlor_host::Thinking) -> io::Result<Option<Failed>> {
        let entry = match thinking.run() {
            Ok(entry) => entry,
            Err(failed) => return Ok(Some(failed)),
        };
        let refused = self.try_entry(thinking.revision, entry)?.err();
        Ok(refused.map(|refusal| Failed(refusal.to_string())))
    }

    /// The board and the dice, if they aren't what is in sight already.
    fn show(&mut self, ask: &Ask) -> io::Result<()> {
        if matches!(ask, Ask::FileName | Ask::Size { .. }) {
            return Ok(());
        }
        self.show_board(if let Ask::Decide(Decision::Canoga(thrown)) = ask { Some(thrown.throw()) } else { None })
    }

    fn show_board(&mut self, dice: Option<Throw>) -> io::Result<()> {
        let table = self.host.table();
        let Some((standing, board)) = table.standing().zip(BoardView::of(table)) else { return Ok(()) };
        self.show_standing(standing, &board, dice)
    }

    fn show_standing(&mut self, standing: Standing, board: &BoardView, dice: Option<Throw>) -> io::Result<()> {
        let now = (standing, dice);
        if self.shown.as_ref() == Some(&now) {
            return Ok(());
        }
        self.talk.say("")?;
        let drawn = text::board(board, &self.names);
        self.talk.say(drawn.trim_end())?;
        if let Some(throw) = dice {
            self.talk.say(&format!("Dice: {throw}"))?;
        }
        self.shown = Some(now);
        Ok(())
    }

    /// What the guide has to say, if there is one and it hasn't said it yet.
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

    /// What is asked, in one line. A menu is printed above it.
    fn question_line(&mut self, question: &Question) -> io::Result<String> {
        let words = prompt(question, &self.names);
        Ok(match &question.ask {
            Ask::Menu { before, items, .. } => {
                self.talk.say(&words.to_string())?;
                for (line, number) in menu_lines(*before, items).iter().zip(1..) {
                    let not = if line.unavailable.is_some() { " (not available now)" } else { "" };
                    self.talk.say(&format!("  {number}  {}{not}", line.label))?;
                }
                "Your choice".to_owned()
            }
            Ask::Another if self.host.table().cant_save().is_none() => format!("{} (yes, no or save)", words.question),
            Ask::FileName => {
                let name = self.host.proposed_file_name(&self.folder);
                format!("{} (Enter for {name}; cancel goes back)", words.question)
            }
            _ => words.to_string(),
        })
    }

    /// Asks until there is something to try.
    fn ask(&mut self, question: &Question) -> io::Result<Reply> {
        self.show(&question.ask)?;
        self.say_guide()?;
        self.tutor_thinks();
        let words = self.question_line(question)?;
        let completions =
            Completions { words: typed::completions(&question.ask), files: question.ask == Ask::FileName };
        loop {
            let line = match self.talk.ask(&words, &completions)? {
                TypedInput::End => return Ok(Reply::Left),
                TypedInput::TooLong => {
                    self.talk.say("That line is far too long. Type ? for what can be typed here.")?;
                    continue;
                }
                TypedInput::Line(line) if line.is_empty() && question.ask == Ask::FileName => {
                    self.host.proposed_file_name(&self.folder)
                }
                TypedInput::Line(line) => line,
            };
            match typed::read(&line, &question.ask) {
                Typed::Answer(answer) => match self.is_meant(question, &answer)? {
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

    /// Whether an answer is given as it was typed: some are asked about first. `None` if there is no answer any more.
    fn is_meant(&mut self, question: &Question, answer: &Answer) -> io::Result<Option<bool>> {
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
                    self.tutor_thinks();
                }
                Ok(meant)
            }
            _ => Ok(Some(true)),
        }
    }

    /// Asks whether something is really meant; `None` if there is no answer any more.
    fn yes_or_no(&mut self, words: &str) -> io::Result<Option<bool>> {
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

    fn say_no_help(&mut self, ask: &Ask) -> io::Result<()> {
        let Ask::Menu { before, items, .. } = ask else { return self.talk.say("Help is for your own turns.") };
        let why = menu_lines(*before, items).into_iter().find(|line| line.item == MenuItem::Help);
        self.talk.say(why.and_then(|line| line.unavailable).unwrap_or("Help is for your own turns."))
    }

    fn help(&mut self) -> io::Result<()> {
        let advice = match self.host.help_job(self.advice).map(|job| job.help()) {
            Some(Ok(help)) => {
                Advice::of(self.host.table().decision().map_or(parlor_rules::Seat::Human, |(seat, _)| seat), &help)
            }
            Some(Err(error)) => {
                return self.talk.say(&format!("There is no advice: {error}."));
            }
            None if self.host.table().standing().is_none() => Advice::no_board(),
            None => Advice::nothing(),
        };
        for words in &advice.words {
            self.talk.say(words)?;
        }
        for reason in &advice.reasons {
            self.talk.say(&indented(&Line::reason(reason)))?;
        }
        for other in advice.other_lines(self.host.setup().game) {
            self.talk.say(&other)?;
        }
        // The board has gone out of sight.
        self.shown = None;
        Ok(())
    }

    fn rules(&mut self) -> io::Result<()> {
        let page = rules_page(self.host.setup().game);
        self.talk.say(&page.title)?;
        for line in page.paragraphs().flat_map(|words| wrap_indented(words, "  ", PAGE_WIDTH)) {
            self.talk.say(&line)?;
        }
        self.shown = None;
        Ok(())
    }

    fn hint(&mut self, question: &Question) -> io::Result<()> {
        match question.ask {
            Ask::Menu { .. } => self.talk.say("Type a number from 1 to 4, or a word of the menu.")?,
            _ => self.talk.say(&format!("{}.", capitalised(&question.ask.wanted())))?,
        }
        if let Ask::Another = question.ask {
            match self.host.table().cant_save() {
                None => self.talk.say("save writes the game to a file, with the round that is over.")?,
                Some(_) => self.say_why_not_saved()?,
            }
        }
        if question.ask == Ask::FileName {
            return self.talk.say("cancel goes back, and leave ends the program.");
        }
        self.say_commands()
    }

    fn say_commands(&mut self) -> io::Result<()> {
        let kept = if self.host.journal_name().is_some() { "is kept" } else { "is lost" };
        let setup = self.host.setup();
        let mut lines = vec![
            "These words mean the same everywhere. Two letters are enough, except for redo:".to_owned(),
            "  help           advice; it costs nothing".to_owned(),
            "  undo, redo     take back your last decision, or let it count again".to_owned(),
            "  board, rules   show the board again, or the rules of the game".to_owned(),
        ];
        if setup.dice == DiceSource::Manual && setup.game != Game::Congkak {
            lines.push("  correct 4 3    what the dice really show, after a mistyped throw".to_owned());
        }
        if setup.game == Game::Kono {
            lines.push("  offer call     before your move: offer to end the round, scored as it stands".to_owned());
        }
        lines.push("  save           before a turn: save to a file, which ends the program".to_owned());
        lines.push("  quit           before a turn: give up, as the rules say; you are asked first".to_owned());
        lines.push(format!("  leave          end the program; the game {kept}"));
        lines.push("Enter alone gives the usual answer, where there is one.".to_owned());
        lines.iter().try_for_each(|line| self.talk.say(line))
    }
}

#[cfg(test)]
mod tests;
