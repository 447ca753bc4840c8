//! Writes a sample of every page to a folder, to be viewed in a browser without a server:
//!
//!     cargo run -p parlor-web --example sample_pages -- FOLDER

use std::fs;
use std::path::{Path, PathBuf};

use parlor_engine::EngineJob;
use parlor_host::{ColorScheme, Host, Preferences};
use parlor_rules::{Decision, Game, Level, Pair, Seat};
use parlor_table::{Answer, Ask, DiceSource, Entry, MenuItem, MenuKind, Next, Offer, Player, Question, Setup, Table};
use parlor_view::{Advice, Names, Replay, RoundLog, ShownValue, Spot};
use parlor_web::assets::Assets;
use parlor_web::pages::{
    FairDice, FileFaults, GameRulesPage, HowToPlayPage, InvitePage, JoinPage, KnownValue, Links, LobbyPage,
    MessagePage, OpenPage, ReplayPage, SeatPage, SettingsPage, Site, TableLine, TablePage, Undo, render,
};

const ID: &str = "0123456789abcdef0123456789abcdef";
const COMMITMENT: &str = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";

fn main() {
    let folder = std::env::args_os().nth(1).map_or_else(|| PathBuf::from("sample-pages"), PathBuf::from);
    let sample = Sample {
        folder,
        assets: Assets::default(),
        prefs: Preferences { name: Some("Anna".to_owned()), ..Preferences::default() },
    };
    sample.write_assets();
    sample.tables();
    sample.others();
}

/// A table that was played until a certain question, with its log.
struct Played {
    table: Table,
    log: RoundLog,
}

fn setup(game: Game, seed: u64) -> Setup {
    let players = Pair { human: Player::Human("Anna".to_owned()), computer: Player::Computer(Level::Club) };
    Setup { seed: seed.into(), players, size: Some(game.usual_size()), ..Setup::new(game) }
}

/// Plays until `stop` accepts a person's question; people play like novices.
fn play(setup: Setup, mut stop: impl FnMut(&Table, &Question) -> bool) -> Played {
    let (mut host, events) = Host::begin(setup, None).expect("a setup without a save");
    let mut log = RoundLog::new(host.table());
    log.record(host.table(), &events);
    loop {
        let thought = host.thinking().map(|thinking| thinking.run().expect("the engine answers"));
        let entry = match thought.or_else(|| host.chance()).ok_or_else(|| host.table().next()) {
            Ok(entry) => entry,
            Err(Next::Ask(question)) => {
                let skipped = matches!(&question.ask,
                    Ask::Menu { before, turn, .. } if host.table().menu_can_be_skipped(*before, *turn));
                if !skipped && stop(host.table(), &question) {
                    break;
                }
                Entry::decision(question.seat, answer(&question))
            }
            Err(_) => break,
        };
        let events = host.apply(entry).expect("the table asked for it");
        log.record(host.table(), &events);
    }
    Played { table: host.table().clone(), log }
}

fn answer(question: &Question) -> Answer {
    match &question.ask {
        Ask::Size { usual, .. } => Answer::Size(*usual),
        Ask::Menu { .. } => Answer::Menu(MenuItem::Play),
        Ask::Decide(decision) => {
            let judged = EngineJob::new(decision.clone(), Level::Novice).decide();
            Answer::Choice(judged.map_or_else(|_| decision.choices()[0], |judged| judged.choice))
        }
        Ask::Another => Answer::Another(false),
        Ask::FileName => Answer::Cancel,
    }
}

/// Stops at a choice of a move, after `after` earlier moves.
fn nth_move(mut after: usize) -> impl FnMut(&Table, &Question) -> bool {
    move |_, question| {
        let moves = matches!(question.ask, Ask::Decide(Decision::Canoga(_) | Decision::Congkak(_) | Decision::Kono(_)));
        if moves && after > 0 {
            after -= 1;
            return false;
        }
        moves
    }
}

struct Sample {
    folder: PathBuf,
    assets: Assets,
    prefs: Preferences,
}

impl Sample {
    fn site(&self) -> Site<'_> {
        Site { assets: &self.assets, prefs: &self.prefs, url: None }
    }

    fn write(&self, name: &str, page: &str) {
        // Without a server, all files have to be in the same folder.
        let page = page.replace("\"/assets/", "\"assets/");
        fs::write(self.folder.join(format!("{name}.html")), page).expect("a folder that can be written");
    }

    fn write_assets(&self) {
        let folder = self.folder.join("assets");
        fs::create_dir_all(&folder).expect("a folder that can be written");
        for url in [
            self.assets.sheet(ColorScheme::System),
            self.assets.script(),
            self.assets.icon(false),
            self.assets.icon(true),
        ] {
            let file = Path::new(url).file_name().and_then(|name| name.to_str()).expect("every asset has a name");
            let asset = self.assets.get(file).expect("it is one of the assets");
            fs::write(folder.join(file), &*asset.text).expect("a folder that can be written");
        }
    }

    /// A table against the computer, as Anna sees it.
    fn table(&self, name: &str, played: &Played, change: impl FnOnce(TablePage<'_>) -> String) {
        let links = Links {
            seat: Pair { human: Some(format!("https://parlor.example/seat/{ID}")), computer: None },
            watch: format!("https://parlor.example/t/{ID}"),
        };
        let page = TablePage {
            site: self.site(),
            id: ID,
            table: &played.table,
            seats: Pair { human: true, computer: false },
            log: played.log.entries(),
            round: None,
            picks: &[],
            sure: false,
            advice: None,
            value: Some(KnownValue { value: ShownValue { human: 3.4, exact: false }, is_now: true }),
            busy: false,
            frozen: None,
            message: None,
            help_off: false,
            until: None,
            helped: Pair::default(),
            made_here: true,
            links: &links,
            seats_taken: Pair { human: true, computer: true },
            undo: &Undo::Free,
            redo: false,
            fair: Some(&FairDice { commitment: COMMITMENT.to_owned(), revealed: None }),
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
        self.write(name, &change(page));
    }

    fn advised(&self, name: &str, played: &Played, pick: bool) {
        let (seat, decision) = played.table.decision().expect("a question that can be advised on");
        let help = EngineJob::new(decision, Level::Club).help().expect("the engine answers");
        let advice = Advice::of(seat, &help);
        let picks: Vec<Spot> = advice.spots.first().copied().filter(|_| pick).into_iter().collect();
        let value =
            help.ranked.first().map(|best| KnownValue { value: ShownValue::of(Seat::Human, best), is_now: true });
        self.table(name, played, |page| render(&TablePage { advice: Some(&advice), picks: &picks, value, ..page }));
    }

    fn tables(&self) {
        let canoga = play(setup(Game::Canoga, 7), nth_move(4));
        self.advised("canoga", &canoga, false);
        self.advised("canoga-picked", &canoga, true);
        self.table("canoga-message", &canoga, |page| {
            let message = Some("Squares 4 and 3 don\u{2019}t add up to 9: nothing was played.");
            render(&TablePage { message, sure: true, redo: true, value: None, ..page })
        });
        let eleven = play(Setup { size: Some(11), ..setup(Game::Canoga, 3) }, nth_move(2));
        self.advised("canoga-11", &eleven, false);
        let throw = play(setup(Game::Canoga, 2), |_, question| {
            matches!(question.ask, Ask::Menu { before: MenuKind::Turn, .. })
        });
        let guide = ["It is your turn. First you throw both dice.".to_owned(), "Press the green button.".to_owned()];
        self.table("canoga-throw", &throw, |page| render(&TablePage { guide: &guide, ..page }));
        self.advised("canoga-before-throw", &throw, false);
        self.advised("congkak", &play(setup(Game::Congkak, 5), nth_move(3)), false);
        self.advised("congkak-11", &play(Setup { size: Some(11), ..setup(Game::Congkak, 5) }, nth_move(5)), false);
        let kono = play(setup(Game::Kono, 4), nth_move(9));
        self.advised("kono", &kono, true);
        self.advised("kono-piece", &kono, false);
        self.advised("kono-9", &play(Setup { size: Some(9), ..setup(Game::Kono, 4) }, nth_move(12)), true);
        let size = play(Setup { size: None, ..setup(Game::Congkak, 1) }, |_, _| true);
        self.table("size", &size, |page| render(&page));
        let another = play(setup(Game::Congkak, 8), |_, question| question.ask == Ask::Another);
        self.table("another", &another, |page| render(&page));
        let ended = play(setup(Game::Kono, 6), |_, _| false);
        self.table("ended", &ended, |page| render(&page));
        self.table("ended-revealed", &ended, |page| {
            let fair = FairDice { commitment: COMMITMENT.to_owned(), revealed: Some((42, ID.to_owned())) };
            render(&TablePage { fair: Some(&fair), ..page })
        });
        self.table("watching", &canoga, |page| render(&TablePage { seats: Pair::default(), ..page }));
        self.table("frozen", &canoga, |page| {
            let frozen = Some("Something went wrong with this table. You can still look at it and save it.");
            render(&TablePage { frozen, ..page })
        });
        let by_hand = play(Setup { dice: DiceSource::Manual, ..setup(Game::Canoga, 1) }, |_, _| false);
        self.table("by-hand", &by_hand, |page| render(&page));
        self.two_people();
        self.programs();
        let mut replay = Replay::of_tournament(&ended.table, &Names::for_player(&ended.table.setup().players))
            .expect("it was played");
        replay.turn(12);
        let page = ReplayPage {
            site: self.site(),
            id: ID,
            table: &ended.table,
            seats: Pair { human: true, computer: false },
            replay: Some(&replay),
            round: None,
            names: &Names::for_player(&ended.table.setup().players),
        };
        self.write("replay-kono", &render(&page));
        let mut replay = Replay::of_round_number(&canoga.table, 1, &Names::for_player(&canoga.table.setup().players))
            .expect("it was played");
        replay.turn(isize::MAX);
        let page = ReplayPage {
            site: self.site(),
            id: ID,
            table: &canoga.table,
            seats: Pair { human: true, computer: false },
            replay: Some(&replay),
            round: Some(1),
            names: &Names::for_player(&canoga.table.setup().players),
        };
        self.write("replay-canoga", &render(&page));
        let line = |played: &Played| {
            TableLine::of(
                ID,
                &played.table,
                Pair { human: true, computer: false },
                Pair { human: true, computer: true },
            )
        };
        let tables = [line(&canoga), line(&kono), line(&another), line(&ended)];
        let page = LobbyPage { site: self.site(), tables: &tables, message: None };
        self.write("lobby", &render(&page));
        self.write("lobby-empty", &render(&LobbyPage { tables: &[], message: Some("The table is gone."), ..page }));
    }

    fn two_people(&self) {
        let players = Pair { human: Player::Human("Anna".to_owned()), computer: Player::Human("Ben <b>".to_owned()) };
        let mut two = play(Setup { players: players.clone(), ..setup(Game::Kono, 4) }, nth_move(7));
        let seat = two.table.decision().expect("a move is asked for").0;
        let mine = Pair::from_fn(|of| of == seat);
        let theirs = Pair::from_fn(|of| of != seat);
        let helped = Pair { human: 2, computer: 0 };
        self.table("two-your-turn", &two, |page| {
            render(&TablePage { seats: mine, undo: &Undo::Ask(Seat::Human), helped, ..page })
        });
        self.table("two-waiting", &two, |page| {
            let undo = &Undo::No("there is nothing to take back".to_owned());
            render(&TablePage { seats: theirs, undo, help_off: true, ..page })
        });
        let events = two.table.apply(Entry::Offer { seat, offer: Offer::Call }).expect("it can be offered");
        two.log.record(&two.table, &events);
        self.table("two-offer", &two, |page| render(&TablePage { seats: theirs, ..page }));
        let open = play(Setup { players, ..setup(Game::Congkak, 4) }, |_, _| true);
        self.table("invite", &open, |page| {
            let link = &format!("https://parlor.example/join/{ID}");
            let table_page = &TablePage { help_off: true, ..page };
            render(&InvitePage { table_page, link, qr: None, unreachable: None })
        });
        self.table("here", &open, |page| render(&TablePage { seats: Pair { human: true, computer: true }, ..page }));
    }

    fn programs(&self) {
        let players = Pair { human: Player::Computer(Level::Novice), computer: Player::Computer(Level::Club) };
        let (mut host, events) =
            Host::begin(Setup { players, ..setup(Game::Congkak, 3) }, None).expect("a setup without a save");
        let mut log = RoundLog::new(host.table());
        log.record(host.table(), &events);
        for _ in 0..12 {
            let thought = host.thinking().map(|thinking| thinking.run().expect("the engine answers"));
            let Some(entry) = thought.or_else(|| host.chance()) else { break };
            let events = host.apply(entry).expect("the table asked for it");
            log.record(host.table(), &events);
        }
        let played = Played { table: host.table().clone(), log };
        self.table("programs", &played, |page| render(&TablePage { seats: Pair::default(), ..page }));
    }

    fn others(&self) {
        let site = self.site();
        self.write("settings", &render(&SettingsPage { site, saved: true }));
        self.write("how-to-play", &render(&HowToPlayPage { site }));
        for game in Game::ALL {
            self.write(&format!("rules-{}", game.to_string().to_lowercase()), &render(&GameRulesPage { site, game }));
        }
        let page = JoinPage {
            site,
            token: ID,
            game: Game::Kono,
            about: "5\u{d7}5 points \u{b7} round 1",
            from: Some("Ben"),
            own: false,
            watch: "/t/1",
            taken: false,
            help_off: true,
        };
        self.write("join", &render(&page));
        self.write("seat", &render(&SeatPage { site, token: ID, game: Game::Kono, name: "Anna", other: "Ben" }));
        let text = "Human Player: 0 5 5 5 5 5 0\nComputer Player: 0 5 5 five 5 5 0\nNext Player: Human\n";
        let error = parlor_saves::read(text, None).expect_err("five is not a number");
        let picture = error.picture("game.txt", text);
        let faults = FileFaults { sentence: "It has 1 fault.".to_owned(), picture };
        self.write("open", &render(&OpenPage { site, file: "game.txt", faults: &faults, text }));
        let link = Some(("/t/1", "Back to the table as it is now"));
        let sentence = "The table has moved on since this page was shown. Your answer was not used.";
        self.write("message", &render(&MessagePage { site, status: 409, title: "Too late", sentence, link }));
    }
}
