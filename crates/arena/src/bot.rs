//! A child process that answers `version` and `best` of `docs/bots/protocol.md`.

use std::time::{Duration, Instant};

use parlor_engine::{EngineJob, StopFlag};
use parlor_rpc::{best_request, read_choice};
use parlor_rules::{Choice, Decision};
use serde_json::{Value, json};

use crate::fault::NoMove;
use crate::player::BotCommand;
use crate::process::{BotOutput, Process};
use crate::{BotFault, BotFaultKind};

/// A bot's time and memory limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BotLimits {
    /// Time for a move; unlimited if left out.
    pub time: Option<Duration>,
    /// Grace period after `time` before an answer counts as late.
    pub margin: Duration,
    /// Further waiting time before the bot counts as hung.
    pub patience: Duration,
    /// Memory in MiB. Enforced on Linux only.
    pub memory_mib: u64,
}

impl Default for BotLimits {
    fn default() -> BotLimits {
        BotLimits { time: None, margin: Duration::from_millis(100), patience: Duration::from_mins(1), memory_mib: 2048 }
    }
}

/// Minimum time that a bot gets to start and answer `version`.
const START: Duration = Duration::from_secs(10);

/// Interval for checking the stop flag while waiting for a bot.
const STOP_CHECK: Duration = Duration::from_millis(50);

/// Maximum output for one answer, in bytes.
const MOST_OUTPUT: usize = parlor_rpc::MAX_LINE;

/// A bot, running or not. It is started when it is first asked, and again after each fault.
pub(crate) struct Bot {
    command: BotCommand,
    limits: BotLimits,
    stop: StopFlag,
    process: Option<Process>,
    /// The id of the last request to this process.
    requests: u64,
    /// The end of the standard error of earlier processes.
    errors: String,
    /// Lines since the last call of `take_log`; `None` if they aren't kept.
    log: Option<Vec<BotLine>>,
}

/// A line to or from a bot.
pub(crate) enum BotLine {
    Sent(String),
    Received {
        text: String,
        /// Time since the request.
        millis: u64,
    },
    Fault(BotFault),
}

/// A result, or an error's message.
pub(crate) type BotReply = Result<Value, String>;

impl Bot {
    pub(crate) fn new(command: BotCommand, limits: BotLimits, stop: StopFlag) -> Bot {
        Bot { command, limits, stop, process: None, requests: 0, errors: String::new(), log: None }
    }

    /// Keeps the lines to and from the bot from now on.
    pub(crate) fn keep_log(&mut self) {
        self.log = Some(Vec::new());
    }

    /// The lines since the last call.
    pub(crate) fn take_log(&mut self) -> Vec<BotLine> {
        self.log.as_mut().map(std::mem::take).unwrap_or_default()
    }

    fn note(&mut self, line: impl FnOnce() -> BotLine) {
        if let Some(log) = &mut self.log {
            log.push(line());
        }
    }

    /// A fault stops the process; the next request restarts it.
    pub(crate) fn decide(&mut self, job: &EngineJob) -> Result<Choice, NoMove> {
        if matches!(job.decision, Decision::Call | Decision::Color(_)) {
            // The protocol has no request for a call or a colour, as they don't affect the result.
            return job.decide().map(|judged| judged.choice).map_err(|_| NoMove::Stopped);
        }
        let BotLimits { time, patience, .. } = self.limits;
        let decided = self.start().and_then(|()| {
            let id = self.next_id();
            let millis = time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
            let line = best_request(id, &job.decision, millis).expect("calls and colours are decided above");
            chosen(&job.decision, self.exchange("best", id, line, time, patience)?)
        });
        if let Err(no_move) = &decided {
            if let NoMove::Fault(fault) = no_move {
                self.note(|| BotLine::Fault(fault.clone()));
            }
            self.quit();
        }
        decided
    }

    /// Starts the process if necessary, and asks for its version, so that a slow start doesn't count towards the first move.
    pub(crate) fn start(&mut self) -> Result<(), NoMove> {
        if self.process.is_none() { self.version().map(|_| ()) } else { Ok(()) }
    }

    pub(crate) fn version(&mut self) -> Result<Value, NoMove> {
        self.launch().map_err(|error| {
            let program = &self.command.words[0];
            BotFaultKind::Crashed.because(format!("\u{201c}{program}\u{201d} can't be started: {error}"))
        })?;
        let answered = self.request("version", START.max(self.limits.patience)).and_then(|reply| {
            reply
                .map_err(|error| BotFaultKind::Malformed.because(format!("it answered version with an error: {error}")))
        });
        if answered.is_err() {
            self.quit();
        }
        answered
    }

    /// Starts the process if necessary, without sending a request.
    pub(crate) fn launch(&mut self) -> std::io::Result<()> {
        if self.process.is_none() {
            let process = Process::start(&self.command, self.limits.memory_mib)?;
            (self.process, self.requests) = (Some(process), 0);
        }
        Ok(())
    }

    fn next_id(&mut self) -> u64 {
        self.requests += 1;
        self.requests
    }

    /// Sends a request without parameters, and waits for the answer.
    pub(crate) fn request(&mut self, method: &str, patience: Duration) -> Result<BotReply, NoMove> {
        let id = self.next_id();
        let line = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": {} });
        self.exchange(method, id, format!("{line}\n"), None, patience)
    }

    /// Sends a request, and waits for the answer, which is late after `time`.
    fn exchange(
        &mut self,
        method: &str,
        id: u64,
        line: String,
        time: Option<Duration>,
        patience: Duration,
    ) -> Result<BotReply, NoMove> {
        self.note(|| BotLine::Sent(line.trim_end().to_owned()));
        let Some(process) = &mut self.process else {
            return Err(BotFaultKind::Crashed.because("it isn't running"));
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
                let why = format!(
                    "it has not answered {method} in {seconds:.1} s; does it flush its output after each answer?"
                );
                return Err(BotFaultKind::Hung.because(why));
            }
            // A surviving grandchild may hold the output open after the bot has exited.
            let heard = match process.receive(STOP_CHECK.min(hung.saturating_sub(passed))) {
                Some(heard) => heard,
                None if process.has_ended() => process.receive(Duration::ZERO).unwrap_or(BotOutput::End),
                None => continue,
            };
            let line = match heard {
                BotOutput::End => return Err(BotFaultKind::Crashed.because(process.exit_description())),
                BotOutput::Flood => {
                    return Err(BotFaultKind::Malformed.because(format!("a line of more than {MOST_OUTPUT} bytes")));
                }
                BotOutput::Line(line) => line,
            };
            if let Some(log) = &mut self.log {
                let millis = u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX);
                log.push(BotLine::Received { text: String::from_utf8_lossy(&line).into_owned(), millis });
            }
            written += line.len() + 1;
            if written > MOST_OUTPUT {
                return Err(BotFaultKind::Malformed.because(format!("more than {MOST_OUTPUT} bytes without an answer")));
            }
            if line.iter().all(u8::is_ascii_whitespace) {
                continue;
            }
            let reply = read_reply(&line, id)?;
            let passed = begun.elapsed();
            if let Some(time) = time.filter(|_| due.is_some_and(|due| passed > due)) {
                let (took, may) = (passed.as_millis(), time.as_millis());
                let margin = self.limits.margin.as_millis();
                let fault = format!("it took {took} ms; the limit is {may} ms plus a margin of {margin} ms");
                return Err(BotFaultKind::Late.because(fault));
            }
            return Ok(reply);
        }
    }

    pub(crate) fn stop_with(&mut self, stop: StopFlag) {
        self.stop = stop;
    }

    /// Kills the process, but keeps the end of its standard error.
    pub(crate) fn quit(&mut self) {
        if let Some(process) = self.process.take() {
            self.errors = process.errors();
        }
    }

    /// Closes the process's input, and returns whether it exits in time.
    pub(crate) fn ends_by_itself(&mut self, within: Duration) -> bool {
        self.process.as_mut().is_some_and(|process| process.finish(within).is_some())
    }

    pub(crate) fn errors(&self) -> String {
        self.process.as_ref().map_or_else(|| self.errors.clone(), Process::errors)
    }
}

fn shown(line: &[u8]) -> String {
    quoted(&String::from_utf8_lossy(line))
}

/// The start of a program's output, for a message.
pub(crate) fn quoted(text: &str) -> String {
    let start: String = text.chars().take(60).collect();
    let more = if start.len() < text.len() { "\u{2026}" } else { "" };
    format!("\u{201c}{}{more}\u{201d}", parlor_saves::printable(&start))
}

/// Reads the JSON-RPC answer to the request with this id.
fn read_reply(line: &[u8], id: u64) -> Result<BotReply, NoMove> {
    let malformed = |why: String| BotFaultKind::Malformed.because(why);
    let answer: Value = serde_json::from_slice(line).map_err(|_| malformed(format!("{} isn't JSON", shown(line))))?;
    let Value::Object(mut fields) = answer else {
        return Err(malformed(format!("{} isn't an answer: it must be a JSON object", shown(line))));
    };
    if fields.get("id").and_then(Value::as_u64) != Some(id) {
        return Err(malformed(format!("{} doesn't answer the request with \"id\":{id}", shown(line))));
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

/// The legal choice in an answer to `best`.
fn chosen(decision: &Decision, reply: BotReply) -> Result<Choice, NoMove> {
    let result =
        reply.map_err(|error| BotFaultKind::Malformed.because(format!("it answered with an error: {error}")))?;
    let name = if matches!(decision, Decision::Dice(_)) { "throw" } else { "move" };
    let Some(value) = result.get(name) else {
        return Err(BotFaultKind::Malformed.because(format!("its result has no \"{name}\"")));
    };
    let choice = read_choice(decision, &value.to_string()).map_err(|why| BotFaultKind::Malformed.because(why))?;
    if decision.choices().contains(&choice) {
        return Ok(choice);
    }
    Err(BotFaultKind::Illegal.because(why_illegal(decision, choice)))
}

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
    let why = why.unwrap_or_else(|| "it isn't a legal move".to_owned());
    // Some messages of the rules start with the choice.
    if why.starts_with(&choice.to_string()) { why } else { format!("{choice}: {why}") }
}
