//! A bot that misbehaves loses the round, the fault is counted and reported, and the match continues.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::Duration;

use parlor_arena::{
    BotFaultKind, BotLimits, Match, MatchEnd, MatchPlayer, MatchProgress, MatchTally, MoveLimits, Report, Running, run,
};
use parlor_rules::{Game, Level};

/// A bot in sh. It answers `version`, and runs `best` to answer a request for a move, with the request's id in `$n`.
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
    let running = Running::new(2);
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

/// Asserts that the bot loses all four rounds by faults of this kind.
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
fn exiting_is_a_crash() {
    loses("exit 3", quick(), BotFaultKind::Crashed, "it exited with code 3");
    loses(
        "echo 'out of ideas' >&2; exit 1",
        quick(),
        BotFaultKind::Crashed,
        "code 1; its last line on standard error: out of ideas",
    );
}

#[test]
fn dying_by_a_signal_is_a_crash() {
    loses("kill -SEGV $$", quick(), BotFaultKind::Crashed, "signal 11");
}

#[test]
fn closing_the_output_is_a_crash() {
    loses("exec >&-; sleep 30", quick(), BotFaultKind::Crashed, "closed its output");
}

#[test]
fn exceeding_the_memory_limit_is_a_crash() {
    let hungry = "exec python3 -c 'x = bytearray(1 << 30)'";
    let limits = BotLimits { memory_mib: 100, ..quick() };
    loses(hungry, limits, BotFaultKind::Crashed, "MemoryError");
}

#[test]
fn silence_is_a_hang() {
    let limits = BotLimits { patience: Duration::from_millis(300), ..quick() };
    loses("sleep 30", limits, BotFaultKind::Hung, "has not answered best");
}

#[test]
fn slow_answers_are_late() {
    let limits = BotLimits { time: Some(Duration::from_millis(20)), margin: Duration::from_millis(100), ..quick() };
    let late = r#"sleep 0.5; printf '{"jsonrpc":"2.0","id":%s,"result":{"move":{"pit":"Q"}}}\n' "$n""#;
    loses(late, limits, BotFaultKind::Late, "the limit is 20 ms");
}

#[test]
fn unreadable_answers_are_malformed() {
    for (best, says) in [
        ("echo hello", "\u{201c}hello\u{201d} isn't JSON"),
        ("echo 42", "must be a JSON object"),
        (r#"echo '{"id":77,"result":{}}'"#, "doesn't answer the request"),
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
fn endless_output_is_malformed() {
    loses("head -c 3000000 /dev/zero | tr '\\0' x", quick(), BotFaultKind::Malformed, "a line of more than");
    loses("yes ''", quick(), BotFaultKind::Malformed, "bytes without an answer");
}

#[test]
fn moves_against_the_rules_are_illegal() {
    let theirs = r#"case "$line" in *'"next":"human"'*) pit=A;; *) pit=P;; esac
        printf '{"id":%s,"result":{"move":{"pit":"%s"}}}\n' "$n" "$pit""#;
    loses(theirs, quick(), BotFaultKind::Illegal, "its move is illegal: pit ");
}

#[test]
fn the_end_of_standard_error_is_kept() {
    let folder = tempfile::tempdir().unwrap();
    let (tally, errors) =
        play(script(folder.path(), "yes complaint | head -n 100000 >&2; echo the end >&2; exit 1"), quick());
    assert_eq!(tally.pairings[0].faults[0].of(BotFaultKind::Crashed), 4);
    assert!(errors.ends_with("the end\n"), "{errors}");
    assert!(errors.len() <= 8 << 10, "{}", errors.len());
}

#[test]
fn bots_get_a_minimal_environment() {
    let folder = tempfile::tempdir().unwrap();
    // Cargo has set several variables that a bot must not see.
    assert!(std::env::var_os("CARGO_MANIFEST_DIR").is_some());
    let (_, errors) = play(script(folder.path(), "env >&2; exit 1"), quick());
    let mut names: Vec<&str> = errors.lines().filter_map(|line| line.split('=').next()).collect();
    names.retain(|name| !["PWD", "OLDPWD", "SHLVL", "_"].contains(name));
    names.sort_unstable();
    names.dedup();
    assert!(names.contains(&"PATH") && names.contains(&"TMPDIR"), "{names:?}");
    assert!(names.iter().all(|name| ["LANG", "PATH", "TMPDIR"].contains(name)), "{names:?}");
}

/// They are killed even if the bot itself has already exited.
#[test]
fn descendants_of_a_bot_are_killed() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("child");
    let best = format!("sleep 1000 & echo $! >> '{}'; exit 1", file.display());
    play(script(folder.path(), &best), quick());
    let children = fs::read_to_string(&file).unwrap();
    assert!(children.lines().count() >= 4, "{children}");
    for child in children.lines() {
        // A killed process takes a moment to exit, and stays listed as a zombie until it is reaped.
        let alive = || fs::read_to_string(format!("/proc/{child}/stat")).is_ok_and(|stat| !stat.contains(") Z"));
        let ended = (0..1000).any(|_| {
            thread::sleep(Duration::from_millis(5));
            !alive()
        });
        assert!(ended, "{child} is still running");
    }
}
