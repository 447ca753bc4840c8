//! `parlor arena` as a process: reports, refusals, a killed match, and every command of `docs/bots/bots.md`.

use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use parlor_testkit::Home;

use crate::output::{out, refusal};

const PARLOR: &str = env!("CARGO_BIN_EXE_parlor");

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn a_report_for_programs_has_every_field() {
    let home = Home::new();
    let arguments = ["arena", "club", "novice", "--game", "congkak", "--size", "5", "--pairs", "10", "--json"];
    let text = out(&home.run(&arguments, ""));
    let report = json(&text);
    let rounds = ["won", "tied", "lost"].map(|name| report[name].as_u64().unwrap());
    assert_eq!(rounds.iter().sum::<u64>(), 20);
    assert_eq!(report["pairs"].as_array().unwrap().len(), 5);
    for name in ["points", "elo", "nelo"] {
        assert!(report[name].is_null() || report[name].get("low").is_some(), "{name}: {text}");
    }
    assert!(report["los"].is_number() && report["llr"].is_null(), "{text}");
    assert_eq!(report["faults"][0]["crashed"], 0);
    assert_eq!(out(&home.run(&[&arguments[..], &["--jobs", "1"]].concat(), "")), text);
}

#[test]
fn more_than_two_play_all_against_all_or_the_first_against_all() {
    let home = Home::new();
    let arguments = ["arena", "club", "novice", "master:nodes=300", "--game", "congkak", "--size", "5", "--pairs", "3"];
    let text = out(&home.run(&arguments, ""));
    assert!(text.contains("club against novice") && text.contains("novice against master:nodes=300"), "{text}");
    let report = json(&out(&home.run(&[&arguments[..], &["--gauntlet", "--json"]].concat(), "")));
    assert_eq!(report["pairings"].as_array().unwrap().len(), 2);
}

#[test]
fn a_swiss_tournament_has_scores_in_its_rating_list() {
    let home = Home::new();
    let players = ["name=a novice", "name=b novice", "name=c club", "name=d novice"];
    let options = ["--game", "congkak", "--size", "5", "--pairs", "2", "--swiss", "2", "--ratings", "list.csv"];
    let arguments = [&["arena"][..], &players, &options].concat();
    let text = out(&home.run(&arguments, ""));
    assert!(text.starts_with("Congkak of size 5, 2 Swiss rounds, seed 1"), "{text}");
    assert!(text.contains(" Swiss     Elo") && text.contains("\nSwiss round 2 of 2\n"), "{text}");
    assert_eq!(text.matches(" against ").count(), 4, "{text}");
    assert_eq!(out(&home.run(&[&arguments[..], &["--jobs", "1"]].concat(), "")), text);
    let list = fs::read_to_string(home.path().join("list.csv")).unwrap();
    let scores: Vec<f64> = list.lines().skip(1).map(|row| row.rsplit(',').next().unwrap().parse().unwrap()).collect();
    assert!(scores.is_sorted_by(|one, other| one >= other), "{list}");
    // Each of the four matches gives a point.
    assert!((scores.iter().sum::<f64>() - 4.0).abs() < 1e-9, "{list}");
}

#[test]
fn unplayable_matches_are_refused() {
    let home = Home::new();
    fs::write(home.path().join("openings"), "{}\n").unwrap();
    for (arguments, says) in [
        (&["club", "--game", "kono"][..], "a match needs at least two players"),
        (&["club", "novice"], "--game: choose a game: canoga, congkak or kono"),
        (&["club", "novice", "--game", "kono", "--size", "6"], "--size: Kono has"),
        (&["club", "cmd:./nothing-here", "--game", "kono"], "can't start cmd:./nothing-here"),
        (
            &["club", "novice", "master", "--game", "kono", "--sprt", "0,5"],
            "--sprt: the test is for exactly two players",
        ),
        (
            &["club", "novice", "--game", "kono", "--openings", "openings"],
            "--openings: openings: line 1: position.game: is missing",
        ),
        (
            &["club", "novice", "--game", "kono", "--swiss", "3"],
            "--swiss: a Swiss tournament needs at least three players",
        ),
        (&["check", "club"], "club is a level and needs no check"),
    ] {
        let printed = refusal(&home.run(&[&["arena"], arguments].concat(), ""));
        assert!(printed.contains(says), "{printed}");
    }
    let output = home.run(&["arena", "grandmaster", "club", "--game", "kono"], "");
    assert!(String::from_utf8_lossy(&output.stderr).contains("is not a player: name novice, club, expert or master"));
}

/// Parlor itself works as a bot: it passes the check, and plays exactly like its engine level.
#[test]
fn parlor_rpc_is_a_bot() {
    let home = Home::new();
    let player = format!("cmd:{PARLOR} rpc");
    let text = out(&home.run(&["arena", "check", &player], ""));
    assert!(text.ends_with("The bot follows the protocol.\n") && text.lines().count() == 29, "{text}");
    let arguments = ["arena", &player, "master", "--game", "canoga", "--pairs", "2", "--json"];
    let report = json(&out(&home.run(&arguments, "")));
    assert_eq!(report["pairs"], serde_json::json!([0, 0, 2, 0, 0]));
}

#[test]
fn a_bot_that_doesnt_speak_the_protocol_fails_the_check() {
    let home = Home::new();
    for (script, says) in [
        ("exit 1", "failed    starts and answers version: it crashed"),
        ("while read -r x; do echo hello; done", "isn't JSON"),
    ] {
        fs::write(home.path().join("bot.sh"), script).unwrap();
        let output = home.run(&["arena", "check", "cmd:sh bot.sh"], "");
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{text}");
        assert!(text.contains(says), "{text}");
    }
}

/// A bot in sh that reports its name, taken from a variable, and its folder, and never plays.
const NAMED_BOT: &str = r#"n=0
while read -r line; do
  n=$((n+1))
  case "$line" in
    *'"version"'*) printf '{"jsonrpc":"2.0","id":%s,"result":{"name":"%s","version":"1"}}\n' "$n" "$WHO";;
    *) printf '{"jsonrpc":"2.0","id":%s,"error":{"code":1,"message":"I am in %s"}}\n' "$n" "${PWD##*/}";;
  esac
done
"#;

#[test]
fn players_have_names_folders_and_variables_of_their_own() {
    let home = Home::new();
    for folder in ["ann", "bob"] {
        fs::create_dir(home.path().join(folder)).unwrap();
        fs::write(home.path().join(folder).join("bot.sh"), NAMED_BOT).unwrap();
    }
    let players = [
        "dir=ann env=WHO=greedy cmd:sh bot.sh",
        "dir=bob env=WHO=greedy cmd:sh bot.sh",
        "name='Carl the Third' dir=bob cmd:sh bot.sh",
    ];
    let options =
        ["--game", "congkak", "--size", "5", "--pairs", "1", "--opening-plays", "0", "--keep", "kept", "--json"];
    let report = json(&out(&home.run(&[&["arena"], &players[..], &options].concat(), "")));
    let names = serde_json::json!(["greedy", "greedy (2)", "Carl the Third"]);
    assert_eq!((&report["players"], &report["given"]), (&names, &serde_json::json!(players)));
    let faults = report["pairings"][0]["faults"].to_string();
    assert!(faults.contains("I am in ann") && faults.contains("I am in bob"), "{faults}");
    assert_eq!(report["pairings"][1]["players"], serde_json::json!(["greedy", "Carl the Third"]));
    let journal = fs::read_to_string(home.path().join("kept/0001-2.journal")).unwrap();
    assert!(journal.contains("human bot greedy (2) #"), "{journal}");
    let printed = refusal(&home.run(&["arena", "dir=carl cmd:sh bot.sh", "club", "--game", "kono"], ""));
    assert!(printed.contains("there is no folder"), "{printed}");
    let options = ["--game", "congkak", "--pairs", "1"];
    let text = out(&home.run(&[&["arena"], &players[..2], &options].concat(), ""));
    assert!(text.contains("greedy (2): dir=bob env=WHO=greedy cmd:sh bot.sh\n"), "{text}");
    assert!(text.contains("greedy against greedy (2)"), "{text}");
}

#[test]
fn ratings_are_written_in_the_format_of_their_file() {
    let home = Home::new();
    let options = ["arena", "club", "name=<Ann> novice", "master:nodes=300", "--game", "congkak", "--size", "5"];
    let play = |file: &str| home.run(&[&options[..], &["--pairs", "2", "--ratings", file]].concat(), "");
    let text = out(&play("list.txt"));
    let read = |file: &str| fs::read_to_string(home.path().join(file)).unwrap();
    assert!(text.contains(&read("list.txt")), "{text}");
    for file in ["list.csv", "list.html", "list.json"] {
        out(&play(file));
    }
    let list = json(&read("list.json"));
    assert_eq!(list.as_array().unwrap().len(), 3);
    assert_eq!(read("list.csv").lines().count(), 4);
    assert!(read("list.html").contains("&lt;Ann&gt;") && read("list.csv").contains("\"<Ann>\""));
    let best = list[0]["player"].as_str().unwrap();
    assert!(read("list.csv").lines().nth(1).unwrap().contains(best));
    let output = play("list.pdf");
    assert!(String::from_utf8_lossy(&output.stderr).contains("its name must end in .csv, .html, .json or .txt"));
}

#[test]
fn the_log_has_every_request_answer_and_fault() {
    let home = Home::new();
    fs::write(home.path().join("first.py"), FIRST_PIT).unwrap();
    fs::write(home.path().join("bot.sh"), NAMED_BOT).unwrap();
    let players = ["cmd:python3 first.py", "name=bad cmd:sh bot.sh"];
    let options = ["--game", "congkak", "--size", "5", "--pairs", "2", "--opening-plays", "0", "--log", "log"];
    out(&home.run(&[&["arena"], &players[..], &options].concat(), ""));
    let log: Vec<serde_json::Value> = fs::read_to_string(home.path().join("log")).unwrap().lines().map(json).collect();
    let (mut sent, mut received) = (0, 0);
    for line in &log {
        assert!(line["pair"].is_number() && line["round"].is_number(), "{line}");
        if let Some(text) = line["sent"].as_str() {
            assert!(json(text)["method"].is_string(), "{line}");
            sent += 1;
        } else if let Some(text) = line["received"].as_str() {
            assert!(json(text)["id"].is_number() && line["millis"].is_number(), "{line}");
            received += 1;
        } else {
            assert!(line["player"] == "bad" && line["fault"].as_str().unwrap().contains("malformed"), "{line}");
        }
    }
    assert!(sent == received && sent > 0, "{sent} sent, {received} received");
    // The bad bot loses each of the four rounds.
    assert_eq!(log.iter().filter(|line| line["fault"].is_string()).count(), 4);
    assert!(log.windows(2).all(|lines| lines[0]["pair"].as_u64() <= lines[1]["pair"].as_u64()));
}

#[test]
fn a_match_says_when_it_is_too_small_and_tests_have_rates() {
    let home = Home::new();
    let arguments = ["arena", "novice", "novice", "--game", "congkak", "--size", "5", "--pairs", "3"];
    let text = out(&home.run(&arguments, ""));
    assert!(text.contains("novice against novice (2)"), "{text}");
    assert!(text.contains("verdict no difference, or the match is too small to tell who is better"), "{text}");
    let strict = ["--sprt", "0,50", "--alpha", "0.01", "--beta", "0.1"];
    let text = out(&home.run(&[&arguments[..], &strict].concat(), ""));
    assert!(text.contains("bounds -2.29 and 4.50"), "{text}");
    for wrong in [&["--sprt", "0,50", "--alpha", "0.5"][..], &["--alpha", "0.1"], &["--tournament", "0"]] {
        assert_eq!(home.run(&[&arguments[..], wrong].concat(), "").status.code(), Some(2), "{wrong:?}");
    }
    let tournaments = out(&home.run(&[&arguments[..], &["--tournament", "2"]].concat(), ""));
    assert!(tournaments.contains("  tournaments  6: "), "{tournaments}");
}

#[test]
fn several_journals_are_reviewed_in_order_also_after_a_bad_one() {
    let home = Home::new();
    out(&home
        .run(&["arena", "club", "novice", "--game", "congkak", "--size", "5", "--pairs", "1", "--keep", "kept"], ""));
    fs::write(home.path().join("bad.journal"), "nothing\n").unwrap();
    let files = ["kept/0001-1.journal", "bad.journal", "kept/0001-2.journal"];
    let output = home.run(&[&["review", "--quick", "--json"], &files[..]].concat(), "");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let names: Vec<String> = text.lines().map(|line| json(line)["journal"].as_str().unwrap().to_owned()).collect();
    assert_eq!((names, output.status.code()), (vec![files[0].to_owned(), files[2].to_owned()], Some(2)));
    assert!(String::from_utf8_lossy(&output.stderr).contains("bad.journal: "), "{output:?}");
    let output = home.run(&["review", "--quick", files[0], files[2]], "");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.starts_with("== kept/0001-1.journal\n") && text.contains("\n== kept/0001-2.journal\n"), "{text}");
    // If standard error isn't a terminal, progress is one line for each quarter.
    let progress = String::from_utf8_lossy(&output.stderr);
    let last: Vec<&str> = progress.lines().filter(|line| line.ends_with(": 100 %")).collect();
    let wanted =
        ["kept/0001-1.journal, 1 of 2", "kept/0001-2.journal, 2 of 2"].map(|name| format!("Reviewing {name}: 100 %"));
    assert_eq!(last, wanted, "{progress}");
}

#[test]
fn a_killed_match_resumes_to_the_same_report() {
    let home = Home::new();
    let plain = ["arena", "master:nodes=3000", "club", "--game", "congkak", "--size", "6", "--pairs", "400", "--json"];
    let whole = out(&home.run(&plain, ""));
    let kept = [&plain[..], &["--results", "results", "--resume"]].concat();
    let results = home.path().join("results");
    let mut kills = 0;
    for lines in [3, 15] {
        let mut running = home.command(&kept).spawn().unwrap();
        while running.try_wait().unwrap().is_none() {
            let written = fs::read_to_string(&results).unwrap_or_default().lines().count();
            if written > lines {
                // This is SIGKILL, so the program can't clean up.
                running.kill().unwrap();
                running.wait().unwrap();
                kills += 1;
                break;
            }
            thread::sleep(Duration::from_millis(1));
        }
    }
    assert!(kills > 0, "no match was still running when it was killed");
    assert!(fs::read_to_string(&results).unwrap().lines().count() < 401);
    assert_eq!(out(&home.run(&kept, "")), whole);
    assert_eq!(fs::read_to_string(&results).unwrap().lines().count(), 401);
}

#[test]
fn kept_journals_can_be_reviewed() {
    let home = Home::new();
    let arguments = ["arena", "club", "novice", "--game", "canoga", "--pairs", "2", "--keep", "kept"];
    out(&home.run(&arguments, ""));
    for name in ["0001-1", "0001-2", "0002-1", "0002-2"] {
        let text = out(&home.run(&["review", &format!("kept/{name}.journal")], ""));
        assert!(text.contains("luck"), "{text}");
    }
    let printed = refusal(&home.run(&arguments, ""));
    assert!(printed.contains("--keep: kept: it already contains the journals of another match"), "{printed}");
}

#[test]
fn a_results_file_belongs_to_one_match_at_a_time() {
    let home = Home::new();
    let played = |pairs: &str| {
        let start = ["arena", "club", "novice", "--game", "congkak", "--size", "5", "--results", "results", "--resume"];
        home.run(&[&start[..], &["--pairs", pairs]].concat(), "")
    };
    out(&played("4"));
    let printed = refusal(&played("3"));
    assert!(printed.contains("the file already has 4 pairs of rounds, but this match only has 3"), "{printed}");
    let file = fs::File::open(home.path().join("results")).unwrap();
    file.lock().unwrap();
    assert!(refusal(&played("5")).contains("another match is writing to the file"));
    drop(file);
    out(&played("5"));
    let device = ["arena", "club", "novice", "--game", "kono", "--results", "/dev/full"];
    assert!(refusal(&home.run(&device, "")).contains("not a regular file"));
}

/// A bot that stops reading after the first request, and so doesn't notice the end of its input.
#[test]
fn a_hung_bot_and_its_folder_are_removed_if_the_program_is_killed() {
    let home = Home::new();
    let bot = "read -r version; echo $$ $TMPDIR > started; while :; do sleep 0.1; done\n";
    fs::write(home.path().join("bot.sh"), bot).unwrap();
    let mut check = home.command(&["arena", "check", "cmd:sh bot.sh"]).spawn().unwrap();
    let started = loop {
        match fs::read_to_string(home.path().join("started")) {
            Ok(text) if text.ends_with('\n') => break text,
            _ => thread::sleep(Duration::from_millis(5)),
        }
    };
    let (number, folder) = started.trim().split_once(' ').unwrap();
    assert!(fs::exists(folder).unwrap());
    check.kill().unwrap();
    check.wait().unwrap();
    let runs = || Command::new("kill").args(["-0", number]).stderr(Stdio::null()).status().unwrap().success();
    while runs() || fs::exists(folder).unwrap() {
        thread::sleep(Duration::from_millis(5));
    }
}

/// A Congkak bot that always plays its first non-empty pit.
const FIRST_PIT: &str = r#"
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["method"] == "version":
        result = {"name": "first", "version": "1"}
    else:
        position = asked["params"]["position"]
        me = position["next"]
        pits = [i for i, seeds in enumerate(position[me]["pits"]) if seeds]
        result = {"move": {"pit": chr(ord("P" if me == "human" else "A") + pits[0])}}
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
"#;

#[test]
fn a_bot_can_be_the_opponent_in_lines() {
    let home = Home::new();
    fs::write(home.path().join("first.py"), FIRST_PIT).unwrap();
    let arguments = ["congkak", "--size", "5", "--seed", "1", "--level", "cmd:python3 first.py"];
    // After heads the computer plays first, and its first play earns another one.
    let text = out(&home.run(&arguments, "heads\n2\n2\n"));
    for printed in [
        "cmd:python3 first.py plays for the computer.",
        "Computer takes 5 seeds from pit A",
        "Computer takes 6 seeds from pit B",
    ] {
        assert!(text.contains(printed), "{text}");
    }
    // The journal contains the bot's command, but the bot is started again only if the user repeats the command.
    let journal = out(&home.run(&["journals"], "")).split_whitespace().nth(2).unwrap().to_owned();
    assert!(
        text.ends_with(&format!("To continue: parlor continue {journal} --level 'cmd:python3 first.py'\n")),
        "{text}"
    );
    let text = out(&home.run(&["continue"], "2\n"));
    let printed = "The computer player has failed: this game is against cmd:python3 first.py, which isn't running; \
                to start it, run parlor continue with --level \"cmd:python3 first.py\".";
    assert!(text.contains(printed), "{text}");
    let text = out(&home.run(&["continue", &journal, "--level", "cmd:python3 first.py"], "2\n2\n"));
    assert!(text.contains("cmd:python3 first.py plays for the computer."), "{text}");
    assert!(!text.contains("failed"), "{text}");
    let printed = refusal(&home.run(&["continue", "--level", "master"], ""));
    assert!(printed.contains("--level: the level of a saved game can't be changed"), "{printed}");
    let printed = refusal(&home.run(&["continue", "--level", "cmd:python3 other.py"], ""));
    assert!(
        printed.contains(&format!("--level: {journal} is against cmd:python3 first.py; to play it against another")),
        "{printed}"
    );
    let record = out(&home.run(&["export", &journal], ""));
    assert!(record.contains("Computer, the bot cmd:python3 first.py"), "{record}");
    let kill_in_place = "import sys\nprint('{\"id\":1,\"result\":{}}', flush=True)\nsys.stdin.readline()\nsys.stdin.readline()\nsys.exit(3)\n";
    fs::write(home.path().join("dies.py"), kill_in_place).unwrap();
    let arguments = ["congkak", "--size", "5", "--seed", "1", "--level", "cmd:python3 dies.py"];
    let text = out(&home.run(&arguments, "heads\n2\n"));
    let printed = "The computer player has failed: cmd:python3 dies.py: it crashed: it exited with code 3.";
    assert!(text.contains(printed), "{text}");
    let printed = refusal(&home.run(&["congkak", "--level", "cmd:./nothing-here"], ""));
    assert!(printed.contains("can't be started"), "{printed}");
    let both = ["congkak", "--players", "computer,computer", "--level", "cmd:python3 first.py"];
    assert!(refusal(&home.run(&both, "")).contains("parlor arena lets bots play each other"));
}

/// The example in Python beats the novice with 95 % confidence.
#[test]
fn the_python_example_beats_novice() {
    let home = Home::new();
    let bot = concat!("cmd:python3 ", env!("CARGO_MANIFEST_DIR"), "/../../examples/bots/congkak.py");
    let player = format!("{bot} {PARLOR}");
    let arguments = ["arena", &player, "novice", "--game", "congkak", "--size", "5", "--pairs", "20", "--json"];
    let text = out(&home.run(&arguments, ""));
    let report = json(&text);
    assert!(report["los"].as_f64().unwrap() > 0.95, "{text}");
    assert_eq!(report["faults"][0]["examples"], serde_json::json!([]), "{text}");
    let source = include_str!("../../../../examples/bots/congkak.py");
    assert!(source.lines().count() < 80);
    let text = out(&home.run(&["arena", "check", &player, "--game", "congkak"], ""));
    assert!(text.ends_with("The bot follows the protocol.\n"), "{text}");
}

/// Runs the commands of `docs/bots/bots.md` that start with a dollar sign, with the bot from that page, in an empty
/// folder.
#[test]
fn the_ten_minutes_of_the_manual_work() {
    let home = Home::new();
    let manual = include_str!("../../../../docs/bots/bots.md");
    let bot = manual.split("```python\n").nth(1).unwrap().split("```").next().unwrap();
    fs::write(home.path().join("mybot.py"), bot).unwrap();
    let bin = std::path::Path::new(PARLOR).parent().unwrap();
    let path = format!("{}:{}", bin.display(), std::env::var("PATH").unwrap());
    let commands: Vec<&str> = manual.lines().filter_map(|line| line.strip_prefix("    $ ")).collect();
    assert_eq!(commands.len(), 4);
    for command in commands {
        let mut shell = Command::new("sh");
        shell.args(["-c", command]).current_dir(home.path()).env("PATH", &path).stdin(Stdio::null());
        let output = shell.output().unwrap();
        let text = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(output.status.success(), "{command}: {text}");
        assert!(!text.contains("faults"), "{command}: {text}");
    }
}
