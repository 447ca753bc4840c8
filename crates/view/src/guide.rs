//! The guided first round: before each question what can be done, and why one would.

mod canoga;
mod congkak;
mod kono;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]
mod tests;

use parlor_rules::{Game, Level, Pair, Seat, Throw};
use parlor_table::{Answer, Ask, Entry, Event, MenuItem, MenuKind, Next, Player, Question, Setup, Table};

use crate::Names;

/// How many characters lessons may bring a page to, so that it fits a small screen. What doesn't fit waits for the next
/// question that it is about.
const ENOUGH: usize = 360;

/// A first round for somebody who doesn't know the game: the usual size, the weakest level, and a seed with which the
/// round soon shows what matters.
pub fn guided_setup(game: Game, name: Option<&str>) -> Setup {
    let seed = match game {
        Game::Canoga => canoga::SEED,
        Game::Congkak => congkak::SEED,
        Game::Kono => kono::SEED,
    };
    let person = Player::Human(name.unwrap_or("Human").trim().to_owned());
    let players = Pair { human: person, computer: Player::Computer(Level::Novice) };
    Setup { seed: seed.into(), players, size: Some(game.usual_size()), ..Setup::new(game) }
}

/// What to tell a newcomer about the question that is open: what is in sight, what can be done, and why one would.
///
/// A general lesson is told once, at the first question that it is about. Which ones were told follows from the table's
/// records, so the same table always gives the same sentences. There are none while nobody is asked, at menus that
/// front ends may skip, and from the second round on.
///
/// ```
/// use parlor_rules::Game;
/// use parlor_table::Table;
/// use parlor_view::{guide, guided_setup};
///
/// let (table, _) = Table::new(guided_setup(Game::Congkak, Some("Ada")));
/// assert!(guide(&table).last().unwrap().starts_with("A coin decides who begins."));
/// ```
pub fn guide(table: &Table) -> Vec<String> {
    guided(table).into_iter().map(|sentence| sentence.text).collect()
}

/// What to tell a newcomer before the first throw, where a front end waits for it to be asked for.
pub fn guide_before_first_throw(table: &Table) -> Option<&'static str> {
    let first = match table.next() {
        Next::Ask(Question { ask: Ask::Menu { before: MenuKind::FirstDice, .. }, .. }) => true,
        _ => table.throw_waits_for().is_some(),
    };
    if !first || table.round() > 1 {
        return None;
    }
    match table.game() {
        Game::Canoga => Some("Dice decide who begins: both throw two, and the greater sum has the first turn."),
        Game::Kono => Some("Dice decide who begins: both throw two, and who has the greater sum picks a colour."),
        Game::Congkak => None,
    }
}

fn guided(table: &Table) -> Vec<Sentence> {
    let mut reader = Reader::default();
    table.retell(|table, made, events| reader.follow(table, made.map(|record| &record.entry), events));
    reader.page
}

/// Something that is told once in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lesson {
    // In several games.
    Goal,
    First,
    Help,
    Worth,
    RoundEnd,
    Closing,
    // Canoga.
    Throw,
    Choose,
    GoesOn,
    MustMove,
    LargeFirst,
    CoverOrUncover,
    OneDieAhead,
    OneDie,
    TurnOver,
    WorthUncovering,
    // Congkak.
    Coin,
    Sow,
    LastSeed,
    Capture,
    FreeFirst,
    SeenFree,
    SeenRelay,
    SeenCapture,
    // Kono.
    Colors,
    Step,
    HalfOfThePoints,
    InTheWay,
    SeenArrival,
    SeenCapturing,
}

/// A sentence of the guide.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Sentence {
    /// Which lesson it is; `None` if it is about this position only.
    lesson: Option<Lesson>,
    text: String,
}

/// Goes through a table's records as a person met them, question by question.
#[derive(Default)]
struct Reader {
    /// The lessons of the questions that were answered.
    told: Vec<Lesson>,
    /// What happened since the last of them.
    since: Vec<Event>,
    /// What is said about the question that is open now.
    page: Vec<Sentence>,
    /// Whether the guided round is over and another was begun.
    over: bool,
}

impl Reader {
    fn follow(&mut self, table: &Table, entry: Option<&Entry>, events: &[Event]) {
        if let Some(Entry::Decision { answer, .. }) = entry {
            self.over |= *answer == Answer::Another(true);
            // After a save the same question is asked again, and the same is said about it.
            if !self.page.is_empty() && (answer.decides() || *answer == Answer::Menu(MenuItem::Play)) {
                self.told.extend(self.page.iter().filter_map(|sentence| sentence.lesson));
                self.since.clear();
            }
        }
        self.since.extend(events.iter().cloned());
        self.page = if self.over { Vec::new() } else { self.page_for(table) };
    }

    fn page_for(&self, table: &Table) -> Vec<Sentence> {
        let names = Names::of(&table.setup().players);
        match table.next() {
            Next::Ask(question) if is_shown(table, &question) => {
                let mut page = Page {
                    you: question.seat,
                    them: names.label(question.seat.other()).to_owned(),
                    they: if table.player(question.seat.other()).is_person() { "they" } else { "it" },
                    since: &self.since,
                    told: &self.told,
                    sentences: Vec::new(),
                };
                match table.game() {
                    Game::Canoga => canoga::write(&mut page, table, &question.ask),
                    Game::Congkak => congkak::write(&mut page, table, &question.ask),
                    Game::Kono => kono::write(&mut page, table, &question.ask),
                }
                if question.ask == Ask::Another {
                    page.lesson(Lesson::Closing, || {
                        "That was the guided round. Another round goes on without the guide. Or begin a game of your \
                         own, with the size and the level that you like."
                            .to_owned()
                    });
                }
                page.cut()
            }
            // A tournament that was given up ends without the question for another round.
            Next::Over if table.setup().has_people() && !self.told.contains(&Lesson::Closing) => {
                let text = "That was the guided round, as far as it went. Begin a game of your own when you like, \
                            with the size and the level that you want.";
                vec![Sentence { lesson: Some(Lesson::Closing), text: text.to_owned() }]
            }
            _ => Vec::new(),
        }
    }
}

/// Whether every front end shows this question, to a person.
fn is_shown(table: &Table, question: &Question) -> bool {
    let skipped = match &question.ask {
        Ask::Menu { before, turn, .. } => table.menu_can_be_skipped(*before, *turn),
        _ => false,
    };
    !skipped && table.player(question.seat).is_person()
}

/// What is said about one question.
struct Page<'a> {
    /// Who reads it.
    you: Seat,
    /// What the other player is called.
    them: String,
    /// "it" or "they".
    they: &'static str,
    /// What happened since the reader's last question.
    since: &'a [Event],
    told: &'a [Lesson],
    sentences: Vec<Sentence>,
}

impl Page<'_> {
    /// "its" or "their".
    fn their(&self) -> &'static str {
        if self.they == "it" { "its" } else { "their" }
    }

    /// Says something about this position.
    fn fact(&mut self, text: impl Into<String>) {
        self.sentences.push(Sentence { lesson: None, text: text.into() });
    }

    /// Says something that isn't said again.
    fn lesson(&mut self, lesson: Lesson, text: impl FnOnce() -> String) {
        if !self.told.contains(&lesson) {
            self.sentences.push(Sentence { lesson: Some(lesson), text: text() });
        }
    }

    /// The same, if there is something to say.
    fn lesson_if(&mut self, lesson: Lesson, text: Option<String>) {
        if let Some(text) = text {
            self.lesson(lesson, || text);
        }
    }

    /// What the dice that decide who is first showed, if that has just happened: both sums.
    fn first_throws(&self) -> Option<Pair<u8>> {
        let sum = |wanted: Seat| {
            self.since.iter().rev().find_map(|event| match event {
                Event::FirstThrow { seat, throw } if *seat == wanted => Some(Throw::sum(*throw)),
                _ => None,
            })
        };
        Some(Pair { human: sum(Seat::Human)?, computer: sum(Seat::Computer)? })
    }

    /// Who threw what before the round, and what that means.
    fn say_first_throws(&mut self, means: &str) {
        let (you, them) = (self.you, self.them.clone());
        let text = self.first_throws().map(|sums| {
            format!(
                "Each of you threw two dice: you {}, {them} {}. The greater sum {means}.",
                sums[you],
                sums[you.other()]
            )
        });
        self.lesson_if(Lesson::First, text);
    }

    fn say_help(&mut self) {
        self.lesson(Lesson::Help, || {
            "If you don't know what to choose, ask for help: it says what the program would choose, and why.".to_owned()
        });
    }

    /// Everything about the position, and as many lessons as there is room for, but one at least.
    fn cut(self) -> Vec<Sentence> {
        let length = |sentence: &Sentence| sentence.text.chars().count();
        let facts = self.sentences.iter().filter(|sentence| sentence.lesson.is_none());
        let mut used: usize = facts.map(length).sum();
        let mut lessons = 0;
        let mut fits = |sentence: &Sentence| {
            if sentence.lesson.is_some() {
                if lessons > 0 && used + length(sentence) > ENOUGH {
                    return false;
                }
                used += length(sentence);
                lessons += 1;
            }
            true
        };
        self.sentences.into_iter().filter(|sentence| fits(sentence)).collect()
    }
}

/// Whether a menu stands before the reader's own turn.
fn before_own_turn(ask: &Ask, you: Seat) -> bool {
    matches!(ask, Ask::Menu { before: MenuKind::Turn, turn: Some(seat), .. } if *seat == you)
}
