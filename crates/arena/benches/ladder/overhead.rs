//! What the arena takes beside the engines' own time.

use std::fs;
use std::time::{Duration, Instant};

use parlor_arena::{Match, Progress, Running, Tally, run};
use parlor_engine::{EngineJob, Limits, StopFlag};
use parlor_rules::{Choice, Decision, Game};
use parlor_table::{Answer, Ask, Entry, Need, Table, read_journal};

use crate::player;

/// About 10 ms of Kono.
const NODES: u64 = 100_000;

pub(crate) fn job(decision: Decision, nodes: u64) -> EngineJob {
    EngineJob { limits: Limits::effort(nodes), ..EngineJob::full_strength(decision) }
}

/// Plays a match on one thread, and then thinks about the same decisions again without an arena around them.
pub(crate) fn measure() {
    for name in [format!("master:nodes={NODES}"), format!("engine:{NODES}")] {
        let mut plan = Match::new(Game::Kono, 5, vec![player(&name), player(&name)]);
        plan.pairs = 3;
        let running = |keep| Running { jobs: 1, keep, stop: StopFlag::default() };
        let mut journals = Vec::new();
        run(&plan, &running(true), &mut Tally::new(&plan), &mut |progress| {
            if let Progress::Pair { journals: kept, .. } = progress {
                journals.extend(kept.iter().flatten().cloned());
            }
            Ok(())
        })
        .unwrap();
        let begun = busy();
        run(&plan, &running(false), &mut Tally::new(&plan), &mut |_| Ok(())).unwrap();
        let with_arena = busy().saturating_sub(begun);
        let (decisions, alone) = journals
            .iter()
            .map(|journal| think_again(journal))
            .fold((0, Duration::ZERO), |(count, sum), (more, time)| (count + more, sum + time));
        let overhead = 100.0 * (with_arena.as_secs_f64() / alone.as_secs_f64() - 1.0);
        println!(
            "{name}: {decisions} decisions, {:.2} ms each; {:.2} s with the arena, {:.2} s alone: {overhead:.1} % overhead",
            1000.0 * alone.as_secs_f64() / f64::from(decisions),
            with_arena.as_secs_f64(),
            alone.as_secs_f64(),
        );
    }
}

/// The time that this program and the programs that it has started and ended have really run, where the system tells: other
/// work on the machine doesn't count.
fn busy() -> Duration {
    thread_local!(static START: Instant = Instant::now());
    let told = fs::read_to_string("/proc/self/stat").ok();
    // After the name in brackets, the times are fields 12 to 15, in hundredths of a second.
    let times = told.as_deref().and_then(|text| text.rsplit(") ").next());
    let hundredths =
        times.map(|text| text.split(' ').skip(11).take(4).filter_map(|word| word.parse::<u64>().ok()).sum::<u64>());
    hundredths.map_or_else(|| START.with(Instant::elapsed), |hundredths| Duration::from_millis(10 * hundredths))
}

/// The time that the engine takes for the decisions of a journal. The first four plays were random.
fn think_again(journal: &str) -> (u32, Duration) {
    let table = read_journal(journal.as_bytes(), |_, _, _| ()).unwrap().table;
    let mut asked: Option<Decision> = None;
    let (mut plays, mut decisions, mut time) = (0, 0, Duration::ZERO);
    let entries = table.records().map(|record| &record.entry);
    Table::replay(table.setup().clone(), entries, |table, entry, _| {
        if let (Some(decision), Some(Entry::Decision { answer: Answer::Choice(Choice::Kono(_)), .. })) =
            (asked.take(), entry)
        {
            plays += 1;
            if plays > 4 {
                let begun = busy();
                job(decision, NODES).decide().unwrap();
                time += busy().saturating_sub(begun);
                decisions += 1;
            }
        }
        if let Need::Answer(question) = table.need()
            && let Ask::Decide(decision @ Decision::Kono(_)) = question.ask
        {
            asked = Some(decision);
        }
    })
    .unwrap();
    (decisions, time)
}
