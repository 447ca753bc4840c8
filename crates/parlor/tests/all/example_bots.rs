//! The example bots in other languages: each speaks the protocol at every size of its game and beats a random mover.

use std::fs;
use std::path::Path;
use std::process::Command;

use parlor_testkit::Home;

use crate::output::out;

const PARLOR: &str = env!("CARGO_BIN_EXE_parlor");

const BOTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bots");

/// Plays any legal move, which `parlor rpc` lists. The seed is the argument after parlor.
const RANDOM_MOVER: &str = r#"
import json, random, subprocess, sys
referee = subprocess.Popen([sys.argv[1], "rpc"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
def ask(params):
    referee.stdin.write(json.dumps({"jsonrpc": "2.0", "id": 1, "method": "moves", "params": params}) + "\n")
    referee.stdin.flush()
    return json.loads(referee.stdout.readline())["result"]
for line in sys.stdin:
    asked = json.loads(line)
    if asked["method"] == "version":
        result = {"name": "random", "version": "1"}
    else:
        params = {name: asked["params"][name] for name in ("position", "dice") if asked["params"].get(name) is not None}
        # Equal in every run: the choice depends only on the position.
        choose = random.Random(json.dumps(params, sort_keys=True)).choice
        legal = ask(params)
        result = {"move": choose(legal["moves"])} if "moves" in legal else {"throw": choose(legal["throws"])}
    print(json.dumps({"jsonrpc": "2.0", "id": asked["id"], "result": result}), flush=True)
"#;

fn build(home: &Home, program: &str, arguments: &[&str]) {
    let output = Command::new(program).args(arguments).current_dir(home.path()).output().unwrap();
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Checks the bot on every size, and lets it play 100 rounds at the usual size.
fn is_good(home: &Home, source: &str, command: &str, game: &str) {
    let lines = fs::read_to_string(Path::new(BOTS).join(source)).unwrap().lines().count();
    assert!(lines < 120, "{source} has {lines} lines");
    let player = format!("cmd:{command}");
    let text = out(&home.run(&["arena", "check", &player], ""));
    assert!(text.ends_with("The bot follows the protocol.\n"), "{text}");
    fs::write(home.path().join("random.py"), RANDOM_MOVER).unwrap();
    let random = format!("cmd:python3 random.py {PARLOR}");
    let match_of = ["arena", &player, &random, "--game", game, "--pairs", "50", "--json"];
    let text = out(&home.run(&match_of, ""));
    let report: serde_json::Value = serde_json::from_str(&text).unwrap();
    println!("{source}: {text}");
    assert_eq!(report["rounds"], 100);
    for player in 0..2 {
        assert_eq!(report["faults"][player]["examples"], serde_json::json!([]), "{text}");
    }
    // Better with 95 % confidence.
    assert_eq!(report["better"], 0, "{text}");
}

#[test]
fn the_example_in_cpp() {
    let home = Home::new();
    build(
        &home,
        "g++",
        &["-O1", "-std=c++17", "-Wall", "-Wextra", "-Werror", "-o", "canoga", &format!("{BOTS}/canoga.cpp")],
    );
    is_good(&home, "canoga.cpp", "./canoga", "canoga");
}

#[test]
fn the_example_in_java() {
    let home = Home::new();
    build(&home, "javac", &["-d", ".", &format!("{BOTS}/Congkak.java")]);
    is_good(&home, "Congkak.java", "java Congkak", "congkak");
}

#[test]
fn the_example_in_lisp() {
    let home = Home::new();
    is_good(&home, "kono.lisp", &format!("sbcl --script {BOTS}/kono.lisp"), "kono");
}

#[test]
fn the_example_in_prolog() {
    let home = Home::new();
    is_good(&home, "canoga.pl", &format!("swipl {BOTS}/canoga.pl"), "canoga");
}
