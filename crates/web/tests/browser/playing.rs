//! The ways to answer at a table: on the board, with buttons, with keys, and by typing.

use std::collections::HashSet;

use parlor_rules::canoga::Move;
use parlor_rules::{Choice, Seat};
use parlor_table::{Answer, Next, Question, Table};
use parlor_testkit::browser::Result;
use parlor_view::typed::{self, Typed};
use parlor_view::{Action, Chooser, Reaction, Spot};

use crate::test_server::{Guest, Place, TestServer, answer};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum InputMethod {
    /// With the mouse, and on the board where possible.
    Clicking,
    /// Without a mouse: Tab, arrows, Enter, Space and letters.
    Keys,
    /// With scripts switched off, so that every click loads a page.
    Forms,
}

/// The names of the controls to press one after the other.
pub type Steps = Vec<String>;

/// The controls to press on the board to enter an answer.
pub fn on_board(table: &Table, question: &Question, answer: &Answer) -> Steps {
    let spot = |spot: Spot| format!("spot:{spot}");
    let whole = format!("answer:{answer}");
    if let Answer::Choice(Choice::Canoga(chosen)) = answer {
        let (row, set) = match chosen {
            Move::Cover(set) => (question.seat, *set),
            Move::Uncover(set) => (question.seat.other(), *set),
        };
        return set.ascending().map(|square| spot(Spot::Square(row, square))).chain(["play".to_owned()]).collect();
    }
    let chooser = Chooser::of(question, table.game()).unwrap();
    let gives = |chooser: &Chooser, spot: Spot| {
        let mut tried = chooser.clone();
        (tried.click(spot), tried)
    };
    let wanted = Reaction::Chosen(Action::Answer(answer.clone()));
    for first in chooser.can_choose() {
        let (reaction, after) = gives(&chooser, first);
        if reaction == wanted {
            return vec![spot(first)];
        }
        if reaction == Reaction::Moved {
            let second = after.can_choose().into_iter().find(|&second| gives(&after, second).0 == wanted);
            if let Some(second) = second {
                return vec![spot(first), spot(second)];
            }
        }
    }
    vec![whole]
}

/// The controls to press beside the board to enter an answer.
pub fn beside_board(table: &Table, question: &Question, answer: &Answer) -> Steps {
    let whole = format!("answer:{answer}");
    match on_board(table, question, answer).as_slice() {
        // The buttons for a piece's steps appear when the piece is chosen.
        [first, _] if matches!(answer, Answer::Choice(Choice::Kono(_))) => {
            vec![first.replacen("spot", "pick", 1), whole]
        }
        _ => vec![whole],
    }
}

/// The text to type for an answer.
pub fn as_typed(question: &Question, answer: &Answer) -> Option<String> {
    let words = answer.to_string();
    let without_first = words.split_once(' ').map(|(_, rest)| rest.to_owned());
    [Some(words), without_first]
        .into_iter()
        .flatten()
        .find(|line| typed::read(line, &question.ask) == Typed::Answer(answer.clone()))
}

/// The selector for the control with this key.
pub fn key(name: &str) -> String {
    format!("[data-key=\"{name}\"]")
}

impl Guest {
    /// Waits until the page shows a table's current state.
    pub async fn sees(&self, table: &Table) -> Result<()> {
        let revision = table.revision();
        self.wait_until(&format!("document.querySelector('#main').dataset.revision === '{revision}'")).await
    }

    /// Presses controls one after the other. Only the last one plays; the ones before it choose something.
    pub async fn press_all(&self, steps: &[String], by: InputMethod) -> Result<()> {
        for (at, step) in steps.iter().enumerate() {
            let css = key(step);
            self.open_list(step, by).await?;
            match by {
                InputMethod::Clicking => self.click(&css).await?,
                InputMethod::Forms => self.follow(&css).await?,
                InputMethod::Keys => {
                    self.reach(step).await?;
                    self.press(if at % 2 == 0 { "Enter" } else { "Space" }).await?;
                }
            }
            if at + 1 < steps.len() && step.starts_with("spot:") {
                self.wait_for(&format!("{css}[aria-pressed=true]")).await?;
            }
        }
        Ok(())
    }

    /// Opens the list beside the board, which is hidden behind a button.
    pub async fn open_list(&self, step: &str, by: InputMethod) -> Result<()> {
        self.wait_for(&key(step)).await?;
        let hidden = format!("document.querySelector({:?}).closest('details:not([open])') !== null", key(step));
        if self.eval(&hidden).await? != true {
            return Ok(());
        }
        if by == InputMethod::Keys {
            self.reach("ways-title").await?;
            return self.press("Enter").await;
        }
        self.click(&key("ways-title")).await
    }

    /// The key of the first control that matches.
    pub async fn first_key(&self, css: &str) -> Result<String> {
        let name = self.eval(&format!("document.querySelector({css:?}).dataset.key")).await?;
        Ok(key(name.as_str().unwrap()))
    }

    /// The key of the first possible answer: on the board, or beside it if the board has none.
    pub async fn first_answer(&self) -> Result<String> {
        let board = ".hit:not([hidden])";
        let on_board = self.exists(board).await?;
        self.first_key(if on_board { board } else { ".moves > button" }).await
    }

    /// Moves the focus to a control by keyboard alone: by arrow keys on the board, otherwise by Tab or Shift+Tab.
    pub async fn reach(&self, name: &str) -> Result<()> {
        self.wait_for(&key(name)).await?;
        let mut been = HashSet::new();
        for _ in 0..150 {
            let way = self.eval(&format!("({WAY})({name:?})")).await?;
            let [way, tab, here] = ["way", "tab", "here"].map(|which| way[which].as_str().unwrap_or_default());
            match way {
                "here" => return Ok(()),
                // An arrow key moves to the nearest control in its direction, so arrow keys alone can lead in
                // a circle.
                arrow if arrow.starts_with("Arrow") && been.insert((here.to_owned(), arrow.to_owned())) => {
                    self.press(arrow).await?;
                }
                _ => self.press(tab).await?,
            }
        }
        panic!("no key leads to {name}");
    }

    /// Answers the table's question, and waits until the page shows the result.
    pub async fn answers(&self, server: &TestServer, place: &Place, by: InputMethod, turn: usize) -> Result<()> {
        let (table, next) = server.next(place).await;
        match by {
            InputMethod::Forms => self.reload_until(&table).await?,
            InputMethod::Clicking | InputMethod::Keys => self.sees(&table).await?,
        }
        let can_type = self.exists("#typed").await?;
        let steps = match &next {
            // The computer player waits for a reply to its offer.
            _ if table.offer().is_some() => vec!["decline".to_owned()],
            Next::Ask(question) => {
                let answer = answer(question);
                let typed = as_typed(question, &answer).filter(|_| can_type);
                if let (InputMethod::Keys, 2, Some(line)) = (by, turn % 3, typed) {
                    self.open_list("typed", by).await?;
                    self.reach("typed").await?;
                    self.type_text(&format!("{line}\n")).await?;
                    Vec::new()
                } else if by == InputMethod::Forms && turn.is_multiple_of(2) {
                    beside_board(&table, question, &answer)
                } else {
                    on_board(&table, question, &answer)
                }
            }
            Next::Throw { .. } => vec!["throw".to_owned()],
            _ => panic!("nothing is asked that can be answered with a press"),
        };
        self.press_all(&steps, by).await?;
        // The answer counts as soon as it is stored.
        let before = table.revision();
        self.wait_until(&format!("Number(document.querySelector('#main').dataset.revision) > {before}")).await
    }

    /// Plays until the round is over, and declines another one. Returns the number of answers.
    pub async fn plays_a_round(&self, server: &TestServer, place: &Place, by: InputMethod) -> Result<usize> {
        self.goto(&place.url).await?;
        for turn in 0.. {
            let (table, next) = server.next(place).await;
            if next == Next::Over {
                match by {
                    InputMethod::Forms => self.reload_until(&table).await?,
                    InputMethod::Clicking | InputMethod::Keys => self.sees(&table).await?,
                }
                return Ok(turn);
            }
            self.answers(server, place, by, turn).await?;
        }
        unreachable!("a round ends")
    }

    /// Reloads a page until it shows the table. Without scripts, the page would reload itself only after a while.
    async fn reload_until(&self, table: &Table) -> Result<()> {
        let revision = table.revision().to_string();
        while self.attribute("#main", "data-revision").await?.as_deref() != Some(&revision) {
            self.reload().await?;
        }
        Ok(())
    }
}

/// The arrow key that leads from the focused control towards the control with a name, or `here`; and the key that leads
/// there through all controls.
const WAY: &str = r#"name => {
    const active = document.activeElement;
    const goal = document.querySelector(`[data-key="${CSS.escape(name)}"]`);
    if (active === goal) return { way: "here" };
    // Backwards if it comes before: Tab after the last control would leave the page.
    const back = goal && active !== document.body && active.compareDocumentPosition(goal) & Node.DOCUMENT_POSITION_PRECEDING;
    const [tab, here] = [back ? "Shift+Tab" : "Tab", active.dataset.key];
    if (!goal || !active.matches(".hit") || !goal.matches(".hit")) return { tab, here };
    const [from, to] = [active, goal].map(el => el.getBoundingClientRect());
    const [x, y] = [to.left - from.left, to.top - from.top];
    if (Math.abs(x) > Math.abs(y)) return { way: x > 0 ? "ArrowRight" : "ArrowLeft", tab, here };
    return { way: y > 0 ? "ArrowDown" : "ArrowUp", tab, here };
}"#;

/// The seat whose answer the table waits for.
pub fn asked(next: &Next) -> Option<Seat> {
    if let Next::Ask(question) = next { Some(question.seat) } else { None }
}
