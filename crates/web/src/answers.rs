//! Reads form input, and finds out the intent of the player.

use parlor_rules::{Coin, Pair, Seat};
use parlor_table::{Answer, Draw, Entry, MenuItem, Next, Offer, Player, Refusal, Table};
use parlor_view::typed::{self, Typed};
use parlor_view::{Action, Chooser, Names, Reaction, Spot, prompt};

use crate::fault::{WebError, sentence};
use crate::fields::FormFields;

/// The parsed input of a form.
#[derive(Clone, Debug)]
pub(crate) enum FormInput {
    /// A button with a complete answer.
    Answer(Answer),
    /// A line, as in line mode.
    Typed(String),
    /// A place on the board, and the places that were chosen before it.
    Spot(Spot, Vec<Spot>),
    /// The result of a coin tossed by hand.
    Coin(Coin),
    /// The button that throws the dice.
    Throw,
    GiveUp,
}

/// The meaning of a form input at a table.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Intent {
    Entry(Entry),
    /// The parts of a choice that are chosen so far.
    Picked(Vec<Spot>),
    Help(Seat),
    Undo,
    Rules,
    Leave,
    /// Invalid or impossible now; the sentence says why.
    Unclear(String),
    /// It is another player's turn.
    NotYours,
}

impl FormInput {
    pub(crate) fn read(fields: &FormFields) -> Result<FormInput, WebError> {
        if let Some(answer) = fields.read("answer", "an answer as in the journal, like \u{201c}cover 4 2\u{201d}")? {
            return Ok(FormInput::Answer(answer));
        }
        if let Some(spot) = fields.read("spot", "a place on the board, like \u{201c}pit P\u{201d}")? {
            return Ok(FormInput::Spot(spot, read_picks(&fields.all("pick").join(","))));
        }
        if let (Some(one), Some(two)) = (fields.get("die1"), fields.get("die2")) {
            return Ok(FormInput::Typed(format!("{one} {two}")));
        }
        match (fields.get("coin"), fields.get("throw"), fields.get("give_up"), fields.raw("typed")) {
            (Some("heads"), ..) => Ok(FormInput::Coin(Coin::Heads)),
            (Some("tails"), ..) => Ok(FormInput::Coin(Coin::Tails)),
            (Some(_), ..) => Err(WebError::Unclear("The coin must show heads or tails.".to_owned())),
            (None, Some(_), ..) => Ok(FormInput::Throw),
            (None, None, Some(_), _) => Ok(FormInput::GiveUp),
            (None, None, None, Some(line)) => Ok(FormInput::Typed(line.trim().chars().take(LONGEST_LINE).collect())),
            (None, None, None, None) => Err(WebError::Unclear("The form has no answer.".to_owned())),
        }
    }

    /// The intent of this input, sent to this table by a browser that holds these seats.
    pub(crate) fn means(self, table: &Table, seats: Pair<bool>) -> Intent {
        if table.deciding_program().is_some() {
            return self.unasked(table, seats);
        }
        let draw = table.draw();
        match &table.next() {
            Next::Ask(question) => {
                let seat = question.seat;
                if !seats[seat] {
                    return self.unasked(table, seats);
                }
                let entry = |answer| Intent::Entry(Entry::decision(seat, answer));
                match self {
                    FormInput::Answer(answer) => entry(answer),
                    FormInput::GiveUp => entry(Answer::Menu(MenuItem::Quit)),
                    FormInput::Spot(spot, picks) => match Chooser::of(question, table.game()) {
                        Some(chooser) => click(chooser, &picks, spot, seat),
                        None => Intent::Unclear("There is nothing to choose on the board now.".to_owned()),
                    },
                    FormInput::Typed(line) => match typed::read(&line, &question.ask) {
                        Typed::Answer(answer) => entry(answer),
                        Typed::Help => Intent::Help(seat),
                        Typed::Undo => Intent::Undo,
                        Typed::Rules => Intent::Rules,
                        Typed::Leave => Intent::Leave,
                        Typed::Hint => {
                            Intent::Unclear(prompt(question, &Names::of(&table.setup().players)).to_string())
                        }
                        Typed::Extra(_) => Intent::Unclear("That command doesn't work on this page.".to_owned()),
                        Typed::Unclear(why) => Intent::Unclear(sentence(&why)),
                    },
                    FormInput::Coin(_) | FormInput::Throw => {
                        Intent::Unclear("There is nothing to throw now.".to_owned())
                    }
                }
            }
            Next::Throw { seat, .. } if draw != Some(Draw::ByHand) => match (self, draw) {
                (input, _) if !seats[*seat] => input.unasked(table, seats),
                // The throw is fixed already; the person only decides when to make it.
                (FormInput::Throw, Some(Draw::Entry(entry))) => Intent::Entry(entry),
                (input, _) => input.unless_word("Press the button to throw the dice."),
            },
            Next::Throw { seat, .. } => match self {
                _ if !may_throw(table, *seat, seats) => self.unasked(table, seats),
                FormInput::Typed(line) => match typed::throw(&line) {
                    Ok(throw) => Intent::Entry(Entry::Throw { throw, queued: false }),
                    Err(why) => FormInput::Typed(line).unless_word(&sentence(&why)),
                },
                _ => Intent::Unclear("Type what the dice show, like 4 3.".to_owned()),
            },
            Next::Toss if draw == Some(Draw::ByHand) => match self {
                _ if !(seats.human || seats.computer) => Intent::NotYours,
                FormInput::Coin(coin) => Intent::Entry(Entry::Coin(coin)),
                FormInput::Typed(line) => match line.to_lowercase().as_str() {
                    "heads" | "h" => Intent::Entry(Entry::Coin(Coin::Heads)),
                    "tails" | "t" => Intent::Entry(Entry::Coin(Coin::Tails)),
                    _ => FormInput::Typed(line).unless_word(SAY_COIN),
                },
                _ => Intent::Unclear(SAY_COIN.to_owned()),
            },
            Next::Toss | Next::Save { .. } | Next::Over => self.unasked(table, seats),
        }
    }

    /// The intent of this input, sent by a browser whose turn it isn't.
    fn unasked(self, table: &Table, seats: Pair<bool>) -> Intent {
        if !(seats.human || seats.computer) {
            return Intent::NotYours;
        }
        match self.word() {
            Some(meant) => meant,
            None if table.is_over() => Intent::Unclear("The tournament is over.".to_owned()),
            None => Intent::NotYours,
        }
    }

    /// A command that works at any time, or else a sentence that says what is expected.
    fn unless_word(&self, wanted: &str) -> Intent {
        self.word().unwrap_or_else(|| Intent::Unclear(wanted.to_owned()))
    }

    /// Commands that work at any time.
    fn word(&self) -> Option<Intent> {
        let FormInput::Typed(line) = self else { return None };
        match line.to_lowercase().as_str() {
            "undo" => Some(Intent::Undo),
            "rules" => Some(Intent::Rules),
            "leave" => Some(Intent::Leave),
            _ => None,
        }
    }
}

const SAY_COIN: &str = "Enter what the coin shows: heads or tails.";

/// Real dice are entered by the player who throws them, or by the person who plays against the computer.
pub(crate) fn may_throw(table: &Table, seat: Seat, seats: Pair<bool>) -> bool {
    match table.player(seat) {
        Player::Human(_) => seats[seat],
        Player::Computer(_) | Player::Bot(_) => seats[seat.other()],
    }
}

const LONGEST_LINE: usize = 200;

fn click(mut chooser: Chooser, picks: &[Spot], spot: Spot, seat: Seat) -> Intent {
    if picks.contains(&spot) {
        // Choosing a spot again deselects it.
        return Intent::Picked(picks.iter().copied().filter(|picked| *picked != spot).collect());
    }
    pick(&mut chooser, picks);
    match chooser.click(spot) {
        Reaction::Chosen(Action::Answer(answer)) => Intent::Entry(Entry::decision(seat, answer)),
        Reaction::Chosen(Action::Help) => Intent::Help(seat),
        Reaction::Chosen(Action::Coin(coin)) => Intent::Entry(Entry::Coin(coin)),
        Reaction::Moved | Reaction::Ignored => Intent::Picked(chooser.chosen()),
    }
}

/// Restores earlier picks that are still possible.
pub(crate) fn pick(chooser: &mut Chooser, picks: &[Spot]) {
    for spot in picks {
        // A forged choice must not count as an answer here.
        if chooser.can_choose().contains(spot) && !chooser.chosen().contains(spot) {
            let mut tried = chooser.clone();
            if tried.click(*spot) == Reaction::Moved {
                *chooser = tried;
            }
        }
    }
}

const MOST_PICKS: usize = 16;

/// Parses spots separated by commas, and skips invalid ones.
pub(crate) fn read_picks(text: &str) -> Vec<Spot> {
    text.split(',').filter_map(|spot| spot.trim().parse().ok()).take(MOST_PICKS).collect()
}

pub(crate) fn write_picks(picks: &[Spot]) -> String {
    picks.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Undo {
    Free,
    /// Possible if the other person agrees.
    Ask(Seat),
    /// Not possible now; the sentence says why.
    No(String),
}

/// The kind of undo that is possible for a browser that holds these seats.
pub(crate) fn undo(table: &Table, seats: Pair<bool>) -> Undo {
    let Some(own) = own_seat(seats) else { return Undo::No("Only players can undo.".to_owned()) };
    let why_not = |refusal: Refusal| Undo::No(sentence(&refusal.to_string()));
    // After the end the game can be reviewed and analysed, so going back to it would no longer be fair.
    if !are_apart(table, seats) || (last_decider(table) == Some((own, false)) && !table.is_over()) {
        return table.check_undo().map_or_else(why_not, |()| Undo::Free);
    }
    let offer = Entry::Offer { seat: own, offer: Offer::Undo };
    table.clone().apply(offer).map_or_else(why_not, |_| Undo::Ask(own))
}

/// True if a browser that holds these seats can redo an undone decision. Players can't redo each other's decisions.
pub(crate) fn can_redo(table: &Table, seats: Pair<bool>) -> bool {
    let (Some(own), Some(mut redone)) = (own_seat(seats), table.redoable()) else { return false };
    let is_own = |entry: &Entry| match entry {
        Entry::Decision { seat, answer, .. } => !answer.decides() || *seat == own,
        _ => true,
    };
    !are_apart(table, seats) || redone.all(is_own)
}

pub(crate) fn can_offer(table: &Table, seat: Seat, offer: Offer) -> bool {
    table.clone().apply(Entry::Offer { seat, offer }).is_ok()
}

/// True if two people play, each in their own browser.
fn are_apart(table: &Table, seats: Pair<bool>) -> bool {
    let person = |seat| table.player(seat).is_person();
    person(Seat::Human) && person(Seat::Computer) && !(seats.human && seats.computer)
}

fn own_seat(seats: Pair<bool>) -> Option<Seat> {
    Seat::BOTH.into_iter().find(|&seat| seats[seat])
}

/// The seat of the last decision, and whether dice or a coin toss have been revealed since.
fn last_decider(table: &Table) -> Option<(Seat, bool)> {
    let mut seen = false;
    for record in table.records().rev() {
        match &record.entry {
            Entry::Decision { seat, answer, .. } if answer.decides() => return Some((*seat, seen)),
            Entry::Throw { .. } | Entry::Coin(_) => seen = true,
            _ => {}
        }
    }
    None
}
