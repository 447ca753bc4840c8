//! Help in line mode: advice, the rules, and the list of commands.

use std::io::{self, BufRead, Write};

use parlor_rules::{Choice, Game, Seat};
use parlor_table::{Ask, DiceSource, MenuItem, Question};
use parlor_view::{Advice, Line, capitalised, menu_lines, rules_page, wrap_indented};

use super::{LineMode, PAGE_WIDTH, indented};

/// Advice for the question at this revision of the table.
pub(super) struct GivenAdvice {
    pub(super) revision: u64,
    advice: Advice,
}

impl GivenAdvice {
    /// The advised choice; in Congkak, the whole advised turn.
    pub(super) fn plan(&self) -> Vec<Choice> {
        match self.advice.ranked.first() {
            Some(best) if best.plan.len() > 1 => best.plan.iter().copied().map(Choice::Congkak).collect(),
            Some(best) => vec![best.choice],
            None => Vec::new(),
        }
    }
}

impl<R: BufRead, W: Write> LineMode<'_, R, W> {
    pub(super) fn say_no_help(&mut self, ask: &Ask) -> io::Result<()> {
        let Ask::Menu { before, items, .. } = ask else { return self.talk.say("Help is for your own turns.") };
        let why = menu_lines(*before, items).into_iter().find(|line| line.item == MenuItem::Help);
        self.talk.say(why.and_then(|line| line.unavailable).unwrap_or("Help is for your own turns."))
    }

    /// Prints advice. Asked a second time, it lists all choices.
    pub(super) fn help(&mut self) -> io::Result<()> {
        let (revision, game) = (self.host.table().revision(), self.host.setup().game);
        if let Some(given) = self.advised.as_ref().filter(|given| given.revision == revision) {
            self.talk.say("All choices, the best first:")?;
            return given.advice.all_lines(game).iter().try_for_each(|line| self.talk.say(line));
        }
        let advice = match self.host.help_job(self.advice).map(|job| job.help()) {
            Some(Ok(help)) => Advice::of(self.host.table().decision().map_or(Seat::Human, |(seat, _)| seat), &help),
            Some(Err(error)) => {
                return self.talk.say(&format!("No advice: {error}."));
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
        for other in advice.other_lines(game) {
            self.talk.say(&other)?;
        }
        // The board that was shown before has scrolled away.
        self.shown = None;
        if advice.ranked.is_empty() {
            return Ok(());
        }
        let all = match advice.ranked.len() {
            // Congkak's choices are all listed.
            count @ 3.. if game != Game::Congkak => format!(" For all {count} choices, type help again."),
            _ if advice.long_reasons().next().is_some() => " To see all plays, type help again.".to_owned(),
            _ => String::new(),
        };
        let given = GivenAdvice { revision, advice };
        let what = match given.plan().len() {
            1 => "that".to_owned(),
            plays => format!("that whole turn of {plays} plays"),
        };
        self.advised = Some(given);
        self.talk.say(&format!("To play {what}, type \u{201c}play it\u{201d}.{all}"))
    }

    pub(super) fn rules(&mut self) -> io::Result<()> {
        let page = rules_page(self.host.setup().game);
        self.talk.say(&page.title)?;
        for line in page.paragraphs().flat_map(|words| wrap_indented(words, "  ", PAGE_WIDTH)) {
            self.talk.say(&line)?;
        }
        self.shown = None;
        Ok(())
    }

    pub(super) fn hint(&mut self, question: &Question) -> io::Result<()> {
        match question.ask {
            Ask::Menu { .. } => self.hint_at_menu(question)?,
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

    pub(super) fn say_commands(&mut self) -> io::Result<()> {
        let kept = if self.host.journal_name().is_some() { "is saved" } else { "is lost" };
        let setup = self.host.setup();
        let mut lines = vec![
            "You can type these at any question. Two letters are enough, except for redo:".to_owned(),
            "  help           advice; it costs nothing. play it: play the advised choice".to_owned(),
            "  undo, redo     undo your last decision, or play it again".to_owned(),
            "  board, rules   show the board again, or the rules of the game".to_owned(),
        ];
        if setup.dice == DiceSource::Manual && setup.game != Game::Congkak {
            lines.push("  correct 4 3    fix a mistyped throw".to_owned());
        }
        if setup.game == Game::Kono {
            lines.push("  offer call     before your move: offer to end the round, scored as it stands".to_owned());
        }
        lines.push("  save           before a turn: save to a file, which ends the program".to_owned());
        lines.push("  quit           before a turn: give up; you are asked first".to_owned());
        lines.push(format!("  leave, exit    end the program; the game {kept}"));
        lines.push("Enter alone gives the default answer, if there is one.".to_owned());
        lines.iter().try_for_each(|line| self.talk.say(line))
    }
}
