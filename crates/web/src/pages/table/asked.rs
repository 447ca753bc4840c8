use parlor_rules::{Choice, Decision, DiceCount, Game, Seat};
use parlor_table::{Answer, Ask, Draw, MenuItem, MenuKind, Next, Question, Table};
use parlor_view::{
    Advice, BoardView, ChoiceButton, ChoiceDoes, Chooser, Names, Spot, choices, coin_prompt, prompt, roll_prompt,
    size_in_words, throw_prompt,
};

use super::TablePage;
use crate::answers::pick;

/// True if the table waits for an answer. Committed dice wait only for the player who throws them.
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

/// The seat of the person who has to answer. A person throws the dice for the computer player.
pub(super) fn asked_seat(table: &Table) -> Option<Seat> {
    let next = &table.next();
    let is_person = |seat: &Seat| table.player(*seat).is_person();
    let seat = match next {
        _ if !is_open(table, next) => return None,
        Next::Ask(question) => question.seat,
        Next::Throw { seat, .. } if is_person(seat) => *seat,
        _ => table.setup().owner_seat(),
    };
    Some(seat).filter(is_person)
}

pub(in crate::pages) fn chooser(table: &Table, picks: &[Spot]) -> Option<Chooser> {
    let mut chooser = match &table.next() {
        Next::Ask(question) => Chooser::of(question, table.game())?,
        Next::Toss if is_by_hand(table) => Chooser::coin_by_hand(),
        _ => return None,
    };
    pick(&mut chooser, picks);
    Some(chooser)
}

/// A question and the ways to answer it.
pub(in crate::pages) struct AskView {
    pub(in crate::pages) question: String,
    pub(in crate::pages) hint: String,
    /// The answers are places on the board; the list of buttons contains the same answers.
    pub(in crate::pages) on_board: bool,
    /// The button that plays the places chosen on the board, if one is needed.
    pub(in crate::pages) play: Option<ButtonView>,
    /// The accessible name of the buttons.
    pub(in crate::pages) buttons_name: &'static str,
    pub(in crate::pages) buttons_class: &'static str,
    pub(in crate::pages) buttons: Vec<ButtonView>,
    /// The number of dice that were thrown by hand and have to be typed.
    pub(in crate::pages) dice: u8,
    pub(in crate::pages) typed_label: String,
    pub(in crate::pages) typed_button: &'static str,
}

pub(in crate::pages) struct ButtonView {
    pub(in crate::pages) class: &'static str,
    pub(in crate::pages) star: bool,
    pub(in crate::pages) label: String,
    pub(in crate::pages) detail: String,
    /// The form field that the button sends.
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
            let hint = hint(&question.ask, prompt.hint.as_deref());
            (words(question, prompt.question), hint, typed_label(&question.ask, chooser, names))
        }
        Next::Throw { seat, dice, .. } if by_hand => {
            let like = if *dice == DiceCount::Two { "4 3" } else { "4" };
            (
                throw_prompt(*seat, *dice, names).question,
                String::new(),
                format!("The dice, like \u{201c}{like}\u{201d}"),
            )
        }
        Next::Throw { seat, .. } => {
            let hint = if table.last_play().is_some() { "" } else { "The player with the higher sum goes first." };
            (roll_prompt(*seat, names), hint.to_owned(), String::new())
        }
        Next::Toss => (coin_prompt().question, String::new(), "Or type it".to_owned()),
        Next::Save { .. } | Next::Over => return None,
    };
    let ask = next.question().map(|question| &question.ask);
    let buttons = chooser.map_or_else(Vec::new, |chooser| choices(chooser, BoardView::at_rest(table).as_ref(), names));
    let mut buttons: Vec<ButtonView> =
        buttons.into_iter().map(|button| button_view(button, ask, table.game(), advice, chooser)).collect();
    let thrown = if let Next::Throw { dice, .. } = next { Some(*dice) } else { None };
    if thrown.is_some() && !by_hand {
        buttons.push(ButtonView::new("button primary", "Throw the dice", "throw", "1", "throw"));
    }
    let (buttons_name, buttons_class) = match ask {
        Some(Ask::Decide(Decision::Congkak(_))) => ("Pits", "moves letters"),
        Some(Ask::Decide(Decision::Kono(_))) => ("Pieces and steps", "moves"),
        Some(Ask::Decide(Decision::Canoga(_))) => ("Moves", "moves"),
        _ => ("Answers", "moves"),
    };
    Some(AskView {
        question,
        hint,
        on_board: matches!(chooser, Some(Chooser::Squares(_) | Chooser::Pit(_) | Chooser::Step(_))),
        play: chooser.and_then(|chooser| play(chooser, names)),
        buttons_name,
        buttons_class,
        buttons,
        dice: thrown.filter(|_| by_hand).map_or(0, |dice| if dice == DiceCount::Two { 2 } else { 1 }),
        typed_label,
        typed_button: if thrown.is_some() { "Enter" } else { "Play" },
    })
}

/// Squares are played by pressing a button, once they add up.
fn play(chooser: &Chooser, names: &Names) -> Option<ButtonView> {
    let Chooser::Squares(squares) = chooser else { return None };
    let whole = squares.complete().map(|chosen| Answer::Choice(Choice::Canoga(chosen)));
    let label = whole.as_ref().and_then(|whole| {
        let all = choices(chooser, None, names);
        all.into_iter().find(|button| button.does == ChoiceDoes::Answer(whole.clone())).map(|button| button.label)
    });
    let value = whole.map(|whole| whole.to_string()).unwrap_or_default();
    Some(ButtonView::new("button primary", label.as_deref().unwrap_or("Play"), "answer", &value, "play"))
}

/// The label of the text field, with a legal example.
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

/// Leaves out the list of pits, which is visible on the board.
fn words(question: &Question, words: String) -> String {
    match (&question.ask, words.split_once('?')) {
        (Ask::Decide(Decision::Congkak(_)), Some((which, _))) => format!("{which}?"),
        _ => words,
    }
}

/// Information needed for an answer that isn't visible on the board.
fn hint(ask: &Ask, typed: Option<&str>) -> String {
    match ask {
        Ask::Decide(Decision::Color(_)) => typed.map_or_else(String::new, |hint| format!("{hint}.")),
        _ => String::new(),
    }
}

impl ButtonView {
    fn new(class: &'static str, label: &str, field: &'static str, value: &str, key: &str) -> ButtonView {
        ButtonView {
            class,
            star: false,
            label: label.to_owned(),
            detail: String::new(),
            field,
            value: value.to_owned(),
            key: key.to_owned(),
        }
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
    // The button for the usual choice is the main one.
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
        // The board has a button for the same place. Different keys keep the focus from moving to it.
        key: format!("{}:{value}", if field == "spot" { "pick" } else { field }),
        field,
        value,
    }
}

impl TablePage<'_> {
    /// A sentence for browsers that can't answer now.
    pub(super) fn waiting(&self) -> Option<String> {
        let table = self.table;
        if self.may_answer() || self.may_reply() || self.frozen.is_some() || table.is_over() {
            return None;
        }
        let (next, names) = (table.next(), self.names());
        if self.is_paused() {
            return Some("Paused.".to_owned());
        }
        let Some(seat) = asked_seat(table) else {
            return Some(match next.question() {
                _ if self.busy => "The computer is busy with other tables. It plays as soon as it can.".to_owned(),
                Some(Question { seat, .. }) if !table.player(*seat).is_person() => {
                    format!("{} is thinking\u{2026}", names.subject(*seat))
                }
                _ => "One moment\u{2026}".to_owned(),
            });
        };
        let who = names.label(seat);
        if !self.seats_taken[seat] {
            return Some(format!("Nobody has taken {who}\u{2019}s seat yet."));
        }
        Some(match next {
            Next::Ask(Question { ask: Ask::Another, .. }) => {
                format!("Waiting for {who} to decide about another round.")
            }
            Next::Ask(Question { ask: Ask::Size { .. }, .. }) => format!("Waiting for {who} to choose the size."),
            Next::Ask(Question { ask: Ask::Menu { before: MenuKind::Turn, .. }, .. })
                if table.game() == Game::Canoga =>
            {
                format!("Waiting for {who} to throw the dice.")
            }
            Next::Throw { .. } if is_by_hand(table) => format!("Waiting for {who} to enter the dice."),
            Next::Toss => format!("Waiting for {who} to enter the coin toss."),
            _ => format!("Waiting for {who} to answer."),
        })
    }
}
