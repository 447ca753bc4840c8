//! The guided first round: explains each question and the choices.

mod canoga;
mod congkak;
mod kono;
#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]
mod tests;

use parlor_rules::{Game, Level, Pair, Seat, Throw};
use parlor_table::{Answer, Ask, Entry, Event, MenuItem, MenuKind, Next, Player, Question, Setup, Table};

use crate::Names;

/// The maximum length of a page with lessons, in characters, so that it fits a small screen. Lessons that don't fit
/// wait for the next suitable question.
const ENOUGH: usize = 360;

/// A first round for a newcomer: the usual size, the lowest level, and a seed that soon brings up the important
/// situations.
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

/// Explains the open question to a newcomer: the position, the choices, and reasons for each.
///
/// Each general lesson appears once, with the first question it applies to. The lessons follow from the table's
/// records, so a table always gives the same sentences. There are none while no question is open, at menus that front
/// ends may skip, and from the second round on.
///
/// ```
/// use parlor_rules::Game;
/// use parlor_table::Table;
/// use parlor_view::{guide, guided_setup};
///
/// let (table, _) = Table::new(guided_setup(Game::Congkak, Some("Ada")));
/// assert!(guide(&table).last().unwrap().starts_with("A coin decides who plays first."));
/// ```
pub fn guide(table: &Table) -> Vec<String> {
    guided(table).into_iter().map(|sentence| sentence.text).collect()
}

/// Explains the dice for the first turn, for front ends that wait until the player throws them.
pub fn guide_before_first_throw(table: &Table) -> Option<&'static str> {
    let first = match table.next() {
        Next::Ask(Question { ask: Ask::Menu { before: MenuKind::FirstDice, .. }, .. }) => true,
        _ => table.throw_waits_for().is_some(),
    };
    // Front ends wait before later throws of a turn as well.
    if !first || table.round() > 1 || table.last_throw().is_some() {
        return None;
    }
    match table.game() {
        Game::Canoga => {
            Some("Dice decide who plays first: both players throw two, and the higher sum has the first turn.")
        }
        Game::Kono => Some("Dice decide who plays first: both players throw two, and the higher sum picks a colour."),
        Game::Congkak => None,
    }
}

fn guided(table: &Table) -> Vec<Sentence> {
    let mut reader = Reader::default();
    table.replay_all(|table, made, events| reader.follow(table, made.map(|record| &record.entry), events));
    reader.page
}

/// Each lesson is given once in a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Lesson {
    Goal,
    First,
    Help,
    ShownValue,
    RoundEnd,
    Closing,
    Throw,
    Choose,
    Continues,
    MustMove,
    LargeFirst,
    CoverOrUncover,
    OneDieAhead,
    OneDie,
    TurnOver,
    WorthUncovering,
    Coin,
    Sow,
    LastSeed,
    Capture,
    FreeFirst,
    SeenFree,
    SeenRelay,
    SeenCapture,
    Colors,
    Step,
    HalfOfThePoints,
    InTheWay,
    SeenArrival,
    SeenCapturing,
    OfferToCall,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Sentence {
    /// `None` if the sentence is about this position only.
    lesson: Option<Lesson>,
    text: String,
}

/// Follows a table's records and writes the page for each question.
#[derive(Default)]
struct Reader {
    /// The lessons given with earlier questions.
    given: Vec<Lesson>,
    /// The events since the last question.
    since: Vec<Event>,
    /// The page for the open question.
    page: Vec<Sentence>,
    /// The guided round is over and another one has started.
    over: bool,
}

impl Reader {
    fn follow(&mut self, table: &Table, entry: Option<&Entry>, events: &[Event]) {
        if let Some(Entry::Decision { answer, .. }) = entry {
            self.over |= *answer == Answer::Another(true);
            // Saving repeats the question, so it repeats the page.
            if !self.page.is_empty() && (answer.decides() || *answer == Answer::Menu(MenuItem::Play)) {
                self.given.extend(self.page.iter().filter_map(|sentence| sentence.lesson));
                self.since.clear();
            }
        }
        self.since.extend(events.iter().cloned());
        self.page = if self.over { Vec::new() } else { self.page_for(table) };
    }

    fn page_for(&self, table: &Table) -> Vec<Sentence> {
        let names = Names::for_player(&table.setup().players);
        match table.next() {
            Next::Ask(question) if is_shown(table, &question) => {
                let mut page = Page {
                    you: question.seat,
                    them: names.object(question.seat.other()).to_owned(),
                    they: if table.player(question.seat.other()).is_person() { "they" } else { "it" },
                    since: &self.since,
                    given: &self.given,
                    sentences: Vec::new(),
                };
                match table.game() {
                    Game::Canoga => canoga::write(&mut page, table, &question.ask),
                    Game::Congkak => congkak::write(&mut page, table, &question.ask),
                    Game::Kono => kono::write(&mut page, table, &question.ask),
                }
                if question.ask == Ask::Another {
                    page.lesson(Lesson::Closing, || {
                        "That was the guided round. You can play another round without the guide, or start a new game \
                         and choose its size and level."
                            .to_owned()
                    });
                }
                page.cut()
            }
            // Giving up ends the tournament without asking for another round.
            Next::Over if table.setup().has_people() && !self.given.contains(&Lesson::Closing) => {
                let text = "You gave up, so the guided round ends here. Start a new game whenever you like, and choose \
                            its size and level.";
                vec![Sentence { lesson: Some(Lesson::Closing), text: text.to_owned() }]
            }
            _ => Vec::new(),
        }
    }
}

/// True if the question is for a person and shown by every front end.
fn is_shown(table: &Table, question: &Question) -> bool {
    let skipped = match &question.ask {
        Ask::Menu { before, turn, .. } => table.menu_can_be_skipped(*before, *turn),
        _ => false,
    };
    !skipped && table.player(question.seat).is_person()
}

/// The sentences about one question.
struct Page<'a> {
    you: Seat,
    them: String,
    they: &'static str,
    /// The events since the reader's last question.
    since: &'a [Event],
    given: &'a [Lesson],
    sentences: Vec<Sentence>,
}

impl Page<'_> {
    fn their(&self) -> &'static str {
        if self.they == "it" { "its" } else { "their" }
    }

    /// Adds a sentence about this position.
    fn fact(&mut self, text: impl Into<String>) {
        self.sentences.push(Sentence { lesson: None, text: text.into() });
    }

    /// Adds a lesson, unless it was given before.
    fn lesson(&mut self, lesson: Lesson, text: impl FnOnce() -> String) {
        if !self.given.contains(&lesson) {
            self.sentences.push(Sentence { lesson: Some(lesson), text: text() });
        }
    }

    fn lesson_if(&mut self, lesson: Lesson, text: Option<String>) {
        if let Some(text) = text {
            self.lesson(lesson, || text);
        }
    }

    /// Both sums of the throws for the first turn, if those have just happened.
    fn first_throws(&self) -> Option<Pair<u8>> {
        let sum = |wanted: Seat| {
            self.since.iter().rev().find_map(|event| match event {
                Event::FirstThrow { seat, throw } if *seat == wanted => Some(Throw::sum(*throw)),
                _ => None,
            })
        };
        Some(Pair { human: sum(Seat::Human)?, computer: sum(Seat::Computer)? })
    }

    /// Explains the throws for the first turn.
    fn say_first_throws(&mut self, means: &str) {
        let (you, them) = (self.you, self.them.clone());
        let text = self.first_throws().map(|sums| {
            format!(
                "Each of you threw two dice: you {}, {them} {}. The higher sum {means}.",
                sums[you],
                sums[you.other()]
            )
        });
        self.lesson_if(Lesson::First, text);
    }

    fn say_help(&mut self) {
        self.lesson(Lesson::Help, || {
            "If you don't know what to choose, ask for help: it shows what the computer would choose, and why."
                .to_owned()
        });
    }

    /// Keeps everything about the position and as many lessons as fit, but at least one.
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

/// True for the menu before the reader's own turn.
fn before_own_turn(ask: &Ask, you: Seat) -> bool {
    matches!(ask, Ask::Menu { before: MenuKind::Turn, turn: Some(seat), .. } if *seat == you)
}
