use parlor_rules::{Choice, Decision, DiceCount, Game, Seat};
use parlor_table::{Answer, Ask, Draw, MenuItem, MenuKind, Next, Question, Table};
use parlor_view::{
    Advice, ChoiceButton, ChoiceDoes, Chooser, Names, Spot, choices, coin_prompt, prompt, size_in_words, throw_prompt,
};

use super::{TablePage, board_of};
use crate::answers::pick;

/// Whether a person or a program can answer now. Dice from the seed wait only for their thrower.
fn is_open(table: &Table, next: &Next) -> bool {
    match next {
        Next::Ask(_) => true,
        Next::Throw { .. } => is_by_hand(table) || table.throw_waits_for().is_some(),
        Next::Toss => is_by_hand(table),
        Next::Save { .. } | Next::Over => false,
    }
}

pub(in crate::pages) fn is_by_hand(table: &Table) -> bool {
    table.draw() == Some(Draw::ByHand)
}

/// The seat whose person has to answer. A person throws for the computer player.
pub(super) fn asked_seat(table: &Table) -> Option<Seat> {
    let next = &table.next();
    let is_person = |seat: &Seat| table.player(*seat).is_person();
    let seat = match next {
        _ if !is_open(table, next) => return None,
        Next::Ask(question) => question.seat,
        Next::Throw { seat, .. } if is_person(seat) => *seat,
        _ => table.setup().keeper(),
    };
    Some(seat).filter(is_person)
}

/// What can be chosen, after what was chosen so far.
pub(in crate::pages) fn chooser(table: &Table, picks: &[Spot]) -> Option<Chooser> {
    let mut chooser = match &table.next() {
        Next::Ask(question) => Chooser::of(question, table.game())?,
        Next::Toss if is_by_hand(table) => Chooser::coin_by_hand(),
        _ => return None,
    };
    pick(&mut chooser, picks);
    Some(chooser)
}

/// What is asked, and every way to answer it.
pub(in crate::pages) struct AskView {
    pub(in crate::pages) question: String,
    pub(in crate::pages) hint: String,
    /// What the buttons are, for people who can't see them.
    pub(in crate::pages) buttons_name: &'static str,
    pub(in crate::pages) buttons_class: &'static str,
    pub(in crate::pages) buttons: Vec<ButtonView>,
    /// What is chosen already can be let go.
    pub(in crate::pages) back: Option<&'static str>,
    /// What the dice may show, where that is chosen and not typed.
    pub(in crate::pages) throws: Vec<String>,
    pub(in crate::pages) typed_label: String,
    pub(in crate::pages) typed_button: &'static str,
}

/// A button that answers.
pub(in crate::pages) struct ButtonView {
    pub(in crate::pages) class: &'static str,
    pub(in crate::pages) star: bool,
    pub(in crate::pages) label: String,
    pub(in crate::pages) detail: String,
    /// The field that it sends.
    pub(in crate::pages) field: &'static str,
    pub(in crate::pages) value: String,
    pub(in crate::pages) key: String,
}

pub(in crate::pages) fn ask_view(
    table: &Table,
    advice: Option<&Advice>,
    chooser: Option<&Chooser>,
    names: &Names,
) -> Option<AskView> {
    let next = &table.next();
    let by_hand = is_by_hand(table);
    let (question, hint, typed_label) = match next {
        _ if !is_open(table, next) => return None,
        Next::Ask(question) => {
            let prompt = prompt(question, names);
            let hint = hint(&question.ask, chooser, prompt.hint.as_deref());
            (words(question, chooser, prompt.question, names), hint, typed_label(&question.ask, chooser, names))
        }
        Next::Throw { seat, dice, .. } if by_hand => {
            let like = if *dice == DiceCount::Two { "4 3" } else { "4" };
            let hint = "Dice are thrown by hand at this table.".to_owned();
            (throw_prompt(*seat, *dice, names).question, hint, format!("What they show, like \u{201c}{like}\u{201d}"))
        }
        Next::Throw { seat, .. } => {
            let hint = match table.last_play() {
                Some(_) => "Your turn goes on until a throw allows no move.",
                None => "The dice decide who plays first.",
            };
            (format!("{}, throw the dice.", names.label(*seat)), hint.to_owned(), String::new())
        }
        Next::Toss => (coin_prompt().question, String::new(), "Or type it".to_owned()),
        Next::Save { .. } | Next::Over => return None,
    };
    let throws = matches!(next, Next::Throw { .. });
    let ask = next.question().map(|question| &question.ask);
    let buttons = chooser.map_or_else(Vec::new, |chooser| choices(chooser, board_of(table).as_ref(), names));
    let mut buttons: Vec<ButtonView> =
        buttons.into_iter().map(|button| button_view(button, ask, table.game(), advice, chooser)).collect();
    if throws && !by_hand {
        buttons.push(ButtonView {
            class: "button primary",
            star: false,
            label: "Throw the dice".to_owned(),
            detail: String::new(),
            field: "throw",
            value: "1".to_owned(),
            key: "throw".to_owned(),
        });
    }
    let (buttons_name, buttons_class) = match ask {
        Some(Ask::Decide(Decision::Congkak(_))) => ("Pits", "moves letters"),
        Some(Ask::Decide(Decision::Kono(_))) => ("Pieces and steps", "moves"),
        Some(Ask::Decide(Decision::Canoga(_))) => ("Moves", "moves"),
        _ => ("Answers", "moves"),
    };
    let back = chooser.filter(|chooser| !chooser.chosen().is_empty()).map(|chooser| match chooser {
        Chooser::Step(_) => "Another piece",
        _ => "Other squares",
    });
    Some(AskView {
        question,
        hint,
        buttons_name,
        buttons_class,
        buttons,
        back,
        throws: Vec::new(),
        typed_label,
        typed_button: if throws { "That is it" } else { "Play" },
    })
}

/// How what is typed looks, with an example that can be played.
fn typed_label(ask: &Ask, chooser: Option<&Chooser>, names: &Names) -> String {
    let all = if let Ask::Decide(decision) = ask { decision.choices() } else { Vec::new() };
    let left = chooser.map_or_else(Vec::new, |chooser| choices(chooser, None, names));
    let offered = left.iter().find_map(|button| match &button.does {
        ChoiceDoes::Answer(Answer::Choice(choice)) => Some(*choice),
        _ => None,
    });
    let like = match offered.or(all.first().copied()) {
        Some(Choice::Kono(chosen)) => chosen.to_string(),
        Some(choice) => choice.to_string(),
        None => return "Or type it".to_owned(),
    };
    format!("Or type it, like \u{201c}{like}\u{201d}")
}

/// The question; where a piece of Kono goes is asked once the piece is chosen.
fn words(question: &Question, chooser: Option<&Chooser>, words: String, names: &Names) -> String {
    let piece = if let Some(Chooser::Step(step)) = chooser { step.piece() } else { None };
    match piece {
        Some(piece) => format!("{}, where to with the piece at {piece}?", names.label(question.seat)),
        None => words,
    }
}

/// How to answer, in a sentence or two.
fn hint(ask: &Ask, chooser: Option<&Chooser>, typed: Option<&str>) -> String {
    let chosen = chooser.is_some_and(|chooser| !chooser.chosen().is_empty());
    match (ask, chooser) {
        (Ask::Decide(Decision::Canoga(_)), Some(Chooser::Squares(squares))) => match squares.complete() {
            Some(_) => "These squares add up: play them, or choose one again to let it go.".to_owned(),
            None if chosen => chooser.and_then(Chooser::progress).unwrap_or_default(),
            None => {
                "Choose tiles on the board, or a move here. Cover your own or uncover your opponent\u{2019}s, never both."
                    .to_owned()
            }
        },
        (Ask::Decide(Decision::Congkak(_)), _) => {
            "Choose one of your pits on the board, or its letter here.".to_owned()
        }
        (Ask::Decide(Decision::Kono(_)), _) if chosen => "Choose a marked point, or another of your pieces.".to_owned(),
        (Ask::Decide(Decision::Kono(_)), Some(Chooser::Step(_))) => {
            "Choose one of your pieces, on the board or here.".to_owned()
        }
        (Ask::Decide(Decision::Color(_)), _) => typed.map_or_else(String::new, |hint| format!("{hint}.")),
        _ => String::new(),
    }
}

fn button_view(
    ChoiceButton { label, detail, does }: ChoiceButton,
    ask: Option<&Ask>,
    game: Game,
    advice: Option<&Advice>,
    chooser: Option<&Chooser>,
) -> ButtonView {
    let complete = matches!(chooser, Some(Chooser::Squares(squares)) if squares.complete().is_some());
    let advised = advice.is_some_and(|advice| match &does {
        ChoiceDoes::Answer(answer) => advice.best().map(Answer::Choice).as_ref() == Some(answer),
        ChoiceDoes::Pick(spot) => advice.spots.first() == Some(spot),
        ChoiceDoes::Coin(_) => false,
    });
    // What nearly everybody wants.
    let main = match (&does, ask) {
        (ChoiceDoes::Answer(Answer::Size(size)), Some(Ask::Size { usual, .. })) => size == usual,
        (ChoiceDoes::Answer(Answer::Menu(MenuItem::Play) | Answer::Another(true)), _) => true,
        _ => complete,
    };
    let label = match &does {
        ChoiceDoes::Answer(Answer::Size(size)) => size_in_words(game, *size),
        _ => label,
    };
    let (field, value) = match does {
        ChoiceDoes::Answer(answer) => ("answer", answer.to_string()),
        ChoiceDoes::Pick(spot) => ("spot", spot.to_string()),
        ChoiceDoes::Coin(coin) => ("coin", coin.to_string()),
    };
    ButtonView {
        class: match (advised, main) {
            (true, _) => "button advised",
            (false, true) => "button primary",
            (false, false) => "button",
        },
        star: advised,
        detail: if advised { format!("{detail}, advised") } else { detail },
        label,
        // The board has a button for the same place, and each keeps the focus for itself.
        key: format!("{}:{value}", if field == "spot" { "pick" } else { field }),
        field,
        value,
    }
}

impl TablePage<'_> {
    /// What the table waits for, where this browser can't answer.
    pub(super) fn waiting(&self) -> Option<String> {
        let table = self.table;
        if self.may_answer() || self.frozen.is_some() || table.is_over() {
            return None;
        }
        let (next, names) = (table.next(), self.names());
        let Some(seat) = asked_seat(table) else {
            return Some(match next.question() {
                _ if self.busy => "The computer player is busy. Your turn is kept.".to_owned(),
                Some(Question { seat, .. }) if !table.player(*seat).is_person() => {
                    format!("{} is thinking\u{2026}", names.label(*seat))
                }
                _ => "One moment\u{2026}".to_owned(),
            });
        };
        let who = names.label(seat);
        if !self.seats_taken[seat] {
            return Some(if self.links.invite.is_some() && self.holds_seat() {
                "Nobody has taken the other seat yet: send this link.".to_owned()
            } else {
                format!("Nobody has taken {who}\u{2019}s seat yet.")
            });
        }
        Some(match next {
            Next::Ask(Question { ask: Ask::Another, .. }) => format!("{who} is asked about another round."),
            Next::Ask(Question { ask: Ask::Size { .. }, .. }) => format!("{who} is asked about the size."),
            Next::Ask(Question { ask: Ask::Menu { before: MenuKind::Turn, .. }, .. })
                if table.game() == Game::Canoga =>
            {
                format!("Waiting for {who} to throw the dice.")
            }
            Next::Throw { .. } if is_by_hand(table) => format!("Waiting for {who} to say what the dice show."),
            Next::Toss => format!("Waiting for {who} to say what the coin shows."),
            _ => format!("Waiting for {who} to answer."),
        })
    }
}
