//! A program that answers `version` and `best` of `docs/protocol.md`.

use std::time::{Duration, Instant};

use parlor_engine::{EngineJob, StopFlag};
use parlor_rpc::{best_request, read_choice};
use parlor_rules::{Choice, Decision};
use serde_json::{Value, json};

use crate::fault::NoMove;
use crate::process::{BotOutput, Process};
use crate::{BotFaultKind, player::CommandLine};

/// How long a bot may take, and what it may use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotLimits {
    /// How long it may think about a move; as long as it wants if left out.
    pub time: Option<Duration>,
    /// By how much it may exceed that without being late.
    pub margin: Duration,
    /// How much longer it is waited for before it counts as hung.
    pub patience: Duration,
    /// How much memory it may use, in mebibytes. This is limited on Linux only.
    pub memory_mib: u64,
}

impl Default for BotLimits {
    fn default() -> BotLimits {
        BotLimits { time: None, margin: Duration::from_millis(100), patience: Duration::from_mins(1), memory_mib: 2048 }
    }
}

/// How long a bot may take at least to start and to say its version.
const START: Duration = Duration::from_secs(10);

/// How often a stop is looked for while a bot thinks.
const GLANCE: Duration = Duration::from_millis(50);

/// The most that a bot may write for one answer, in bytes.
const MOST_OUTPUT: usize = parlor_rpc::MAX_LINE;

/// A bot, running or not. It is started when it is first asked, and again after each fault.
pub(crate) struct Bot {
    command: CommandLine,
    limits: BotLimits,
    stop: StopFlag,
    process: Option<Process>,
    /// How many requests the process has had: the number of the last one.
    requests: u64,
    /// What earlier processes last wrote to standard error.
    errors: String,
}

/// An answer: a result, or the message of an error.
pub(crate) type BotReply = Result<Value, String>;

impl Bot {
    pub(crate) fn new(command: CommandLine, limits: BotLimits, stop: StopFlag) -> Bot {
        Bot { command, limits, stop, process: None, requests: 0, errors: String::new() }
    }

    /// What it chooses. After a fault it is stopped; the next question starts it again.
    pub(crate) fn decide(&mut self, job: &EngineJob) -> Result<Choice, NoMove> {
        if matches!(job.decision, Decision::Call | Decision::Color(_)) {
            // The protocol has no request for a call or a colour, which are a matter of taste.
            return job.decide().map(|judged| judged.choice).map_err(|_| NoMove::Stopped);
        }
        let BotLimits { time, patience, .. } = self.limits;
        let decided = self.start().and_then(|()| {
            let id = self.next_id();
            let millis = time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
            let line = best_request(id, &job.decision, millis).expect("calls and colours are decided above");
            chosen(&job.decision, self.exchange("best", id, line, time, patience)?)
        });
        if decided.is_err() {
            self.quit();
        }
        decided
    }

    /// Starts it, if it isn't running, and asks for its version: a slow start isn't held against its first move.
    pub(crate) fn start(&mut self) -> Result<(), NoMove> {
        if self.process.is_none() { self.version().map(|_| ()) } else { Ok(()) }
    }

    /// Its answer to `version`.
    pub(crate) fn version(&mut self) -> Result<Value, NoMove> {
        if self.process.is_none() {
            let words = &self.command.words;
            let process = Process::start(words, self.limits.memory_mib).map_err(|error| {
                BotFaultKind::Crashed.told(format!("\u{201c}{}\u{201d} can't be started: {error}", words[0]))
            })?;
            (self.process, self.requests) = (Some(process), 0);
        }
        let answered = self.request("version", START.max(self.limits.patience)).and_then(|reply| {
            reply.map_err(|error| BotFaultKind::Malformed.told(format!("it answered version with the error: {error}")))
        });
        if answered.is_err() {
            self.quit();
        }
        answered
    }

    fn next_id(&mut self) -> u64 {
        self.requests += 1;
        self.requests
    }

    /// Asks something that has no parameters, and waits for the answer.
    pub(crate) fn request(&mut self, method: &str, patience: Duration) -> Result<BotReply, NoMove> {
        let id = self.next_id();
        let line = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": {} });
        self.exchange(method, id, format!("{line}\n"), None, patience)
    }

    /// Sends a request, and waits for the answer. `time` is what it may take without being late, if there is a limit.
    fn exchange(
        &mut self,
        method: &str,
        id: u64,
        line: String,
        time: Option<Duration>,
        patience: Duration,
    ) -> Result<BotReply, NoMove> {
        let Some(process) = &mut self.process else {
            return Err(BotFaultKind::Crashed.told("it isn't running"));
        };
        let begun = Instant::now();
        process.send(line);
        let due = time.map(|time| time + self.limits.margin);
        let hung = due.unwrap_or_default() + patience;
        let mut written = 0;
        loop {
            if self.stop.is_set() {
                return Err(NoMove::Stopped);
            }
            let passed = begun.elapsed();
            if passed >= hung {
                let seconds = passed.as_secs_f64();
                return Err(BotFaultKind::Hung.told(format!("it has not answered {method} for {seconds:.1} s")));
            }
            // What it has started may hold its output open when it has ended itself.
            let heard = match process.hear(GLANCE.min(hung.saturating_sub(passed))) {
                Some(heard) => heard,
                None if process.has_ended() => process.hear(Duration::ZERO).unwrap_or(BotOutput::End),
                None => continue,
            };
            let line = match heard {
                BotOutput::End => return Err(BotFaultKind::Crashed.told(process.how_it_ended())),
                BotOutput::Flood => {
                    return Err(BotFaultKind::Malformed.told(format!("a line of more than {MOST_OUTPUT} bytes")));
                }
                BotOutput::Line(line) => line,
            };
            written += line.len() + 1;
            if written > MOST_OUTPUT {
                return Err(BotFaultKind::Malformed.told(format!("more than {MOST_OUTPUT} bytes without an answer")));
            }
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            let reply = read_reply(&line, id)?;
            let passed = begun.elapsed();
            if let Some(time) = time.filter(|_| due.is_some_and(|due| passed > due)) {
                let (took, may) = (passed.as_millis(), time.as_millis());
                let margin = self.limits.margin.as_millis();
                let fault = format!("it took {took} ms, and may take {may} ms and a margin of {margin} ms");
                return Err(BotFaultKind::Late.told(fault));
            }
            return Ok(reply);
        }
    }

    /// Another flag stops it from now on.
    pub(crate) fn stop_with(&mut self, stop: StopFlag) {
        self.stop = stop;
    }

    /// Ends it. What it wrote to standard error is kept.
    pub(crate) fn quit(&mut self) {
        if let Some(process) = self.process.take() {
            self.errors = process.errors();
        }
    }

    /// Closes its input; whether it ends by itself.
    pub(crate) fn ends_by_itself(&mut self, within: Duration) -> bool {
        self.process.as_mut().is_some_and(|process| process.finish(within).is_some())
    }

    /// What it last wrote to standard error.
    pub(crate) fn errors(&self) -> String {
        self.process.as_ref().map_or_else(|| self.errors.clone(), Process::errors)
    }
}

/// The start of a line, for a message.
fn shown(line: &[u8]) -> String {
    quoted(&String::from_utf8_lossy(line))
}

/// The start of what a program wrote, for a message.
pub(crate) fn quoted(text: &str) -> String {
    let start: String = text.chars().take(60).collect();
    let more = if start.len() < text.len() { "\u{2026}" } else { "" };
    format!("\u{201c}{}{more}\u{201d}", parlor_saves::printable(&start))
}

/// Reads an answer of JSON-RPC to the request of this number.
fn read_reply(line: &[u8], id: u64) -> Result<BotReply, NoMove> {
    let malformed = |why: String| BotFaultKind::Malformed.told(why);
    let answer: Value = serde_json::from_slice(line).map_err(|_| malformed(format!("{} isn't JSON", shown(line))))?;
    let Value::Object(mut fields) = answer else {
        return Err(malformed(format!("{} isn't an answer: a JSON object is wanted", shown(line))));
    };
    if fields.get("id").and_then(Value::as_u64) != Some(id) {
        return Err(malformed(format!("{} doesn't answer the question with \"id\":{id}", shown(line))));
    }
    match (fields.remove("result"), fields.remove("error")) {
        (Some(result), None) => Ok(Ok(result)),
        (None, Some(error)) => {
            let message = error.get("message").and_then(Value::as_str).map_or_else(|| error.to_string(), str::to_owned);
            Ok(Err(parlor_saves::printable(&message.chars().take(200).collect::<String>())))
        }
        _ => Err(malformed(format!("{} must have either \"result\" or \"error\"", shown(line)))),
    }
}

/// The choice in an answer to `best`: readable, and legal.
fn chosen(decision: &Decision, reply: BotReply) -> Result<Choice, NoMove> {
    let result = reply.map_err(|error| BotFaultKind::Malformed.told(format!("it answered with an error: {error}")))?;
    let name = if matches!(decision, Decision::Dice(_)) { "throw" } else { "move" };
    let Some(value) = result.get(name) else {
        return Err(BotFaultKind::Malformed.told(format!("its result has no \"{name}\"")));
    };
    let choice = read_choice(decision, &value.to_string()).map_err(|why| BotFaultKind::Malformed.told(why))?;
    if decision.choices().contains(&choice) {
        return Ok(choice);
    }
    Err(BotFaultKind::Illegal.told(why_illegal(decision, choice)))
}

/// Why a choice breaks the rules, as the rules say it.
fn why_illegal(decision: &Decision, choice: Choice) -> String {
    let why = match (decision, choice) {
        (Decision::Canoga(thrown), Choice::Canoga(chosen)) => thrown.play(chosen).err().map(|why| why.to_string()),
        (Decision::Congkak(position), Choice::Congkak(pit)) => position.play(pit).err().map(|why| why.to_string()),
        (Decision::Kono(standing), Choice::Kono(chosen)) => {
            standing.position.and_then(|position| position.play(chosen).err()).map(|why| why.to_string())
        }
        (Decision::Dice(_), _) => Some("both dice must be thrown".to_owned()),
        _ => None,
    };
    let why = why.unwrap_or_else(|| "it isn't among the legal moves".to_owned());
    // The rules name a pit themselves.
    if why.starts_with(&choice.to_string()) { why } else { format!("{choice}: {why}") }
}
