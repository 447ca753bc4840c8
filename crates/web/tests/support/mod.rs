//! Random games, and their pages, parsed into a DOM.

use parlor_host::Preferences;
use parlor_rules::canoga::Move;
use parlor_rules::{Choice, Game, Level, Pair, Seat};
use parlor_table::{Ask, Event, Player, Question, Setup, Table};
use parlor_testkit::{RandomPlayer, next_entry};
use parlor_view::Spot;
use parlor_web::assets::Assets;
use parlor_web::pages::{Links, Site, TablePage, Undo};
use scraper::{ElementRef, Html, Selector};

pub const HUMAN: Pair<bool> = Pair { human: true, computer: false };
pub const NOBODY: Pair<bool> = Pair { human: false, computer: false };

pub fn human_against_computer(game: Game) -> Setup {
    let players = Pair { human: Player::Human("Anna".to_owned()), computer: Player::Computer(Level::Club) };
    Setup { players, seed: 4.into(), size: Some(game.usual_size()), ..Setup::new(game) }
}

pub fn two_people(game: Game) -> Setup {
    let players = Pair { human: Player::Human("Anna".to_owned()), computer: Player::Human("Ben".to_owned()) };
    Setup { players, ..human_against_computer(game) }
}

/// Plays rounds at random. `visit` gets the table after each entry, with its revision.
pub fn play(setup: Setup, rounds: usize, mut visit: impl FnMut(&Table, u64)) -> Table {
    play_events(setup, rounds, |table, _| visit(table, table.revision()))
}

/// Like [`play`], but `visit` gets the events of each entry instead of the revision.
pub fn play_events(setup: Setup, rounds: usize, mut visit: impl FnMut(&Table, &[Event])) -> Table {
    let mut player = RandomPlayer::new(setup.seed.number().expect("test seeds are open"), rounds);
    let (mut table, events) = Table::new(setup);
    visit(&table, &events);
    while let Some(entry) = next_entry(&table, |question| player.answer(question)) {
        let events = table.apply(entry).unwrap();
        visit(&table, &events);
    }
    table
}

/// A question that is asked once or twice in a round.
pub fn is_rare(question: &Question) -> bool {
    !matches!(&question.ask, Ask::Decide(_) | Ask::Menu { .. })
}

/// The squares of a move.
pub fn spots(choice: Choice, seat: Seat) -> Vec<Spot> {
    let Choice::Canoga(chosen) = choice else { panic!("{choice:?}") };
    let (row, set) = match chosen {
        Move::Cover(set) => (seat, set),
        Move::Uncover(set) => (seat.other(), set),
    };
    set.ascending().map(|number| Spot::Square(row, number)).collect()
}

/// A table from Anna's point of view.
pub struct AnnasTable<'a> {
    table: &'a Table,
    assets: Assets,
    prefs: Preferences,
    links: Links,
}

impl<'a> AnnasTable<'a> {
    pub fn of(table: &'a Table) -> AnnasTable<'a> {
        let links = Links { watch: "https://parlor.example/t/1".to_owned(), ..Links::default() };
        AnnasTable { table, assets: Assets::default(), prefs: Preferences::default(), links }
    }

    /// Renders the page with `render`, which may first change what it shows.
    pub fn html(&self, render: impl FnOnce(TablePage<'_>) -> String) -> Html {
        let page = TablePage {
            site: Site { assets: &self.assets, prefs: &self.prefs, url: None },
            id: "1",
            table: self.table,
            seats: HUMAN,
            log: &[],
            round: None,
            picks: &[],
            sure: false,
            advice: None,
            value: None,
            busy: false,
            frozen: None,
            message: None,
            help_off: false,
            until: None,
            helped: Pair::default(),
            made_here: false,
            links: &self.links,
            seats_taken: Pair { human: true, computer: true },
            undo: &Undo::Free,
            redo: false,
            fair: None,
            extra_changes: 0,
            guide: &[],
            tutor: None,
            can_rematch: false,
            present: None,
            phrases: Pair::default(),
            saying: false,
            rematch: None,
            result: None,
        };
        Html::parse_document(&render(page))
    }
}

pub fn selector(selector: &str) -> Selector {
    Selector::parse(selector).unwrap()
}

pub fn all<'a>(page: &'a Html, selected: &str) -> impl Iterator<Item = ElementRef<'a>> {
    page.select(&selector(selected)).collect::<Vec<_>>().into_iter()
}

pub fn the<'a>(page: &'a Html, selected: &str) -> ElementRef<'a> {
    let found: Vec<ElementRef<'a>> = all(page, selected).collect();
    assert_eq!(found.len(), 1, "{selected}");
    found[0]
}

pub fn attr<'a>(element: ElementRef<'a>, name: &str) -> &'a str {
    element.value().attr(name).unwrap_or_default()
}

/// An element's text with single spaces.
pub fn text(element: ElementRef<'_>) -> String {
    element.text().collect::<String>().split_whitespace().collect::<Vec<_>>().join(" ")
}

pub fn texts(page: &Html, selected: &str) -> Vec<String> {
    all(page, selected).map(text).collect()
}
