//! Line mode: a table played in lines, on a terminal or through a pipe.

use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use parlor_host::{ApplyError, Failed, Host, Next, save_to_disk};
use parlor_rules::{Coin, Decision, DiceCount, Seat, Standing, Throw};
use parlor_table::{Ask, Entry, Event, Question, Refusal};
use parlor_view::typed::{self, Typed};
use parlor_view::{
    Advice, BoardView, Line as ToldLine, LineKind, Names, coin_prompt, guide, help_is_offered, menu_label, prompt,
    rules_page, sentences, text, throw_prompt, wrap_indented,
};

use crate::talk::{Heard, Talk};

/// The columns of a page of rules.
const PAGE_WIDTH: usize = 106;

/// A line as it is printed: reasons are indented.
pub(crate) fn indented(line: &ToldLine) -> String {
    let indent = if line.kind == LineKind::Reason { "  " } else { "" };
    format!("{indent}{}", line.text)
}

/// How a conversation ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Ended {
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

/// One conversation about one table.
pub(crate) struct Line<'a, R, W> {
    host: Host,
    talk: &'a mut Talk<R, W>,
    names: Names,
    /// Where saves go that are named without a folder.
    folder: PathBuf,
    farewell: Farewell,
    /// What was on the board when it was last shown, and the dice.
    shown: Option<(Standing, Option<Throw>)>,
    /// Whether there is a guide for the first round.
    is_guided: bool,
    /// The revision of the table that the guide spoke about last.
    guided_at: Option<u64>,
}

impl<'a, R: BufRead, W: Write> Line<'a, R, W> {
    pub(crate) fn new(host: Host, talk: &'a mut Talk<R, W>, folder: &Path) -> Line<'a, R, W> {
        let farewell = Farewell::default();
        farewell.set(match host.journal_name() {
            Some(name) => format!("The game is kept. To go on: parlor continue {name}"),
            None => "The game isn't kept.".to_owned(),
        });
        let names = Names::of(&host.setup().players);
        Line { names, talk, folder: folder.to_owned(), farewell, shown: None, is_guided: false, guided_at: None, host }
    }

    /// The same with a guide for the first round.
    pub(crate) fn guided(self) -> Line<'a, R, W> {
        Line { is_guided: true, ..self }
    }

    pub(crate) fn farewell(&self) -> Farewell {
        self.farewell.clone()
    }

    /// Plays until the tournament is over or the player leaves, who is told how to go on.
    pub(crate) fn play_to_the_end(&mut self) -> io::Result<()> {
        if self.play()? == Ended::Left {
            self.talk.say(&self.farewell.words())?;
        }
        self.talk.flush()
    }

    /// Tells what happened.
    pub(crate) fn tell(&mut self, events: &[Event]) -> io::Result<()> {
        for event in events {
            for line in sentences(event, &self.names) {
                self.talk.say(&indented(&line))?;
            }
        }
        Ok(())
    }

    /// Plays until the tournament is over or the player leaves.
    fn play(&mut self) -> io::Result<Ended> {
        loop {
            let revision = self.host.table().revision();
            let entry = match self.host.next() {
                Next::Closed => {
                    self.say_guide()?;
                    return Ok(Ended::Closed);
                }
                Next::Apply(entry) => {
                    self.try_entry(revision, entry)?.expect("the table asked for this throw");
                    continue;
                }
                Next::Think(thinking) => {
                    if let Some(failed) = self.think(&thinking)?
                        && !self.offer_after_failure(&failed)?
                    {
                        return Ok(Ended::Left);
                    }
                    continue;
                }
                Next::Save { name, text } => {
                    let entry = save_to_disk(&self.folder.join(&name), &text);
                    let told = self.try_entry(revision, entry)?.expect("the table waits for word of its save");
                    if told.contains(&Event::Saved { name }) {
                        return Ok(Ended::Saved);
                    }
                    continue;
                }
                Next::ThrowByHand { seat, dice } => self.throw_by_hand(seat, dice)?,
                Next::TossByHand => self.toss_by_hand()?,
                Next::Ask(question) => self.ask(&question)?,
            };
            let Some(entry) = entry else { return Ok(Ended::Left) };
            self.apply(entry)?;
        }
    }

    /// Lets a person's entry happen; a refusal is told.
    fn apply(&mut self, entry: Entry) -> io::Result<()> {
        match self.try_entry(self.host.table().revision(), entry)? {
            Ok(_) => Ok(()),
            Err(refusal) => self.talk.say(&format!("No: {refusal}.")),
        }
    }

    /// Lets an entry happen and tells what it led to. If the journal can't be written, the game goes on without it.
    fn try_entry(&mut self, revision: u64, entry: Entry) -> io::Result<Result<Vec<Event>, Refusal>> {
        let entries = [entry];
        let told = loop {
            match self.host.apply_at(revision, &entries) {
                Ok(told) => break told,
                Err(ApplyError::Refused(refusal)) => return Ok(Err(refusal)),
                Err(ApplyError::NotKept(error)) => self.lose_journal(&error.to_string())?,
            }
        };
        if told.iter().any(|event| matches!(event, Event::TakenBack | Event::Redone)) {
            self.shown = None;
        }
        self.tell(&told)?;
        Ok(Ok(told))
    }

    /// The game goes on without its journal.
    fn lose_journal(&mut self, why: &str) -> io::Result<()> {
        let kept = self.host.journal_name().map(ToString::to_string);
        self.host.give_up_journal();
        self.talk.say(&format!("The journal can't be written any more: {why}"))?;
        self.talk.say("The game goes on, but it won't survive the end of the program unless you save it.")?;
        self.farewell.set(match kept {
            Some(name) => {
                format!("The game is kept only as far as its journal could be written: parlor continue {name}")
            }
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

    /// The computer player has failed: it can be tried again, or the game saved or left. Returns `false` to leave.
    fn offer_after_failure(&mut self, failed: &Failed) -> io::Result<bool> {
        let why = parlor_view::capitalised(&failed.to_string());
        self.talk.say(&format!("{why}."))?;
        loop {
            match self.talk.ask("again, undo, save FILE or leave?")? {
                Heard::End => return Ok(false),
                Heard::TooLong => {}
                Heard::Line(line) => match line.split_once(' ').unwrap_or((&line, "")) {
                    ("again", "") => return Ok(true),
                    ("leave" | "quit", "") => return Ok(false),
                    ("undo", "") => {
                        self.apply(Entry::Undo)?;
                        return Ok(true);
                    }
                    ("save", file) if !file.is_empty() => match self.host.save_copy(&self.folder.join(file)) {
                        Ok(()) => self.talk.say(&format!("A copy of the game is saved in {file}."))?,
                        Err(why) => self.talk.say(&format!("The game is not saved: {why}"))?,
                    },
                    _ => {}
                },
            }
        }
    }

    /// The board and the dice, if they aren't what is in sight already.
    fn show(&mut self, ask: &Ask) -> io::Result<()> {
        // How a round ended has just been told, and its points are no longer what the board shows.
        if matches!(ask, Ask::Another | Ask::FileName) {
            return Ok(());
        }
        let table = self.host.table();
        let Some((standing, board)) = table.standing().zip(BoardView::of(table)) else { return Ok(()) };
        let dice = if let Ask::Decide(Decision::Canoga(thrown)) = ask { Some(thrown.throw()) } else { None };
        let now = (standing, dice);
        if self.shown.as_ref() == Some(&now) {
            return Ok(());
        }
        self.talk.say("")?;
        let drawn = text::board(&board, &self.names);
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

    /// Asks until there is something to try; `None` if there is no answer any more.
    fn ask(&mut self, question: &Question) -> io::Result<Option<Entry>> {
        self.show(&question.ask)?;
        self.say_guide()?;
        let mut words = prompt(question, &self.names).to_string();
        if let Ask::Menu { before, items, .. } = &question.ask {
            self.talk.say(&words)?;
            for (item, number) in items.iter().zip(1..) {
                self.talk.say(&format!("  {number}  {}", menu_label(*item, *before)))?;
            }
            "Your choice".clone_into(&mut words);
        }
        loop {
            let line = match self.talk.ask(&words)? {
                Heard::End => return Ok(None),
                Heard::TooLong => {
                    self.talk.say("That line is far too long. Type ? for what can be typed here.")?;
                    continue;
                }
                Heard::Line(line) => line,
            };
            match typed::read(&line, &question.ask) {
                Typed::Answer(answer) => return Ok(Some(Entry::decision(question.seat, answer))),
                Typed::Undo => return Ok(Some(Entry::Undo)),
                Typed::Leave => return Ok(None),
                Typed::Help if !help_is_offered(&question.ask) => self.talk.say("Help is for your own turns.")?,
                Typed::Help => self.help()?,
                Typed::Rules => self.rules()?,
                Typed::Hint => self.hint(question)?,
                Typed::Unclear(why) if line.is_empty() => {
                    self.talk.say(&format!("Please answer: {why}. (? for more)"))?;
                }
                Typed::Unclear(why) => self.talk.say(&format!("No: {why}. (? for more)"))?,
            }
        }
    }

    fn help(&mut self) -> io::Result<()> {
        let advice = match self.host.help_job().map(|job| job.help()) {
            Some(Ok(help)) => Advice::of(&help),
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
            self.talk.say(&indented(&ToldLine::reason(reason)))?;
        }
        for other in advice.other_lines() {
            self.talk.say(&other)?;
        }
        Ok(())
    }

    fn rules(&mut self) -> io::Result<()> {
        let page = rules_page(self.host.setup().game);
        self.talk.say(&page.title)?;
        for line in page.paragraphs().flat_map(|words| wrap_indented(words, "  ", PAGE_WIDTH)) {
            self.talk.say(&line)?;
        }
        Ok(())
    }

    fn hint(&mut self, question: &Question) -> io::Result<()> {
        self.talk.say(&format!("Here: {}.", question.ask.wanted()))?;
        self.talk.say(
            "Everywhere: help (advice, free), undo (take back your last decision), rules (this game on a page),",
        )?;
        let kept = if self.host.journal_name().is_some() { "is kept" } else { "is lost" };
        self.talk.say(&format!(
            "leave (end the program, the game {kept}), ? (this). Before a turn: save (to a file, which ends the"
        ))?;
        self.talk.say("program), quit (give up, as the rules say). Enter alone takes what is usual.")
    }

    fn throw_by_hand(&mut self, seat: Seat, dice: DiceCount) -> io::Result<Option<Entry>> {
        let words = throw_prompt(seat, dice, &self.names).to_string();
        loop {
            match self.talk.ask(&words)? {
                Heard::End => return Ok(None),
                Heard::Line(line) if line == "undo" => return Ok(Some(Entry::Undo)),
                Heard::Line(line) if line == "leave" || line == "quit" => return Ok(None),
                Heard::Line(line) if matches!(line.as_str(), "?" | "help" | "rules") => {
                    self.talk.say("Type what the dice show, like 4 3. undo and leave work here too.")?;
                }
                Heard::TooLong => self.talk.say("No: numbers from 1 to 6, like 4 3.")?,
                Heard::Line(line) => match typed::throw(&line) {
                    Ok(throw) => return Ok(Some(Entry::Throw { throw, queued: false })),
                    Err(error) => self.talk.say(&format!("No: {error}."))?,
                },
            }
        }
    }

    fn toss_by_hand(&mut self) -> io::Result<Option<Entry>> {
        let words = coin_prompt().to_string();
        loop {
            match self.talk.ask(&words)? {
                Heard::End => return Ok(None),
                Heard::TooLong => self.talk.say("No: heads or tails?")?,
                Heard::Line(line) => match line.to_lowercase().as_str() {
                    "heads" | "h" => return Ok(Some(Entry::Coin(Coin::Heads))),
                    "tails" | "t" => return Ok(Some(Entry::Coin(Coin::Tails))),
                    "undo" => return Ok(Some(Entry::Undo)),
                    "leave" | "quit" => return Ok(None),
                    _ => self.talk.say("No: heads or tails?")?,
                },
            }
        }
    }
}

#[cfg(test)]
mod tests;
