use std::sync::Arc;

use parlor_rules::Seat;
use parlor_table::{Event, Table};

use crate::{Line, Names, sentences};

/// The lines of one journal entry, in order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogEntry {
    /// The table's revision after the entry.
    pub revision: u64,
    /// The player who acted, if any.
    pub seat: Option<Seat>,
    /// Shared, because servers copy a log with each entry.
    pub lines: Arc<[Line]>,
    /// Addressed to the only person at the table.
    pub lines_for_player: Arc<[Line]>,
}

impl LogEntry {
    pub fn characters(&self) -> usize {
        self.lines.iter().map(|line| line.text.len()).sum()
    }
}

/// The log of the current round, updated entry by entry, so that readers need not replay the tournament.
///
/// Undone entries are removed, and a note reports the undo.
#[derive(Clone, PartialEq, Debug)]
pub struct RoundLog {
    names: Readers,
    entries: Vec<LogEntry>,
}

impl RoundLog {
    pub fn new(table: &Table) -> RoundLog {
        RoundLog { names: Readers::of(table), entries: RoundLog::of(table, None) }
    }

    /// The log of a round, by default of the last one; empty if that round wasn't played at this table.
    pub fn of(table: &Table, round: Option<u32>) -> Vec<LogEntry> {
        if let Some(round) = round {
            let (begins, events) = table.events_near_round(round);
            let played = rounds(begins, &events, &Readers::of(table));
            return played.into_iter().find(|(number, _)| *number == round).map(|(_, log)| log).unwrap_or_default();
        }
        let mut log = RoundLog { names: Readers::of(table), entries: Vec::new() };
        for (revision, events) in table.events_of_round() {
            log.add(revision, &events);
        }
        log.entries
    }

    pub fn entries(&self) -> &[LogEntry] {
        &self.entries
    }

    /// Drops the earliest entries, but keeps more than this number of characters if there are that many, so that a page
    /// which shows only that many can say that there are more.
    pub fn trim(&mut self, characters: usize) {
        let mut kept = 0;
        let stays = |entry: &&LogEntry| {
            let stays = kept <= characters;
            kept += entry.characters();
            stays
        };
        let count = self.entries.iter().rev().take_while(stays).count();
        self.entries.drain(..self.entries.len() - count);
    }

    /// Adds the events of the table's latest entry.
    pub fn record(&mut self, table: &Table, events: &[Event]) {
        self.record_at(table.revision(), table, events);
    }

    /// Adds the events of the entry that led to a revision. The table may already be at a later one.
    pub fn record_at(&mut self, revision: u64, table: &Table, events: &[Event]) {
        let goes_back = |event: &Event| matches!(event, Event::TakenBack | Event::Corrected { .. });
        if events.iter().any(goes_back) {
            let counts = |entry: &LogEntry| entry.revision < revision;
            self.entries = RoundLog::of(table, None).into_iter().filter(counts).collect();
        }
        self.add(revision, events);
    }

    fn add(&mut self, revision: u64, events: &[Event]) {
        for (begins, events) in by_round(events) {
            if begins.is_some() {
                self.entries.clear();
            }
            self.entries.extend(entry(revision, events, &self.names));
        }
    }
}

/// The log of each round, with its number, from the events of each revision. The first may lack its beginning.
fn rounds(first: u32, events: &[(u64, Vec<Event>)], names: &Readers) -> Vec<(u32, Vec<LogEntry>)> {
    let mut rounds: Vec<(u32, Vec<LogEntry>)> = vec![(first, Vec::new())];
    for (revision, events) in events {
        for (begins, events) in by_round(events) {
            let (last, log) = rounds.last().expect("the first round is there from the start");
            if let Some(round) = begins {
                if *last == round && log.is_empty() {
                    rounds.pop();
                }
                rounds.push((round, Vec::new()));
            }
            let (_, log) = rounds.last_mut().expect("the first round is there from the start");
            log.extend(entry(*revision, events, names));
        }
    }
    rounds
}

/// Splits the events of one entry where a round starts. Between two computer players one entry may end a round and
/// start the next.
fn by_round(events: &[Event]) -> impl Iterator<Item = (Option<u32>, &[Event])> {
    let begins = |event: &Event| if let Event::RoundBegins { round, .. } = event { Some(*round) } else { None };
    events.chunk_by(move |_, next| begins(next).is_none()).map(move |part| (begins(&part[0]), part))
}

/// The two audiences of a log: the only person at the table, and everyone else.
#[derive(Clone, PartialEq, Debug)]
struct Readers {
    player: Names,
    others: Names,
}

impl Readers {
    fn of(table: &Table) -> Readers {
        let players = &table.setup().players;
        Readers { player: Names::for_player(players), others: Names::of(players) }
    }
}

fn entry(revision: u64, events: &[Event], names: &Readers) -> Option<LogEntry> {
    let shrunk = |mut line: Line| {
        // Servers keep the logs of many tables.
        line.text.shrink_to_fit();
        line
    };
    let lines =
        |names| -> Arc<[Line]> { events.iter().flat_map(|event| sentences(event, names)).map(shrunk).collect() };
    let seat = events.first().and_then(actor);
    let all = lines(&names.others);
    let for_player = if names.player == names.others { Arc::clone(&all) } else { lines(&names.player) };
    (!all.is_empty()).then_some(LogEntry { revision, seat, lines: all, lines_for_player: for_player })
}

/// The player who caused an event.
fn actor(event: &Event) -> Option<Seat> {
    match event {
        Event::FirstThrow { seat, .. }
        | Event::ColorChosen { seat, .. }
        | Event::Thrown { seat, .. }
        | Event::Moved { seat, .. }
        | Event::Sowed { seat, .. }
        | Event::Stepped { seat, .. }
        | Event::Passed { seat, .. }
        | Event::Offered { seat, .. }
        | Event::Accepted { seat, .. }
        | Event::Declined { seat, .. }
        | Event::GaveUp { seat } => Some(*seat),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use parlor_rules::Game;
    use parlor_table::{Entry, Offer};

    use super::*;
    use crate::trial;

    /// All lines of a log.
    fn events(entries: &[LogEntry]) -> Vec<Line> {
        entries.iter().flat_map(|entry| entry.lines.to_vec()).collect()
    }

    #[test]
    fn a_log_has_the_sentences_of_line_mode() {
        for game in Game::ALL {
            for seed in 0..4 {
                let mut growing: Option<RoundLog> = None;
                let mut lines: Vec<Line> = Vec::new();
                let table = trial::play(game, seed, 2, |table, happened| {
                    let log = growing.get_or_insert_with(|| RoundLog { entries: Vec::new(), ..RoundLog::new(table) });
                    log.record(table, &happened.events);
                    for event in &happened.events {
                        if let Event::RoundBegins { .. } = event {
                            lines.clear();
                        }
                        lines.extend(sentences(event, &Names::plain()));
                    }
                });
                let grown = growing.unwrap();
                assert_eq!(events(grown.entries()), lines);
                assert_eq!(RoundLog::of(&table, None), grown.entries());
                assert_eq!(RoundLog::of(&table, Some(2)), grown.entries());
                let first = RoundLog::of(&table, Some(1));
                assert!(first[0].lines[0].text.starts_with("Round 1"), "{first:?}");
                assert!(events(&first).iter().any(|line| line.text.starts_with("Totals")), "{first:?}");
                assert_eq!(RoundLog::of(&table, Some(9)), []);
            }
        }
    }

    #[test]
    fn the_last_round_does_not_need_earlier_rounds() {
        let whole = |table: &Table| {
            let (mut first, mut all) = (1, Vec::new());
            table.replay_all(|table, made, events| {
                if made.is_none() {
                    first = table.round();
                }
                all.push((made.map_or(0, |record| record.revision), events.to_vec()));
            });
            rounds(first, &all, &Readers::of(table)).pop().map(|(_, entries)| entries)
        };
        for game in Game::ALL {
            // Three rounds have more events than a table keeps in one chunk.
            trial::play(game, 8, 3, |table, _| {
                if table.revision() % 13 == 0 || table.is_over() {
                    assert_eq!(Some(RoundLog::of(table, None)), whole(table), "{game}");
                }
            });
        }
        let mut tables: Vec<Table> = Vec::new();
        trial::play(Game::Kono, 3, 1, |table, _| tables.push(table.clone()));
        let call = |seat| Entry::Offer { seat, offer: Offer::Call };
        let offered = tables.into_iter().find_map(|mut table| table.apply(call(Seat::Human)).is_ok().then_some(table));
        let mut table = offered.expect("a round can be called at some moment");
        table.apply(Entry::Accept { seat: Seat::Computer }).unwrap();
        let log = RoundLog::of(&table, None);
        assert_eq!(Some(&log), whole(&table).as_ref());
        assert!(events(&log).iter().any(|line| line.text.contains("offers")), "{log:?}");
    }

    #[test]
    fn a_trimmed_log_keeps_its_last_entries() {
        let table = trial::play(Game::Congkak, 3, 1, |_, _| {});
        let whole = RoundLog::new(&table);
        let characters = |entries: &[LogEntry]| entries.iter().map(LogEntry::characters).sum::<usize>();
        for most in [0, 100, 1000, characters(whole.entries())] {
            let mut log = whole.clone();
            log.trim(most);
            assert!(whole.entries().ends_with(log.entries()) && !log.entries().is_empty());
            let enough = log.entries().len() == whole.entries().len() || characters(log.entries()) > most;
            assert!(enough && characters(&log.entries()[1..]) <= most, "{most}");
        }
    }

    #[test]
    fn revisions_never_go_down_and_end_at_the_tables() {
        let table = trial::play(Game::Kono, 3, 1, |_, _| {});
        let revisions: Vec<u64> = RoundLog::of(&table, None).iter().map(|entry| entry.revision).collect();
        assert!(revisions.is_sorted(), "{revisions:?}");
        assert_eq!(revisions.last(), Some(&table.revision()));
    }

    #[test]
    fn undone_entries_are_removed_with_a_note() {
        let mut tables: Vec<Table> = Vec::new();
        trial::play(Game::Congkak, 5, 1, |table, _| tables.push(table.clone()));
        let mut table = tables.swap_remove(tables.len() / 2);
        let mut log = RoundLog::new(&table);
        let before = log.clone();
        let events = table.apply(Entry::Undo).unwrap();
        log.record(&table, &events);
        let (note, rest) = log.entries().split_last().unwrap();
        assert_eq!((note.revision, note.lines[0].text.as_str()), (table.revision(), "Taken back."));
        assert_eq!(rest, RoundLog::of(&table, None));
        assert!(rest.len() < before.entries().len());
        let events = table.apply(Entry::Redo).unwrap();
        log.record(&table, &events);
        let again = log.entries().last().unwrap();
        assert_eq!((again.revision, again.lines[0].text.as_str()), (table.revision(), "Played again."));
    }
}
