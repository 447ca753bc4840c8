//! Each rule of the table has a test under its own name. The tests of the games' own rules are in `crates/rules`.

use parlor_rules::{Coin, Decision, DiceCount, Game, Level, Pair, Seat, Throw, kono};
use parlor_table::{
    Answer, Ask, BadJournal, DiceSource, Draw, Entry, Event, JournalWriter, MenuItem, MenuKind, Next, Offer, Player,
    Progress, QueuedThrow, Refusal, RoundEnd, Setup, Table, read_header, with_checksums,
};

fn table(setup: Setup) -> Table {
    Table::new(setup).0
}

fn ask(table: &Table) -> Ask {
    match table.next() {
        Next::Ask(question) => question.ask,
        need => panic!("{need:?} instead of a question"),
    }
}

fn decide(table: &mut Table, answer: &str) -> Vec<Event> {
    let Next::Ask(question) = table.next() else { panic!("{:?} instead of a question", table.next()) };
    table.apply(Entry::decision(question.seat, answer.parse::<Answer>().unwrap())).unwrap()
}

/// Performs all draws that are due.
fn chance(table: &mut Table) -> Vec<Event> {
    let mut events = vec![];
    while let Some(Draw::Entry(entry)) = table.draw() {
        events.extend(table.apply(entry).unwrap());
    }
    events
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
    // Menus start with the first turn and offer help only in people's turns. A person answers them, even before the
    // computer's turn.
    for (dice, turn, expected) in
        [(["6 6", "1 1"], Seat::Human, OWN.to_vec()), (["1 1", "6 6"], Seat::Computer, THEIRS.to_vec())]
    {
        let mut table = table(Setup { queue: queue(&dice), size: Some(9), ..Setup::new(Game::Canoga) });
        chance(&mut table);
        assert_eq!(items(&table), (MenuKind::Turn, Some(turn), expected));
        assert!(matches!(table.next(), Next::Ask(question) if question.seat == Seat::Human));
        // Quitting within a round awards no points, and the totals are announced.
        let events = decide(&mut table, "quit");
        assert_eq!(
            events,
            [
                Event::GaveUp { seat: Seat::Human },
                Event::TournamentOver { totals: Pair { human: 0, computer: 0 }, rounds: None }
            ]
        );
        assert_eq!(table.next(), Next::Over);
    }
}

#[test]
fn can_save_win() {
    let text = "Computer:\n   Squares: 1 2 3 4 5 6 7 8 9\n   Score: 0\n\nHuman:\n   Squares: * * * * * 6 * * *\n   Score: 5\n\n\
                First Turn: Human\nNext Turn: Human\nDice:\n   6\n";
    let save = parlor_saves::read(text, None).unwrap();
    let (mut table, events) = Table::new(Setup::new(Game::Canoga).resuming(&save));
    assert_eq!(events, [Event::Resumed]);
    decide(&mut table, "play");
    decide(&mut table, "one die");
    chance(&mut table);
    let events = decide(&mut table, "cover 6");
    assert!(matches!(events[..], [Event::Moved { .. }]), "the win isn't announced yet: {events:?}");
    assert_eq!(items(&table), (MenuKind::Win, Some(Seat::Human), vec![MenuItem::Save, MenuItem::Play]));
    decide(&mut table, "save");
    decide(&mut table, "file won.txt");
    let Next::Save { name } = table.next() else { panic!() };
    let text = table.save().unwrap().write(table.dialect_for(&name)).text;
    assert_eq!(name, "won.txt");
    table.apply(Entry::Saved).unwrap();
    // After loading, the win is announced at once, and its points are added.
    let save = parlor_saves::read(&text, None).unwrap();
    let (table, events) = Table::new(Setup::new(Game::Canoga).resuming(&save));
    let over = matches!(events[..], [Event::Resumed, Event::RoundOver { totals: Pair { human: 50, computer: 0 }, .. }]);
    assert!(over, "{events:?}");
    assert_eq!(ask(&table), Ask::Another);
}

/// The coin is left out if the setup names the player who starts, in the first round only.
#[test]
fn con_first() {
    for first in Seat::BOTH {
        for size in [Some(5), None] {
            let setup = Setup { first: Some(first), size, ..Setup::new(Game::Congkak) };
            let (_, header) = JournalWriter::begin(&setup);
            assert_eq!(read_header(header.as_bytes()).unwrap(), setup);
            let mut table = table(setup);
            if size.is_none() {
                decide(&mut table, "size 5");
            }
            assert_eq!(items(&table).1, Some(first));
        }
    }
    let by_coin = Setup { size: Some(5), ..Setup::new(Game::Congkak) };
    assert_eq!(ask(&table(by_coin)), Ask::Decide(Decision::Call));
}

#[test]
fn con_menu() {
    // A menu comes before every play, including free ones.
    let mut table = table(Setup { dice: DiceSource::Manual, size: Some(5), ..Setup::new(Game::Congkak) });
    decide(&mut table, "heads");
    table.apply(Entry::Coin(Coin::Heads)).unwrap();
    assert_eq!(items(&table), (MenuKind::Turn, Some(Seat::Human), OWN.to_vec()));
    decide(&mut table, "play");
    decide(&mut table, "pit P");
    assert_eq!(items(&table), (MenuKind::Turn, Some(Seat::Human), OWN.to_vec()), "P earned a free play");
    // Nothing has happened between the menu and the pit, so the game can still be saved.
    decide(&mut table, "play");
    decide(&mut table, "save");
    assert_eq!(ask(&table), Ask::FileName);
}

#[test]
fn kon_menu() {
    // A menu also comes before the dice for the first turn.
    let mut table = table(Setup { queue: queue(&["6 6", "1 1"]), size: Some(5), ..Setup::new(Game::Kono) });
    assert_eq!(items(&table), (MenuKind::FirstDice, None, THEIRS.to_vec()));
    decide(&mut table, "save");
    decide(&mut table, "file open.txt");
    let Next::Save { name } = table.next() else { panic!() };
    let text = table.save().unwrap().write(table.dialect_for(&name)).text;
    assert!(text.contains("Color:\n") && text.ends_with("Next Player:\n"), "colour and next player stay empty: {text}");
    table.apply(Entry::NotSaved("no".to_owned())).unwrap();
    decide(&mut table, "play");
    chance(&mut table);
    decide(&mut table, "black");
    // Quitting costs the player to move 5 points, and another round is offered.
    let events = decide(&mut table, "quit");
    assert!(matches!(events[1], Event::RoundOver { totals: Pair { human: 0, computer: 5 }, .. }), "{events:?}");
    assert_eq!(ask(&table), Ask::Another);
}

/// The computer never quits: if a person gives up at the menu before the computer's turn, the person pays.
#[test]
fn kon_menu_the_quitter_pays() {
    let mut table = table(Setup { queue: queue(&["1 1", "6 6"]), size: Some(5), ..Setup::new(Game::Kono) });
    decide(&mut table, "play");
    chance(&mut table);
    let first = Entry::decision(Seat::Computer, "white".parse::<Answer>().unwrap());
    table.apply(first).unwrap();
    assert_eq!(items(&table).1, Some(Seat::Computer), "it is the computer's turn");
    let events = decide(&mut table, "quit");
    assert!(matches!(events[1], Event::RoundOver { totals: Pair { human: 0, computer: 5 }, .. }), "{events:?}");
}

/// Undo is for mistakes: a coin can't be called again after it has been seen.
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
    assert_eq!(refused, "the coin has been seen, so the call can't be taken back");
}

#[test]
fn save_quit() {
    let mut table = table(Setup { dice: DiceSource::Manual, size: Some(5), ..Setup::new(Game::Congkak) });
    decide(&mut table, "tails");
    table.apply(Entry::Coin(Coin::Tails)).unwrap();
    decide(&mut table, "save");
    decide(&mut table, "cancel");
    assert!(matches!(ask(&table), Ask::Menu { .. }), "the player can change their mind");
    decide(&mut table, "save");
    decide(&mut table, "file game.txt");
    // After a failed save, the question is repeated.
    let events = table.apply(Entry::NotSaved("the disk is full".to_owned())).unwrap();
    assert_eq!(events, [Event::NotSaved { why: "the disk is full".to_owned() }]);
    assert!(matches!(ask(&table), Ask::Menu { .. }));
    decide(&mut table, "save");
    decide(&mut table, "file game.txt");
    assert_eq!(table.apply(Entry::Saved).unwrap(), [Event::Saved { name: "game.txt".to_owned() }]);
    assert!(matches!(ask(&table), Ask::Menu { .. }), "the program may exit now, but the table isn't over");
    assert_eq!(table.summary().progress, Progress::Saved);
}

#[test]
fn dice_file() {
    // Queued throws that aren't allowed now are reported and skipped, and the end of the queue is announced.
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
    // An allowed throw is used as it is, with a note if the thrower chose another number of dice.
    let text = "Computer:\n   Squares: 1 2 3 4 5 6 7 8 *\n   Score: 0\n\nHuman:\n   Squares: 1 2 3 4 5 6 * * *\n   Score: 0\n\n\
                First Turn: Human\nNext Turn: Human\nDice:\n   2\n";
    let save = parlor_saves::read(text, None).unwrap();
    let mut table = Table::new(Setup::new(Game::Canoga).resuming(&save)).0;
    decide(&mut table, "play");
    decide(&mut table, "two dice");
    let events = chance(&mut table);
    assert!(matches!(events[0], Event::Thrown { instead_of: Some(DiceCount::Two), .. }), "{events:?}");
}

#[test]
fn dice_manual() {
    let mut table = table(Setup { dice: DiceSource::Manual, size: Some(9), ..Setup::new(Game::Canoga) });
    assert_eq!(table.draw(), Some(Draw::ByHand));
    let one = Entry::Throw { throw: throw("5"), queued: false };
    assert_eq!(table.apply(one).unwrap_err().to_string(), "this throw takes two dice");
    table.apply(Entry::Throw { throw: throw("5 3"), queued: false }).unwrap();
    table.apply(Entry::Throw { throw: throw("1 3"), queued: false }).unwrap();
    assert_eq!(items(&table).1, Some(Seat::Human));
}

#[test]
fn dice_seed() {
    let throws = |seed| {
        let mut table = table(Setup { seed: u64::into(seed), size: Some(9), ..Setup::new(Game::Canoga) });
        chance(&mut table)
    };
    assert_eq!(throws(5), throws(5));
    assert_ne!(throws(5), throws(6));
    // Coins come from the seed when dice come from a file.
    let mut table = table(Setup { queue: queue(&["1 1"]), size: Some(5), ..Setup::new(Game::Congkak) });
    decide(&mut table, "heads");
    assert!(matches!(table.draw(), Some(Draw::Entry(Entry::Coin(_)))));
}

#[test]
fn levels() {
    assert_eq!(Level::default(), Level::Club, "club by default");
    assert_eq!(Setup::new(Game::Kono).players.computer, Player::Computer(Level::Club));
    assert_eq!(Level::ALL.map(|level| level.to_string()), ["novice", "club", "expert", "master"]);
    assert!("grandmaster".parse::<Level>().is_err());
    // Two computer players get no menus, only rounds.
    let players = Pair { human: Player::Computer(Level::Novice), computer: Player::Computer(Level::Master) };
    let table = table(Setup { players, ..Setup::new(Game::Congkak) });
    assert!(matches!(ask(&table), Ask::Decide(Decision::Call)));
    assert!(matches!(table.next(), Next::Ask(question) if question.seat == Seat::Human));
}

/// A Kono table with Human playing White and to move.
fn kono() -> Table {
    let mut table = table(Setup { queue: queue(&["6 6", "1 1"]), size: Some(5), ..Setup::new(Game::Kono) });
    decide(&mut table, "play");
    chance(&mut table);
    decide(&mut table, "white");
    table
}

#[test]
fn kon_offer() {
    let mut table = kono();
    let offer = Entry::Offer { seat: Seat::Human, offer: Offer::Call };
    assert!(table.apply(Entry::Offer { seat: Seat::Computer, offer: Offer::Call }).is_err(), "it isn't their move");
    assert!(table.apply(Entry::Accept { seat: Seat::Computer }).is_err(), "nothing is offered");
    assert_eq!(table.apply(offer.clone()).unwrap(), [Event::Offered { seat: Seat::Human, offer: Offer::Call }]);
    assert!(table.apply(Entry::Accept { seat: Seat::Human }).is_err(), "players can't accept their own offers");
    table.apply(Entry::Decline { seat: Seat::Computer }).unwrap();
    let again = table.apply(offer.clone()).unwrap_err().to_string();
    assert_eq!(again, "you can offer to call the round once in 10 moves, again after 10 more");
    // After ten moves the offer can be repeated, and the other player accepts: the round is scored as it stands.
    for step in 0..10 {
        if let Ask::Menu { .. } = ask(&table) {
            decide(&mut table, "play");
        }
        let Ask::Decide(Decision::Kono(standing)) = ask(&table) else { panic!("{:?}", ask(&table)) };
        let moves: Vec<_> = standing.position.unwrap().legal_moves().collect();
        decide(&mut table, &format!("step {}", moves[step % moves.len()]));
    }
    table.apply(offer).unwrap();
    let events = table.apply(Entry::Accept { seat: Seat::Computer }).unwrap();
    let agreed = kono::End::Called(kono::Called::Agreement);
    assert!(
        matches!(&events[..], [Event::Accepted { .. }, Event::RoundOver { end: RoundEnd::Kono(outcome), .. }] if outcome.end == agreed),
        "{events:?}"
    );
    assert_eq!(ask(&table), Ask::Another);
    // After an undo, the round resumes where it was called.
    let moves = |table: &Table| {
        table
            .records()
            .filter(|record| matches!(&record.entry, Entry::Decision { answer: Answer::Choice(_), .. }))
            .count()
    };
    let played = moves(&table);
    table.apply(Entry::Undo).unwrap();
    assert!(matches!(ask(&table), Ask::Menu { turn: Some(Seat::Human), .. }), "{:?}", ask(&table));
    assert_eq!(moves(&table), played, "no move is taken back with it");
}

#[test]
fn a_declined_offer_doesn_t_count_in_the_next_round() {
    let mut table = kono();
    let offer = Entry::Offer { seat: Seat::Human, offer: Offer::Call };
    table.apply(offer.clone()).unwrap();
    table.apply(Entry::Decline { seat: Seat::Computer }).unwrap();
    assert!(table.apply(offer.clone()).is_err());
    decide(&mut table, "quit");
    decide(&mut table, "another round");
    // Computer has won the round, so it chooses a colour and moves first.
    let mut answers = ["size 5", "white", "play", "step 1 1 se"].into_iter();
    while table.apply(offer.clone()).is_err() {
        decide(&mut table, answers.next().expect("an offer is possible before the second move"));
    }
    assert_eq!(table.round(), 2);
}

#[test]
fn kon_stuck() {
    let text = "Round: 1\n\nComputer:\n   Score: 0\n   Color: Black\n\nHuman:\n   Score: 0\n   Color: White\n\nBoard:\n\
                \u{20}  W  O  O  O  O\n   O  O  O  O  O\n   O  O  B  O  O\n   O  O  O  O  O\n   O  O  O  B  O\n\n\
                Next Player: Computer\n";
    let save = parlor_saves::read(text, None).unwrap();
    let mut table = table(Setup::new(Game::Kono).resuming(&save));
    decide(&mut table, "play");
    // The step blocks Human's only piece, so Human passes without being asked.
    let events = decide(&mut table, "step 3 3 northwest");
    let passed = |event: &Event| matches!(event, Event::Passed { seat: Seat::Human, .. });
    assert!(events.iter().any(passed), "{events:?}");
    assert!(matches!(items(&table), (MenuKind::Turn, Some(Seat::Computer), _)));
    assert_eq!(table.records().count(), 2, "a pass isn't a decision");
    assert!(matches!(table.last_play(), Some(Event::Stepped { seat: Seat::Computer, .. })), "its step stays marked");
    // Computer's other piece walks to and fro, and Human keeps passing.
    for (from, way, times) in [("5 4", "northwest", 2), ("4 3", "southeast", 3), ("5 4", "northwest", 4)] {
        decide(&mut table, "play");
        let events = decide(&mut table, &format!("step {from} {way}"));
        assert!(events.contains(&Event::Passed { seat: Seat::Human, times }), "{times}: {events:?}");
    }
    // A stuck player also passes at the start of a resumed game.
    let (resumed, events) = Table::new(Setup::new(Game::Kono).resuming(&table.save().unwrap()));
    assert!(matches!(items(&resumed), (MenuKind::Turn, Some(Seat::Computer), _)), "{events:?}");
    let stuck = text.replace("O  O  O  O  O\n   O  O  B  O  O", "O  B  O  O  O\n   O  O  O  O  O");
    let stuck = stuck.replace("Next Player: Computer", "Next Player: Human");
    let (resumed, events) = Table::new(Setup::new(Game::Kono).resuming(&parlor_saves::read(&stuck, None).unwrap()));
    assert!(events.iter().any(passed), "{events:?}");
    assert!(matches!(items(&resumed), (MenuKind::Turn, Some(Seat::Computer), _)));
}

/// Rule kon-offer: a computer player neither offers nor accepts before each player has made 2n moves.
#[test]
fn kon_offer_by_programs_waits_for_2n_moves() {
    let mut table = kono();
    for step in 0..20 {
        assert!(!table.may_agree_to_call(), "after {step} moves");
        if let Ask::Menu { .. } = ask(&table) {
            decide(&mut table, "play");
        }
        let Ask::Decide(Decision::Kono(standing)) = ask(&table) else { panic!("{:?}", ask(&table)) };
        let moves: Vec<_> = standing.position.unwrap().legal_moves().collect();
        decide(&mut table, &format!("step {}", moves[step % moves.len()]));
    }
    assert!(table.may_agree_to_call());
    let Some((seat, _)) = table.decision() else { panic!("{:?}", table.next()) };
    assert!(table.program_may_offer(seat) && !table.program_may_offer(seat.other()), "before its own move");
}

/// Regression: the computer player moved before the person had replied.
#[test]
fn a_program_waits_for_the_reply_to_its_offer() {
    let mut table = kono();
    decide(&mut table, "play");
    decide(&mut table, "step 2 1 southeast");
    let computer = Seat::Computer;
    decide(&mut table, "play");
    assert_eq!(table.deciding_program(), Some(computer));
    table.apply(Entry::Offer { seat: computer, offer: Offer::Call }).unwrap();
    assert_eq!(table.deciding_program(), None);
    table.apply(Entry::Decline { seat: Seat::Human }).unwrap();
    assert_eq!(table.deciding_program(), Some(computer));
}

/// Regression: the round ended while its save was being named.
#[test]
fn a_round_is_not_called_while_it_is_being_saved() {
    let mut table = kono();
    table.apply(Entry::Offer { seat: Seat::Human, offer: Offer::Call }).unwrap();
    decide(&mut table, "save");
    let before = table.clone();
    let refused = table.apply(Entry::Accept { seat: Seat::Computer }).unwrap_err();
    assert_eq!(refused.to_string(), "the game is being saved, so the round can't be called now");
    assert_eq!(table, before);
    decide(&mut table, "cancel");
    table.apply(Entry::Accept { seat: Seat::Computer }).unwrap();
}

#[test]
fn an_offer_to_undo_is_for_people() {
    let mut table = kono();
    decide(&mut table, "play");
    decide(&mut table, "step 2 1 southeast");
    let refused = table.apply(Entry::Offer { seat: Seat::Human, offer: Offer::Undo }).unwrap_err();
    assert_eq!(refused.to_string(), "against the computer you can undo without asking");
}

/// Regression: such a header made the table ask for sizes of the wrong game, and panic.
#[test]
fn a_save_of_another_game_is_refused() {
    let text = "Human Player: 3 7 7 0 8 8 8 8 2\nComputer Player: 0 7 7 7 7 7 7 7 3\nNext Player: Human\n";
    let save = parlor_saves::read(text, None).unwrap();
    let (_, header) = JournalWriter::begin(&Setup::new(Game::Congkak).resuming(&save));
    let lines: Vec<&str> = header.lines().map(|line| line.rsplit_once(" #").unwrap().0).collect();
    assert!(read_header(with_checksums(lines.iter().copied()).as_bytes()).is_ok());
    let kono = lines.iter().map(|line| if *line == "game congkak" { "game kono" } else { line });
    assert!(matches!(read_header(with_checksums(kono).as_bytes()), Err(BadJournal::Save(_))));
}

#[test]
fn an_offer_expires_with_the_next_decision() {
    let mut table = kono();
    table.apply(Entry::Offer { seat: Seat::Human, offer: Offer::Call }).unwrap();
    decide(&mut table, "play");
    assert!(table.offer().is_some(), "a menu decides nothing");
    decide(&mut table, "step 2 1 southeast");
    assert_eq!(table.offer(), None);
    assert!(table.apply(Entry::Accept { seat: Seat::Computer }).is_err());
}

#[test]
fn an_accepted_undo_also_undoes_the_opponents_decision() {
    let person = |name: &str| Player::Human(name.to_owned());
    let players = Pair { human: person("Ada"), computer: person("Bob") };
    let mut table = table(Setup { queue: queue(&["6 6", "1 1"]), size: Some(5), players, ..Setup::new(Game::Kono) });
    let ask_to_undo = Entry::Offer { seat: Seat::Human, offer: Offer::Undo };
    decide(&mut table, "play");
    chance(&mut table);
    assert!(table.apply(ask_to_undo.clone()).is_err(), "dice have been seen since the last decision");
    decide(&mut table, "white");
    decide(&mut table, "play");
    let before = table.standing();
    decide(&mut table, "step 2 1 southeast");
    decide(&mut table, "play");
    decide(&mut table, "step 4 5 northwest");
    table.apply(ask_to_undo).unwrap();
    let events = table.apply(Entry::Accept { seat: Seat::Computer }).unwrap();
    assert_eq!(events, [Event::Accepted { seat: Seat::Computer, offer: Offer::Undo }, Event::TakenBack]);
    assert_eq!(table.standing(), before);
}

/// An answer given before an undo is refused after it, even if the same question is open again.
#[test]
fn a_stale_answer_is_refused_after_an_undo() {
    let mut table = kono();
    decide(&mut table, "play");
    let (revision, question) = (table.revision(), table.next());
    let answer = Entry::decision(Seat::Human, "step 2 1 southeast".parse::<Answer>().unwrap());
    table.apply_at(revision, [answer.clone()]).unwrap();
    table.apply(Entry::Undo).unwrap();
    assert_eq!(table.next(), question);
    let before = table.clone();
    let stale = table.apply_at(revision, [answer.clone()]).unwrap_err();
    assert_eq!(stale, Refusal::Stale { given: revision, now: revision + 2 });
    assert_eq!(table, before);
    table.apply_at(revision + 2, [answer]).unwrap();
}

#[test]
fn several_entries_are_applied_all_or_none() {
    let mut table = kono();
    let before = table.clone();
    let entries = ["play", "step 2 1 southeast", "step 2 1 southeast"]
        .map(|answer| Entry::decision(Seat::Human, answer.parse::<Answer>().unwrap()));
    assert!(table.apply_at(table.revision(), entries.clone()).is_err());
    assert_eq!(table, before);
    table.apply_at(table.revision(), entries[..2].to_vec()).unwrap();
    assert_eq!(table.revision(), before.revision() + 2);
}

#[test]
fn redo_restores_undone_entries() {
    let mut table = kono();
    decide(&mut table, "play");
    decide(&mut table, "step 2 1 southeast");
    let after = table.clone();
    table.apply(Entry::Undo).unwrap();
    let events = table.apply(Entry::Redo).unwrap();
    assert!(matches!(events[..], [Event::Redone, Event::Stepped { .. }]), "{events:?}");
    assert_eq!(table.standing(), after.standing());
    assert!(table.records().eq(after.records()));
    assert_eq!(table.revision(), after.revision() + 2);
    // Another decision replaces the undone one.
    table.apply(Entry::Undo).unwrap();
    decide(&mut table, "step 2 5 southwest");
    assert_eq!(table.apply(Entry::Redo).unwrap_err().to_string(), "there is nothing to redo");
}

#[test]
fn undo_reopens_a_finished_tournament() {
    let mut table = table(Setup { queue: queue(&["6 6", "1 1"]), size: Some(9), ..Setup::new(Game::Canoga) });
    chance(&mut table);
    decide(&mut table, "quit");
    assert!(table.is_over());
    table.apply(Entry::Undo).unwrap();
    assert!(!table.is_over());
    assert_eq!(items(&table), (MenuKind::Turn, Some(Seat::Human), OWN.to_vec()));
}

#[test]
fn a_throw_by_hand_can_be_corrected_until_the_next_decision() {
    let hand = |dice: &str| Entry::Throw { throw: throw(dice), queued: false };
    let mut table = table(Setup { dice: DiceSource::Manual, size: Some(9), ..Setup::new(Game::Canoga) });
    table.apply(hand("6 6")).unwrap();
    table.apply(hand("1 1")).unwrap();
    decide(&mut table, "play");
    table.apply(hand("5 3")).unwrap();
    let events = table.apply(Entry::Correct(throw("5 4"))).unwrap();
    assert_eq!(events[0], Event::Corrected { was: throw("5 3"), now: throw("5 4") });
    assert!(matches!(events[1], Event::Thrown { .. }), "{events:?}");
    assert_eq!(table.apply(Entry::Correct(throw("5"))).unwrap_err().to_string(), "this throw takes two dice");
    let Ask::Decide(Decision::Canoga(thrown)) = ask(&table) else { panic!() };
    assert_eq!(thrown.throw(), throw("5 4"));
    decide(&mut table, "cover 9");
    let late = table.apply(Entry::Correct(throw("5 5"))).unwrap_err().to_string();
    assert_eq!(late, "only a throw by hand can be corrected, and only until the next decision");
    // Undo restores the corrected throw.
    table.apply(Entry::Undo).unwrap();
    let Ask::Decide(Decision::Canoga(thrown)) = ask(&table) else { panic!() };
    assert_eq!(thrown.throw(), throw("5 4"));
    // The same holds for a throw that ended the turn, even after the other player's menu.
    let text = "Computer:\n   Squares: 1 2 3 4 5 6 7 8 9\n   Score: 0\n\nHuman:\n   Squares: * 2 * * * * * * *\n   Score: 0\n\n\
                First Turn: Human\nNext Turn: Human\n";
    let save = parlor_saves::read(text, None).unwrap();
    let setup = Setup { dice: DiceSource::Manual, ..Setup::new(Game::Canoga) }.resuming(&save);
    let mut table = self::table(setup);
    decide(&mut table, "play");
    decide(&mut table, "two dice");
    table.apply(hand("6 6")).unwrap();
    assert_eq!(items(&table).1, Some(Seat::Computer));
    decide(&mut table, "play");
    table.apply(Entry::Correct(throw("1 1"))).unwrap();
    assert!(matches!(ask(&table), Ask::Decide(Decision::Canoga(thrown)) if thrown.throw() == throw("1 1")));
}

/// A table resumed from the text of a save.
fn resumed(game: Game, text: &str) -> (Table, Vec<Event>) {
    let save = parlor_saves::read(text, Some(game)).unwrap();
    Table::new(Setup::new(game).resuming(&save))
}

/// Human has covered every square; Computer's open squares are worth 40.
const WON_CANOGA: &str = "Computer:\n   Squares: 1 2 3 4 * 6 7 8 9\n   Score: 60\n\nHuman:\n   Squares: * * * * * * * * *\n   \
                          Score: 20\n\nFirst Turn: Human\nNext Turn: Human\n";

/// Human's row is empty, so Computer has won.
const WON_CONGKAK: &str = "Human Player: 20 0 0 0 0 0 0\nComputer Player: 25 5 0 0 0 0 0\nNext Player: Human\n";

#[test]
fn sizes_are_asked_for_at_the_start_of_every_round() {
    let asked = |table: &Table| match ask(table) {
        Ask::Size { sizes, .. } => sizes,
        other => panic!("{other:?} instead of a size"),
    };
    assert_eq!(asked(&table(Setup::new(Game::Canoga))), [9, 10, 11]);
    let (mut canoga, _) = resumed(Game::Canoga, WON_CANOGA);
    decide(&mut canoga, "another round");
    assert_eq!(asked(&canoga), [9, 10, 11]);
    let mut kono = table(Setup { queue: queue(&["6 6", "1 1"]), ..Setup::new(Game::Kono) });
    assert_eq!(asked(&kono), [5, 7, 9]);
    decide(&mut kono, "size 5");
    decide(&mut kono, "play");
    chance(&mut kono);
    decide(&mut kono, "white");
    decide(&mut kono, "quit");
    decide(&mut kono, "another round");
    assert_eq!(asked(&kono), [5, 7, 9]);
    // Congkak's seeds carry over to the next round, so its size can't change.
    assert_eq!(asked(&table(Setup::new(Game::Congkak))), [5, 6, 7, 8, 9, 10, 11]);
    let (mut congkak, _) = resumed(Game::Congkak, WON_CONGKAK);
    let events = decide(&mut congkak, "another round");
    assert!(matches!(events[0], Event::RoundBegins { size: 5, .. }), "{events:?}");
}

#[test]
fn after_equal_sums_both_throw_again_human_first() {
    for game in [Game::Canoga, Game::Kono] {
        let throws = ["4 3", "5 2", "2 2", "6 1"];
        let mut table = table(Setup { queue: queue(&throws), size: Some(9), ..Setup::new(game) });
        if game == Game::Kono {
            decide(&mut table, "play");
        }
        let thrown = |seat, dice| Event::FirstThrow { seat, throw: throw(dice) };
        assert_eq!(
            chance(&mut table)[..6],
            [
                thrown(Seat::Human, "4 3"),
                thrown(Seat::Computer, "5 2"),
                Event::FirstTied,
                thrown(Seat::Human, "2 2"),
                thrown(Seat::Computer, "6 1"),
                Event::First { seat: Seat::Computer },
            ]
        );
    }
}

#[test]
fn answering_no_after_a_round_ends_the_tournament_and_announces_the_winner() {
    // 20 and 40 points against 60: equal totals are a tie.
    let (mut canoga, events) = resumed(Game::Canoga, WON_CANOGA);
    assert!(matches!(events[..], [Event::Resumed, Event::RoundOver { .. }]), "{events:?}");
    assert_eq!(ask(&canoga), Ask::Another);
    let over = |human, computer, rounds| Event::TournamentOver { totals: Pair { human, computer }, rounds };
    assert_eq!(decide(&mut canoga, "no more"), [over(60, 60, None)]);
    assert_eq!(canoga.next(), Next::Over);
    let (mut congkak, _) = resumed(Game::Congkak, WON_CONGKAK);
    assert_eq!(decide(&mut congkak, "no more"), [over(20, 30, Some(Pair { human: 0, computer: 1 }))]);
}

#[test]
fn the_winner_of_a_round_of_kono_picks_the_colour_and_plays_first() {
    let mut table = kono();
    decide(&mut table, "quit");
    decide(&mut table, "another round");
    decide(&mut table, "size 7");
    let Next::Ask(question) = table.next() else { panic!("{:?}", table.next()) };
    assert_eq!(question.seat, Seat::Computer, "the one who didn't quit has won");
    assert!(matches!(question.ask, Ask::Decide(Decision::Color(_))), "{question:?}");
    decide(&mut table, "black");
    assert_eq!(items(&table).1, Some(Seat::Computer));
}

#[test]
fn a_save_resumes_where_the_game_was_left() {
    for (game, begin, play) in [
        (Game::Canoga, &[][..], "cover 7"),
        (Game::Congkak, &["heads"], "pit R"),
        (Game::Kono, &["play", "white"], "step 2 1 southeast"),
    ] {
        // Human plays first and then throws 7; later draws, such as the coin toss, come from the seed.
        let throws = ["6 6", "1 1", "4 3"];
        let mut table = table(Setup { queue: queue(&throws), size: Some(game.sizes()[0]), ..Setup::new(game) });
        chance(&mut table);
        for answer in begin {
            decide(&mut table, answer);
            chance(&mut table);
        }
        // If the coin decided for Computer, its turn comes first.
        if items(&table).1 == Some(Seat::Computer) {
            decide(&mut table, "play");
            decide(&mut table, "pit B");
        }
        decide(&mut table, "play");
        chance(&mut table);
        decide(&mut table, play);
        chance(&mut table);
        while !matches!(ask(&table), Ask::Menu { .. }) {
            let Ask::Decide(decision) = ask(&table) else { panic!("{:?}", ask(&table)) };
            decide(&mut table, &Answer::Choice(decision.choices()[0]).to_string());
            chance(&mut table);
        }
        let question = table.next();
        decide(&mut table, "save");
        decide(&mut table, "file game.txt");
        let Next::Save { name } = table.next() else { panic!("{:?}", table.next()) };
        let text = table.save().unwrap().write(table.dialect_for(&name)).text;
        let (again, events) = resumed(game, &text);
        assert_eq!(events, [Event::Resumed], "{game}");
        assert_eq!((again.next(), again.save_text()), (question, Some(text)), "{game}");
    }
}
