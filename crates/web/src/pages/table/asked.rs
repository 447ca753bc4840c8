use parlor_rules::{Choice, Decision, DiceCount, Game, Seat};
use parlor_table::{Answer, Ask, Draw, MenuItem, MenuKind, Need, Question, Table};
use parlor_view::{
    BoardView, ChoiceButton, ChoiceDoes, Chooser, Names, Spot, choices, coin_prompt, help_is_offered, prompt,
    size_in_words, throw_prompt, throw_waits_for, turn_of,
};

use super::{ShownAdvice, TablePage};

/// What a table waits for, from a person or from the computer player.
pub(in crate::pages) enum Asked {
    /// An answer.
    Question(Question),
    /// What real dice show.
    Throw(Seat, DiceCount),
    /// When the dice are thrown.
    ThrowNow(Seat),
    /// What a real coin shows.
    Coin,
    /// Nothing that can be answered.
    Nothing,
}

impl Asked {
    pub(in crate::pages) fn of(table: &Table) -> Asked {
        let by_hand = || table.draw() == Draw::ByHand;
        match table.need() {
            Need::Answer(question) => Asked::Question(question),
            Need::Throw { seat, dice, .. } if by_hand() => Asked::Throw(seat, dice),
            Need::Throw { seat, .. } if throw_waits_for(table).is_some() => Asked::ThrowNow(seat),
            Need::Coin if by_hand() => Asked::Coin,
            _ => Asked::Nothing,
        }
    }

    pub(in crate::pages) fn question(&self) -> Option<&Question> {
        if let Asked::Question(question) = self { Some(question) } else { None }
    }

    /// The seat whose person has to answer. A person throws for the computer player.
    pub(super) fn seat(&self, table: &Table) -> Option<Seat> {
        let seat = match self {
            Asked::Question(question) => question.seat,
            Asked::ThrowNow(seat) => *seat,
            Asked::Throw(seat, _) if table.player(*seat).is_person() => *seat,
            Asked::Throw(..) | Asked::Coin => table.setup().keeper(),
            Asked::Nothing => return None,
        };
        table.player(seat).is_person().then_some(seat)
    }

    /// Whose turn it is; `None` between turns.
    pub(super) fn turn(&self) -> Option<Seat> {
        match self {
            Asked::Question(question) => turn_of(question),
            Asked::Throw(seat, _) | Asked::ThrowNow(seat) => Some(*seat),
            Asked::Coin | Asked::Nothing => None,
        }
    }

    /// What can be chosen, after what was chosen so far.
    pub(in crate::pages) fn chooser(&self, game: Game, picks: &[Spot]) -> Option<Chooser> {
        let mut chooser = match self {
            Asked::Question(question) => Chooser::of(question, game)?,
            Asked::Coin => Chooser::coin_by_hand(),
            Asked::Throw(..) | Asked::ThrowNow(..) | Asked::Nothing => return None,
        };
        for pick in picks {
            chooser.click(*pick);
        }
        Some(chooser)
    }

    pub(super) fn can_give_up(&self) -> bool {
        self.question().is_some_and(|question| question.ask.accepts(&Answer::Menu(MenuItem::Quit)).is_ok())
    }

    pub(super) fn takes_help(&self) -> bool {
        self.question().is_some_and(|question| help_is_offered(&question.ask))
    }
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
    advice: Option<&ShownAdvice>,
    asked: &Asked,
    chooser: Option<&Chooser>,
    board: Option<&BoardView>,
    names: &Names,
) -> Option<AskView> {
    let (question, hint, typed_label) = match asked {
        Asked::Question(question) => {
            let prompt = prompt(question, names);
            let hint = hint(&question.ask, chooser, prompt.hint.as_deref());
            (words(question, chooser, prompt.question, names), hint, typed_label(&question.ask, chooser, names))
        }
        Asked::Throw(seat, dice) => {
            let like = if *dice == DiceCount::Two { "4 3" } else { "4" };
            let hint = "Dice are thrown by hand at this table.".to_owned();
            (throw_prompt(*seat, *dice, names).question, hint, format!("What they show, like \u{201c}{like}\u{201d}"))
        }
        Asked::ThrowNow(seat) => {
            let hint = match table.last_play() {
                Some(_) => "Your turn goes on until a throw allows no move.",
                None => "The dice decide who plays first.",
            };
            (format!("{}, throw the dice.", names.label(*seat)), hint.to_owned(), String::new())
        }
        Asked::Coin => (coin_prompt().question, String::new(), "Or type it".to_owned()),
        Asked::Nothing => return None,
    };
    let ask = asked.question().map(|question| &question.ask);
    let buttons = chooser.map_or_else(Vec::new, |chooser| choices(chooser, board, names));
    let mut buttons: Vec<ButtonView> =
        buttons.into_iter().map(|button| button_view(button, ask, table.game(), advice, chooser)).collect();
    if let Asked::ThrowNow(..) = asked {
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
        typed_label,
        typed_button: if matches!(asked, Asked::Throw(..)) { "That is it" } else { "Play" },
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
    advice: Option<&ShownAdvice>,
    chooser: Option<&Chooser>,
) -> ButtonView {
    let complete = matches!(chooser, Some(Chooser::Squares(squares)) if squares.complete().is_some());
    let advised = advice.is_some_and(|advice| match &does {
        ChoiceDoes::Answer(answer) => advice.best.as_ref() == Some(answer),
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

/// What the table waits for, for somebody who can't answer; `None` if it is over.
pub(super) fn waiting(page: &TablePage<'_>, asked: &Asked, names: &Names) -> Option<String> {
    let table = page.table;
    if table.is_over() {
        return None;
    }
    let Some(seat) = asked.seat(table) else {
        return Some(match asked.question() {
            _ if page.busy => "The computer player is busy. Your turn is kept.".to_owned(),
            Some(Question { seat, .. }) if !table.player(*seat).is_person() => {
                format!("{} is thinking\u{2026}", names.label(*seat))
            }
            _ => "One moment\u{2026}".to_owned(),
        });
    };
    let who = names.label(seat);
    if !page.seats_taken[seat] {
        let invites = page.links.invite.is_some() && (page.seats.human || page.seats.computer);
        return Some(if invites {
            "Nobody has taken the other seat yet: send this link.".to_owned()
        } else {
            format!("Nobody has taken {who}\u{2019}s seat yet.")
        });
    }
    Some(match asked {
        Asked::Question(Question { ask: Ask::Another, .. }) => format!("{who} is asked about another round."),
        Asked::Question(Question { ask: Ask::Size { .. }, .. }) => format!("{who} is asked about the size."),
        Asked::Question(Question { ask: Ask::Menu { before: MenuKind::Turn, .. }, .. })
            if table.game() == Game::Canoga =>
        {
            format!("Waiting for {who} to throw the dice.")
        }
        Asked::Throw(..) => format!("Waiting for {who} to say what the dice show."),
        Asked::Coin => format!("Waiting for {who} to say what the coin shows."),
        _ => format!("Waiting for {who} to answer."),
    })
}
