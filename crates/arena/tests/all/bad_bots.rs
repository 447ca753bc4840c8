//! Every way in which a program can misbehave: it loses the round, the reason is told and counted, and the match goes on.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use parlor_arena::{
    BotFaultKind, BotLimits, Match, MatchEnd, MatchPlayer, MatchProgress, MatchTally, MoveLimits, Report, Running, run,
};
use parlor_engine::StopFlag;
use parlor_rules::{Game, Level};

/// A program in sh. It answers `version`; `best` is what it does when it is asked for a move, with the number of the request
/// in `$n`.
fn script(folder: &Path, best: &str) -> MatchPlayer {
    let text = format!(
        r#"n=0
while read -r line; do
  n=$((n+1))
  case "$line" in
    *'"version"'*) printf '{{"jsonrpc":"2.0","id":%s,"result":{{"name":"bad","version":"1"}}}}\n' "$n";;
    *) {best};;
  esac
done
"#
    );
    let file = folder.join("bot.sh");
    fs::write(&file, text).unwrap();
    format!("cmd:sh '{}'", file.display()).parse().unwrap()
}

/// Two pairs against a novice.
fn play(bot: MatchPlayer, limits: BotLimits) -> (MatchTally, String) {
    let mut plan = Match::new(Game::Congkak, 5, vec![bot, MatchPlayer::level(Level::Novice)]);
    plan.pairs = 2;
    plan.limits = MoveLimits { effort: None, bots: limits };
    let mut tally = MatchTally::new(&plan);
    let running = Running { jobs: 2, keep: false, stop: StopFlag::default() };
    let mut errors = String::new();
    let ended = run(&plan, &running, &mut tally, &mut |progress| {
        if let MatchProgress::Errors { text, .. } = progress {
            errors = text;
        }
        Ok(())
    });
    assert_eq!(ended.unwrap(), MatchEnd::Complete);
    assert!(Report::new(&plan, &tally, MatchEnd::Complete).text().contains("against novice"));
    (tally, errors)
}

fn quick() -> BotLimits {
    BotLimits { patience: Duration::from_secs(20), ..BotLimits::default() }
}

/// It loses all four rounds for one reason, which says this.
fn loses(best: &str, limits: BotLimits, kind: BotFaultKind, says: &str) {
    let folder = tempfile::tempdir().unwrap();
    let (tally, _) = play(script(folder.path(), best), limits);
    let pairing = &tally.pairings[0];
    assert_eq!(pairing.results, [0, 0, 4], "{best}");
    let faults = &pairing.faults[0];
    assert_eq!((faults.of(kind), faults.all()), (4, 4), "{best}: {:?}", faults.examples);
    assert!(faults.examples[0].contains(says), "{best}: {:?}", faults.examples);
    assert_eq!(pairing.faults[1].all(), 0);
}

#[test]
fn it_ends() {
    loses("exit 3", quick(), BotFaultKind::Crashed, "exit code 3");
    loses("echo 'out of ideas' >&2; exit 1", quick(), BotFaultKind::Crashed, "exit code 1; it said: out of ideas");
}

#[test]
fn a_signal_ends_it() {
    loses("kill -SEGV $$", quick(), BotFaultKind::Crashed, "signal 11");
}

#[test]
fn it_closes_its_output() {
    loses("exec >&-; sleep 30", quick(), BotFaultKind::Crashed, "closed its output");
}

#[test]
#[cfg(target_os = "linux")]
fn it_uses_too_much_memory() {
    let hungry = "exec python3 -c 'x = bytearray(1 << 30)'";
    let limits = BotLimits { memory_mib: 100, ..quick() };
    loses(hungry, limits, BotFaultKind::Crashed, "MemoryError");
}

#[test]
fn it_hangs() {
    let limits = BotLimits { patience: Duration::from_millis(300), ..quick() };
    loses("sleep 30", limits, BotFaultKind::Hung, "has not answered best");
}

#[test]
fn it_is_late() {
    let limits = BotLimits { time: Some(Duration::from_millis(20)), margin: Duration::from_millis(100), ..quick() };
    let late = r#"sleep 0.5; printf '{"jsonrpc":"2.0","id":%s,"result":{"move":{"pit":"Q"}}}\n' "$n""#;
    loses(late, limits, BotFaultKind::Late, "and may take 20 ms");
}

#[test]
fn its_answer_is_malformed() {
    for (best, says) in [
        ("echo hello", "\u{201c}hello\u{201d} isn't JSON"),
        ("echo 42", "a JSON object is wanted"),
        (r#"echo '{"id":77,"result":{}}'"#, "doesn't answer the question"),
        (r#"printf '{"id":%s}\n' "$n""#, "either \"result\" or \"error\""),
        (r#"printf '{"id":%s,"result":{"mov":1}}\n' "$n""#, "has no \"move\""),
        (r#"printf '{"id":%s,"result":{"move":{"pit":"?"}}}\n' "$n""#, "move.pit"),
        (r#"printf '{"id":%s,"error":{"code":1,"message":"no idea"}}\n' "$n""#, "with an error: no idea"),
        ("printf '\\377\\376\\n'", "isn't JSON"),
    ] {
        loses(best, quick(), BotFaultKind::Malformed, says);
    }
}

#[test]
fn it_floods() {
    loses("head -c 3000000 /dev/zero | tr '\\0' x", quick(), BotFaultKind::Malformed, "a line of more than");
    loses("yes ''", quick(), BotFaultKind::Malformed, "bytes without an answer");
}

#[test]
fn its_move_is_illegal() {
    let theirs = r#"case "$line" in *'"next":"human"'*) pit=A;; *) pit=P;; esac
        printf '{"id":%s,"result":{"move":{"pit":"%s"}}}\n' "$n" "$pit""#;
    loses(theirs, quick(), BotFaultKind::Illegal, "its move is illegal: pit ");
}

#[test]
fn what_it_writes_to_standard_error_is_kept_and_bounded() {
    let folder = tempfile::tempdir().unwrap();
    let (tally, errors) =
        play(script(folder.path(), "yes complaint | head -n 100000 >&2; echo the end >&2; exit 1"), quick());
    assert_eq!(tally.pairings[0].faults[0].of(BotFaultKind::Crashed), 4);
    assert!(errors.ends_with("the end\n"), "{errors}");
    assert!(errors.len() <= 8 << 10, "{}", errors.len());
}

#[test]
fn it_gets_little_of_the_environment() {
    let folder = tempfile::tempdir().unwrap();
    // Cargo itself has set enough variables that a bot must not see.
    assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
    let (_, errors) = play(script(folder.path(), "env >&2; exit 1"), quick());
    let mut names: Vec<&str> = errors.lines().filter_map(|line| line.split('=').next()).collect();
    names.retain(|name| !["PWD", "OLDPWD", "SHLVL", "_"].contains(name));
    names.sort_unstable();
    names.dedup();
    assert!(names.contains(&"PATH") && names.contains(&"TMPDIR"), "{names:?}");
    assert!(names.iter().all(|name| ["LANG", "PATH", "TMPDIR"].contains(name)), "{names:?}");
}

/// What a bot starts is killed with it, also if the bot itself has ended before.
#[test]
fn nothing_is_left_running() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("child");
    let best = format!("sleep 1000 & echo $! >> '{}'; exit 1", file.display());
    play(script(folder.path(), &best), quick());
    let children = fs::read_to_string(&file).unwrap();
    assert!(children.lines().count() >= 4, "{children}");
    for child in children.lines() {
        // A killed process takes a moment to end, and until somebody has waited for it, it is listed as a zombie.
        let alive = || fs::read_to_string(format!("/proc/{child}/stat")).is_ok_and(|stat| !stat.contains(") Z"));
        let ended = (0..1000).any(|_| {
            thread::sleep(Duration::from_millis(5));
            !alive()
        });
        assert!(ended, "{child} is still running");
    }
}
