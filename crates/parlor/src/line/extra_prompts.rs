//! Prompts for input that isn't an answer to a question of the table: dice and coin tosses by hand, offers, the end of
//! a tournament, and a failed computer player.

use std::io::{self, BufRead, Write};

use parlor_host::Failed;
use parlor_rules::{Coin, DiceCount, Pair, Seat, Standing};
use parlor_table::{Entry, Event, Offer, OpenOffer};
use parlor_view::typed::{self, Extra, Typed};
use parlor_view::{capitalised, coin_prompt, sentences, throw_prompt};

use super::{LineMode, Reply, indented};
use crate::talk::{Completions, TypedInput};

impl<R: BufRead, W: Write> LineMode<'_, R, W> {
    /// Runs a command, or returns the entry for it.
    pub(super) fn command(&mut self, typed: Typed, hint: &str, seat: Seat) -> io::Result<Reply> {
        match typed {
            Typed::Undo => return Ok(Reply::Entry(Entry::Undo)),
            Typed::Leave => return Ok(Reply::Left),
            Typed::Extra(Extra::Board) => {
                self.shown = None;
                self.show_board(false)?;
            }
            Typed::Extra(extra) => {
                if let Some(entry) = extra.entry(seat) {
                    return Ok(match self.confirm_offer(&entry)? {
                        Some(true) => Reply::Entry(entry),
                        Some(false) => Reply::Again,
                        None => Reply::Left,
                    });
                }
            }
            Typed::Rules => self.rules()?,
            Typed::Help => self.talk.say("There is no advice for this question.")?,
            Typed::Hint => {
                self.talk.say(hint)?;
                self.say_commands()?;
            }
            Typed::Unclear(why) => self.talk.say(&format!("No: {why}."))?,
            Typed::Answer(_) => {}
        }
        Ok(Reply::Again)
    }

    /// Asks for confirmation before an offer to call the round: if the offer is accepted, the round ends at once. `None`
    /// if the input ended or the player leaves.
    fn confirm_offer(&mut self, entry: &Entry) -> io::Result<Option<bool>> {
        let is_call = matches!(entry, Entry::Offer { offer: Offer::Call, .. });
        if !is_call || self.host.table().clone().apply(entry.clone()).is_err() {
            return Ok(Some(true));
        }
        let words = format!("Offer to end the round now?{}", self.as_it_stands());
        self.yes_or_no(&words)
    }

    pub(super) fn throw_by_hand(&mut self, seat: Seat, dice: DiceCount) -> io::Result<Reply> {
        let words = throw_prompt(seat, dice, &self.names).to_string();
        let completions = ["correct", "undo", "redo", "board", "rules", "leave"];
        let like = if dice == DiceCount::One { "4" } else { "4 3" };
        loop {
            let Some(line) = self.talk.ask_for(&words, &completions)? else { return Ok(Reply::Left) };
            if let Some(typed) = typed::command_only(&line) {
                match self.command(typed, &format!("Type what the dice show, like {like}."), seat)? {
                    Reply::Again => continue,
                    done => return Ok(done),
                }
            }
            match typed::throw(&line) {
                Ok(throw) => return Ok(Reply::Entry(Entry::Throw { throw, queued: false })),
                Err(_) if line.is_empty() => self.talk.say(&format!("Please type what the dice show, like {like}."))?,
                Err(error) => self.talk.say(&format!("No: {error}."))?,
            }
        }
    }

    pub(super) fn toss_by_hand(&mut self) -> io::Result<Reply> {
        let words = coin_prompt().to_string();
        let completions = ["heads", "tails", "undo", "rules", "leave"];
        loop {
            let Some(line) = self.talk.ask_for(&words, &completions)? else { return Ok(Reply::Left) };
            let line = line.to_lowercase();
            let begins = |word: &str| !line.is_empty() && word.starts_with(&line);
            if begins("heads") {
                return Ok(Reply::Entry(Entry::Coin(Coin::Heads)));
            } else if begins("tails") {
                return Ok(Reply::Entry(Entry::Coin(Coin::Tails)));
            }
            let typed = typed::command_only(&line).unwrap_or(Typed::Unclear("type heads or tails".to_owned()));
            match self.command(typed, "Type what the coin shows, heads or tails.", Seat::Human)? {
                Reply::Again => {}
                done => return Ok(done),
            }
        }
    }

    /// Asks a person whether to accept an offer. `None` if the input ended or the player leaves.
    pub(super) fn ask_about_offer(
        &mut self,
        OpenOffer { seat: offerer, offer, .. }: OpenOffer,
    ) -> io::Result<Option<Entry>> {
        let seat = offerer.other();
        let (who, other) = (self.names.label(seat).to_owned(), self.names.label(offerer).to_owned());
        let words = match offer {
            Offer::Undo => format!("{who}, may {other} take back the last decision?"),
            Offer::Call => format!("{who}, end the round now?{}", self.as_it_stands()),
        };
        let words = format!("{words} (accept or decline)");
        while let Some(line) = self.talk.ask_for(&words, &["accept", "decline", "board", "rules", "leave"])? {
            let line = line.to_lowercase();
            let begins = |word: &str| !line.is_empty() && word.starts_with(&line);
            if begins("accept") || begins("yes") {
                return Ok(Some(Entry::Accept { seat }));
            } else if begins("decline") || begins("no") {
                return Ok(Some(Entry::Decline { seat }));
            }
            let typed = typed::command_only(&line).unwrap_or(Typed::Unclear("type accept or decline".to_owned()));
            match self.command(typed, "Type accept or decline.", seat)? {
                Reply::Again => {}
                Reply::Entry(entry) => return Ok(Some(entry)),
                Reply::Left => break,
            }
        }
        Ok(None)
    }

    /// The score if the round ended now.
    fn as_it_stands(&self) -> String {
        let Some(Standing::Kono(standing)) = self.host.table().standing() else { return String::new() };
        let Some(position) = standing.position else { return String::new() };
        let Pair { human, computer } = position.scores();
        let name = |seat: Seat| self.names.label(seat);
        format!(" As it stands, {} has {human} and {} {computer}.", name(Seat::Human), name(Seat::Computer))
    }

    /// Offers to undo the end of the tournament. `None` means that the program ends.
    pub(super) fn ask_at_the_end(&mut self) -> io::Result<Option<Entry>> {
        self.show_board(false)?;
        if !self.host.setup().has_people() || self.host.table().is_revealed() {
            return Ok(None);
        }
        let words = "The tournament is over. (Enter ends the program, undo reopens it)";
        let completions = Completions::words(&["undo", "board", "rules", "leave"]);
        loop {
            let line = match self.talk.ask(words, &completions)? {
                TypedInput::End => return Ok(None),
                TypedInput::TooLong => "?".to_owned(),
                TypedInput::Line(line) => line,
            };
            let typed = match typed::command_only(&line) {
                _ if line.is_empty() || "quit".starts_with(&line.to_lowercase()) => return Ok(None),
                Some(typed) => typed,
                None => Typed::Unclear("the tournament is over; undo or Enter".to_owned()),
            };
            match self.command(typed, "Type undo, or just Enter to end the program.", Seat::Human)? {
                Reply::Entry(entry) => return Ok(Some(entry)),
                Reply::Left => return Ok(None),
                Reply::Again => {}
            }
        }
    }

    /// Prints the result of a finished tournament.
    pub(crate) fn say_result(&mut self) -> io::Result<()> {
        let table = self.host.table();
        let over = Event::TournamentOver { totals: table.totals(), rounds: table.rounds_won() };
        for line in sentences(&over, &self.names) {
            self.talk.say(&indented(&line))?;
        }
        Ok(())
    }

    /// After a failure of the computer player, asks whether to retry, undo, save or leave. Returns `false` for leaving.
    pub(super) fn offer_after_failure(&mut self, failed: &Failed) -> io::Result<bool> {
        let why = capitalised(&failed.to_string());
        self.talk.say(&format!("{why}."))?;
        let completions = ["again", "undo", "save ", "leave"];
        while let Some(line) = self.talk.ask_for("again, undo, save FILE or leave?", &completions)? {
            let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
            let is = |whole: &str| !word.is_empty() && whole.starts_with(&word.to_lowercase());
            if is("save") && !rest.trim().is_empty() {
                self.save_copy(rest)?;
            } else if rest.is_empty() && is("again") {
                return Ok(true);
            } else if rest.is_empty() && is("leave") {
                break;
            } else if rest.is_empty() && is("undo") {
                self.apply(Entry::Undo)?;
                return Ok(true);
            } else {
                self.talk.say(
                    "again asks the computer player once more, undo takes back your last decision, save FILE writes a copy \
                     of the game, leave ends the program.",
                )?;
            }
        }
        Ok(false)
    }
}
