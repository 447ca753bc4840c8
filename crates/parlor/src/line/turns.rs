//! A player's turn: the menu before it, moves typed at the menu, several plays in one line, and the computer player's
//! turns, which need no answer.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};

use parlor_rules::congkak::Pit;
use parlor_rules::{Choice, Decision, Game, Seat};
use parlor_table::{Answer, Ask, Entry, MenuItem, MenuKind, Question};
use parlor_view::typed::{self, Typed};
use parlor_view::{BoardView, Chooser, Spot, listed, menu_lines, prompt, short_step, why_not};

use super::{LineMode, Reply};

/// The remaining plays of a typed line: a move, or several Congkak plays. The menus between them are skipped.
pub(super) struct PlannedPlays {
    seat: Seat,
    choices: VecDeque<Choice>,
}

/// The meaning of a line typed during a turn, if the line isn't an ordinary answer.
pub(super) enum TurnInput {
    Reply(Reply),
    /// Refused, with the reason already printed.
    Refused,
    /// An ordinary answer to the question.
    Other,
}

impl<R: BufRead, W: Write> LineMode<'_, R, W> {
    /// The reply to a question that was already answered by earlier input.
    pub(super) fn planned_reply(&mut self, question: &Question) -> io::Result<Option<Reply>> {
        let play = Reply::Entry(Entry::decision(question.seat, Answer::Menu(MenuItem::Play)));
        let turn = if let Ask::Menu { before: MenuKind::Turn, turn, .. } = question.ask { turn } else { None };
        if turn.is_some_and(|seat| !self.is_person(seat)) && self.follows {
            self.menu_of = turn;
            return Ok(Some(play));
        }
        self.follows = false;
        let Some(plan) = &mut self.plan else { return Ok(None) };
        if turn == Some(plan.seat) {
            self.menu_of = turn;
            return Ok(Some(play));
        }
        let next = plan.choices.front().copied();
        if let (Ask::Decide(decision), Some(next)) = (&question.ask, next)
            && question.seat == plan.seat
            && decision.choices().contains(&next)
        {
            plan.choices.pop_front();
            if plan.choices.is_empty() {
                self.plan = None;
            }
            self.start_tutor();
            let answer = Answer::Choice(next);
            return Ok(match self.confirm(question, &answer)? {
                Some(true) => Some(Reply::Entry(Entry::decision(question.seat, answer))),
                Some(false) => {
                    self.plan = None;
                    None
                }
                None => Some(Reply::Left),
            });
        }
        self.drop_plan()?;
        Ok(None)
    }

    /// Drops plays that are no longer possible, and reports them.
    pub(super) fn drop_plan(&mut self) -> io::Result<()> {
        let Some(plan) = self.plan.take() else { return Ok(()) };
        let left = listed(plan.choices.iter().map(ToString::to_string));
        if left.is_empty() { Ok(()) } else { self.talk.say(&format!("Not played: {left}.")) }
    }

    fn is_person(&self, seat: Seat) -> bool {
        self.host.table().player(seat).is_person()
    }

    /// Prints the menu before a turn, and returns the prompt. Later in the same turn, the menu is shortened to one
    /// line.
    pub(super) fn menu(&mut self, question: &Question, before: MenuKind, items: &[MenuItem]) -> io::Result<String> {
        let turn = if let Ask::Menu { turn, .. } = question.ask { turn } else { None };
        let game = self.host.table().game();
        let person = turn.is_some_and(|seat| self.is_person(seat));
        // In Canoga there is a menu before each throw of a person, so the menu is always printed in full.
        let again =
            before == MenuKind::Turn && turn.is_some() && self.menu_of == turn && !(person && game == Game::Canoga);
        self.menu_of = turn.filter(|_| before == MenuKind::Turn);
        if let (true, Some(seat)) = (again, turn) {
            let words = match (self.host.table().decision(), person) {
                (Some((_, decision)), true) => {
                    let asked = prompt(&Question { seat, ask: Ask::Decide(decision) }, &self.names);
                    format!("{} (or 1 save, 3 help, 4 quit)", asked.question)
                }
                _ => {
                    let all = if game == Game::Congkak { "all lets it play to the end of its turn; " } else { "" };
                    format!("It is still {}'s turn. (Enter lets it play; {all}1 save, 4 quit)", self.names.label(seat))
                }
            };
            return Ok(words);
        }
        self.talk.say(&prompt(question, &self.names).to_string())?;
        for (line, number) in menu_lines(before, items).iter().zip(1..) {
            let not = if line.unavailable.is_some() { " (not available now)" } else { "" };
            self.talk.say(&format!("  {number}  {}{not}", line.label))?;
        }
        Ok(match (game, person, before) {
            (Game::Congkak, true, MenuKind::Turn) => format!("Your choice{}", self.or_a_move("a pit, like ")),
            (Game::Kono, true, MenuKind::Turn) => format!("Your choice{}", self.or_a_move("a move, like ")),
            (Game::Congkak, false, MenuKind::Turn) => "Your choice (all lets it play its whole turn)".to_owned(),
            _ => "Your choice".to_owned(),
        })
    }

    fn or_a_move(&self, words: &str) -> String {
        let choice = self.host.table().decision().and_then(|(_, decision)| decision.choices().first().copied());
        let example = match choice {
            Some(Choice::Congkak(pit)) => pit.to_string(),
            Some(Choice::Kono(step)) => format!("\u{201c}{}\u{201d}", short_step(step)),
            _ => return String::new(),
        };
        format!(", or {words}{example}")
    }

    /// Parses input that has a meaning only during turns: a move at the menu, several plays, "play it", and "all".
    pub(super) fn read_turn(&mut self, line: &str, question: &Question) -> io::Result<TurnInput> {
        let word = line.to_lowercase();
        let (turn, at_menu) = match &question.ask {
            Ask::Menu { before: MenuKind::Turn, turn, .. } => (*turn, true),
            Ask::Decide(_) => (Some(question.seat), false),
            _ => return Ok(TurnInput::Other),
        };
        let Some(seat) = turn else { return Ok(TurnInput::Other) };
        if !self.is_person(seat) {
            return self.read_computers_turn(&word, question);
        }
        if word == "all" && self.advised.is_none() {
            self.talk.say("No: \u{201c}all\u{201d} shows the computer's turn to its end, but this is your turn.")?;
            return Ok(TurnInput::Refused);
        }
        if ["play it", "all"].contains(&word.as_str()) {
            return self.play_advised(seat, question, at_menu);
        }
        let Some((_, decision)) = self.host.table().decision() else { return Ok(TurnInput::Other) };
        let is_unclear = at_menu && matches!(typed::read(line, &question.ask), Typed::Unclear(_));
        match decision {
            Decision::Congkak(_) => match pits(&word) {
                Some(pits) if at_menu || pits.len() > 1 => {
                    let choices = pits.into_iter().map(Choice::Congkak).collect();
                    self.plan_plays(seat, choices, question)
                }
                // At a menu, a single letter is never a menu item, because it may be intended as a pit.
                None if at_menu && word.chars().count() == 1 && word.chars().all(char::is_alphabetic) => {
                    self.talk.say(&format!("No: there is no pit {}. (? for more)", word.to_uppercase()))?;
                    Ok(TurnInput::Refused)
                }
                None if is_unclear => {
                    self.talk.say("No: type the letter of a pit, or a number from 1 to 4. (? for more)")?;
                    Ok(TurnInput::Refused)
                }
                _ => Ok(TurnInput::Other),
            },
            Decision::Kono(_) if at_menu => match typed::read(line, &Ask::Decide(decision)) {
                Typed::Answer(Answer::Choice(choice)) if !line.is_empty() => {
                    self.plan_plays(seat, VecDeque::from([choice]), question)
                }
                Typed::Unclear(why) if is_unclear => {
                    self.talk.say(&format!("No: {why}. Or type a number from 1 to 4. (? for more)"))?;
                    Ok(TurnInput::Refused)
                }
                _ => Ok(TurnInput::Other),
            },
            _ => Ok(TurnInput::Other),
        }
    }

    /// Lists the possible input at a menu.
    pub(super) fn hint_at_menu(&mut self, question: &Question) -> io::Result<()> {
        self.talk.say("Type a number from 1 to 4, or a word from the menu.")?;
        let Ask::Menu { before: MenuKind::Turn, turn: Some(seat), .. } = question.ask else { return Ok(()) };
        match (self.host.table().game(), self.is_person(seat)) {
            (Game::Congkak, true) => {
                self.talk.say("Or type the letter of a pit to play it, or several for the plays of a turn, like P R S.")
            }
            (Game::Kono, true) => self.talk.say("Or type your move, as the example shows."),
            (Game::Canoga, true) => Ok(()),
            // A turn in Kono is a single move.
            (Game::Kono, false) => self.talk.say("Enter lets the computer play."),
            (_, false) => {
                self.talk.say("Enter lets the computer play; \u{201c}all\u{201d} lets it play its whole turn.")
            }
        }
    }

    fn read_computers_turn(&mut self, word: &str, question: &Question) -> io::Result<TurnInput> {
        if word == "all" {
            self.follows = true;
            let play = Entry::decision(question.seat, Answer::Menu(MenuItem::Play));
            return Ok(TurnInput::Reply(Reply::Entry(play)));
        }
        if self.host.table().game() == Game::Congkak && pits(word).is_some() {
            self.talk.say("No: it isn't your turn yet. Enter lets the computer play.")?;
            return Ok(TurnInput::Refused);
        }
        Ok(TurnInput::Other)
    }

    /// Plays the advised choice for this position; in Congkak, the whole advised turn.
    fn play_advised(&mut self, seat: Seat, question: &Question, at_menu: bool) -> io::Result<TurnInput> {
        let revision = self.host.table().revision();
        let Some(given) = self.advised.take_if(|given| given.revision == revision) else {
            self.talk.say("No: there is no advice yet. Type help first.")?;
            return Ok(TurnInput::Refused);
        };
        let choices = given.plan();
        if !at_menu && choices.len() == 1 {
            let entry = Entry::decision(seat, Answer::Choice(choices[0]));
            return Ok(TurnInput::Reply(Reply::Entry(entry)));
        }
        self.plan_plays(seat, choices.into(), question)
    }

    /// Plans plays. The first one must be possible now.
    fn plan_plays(&mut self, seat: Seat, choices: VecDeque<Choice>, question: &Question) -> io::Result<TurnInput> {
        let mut tried = self.host.table().clone();
        let first = choices.front().copied();
        if let Ask::Menu { .. } = question.ask {
            // If a menu is open, answer it first.
            let _ = tried.apply(Entry::decision(question.seat, Answer::Menu(MenuItem::Play)));
        }
        let refused = first.and_then(|choice| tried.apply(Entry::decision(seat, Answer::Choice(choice))).err());
        if let Some(refusal) = refused {
            let why = match first {
                Some(Choice::Congkak(pit)) => self.why_not_pit(seat, pit),
                _ => None,
            };
            self.talk.say(&why.unwrap_or_else(|| format!("No: {refusal}.")))?;
            return Ok(TurnInput::Refused);
        }
        self.plan = Some(PlannedPlays { seat, choices });
        // The plan also answers this question.
        Ok(TurnInput::Reply(Reply::Again))
    }

    /// The reason why a pit is refused, with the names of the players, which aren't known to the rules.
    pub(super) fn why_not_pit(&self, seat: Seat, pit: Pit) -> Option<String> {
        let table = self.host.table();
        let (_, decision) = table.decision()?;
        let chooser = Chooser::of(&Question { seat, ask: Ask::Decide(decision) }, table.game());
        let board = BoardView::of(table)?;
        Some(why_not(Spot::Pit(pit.letter()), &board, chooser.as_ref(), &self.names))
    }
}

/// Parses a list of pits like `P`, `pit P` or `P R, S`.
fn pits(word: &str) -> Option<Vec<Pit>> {
    let words = word.split([' ', '\t', ',', ';']).filter(|word| !word.is_empty() && *word != "pit");
    let pits: Option<Vec<Pit>> = words.map(|word| word.parse().ok()).collect();
    pits.filter(|pits| !pits.is_empty())
}
