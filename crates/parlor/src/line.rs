//! Line mode: a tournament as a conversation, on a plain terminal or through a pipe.

use std::io::{self, BufRead, Write};

use parlor_host::{Host, save_to_disk};
use parlor_rules::{Coin, DiceCount, Seat, Standing, Throw};
use parlor_table::{Ask, Entry, Event, MenuItem, Need, Question};
use parlor_view::typed::{self, Typed};
use parlor_view::{
    BoardView, Line as ToldLine, LineKind, Names, coin_prompt, menu_label, prompt, rules_page, sentences, text,
    throw_prompt, wrap_indented,
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
pub(crate) enum Ended {
    /// The table is closed.
    Closed,
    /// The input ended, or somebody left: the game is kept.
    Left,
}

/// One conversation about one table.
pub(crate) struct Line<'a, R, W> {
    host: &'a mut Host,
    talk: &'a mut Talk<R, W>,
    names: Names,
    /// What was on the board when it was last shown, and the dice.
    shown: Option<(Standing, Option<Throw>)>,
}

impl<'a, R: BufRead, W: Write> Line<'a, R, W> {
    pub(crate) fn new(host: &'a mut Host, talk: &'a mut Talk<R, W>) -> Line<'a, R, W> {
        let names = Names::of(&host.setup().players);
        Line { host, talk, names, shown: None }
    }

    /// Tells what happened.
    pub(crate) fn tell(&mut self, events: &[Event]) -> io::Result<()> {
        for event in events {
            for line in sentences(event, &self.names) {
                self.talk.say(&indented(&line))?;
            }
        }
        if let Some(trouble) = self.host.trouble() {
            self.talk.say(&format!("The journal can't be written any more: {trouble}"))?;
            self.talk.say("The game goes on, but it won't survive the end of the program unless you save it.")?;
        }
        Ok(())
    }

    /// Plays until the table is closed or nobody is there any more.
    pub(crate) fn play(&mut self) -> io::Result<Ended> {
        loop {
            if let Some(done) = self.host.go_on() {
                // The program's own decisions are never refused.
                let told = done.unwrap_or_default();
                self.tell(&told)?;
                continue;
            }
            let entry = match self.host.table().need() {
                Need::Nothing(_) => {
                    self.talk.flush()?;
                    return Ok(Ended::Closed);
                }
                Need::Save { name, text } => Some(save_to_disk(&name, &text)),
                Need::Throw { seat, dice, .. } => self.throw_by_hand(seat, dice)?,
                Need::Coin => self.coin_by_hand()?,
                Need::Answer(question) => self.ask(&question)?,
            };
            let Some(entry) = entry else { return Ok(Ended::Left) };
            match self.host.apply(&entry) {
                Ok(told) => {
                    if told.contains(&Event::TakenBack) {
                        self.shown = None;
                    }
                    self.tell(&told)?;
                }
                Err(refusal) => self.talk.say(&format!("No: {refusal}."))?,
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
        let dice = if let Ask::Canoga { throw, .. } = ask { Some(*throw) } else { None };
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

    /// Asks until there is something to try; `None` if nobody answers any more.
    fn ask(&mut self, question: &Question) -> io::Result<Option<Entry>> {
        self.show(&question.ask)?;
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
                Typed::Help if matches!(&question.ask, Ask::Menu { items, .. } if !items.contains(&MenuItem::Help)) => {
                    self.talk.say("Help is for your own turns.")?;
                }
                Typed::Help => {
                    let advice = self.host.helper(question).advise();
                    for words in &advice.words {
                        self.talk.say(words)?;
                    }
                    for reason in &advice.reasons {
                        self.talk.say(&indented(&ToldLine::reason(reason)))?;
                    }
                    for other in advice.other_lines() {
                        self.talk.say(&other)?;
                    }
                }
                Typed::Rules => {
                    let page = rules_page(self.host.setup().game);
                    self.talk.say(&page.title)?;
                    for line in page.paragraphs.iter().flat_map(|words| wrap_indented(words, "  ", PAGE_WIDTH)) {
                        self.talk.say(&line)?;
                    }
                }
                Typed::Hint => self.hint(question)?,
                Typed::Unclear(why) if line.is_empty() => {
                    self.talk.say(&format!("Please answer: {why}. (? for more)"))?;
                }
                Typed::Unclear(why) => self.talk.say(&format!("No: {why}. (? for more)"))?,
            }
        }
    }

    fn hint(&mut self, question: &Question) -> io::Result<()> {
        self.talk.say(&format!("Here: {}.", question.ask.wanted()))?;
        self.talk.say(
            "Everywhere: help (advice, free), undo (take back your last decision), rules (this game on a page),",
        )?;
        self.talk.say(
            "leave (end the program, the game is kept), ? (this). Before a turn: save (to a file, which ends the",
        )?;
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

    fn coin_by_hand(&mut self) -> io::Result<Option<Entry>> {
        loop {
            match self.talk.ask(&coin_prompt().to_string())? {
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
