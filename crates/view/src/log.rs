use parlor_rules::Seat;
use parlor_table::{Event, Table};

use crate::{Line, Names, sentences};

/// What one entry of the journal told, in the order in which it was told.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LogEntry {
    /// The table's revision after it.
    pub revision: u64,
    /// Whose doing it was, if it was anybody's.
    pub seat: Option<Seat>,
    /// What was told.
    pub lines: Vec<Line>,
}

/// What was told of the round on a table. It grows with the table, so that nobody has to replay the tournament to
/// read its last sentence.
///
/// What was taken back no longer counts and is left out; that it was taken back is said.
#[derive(Clone, PartialEq, Debug)]
pub struct RoundLog {
    names: Names,
    entries: Vec<LogEntry>,
}

impl RoundLog {
    /// A table's log of the round that is on it.
    pub fn new(table: &Table) -> RoundLog {
        RoundLog { names: Names::of(&table.setup().players), entries: RoundLog::of(table, None) }
    }

    /// What was told of a round, or of the last one if no round is named; nothing if that round wasn't played here.
    pub fn of(table: &Table, round: Option<u32>) -> Vec<LogEntry> {
        if let Some(round) = round {
            let (begins, told) = table.told_near_round(round);
            let played = rounds(begins, &told, &Names::of(&table.setup().players));
            return played.into_iter().find(|(number, _)| *number == round).map(|(_, log)| log).unwrap_or_default();
        }
        let mut log = RoundLog { names: Names::of(&table.setup().players), entries: Vec::new() };
        for (revision, events) in table.told_of_round() {
            log.add(revision, &events);
        }
        log.entries
    }

    /// What was told so far.
    pub fn entries(&self) -> &[LogEntry] {
        &self.entries
    }

    /// Adds what the table has just told, with the entry that brought it to its revision.
    pub fn tell(&mut self, table: &Table, events: &[Event]) {
        self.tell_at(table.revision(), table, events);
    }

    /// Adds what was told with the entry that led to a revision, which the table has by now, or has left behind.
    pub fn tell_at(&mut self, revision: u64, table: &Table, events: &[Event]) {
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

/// The log of each round, with its number, from what each revision told. The first may lack its beginning.
fn rounds(first: u32, told: &[(u64, Vec<Event>)], names: &Names) -> Vec<(u32, Vec<LogEntry>)> {
    let mut rounds: Vec<(u32, Vec<LogEntry>)> = vec![(first, Vec::new())];
    for (revision, events) in told {
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

/// The events of one entry, parted where a round begins, with its number. Where only programs play, one entry may end
/// a round and begin the next.
fn by_round(events: &[Event]) -> impl Iterator<Item = (Option<u32>, &[Event])> {
    let begins = |event: &Event| if let Event::RoundBegins { round, .. } = event { Some(*round) } else { None };
    events.chunk_by(move |_, next| begins(next).is_none()).map(move |part| (begins(&part[0]), part))
}

fn entry(revision: u64, events: &[Event], names: &Names) -> Option<LogEntry> {
    let lines: Vec<Line> = events.iter().flat_map(|event| sentences(event, names)).collect();
    let seat = events.first().and_then(doer);
    (!lines.is_empty()).then_some(LogEntry { revision, seat, lines })
}

/// Whose doing an event was.
fn doer(event: &Event) -> Option<Seat> {
    match event {
        Event::FirstThrow { seat, .. }
        | Event::ColorChosen { seat, .. }
        | Event::Thrown { seat, .. }
        | Event::Moved { seat, .. }
        | Event::Sowed { seat, .. }
        | Event::Stepped { seat, .. }
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

    /// Every sentence of a log, one after the other.
    fn told(entries: &[LogEntry]) -> Vec<Line> {
        entries.iter().flat_map(|entry| entry.lines.clone()).collect()
    }

    #[test]
    fn a_log_says_what_line_mode_says_of_the_last_round() {
        for game in Game::ALL {
            for seed in 0..4 {
                let mut growing: Option<RoundLog> = None;
                let mut lines: Vec<Line> = Vec::new();
                let table = trial::play(game, seed, 2, |table, happened| {
                    let log = growing.get_or_insert_with(|| RoundLog { entries: Vec::new(), ..RoundLog::new(table) });
                    log.tell(table, &happened.events);
                    for event in &happened.events {
                        if let Event::RoundBegins { .. } = event {
                            lines.clear();
                        }
                        lines.extend(sentences(event, &Names::plain()));
                    }
                });
                let grown = growing.unwrap();
                assert_eq!(told(grown.entries()), lines);
                assert_eq!(RoundLog::of(&table, None), grown.entries());
                assert_eq!(RoundLog::of(&table, Some(2)), grown.entries());
                let first = RoundLog::of(&table, Some(1));
                assert!(first[0].lines[0].text.starts_with("Round 1"), "{first:?}");
                assert!(told(&first).iter().any(|line| line.text.starts_with("Totals")), "{first:?}");
                assert_eq!(RoundLog::of(&table, Some(9)), []);
            }
        }
    }

    #[test]
    fn the_last_round_is_the_same_without_the_rounds_before_it() {
        let whole = |table: &Table| {
            let (mut first, mut told) = (1, Vec::new());
            table.retell(|table, made, events| {
                if made.is_none() {
                    first = table.round();
                }
                told.push((made.map_or(0, |record| record.revision), events.to_vec()));
            });
            rounds(first, &told, &Names::of(&table.setup().players)).pop().map(|(_, entries)| entries)
        };
        for game in Game::ALL {
            // Three rounds are longer than what tables keep together.
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
        assert!(told(&log).iter().any(|line| line.text.contains("offers")), "{log:?}");
    }

    #[test]
    fn revisions_never_go_down_and_end_at_the_tables() {
        let table = trial::play(Game::Kono, 3, 1, |_, _| {});
        let revisions: Vec<u64> = RoundLog::of(&table, None).iter().map(|entry| entry.revision).collect();
        assert!(revisions.is_sorted(), "{revisions:?}");
        assert_eq!(revisions.last(), Some(&table.revision()));
    }

    #[test]
    fn what_is_taken_back_is_left_out_and_that_is_said() {
        let mut tables: Vec<Table> = Vec::new();
        trial::play(Game::Congkak, 5, 1, |table, _| tables.push(table.clone()));
        let mut table = tables.swap_remove(tables.len() / 2);
        let mut log = RoundLog::new(&table);
        let before = log.clone();
        let events = table.apply(Entry::Undo).unwrap();
        log.tell(&table, &events);
        let (note, rest) = log.entries().split_last().unwrap();
        assert_eq!((note.revision, note.lines[0].text.as_str()), (table.revision(), "Taken back."));
        assert_eq!(rest, RoundLog::of(&table, None));
        assert!(rest.len() < before.entries().len());
        let events = table.apply(Entry::Redo).unwrap();
        log.tell(&table, &events);
        let again = log.entries().last().unwrap();
        assert_eq!((again.revision, again.lines[0].text.as_str()), (table.revision(), "Played again."));
    }
}
