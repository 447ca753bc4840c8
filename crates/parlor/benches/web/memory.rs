//! The memory of a table with a long journal and a review: the growth of the server's resident memory with the number of
//! tables that were looked at.

#![allow(clippy::cast_precision_loss, reason = "sizes in bytes and numbers of tables are small")]

use std::thread;

use parlor_engine::StopFlag;
use parlor_host::{Host, REVIEW_EFFORT};
use parlor_review::ReviewRun;
use parlor_rules::{Game, Level, Pair};
use parlor_store::{BrowserId, LinkKind, NewTable, Registry, SqliteStore, Store, Token};
use parlor_table::{Answer, Ask, Entry, Next, Player, Setup, Table};
use parlor_testkit::{Random, next_entry, routine};

use crate::browser::{Browser, Failed};
use crate::server::Server;

/// The number of entries of each table.
const ENTRIES: u64 = 165;

/// The memory grows from the first to the second number of tables while the server still keeps their reviews, and to
/// the third one when it keeps only the latest.
const TABLES: [usize; 3] = [40, 180, 700];

pub(crate) async fn measure(program: &str) {
    println!("Memory of a table with {ENTRIES} entries, in KiB");
    println!("| game | journal | review | a table without its review | with it | among {} tables |", TABLES[2]);
    println!("|---|---|---|---|---|---|");
    for game in Game::ALL {
        let played = Played::new(game);
        let without = growth(program, &played, "").await;
        let with = growth(program, &played, "/review").await;
        match (without, with) {
            (Ok([without, _]), Ok([with, among])) => {
                let [journal, review] = [played.journal(), played.review.len()].map(|bytes| bytes as f64 / 1024.0);
                println!("| {game} | {journal:.1} | {review:.1} | {without:.1} | {with:.1} | {among:.1} |");
            }
            (Err(Failed(why)), _) | (_, Err(Failed(why))) => println!("| {game}: {why} |"),
        }
    }
}

/// A game, and its review as a store keeps it.
struct Played {
    table: Table,
    entries: Vec<Entry>,
    review: String,
}

impl Played {
    /// Plays a person's random choices against the computer, up to a question for the person.
    fn new(game: Game) -> Played {
        let players = Pair { human: Player::Human("Ada".to_owned()), computer: Player::Computer(Level::Novice) };
        let setup = Setup { players, seed: 1.into(), ..Setup::new(game) };
        let (mut host, _) = Host::begin(setup, None).expect("nothing is stored");
        let (mut random, mut entries) = (Random::new(1), Vec::new());
        loop {
            let thinking = host.thinking();
            let asks = matches!(host.table().next(), Next::Ask(_)) && thinking.is_none();
            if asks && host.table().revision() >= ENTRIES {
                break;
            }
            let entry = match thinking {
                Some(turn) => turn.run().expect("the engine answers"),
                None => next_entry(host.table(), |question| match question.ask {
                    Ask::Another => Answer::Another(true),
                    _ => routine(question, |_, decision| *random.pick(&decision.choices())),
                })
                .expect("there is always another round"),
            };
            host.apply(entry.clone()).expect("the table takes the entry");
            entries.push(entry);
        }
        let mut run = ReviewRun::new(host.table(), REVIEW_EFFORT, "");
        let threads = thread::available_parallelism().map_or(1, usize::from);
        run.finish(threads, &StopFlag::default(), &|_, _| {});
        Played { table: host.table().clone(), entries, review: run.stored().expect("every question is answered") }
    }

    /// The size of its journal in bytes.
    fn journal(&self) -> usize {
        parlor_table::write_journal(self.table.setup(), &self.entries).len()
    }

    /// Adds the game to a store as a separate table; returns the table's address.
    fn add(&self, store: &SqliteStore) -> String {
        let id = Token::random();
        let new = NewTable {
            links: vec![(LinkKind::Watch, id)],
            holders: Vec::new(),
            maker: BrowserId::of(&id),
            note: String::new(),
        };
        let name = store.create_table(self.table.setup(), &self.entries, self.table.summary(), &new);
        let name = name.expect("a table can be created");
        store.keep_review(&name, &self.review).expect("a review can be stored");
        format!("/t/{id}")
    }
}

/// The KiB by which the server grows for each table of which this page is loaded: among few and among many tables.
async fn growth(program: &str, played: &Played, page: &str) -> Result<[f64; 2], Failed> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("tables.sqlite");
    let tables: Vec<String> = {
        let store = SqliteStore::open(&path).map_err(|error| Failed(error.to_string()))?;
        (0..TABLES[2]).map(|_| played.add(&store)).collect()
    };
    let server = Server::on(program, &path.to_string_lossy());
    let mut browser = Browser::new(server.address, "speed=off&value_bar=no");
    let (mut looked, mut memory) = (tables.iter(), Vec::new());
    let mut before = 0;
    for count in TABLES {
        for table in looked.by_ref().take(count - before) {
            let status = browser.get(&format!("{table}{page}")).await?.status;
            if status != 200 {
                return Err(Failed(format!("{table}{page}: {status}")));
            }
        }
        before = count;
        memory.push(f64::from(server.memory()));
    }
    Ok([0, 1].map(|part| (memory[part + 1] - memory[part]) / (TABLES[part + 1] - TABLES[part]) as f64))
}
