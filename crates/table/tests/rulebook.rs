//! The rules of the table, each under its own name with the example written out. The games' own rules are
//! tried in `crates/rules`.

#![allow(clippy::unwrap_used, reason = "a test that unwraps nothing fails, as it should")]

use parlor_rules::{Coin, DiceCount, Game, Level, Pair, Seat, Throw};
use parlor_table::{
    Ask, DiceSource, Draw, Ending, Entry, Event, MenuItem, MenuKind, Need, Player, QueuedThrow, Setup, Table, draw,
};

fn table(setup: Setup) -> Table {
    Table::new(setup).unwrap().0
}

fn ask(table: &Table) -> Ask {
    match table.need() {
        Need::Answer(question) => question.ask,
        need => panic!("{need:?} instead of a question"),
    }
}

/// Answers whatever is asked of whoever is asked.
fn decide(table: &mut Table, answer: &str) -> Vec<Event> {
    let Need::Answer(question) = table.need() else { panic!("{:?} instead of a question", table.need()) };
    table.apply(Entry::decision(question.seat, answer.parse().unwrap())).unwrap()
}

/// Lets all chance happen that is waited for.
fn chance(table: &mut Table) -> Vec<Event> {
    let mut told = vec![];
    while let Draw::Entry(entry) = draw(table) {
        told.extend(table.apply(entry).unwrap());
    }
    told
}

fn throw(text: &str) -> Throw {
    text.parse().unwrap()
}

fn queue(throws: &[&str]) -> Vec<QueuedThrow> {
    throws.iter().zip(1..).map(|(text, line)| QueuedThrow { line, throw: throw(text), of_save: false }).collect()
}

fn items(table: &Table) -> (MenuKind, Option<Seat>, Vec<MenuItem>) {
    match ask(table) {
        Ask::Menu { before, turn, items } => (before, turn, items),
        other => panic!("{other:?} instead of a menu"),
    }
}

const OWN: [MenuItem; 4] = [MenuItem::Save, MenuItem::Play, MenuItem::Help, MenuItem::Quit];
const THEIRS: [MenuItem; 3] = [MenuItem::Save, MenuItem::Play, MenuItem::Quit];

#[test]
fn can_menu() {
    // From the first turn on; help on people's turns only; a person answers for the program's turn too.
    for (dice, turn, expected) in
        [(["6 6", "1 1"], Seat::Human, OWN.to_vec()), (["1 1", "6 6"], Seat::Computer, THEIRS.to_vec())]
    {
        let mut table = table(Setup { queue: queue(&dice), size: Some(9), ..Setup::new(Game::Canoga) });
        chance(&mut table);
        assert_eq!(items(&table), (MenuKind::Turn, Some(turn), expected));
        assert!(matches!(table.need(), Need::Answer(question) if question.seat == Seat::Human));
        // Quitting within a round gives nobody points for it, and the totals are told.
        let told = decide(&mut table, "quit");
        assert_eq!(
            told,
            [
                Event::GaveUp { seat: Some(turn) },
                Event::TournamentOver { totals: Pair { human: 0, computer: 0 }, rounds: None }
            ]
        );
        assert_eq!(table.need(), Need::Nothing(Ending::Finished));
    }
}

#[test]
fn can_save_win() {
    let text = "Computer:\n   Squares: 1 2 3 4 5 6 7 8 9\n   Score: 0\n\nHuman:\n   Squares: * * * * * 6 * * *\n   Score: 5\n\n\
                First Turn: Human\nNext Turn: Human\nDice:\n   6\n";
    let save = parlor_saves::read(text, None).unwrap();
    let (mut table, told) = Table::new(Setup::new(Game::Canoga).resuming(&save, text)).unwrap();
    assert_eq!(told, [Event::Resumed]);
    decide(&mut table, "play");
    decide(&mut table, "one die");
    chance(&mut table);
    let told = decide(&mut table, "cover 6");
    assert!(matches!(told[..], [Event::Moved { .. }]), "the win isn't told yet: {told:?}");
    assert_eq!(items(&table), (MenuKind::Win, Some(Seat::Human), vec![MenuItem::Save, MenuItem::Play]));
    decide(&mut table, "save");
    decide(&mut table, "file won.txt");
    let Need::Save { name, text } = table.need() else { panic!() };
    assert_eq!(name, "won.txt");
    table.apply(Entry::Saved).unwrap();
    // Loaded again, the win is told at once, and its points are added then.
    let save = parlor_saves::read(&text, None).unwrap();
    let (table, told) = Table::new(Setup::new(Game::Canoga).resuming(&save, &text)).unwrap();
    let over = matches!(told[..], [Event::Resumed, Event::RoundOver { totals: Pair { human: 50, computer: 0 }, .. }]);
    assert!(over, "{told:?}");
    assert_eq!(ask(&table), Ask::Another);
}

#[test]
fn con_menu() {
    // Before every play, free ones too.
    let mut table = table(Setup { dice: DiceSource::Manual, size: Some(5), ..Setup::new(Game::Congkak) });
    decide(&mut table, "heads");
    table.apply(Entry::Coin(Coin::Heads)).unwrap();
    assert_eq!(items(&table), (MenuKind::Turn, Some(Seat::Human), OWN.to_vec()));
    decide(&mut table, "play");
    decide(&mut table, "pit P");
    assert_eq!(items(&table), (MenuKind::Turn, Some(Seat::Human), OWN.to_vec()), "P earned a free play");
    // Nothing has happened between the menu and the pit, so it can still be saved.
    decide(&mut table, "play");
    decide(&mut table, "save");
    assert_eq!(ask(&table), Ask::FileName);
}

#[test]
fn kon_menu() {
    // Before the dice for the first player too.
    let mut table = table(Setup { queue: queue(&["6 6", "1 1"]), size: Some(5), ..Setup::new(Game::Kono) });
    assert_eq!(items(&table), (MenuKind::FirstDice, None, THEIRS.to_vec()));
    decide(&mut table, "save");
    decide(&mut table, "file open.txt");
    let Need::Save { text, .. } = table.need() else { panic!() };
    assert!(text.contains("Color:\n") && text.ends_with("Next Player:\n"), "colour and next player stay empty: {text}");
    table.apply(Entry::NotSaved("no".to_owned())).unwrap();
    decide(&mut table, "play");
    chance(&mut table);
    decide(&mut table, "black");
    // Quitting costs the player whose turn it is 5 points, and another round is offered.
    let told = decide(&mut table, "quit");
    assert!(matches!(told[1], Event::RoundOver { totals: Pair { human: 0, computer: 5 }, .. }), "{told:?}");
    assert_eq!(ask(&table), Ask::Another);
}

/// The computer never quits: a person who gives up before its turn pays, and not the computer.
#[test]
fn kon_menu_whoever_quits_pays() {
    let mut table = table(Setup { queue: queue(&["1 1", "6 6"]), size: Some(5), ..Setup::new(Game::Kono) });
    decide(&mut table, "play");
    chance(&mut table);
    let first = Entry::decision(parlor_rules::Seat::Computer, "white".parse().unwrap());
    table.apply(first).unwrap();
    assert_eq!(items(&table).1, Some(parlor_rules::Seat::Computer), "it is the computer's turn");
    let told = decide(&mut table, "quit");
    assert!(matches!(told[1], Event::RoundOver { totals: Pair { human: 0, computer: 5 }, .. }), "{told:?}");
}

/// What was taken back by mistake is just that, and a coin that was seen can't be called again.
#[test]
fn undo_takes_back_one_decision() {
    let mut table = table(Setup { queue: queue(&["6 6", "1 1"]), size: Some(5), ..Setup::new(Game::Kono) });
    decide(&mut table, "play");
    chance(&mut table);
    decide(&mut table, "black");
    decide(&mut table, "quit");
    assert_eq!(table.apply(Entry::Undo).unwrap(), [Event::TakenBack]);
    assert_eq!(items(&table), (MenuKind::Turn, Some(Seat::Human), OWN.to_vec()));
    let mut table = self::table(Setup { size: Some(5), ..Setup::new(Game::Congkak) });
    decide(&mut table, "heads");
    chance(&mut table);
    let refused = table.apply(Entry::Undo).unwrap_err().to_string();
    assert_eq!(refused, "the coin has been seen, so its call can't be taken back");
}

#[test]
fn save_quit() {
    let mut table = table(Setup { dice: DiceSource::Manual, size: Some(5), ..Setup::new(Game::Congkak) });
    decide(&mut table, "tails");
    table.apply(Entry::Coin(Coin::Tails)).unwrap();
    decide(&mut table, "save");
    decide(&mut table, "cancel");
    assert!(matches!(ask(&table), Ask::Menu { .. }), "it can be thought better of");
    decide(&mut table, "save");
    decide(&mut table, "file game.txt");
    // A save that fails ends nothing: it is asked again.
    let told = table.apply(Entry::NotSaved("the disk is full".to_owned())).unwrap();
    assert_eq!(told, [Event::NotSaved { why: "the disk is full".to_owned() }]);
    assert!(matches!(ask(&table), Ask::Menu { .. }));
    decide(&mut table, "save");
    decide(&mut table, "file game.txt");
    assert_eq!(table.apply(Entry::Saved).unwrap(), [Event::Saved { name: "game.txt".to_owned() }]);
    assert_eq!(table.need(), Need::Nothing(Ending::Saved));
}

#[test]
fn dice_file() {
    // A line that isn't allowed now is reported and left out, and the end is told.
    let mut table = table(Setup { queue: queue(&["3", "4 3", "2 2"]), size: Some(9), ..Setup::new(Game::Canoga) });
    assert_eq!(
        chance(&mut table),
        [
            Event::DiceSkipped { line: 1, throw: throw("3") },
            Event::FirstThrow { seat: Seat::Human, throw: throw("4 3") },
            Event::FirstThrow { seat: Seat::Computer, throw: throw("2 2") },
            Event::First { seat: Seat::Human },
            Event::QueueEmpty,
        ]
    );
    // One that is allowed is taken as it stands, whatever the thrower chose, and that is said.
    let text = "Computer:\n   Squares: 1 2 3 4 5 6 7 8 *\n   Score: 0\n\nHuman:\n   Squares: 1 2 3 4 5 6 * * *\n   Score: 0\n\n\
                First Turn: Human\nNext Turn: Human\nDice:\n   2\n";
    let save = parlor_saves::read(text, None).unwrap();
    let mut table = Table::new(Setup::new(Game::Canoga).resuming(&save, text)).unwrap().0;
    decide(&mut table, "play");
    decide(&mut table, "two dice");
    let told = chance(&mut table);
    assert!(matches!(told[0], Event::Thrown { instead_of: Some(DiceCount::Two), .. }), "{told:?}");
}

#[test]
fn dice_manual() {
    let mut table = table(Setup { dice: DiceSource::Manual, size: Some(9), ..Setup::new(Game::Canoga) });
    assert_eq!(draw(&table), Draw::ByHand);
    let one = Entry::Throw { throw: throw("5"), queued: false };
    assert_eq!(table.apply(one).unwrap_err().to_string(), "two dice, please");
    table.apply(Entry::Throw { throw: throw("5 3"), queued: false }).unwrap();
    table.apply(Entry::Throw { throw: throw("1 3"), queued: false }).unwrap();
    assert_eq!(items(&table).1, Some(Seat::Human));
}

#[test]
fn dice_seed() {
    let throws = |seed| {
        let mut table = table(Setup { seed, size: Some(9), ..Setup::new(Game::Canoga) });
        chance(&mut table)
    };
    assert_eq!(throws(5), throws(5));
    assert_ne!(throws(5), throws(6));
    // Coins come from the seed when dice come from a file.
    let mut table = table(Setup { queue: queue(&["1 1"]), size: Some(5), ..Setup::new(Game::Congkak) });
    decide(&mut table, "heads");
    assert!(matches!(draw(&table), Draw::Entry(Entry::Coin(_))));
}

#[test]
fn levels() {
    assert_eq!(Level::default(), Level::Club, "club unless asked");
    assert_eq!(Setup::new(Game::Kono).players.computer, Player::Computer(Level::Club));
    assert_eq!(Level::ALL.map(|level| level.to_string()), ["novice", "club", "master"]);
    assert!("expert".parse::<Level>().is_err());
    // Two programs get no menus, only rounds.
    let players = Pair { human: Player::Computer(Level::Novice), computer: Player::Computer(Level::Master) };
    let table = table(Setup { players, ..Setup::new(Game::Congkak) });
    assert!(matches!(ask(&table), Ask::Coin));
    assert!(matches!(table.need(), Need::Answer(question) if question.seat == Seat::Human));
}
