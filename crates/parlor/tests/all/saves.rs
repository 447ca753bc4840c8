//! `check`, `convert` and `show` on the command line.

use std::fs;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use assert_cmd::cargo::CommandCargoExt;
use tempfile::{TempDir, tempdir};

const CANOGA: &str = "\
Computer:
   Squares: 1 2 3 * 5 6 7 8 *
   Score: 12

Human:
   Squares: * 2 3 4 5 6 7 8 9
   Score: 7

First Turn: Human
Next Turn: Computer
";

const CONGKAK: &str = "\
(
   ( 3 7 0 8 8 8 8 7 2 )

   ( 0 0 7 7 7 7 7 14 1 )

   Computer
)
";

const KONO: &str = "\
Round: 1

Human 2:
   Score: 0
   Color:

Human:
   Score: 3
   Color:

Board:
   W  W  W  W  W
   W  O  O  O  W
   O  O  O  O  O
   B  O  O  O  B
   B  B  B  B  B

Next Player:
";

const BAD: &str = "Human Player: 0 5 5 5 5 5 0\nComputer Player: 0 5 5 five 5 5 x\nNext Player: Human\n";

fn parlor(folder: &Path) -> Command {
    let mut command = Command::cargo_bin("parlor").unwrap();
    command.current_dir(folder);
    command
}

fn folder_with(files: &[(&str, &str)]) -> TempDir {
    let folder = tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn run(folder: &TempDir, arguments: &[&str]) -> Output {
    parlor(folder.path()).args(arguments).stdin(Stdio::null()).output().unwrap()
}

fn run_with(folder: &TempDir, arguments: &[&str], input: &str) -> Output {
    let path = folder.path().join("input of the test");
    fs::write(&path, input).unwrap();
    let output = parlor(folder.path()).args(arguments).stdin(fs::File::open(&path).unwrap()).output().unwrap();
    fs::remove_file(path).unwrap();
    output
}

/// Exit code, standard output, standard error.
fn result(output: &Output) -> (i32, &str, &str) {
    let text = |bytes| std::str::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
}

#[test]
fn check_prints_a_line_for_each_good_file() {
    let folder = folder_with(&[("one", CANOGA), ("two", CONGKAK)]);
    let output = run(&folder, &["check", "one", "two"]);
    let lines = "\
one: text, Canoga, 9 squares a row, Computer is next
two: lisp, Congkak, 7 pits a side, Computer is next
";
    assert_eq!(result(&output), (0, lines, "2 files: 2 good, 0 bad\n"));
}

#[test]
fn check_shows_all_faults_of_a_bad_file() {
    let folder = folder_with(&[("bad", BAD)]);
    let output = run(&folder, &["check", "bad"]);
    let report = "\
error: \u{201c}five\u{201d} is not a number of seeds
  --> bad:2:24
   |
 2 | Computer Player: 0 5 5 five 5 5 x
   |                        ^^^^ expected a whole number from 0 to 50
   = fix: write how many seeds pit C holds

error: \u{201c}x\u{201d} is not a number of rounds won
  --> bad:2:33
   |
 2 | Computer Player: 0 5 5 five 5 5 x
   |                                 ^ expected a whole number from 0 to 999999
   = fix: write the number of rounds won in digits alone, without sign, point or words

";
    assert_eq!(result(&output), (1, report, ""));
}

#[test]
fn check_walks_folders_but_for_hidden_files() {
    let folder = folder_with(&[("a/b/one", CANOGA), ("a/two", CONGKAK), ("a/.hidden", BAD), ("a/.git/three", BAD)]);
    let output = run(&folder, &["check", "a"]);
    let (code, lines, _) = result(&output);
    let files: Vec<&str> = lines.lines().filter_map(|line| line.split_once(':')).map(|(file, _)| file).collect();
    assert_eq!((code, files), (0, vec!["a/b/one", "a/two"]));
}

#[test]
fn check_reports_files_that_it_cant_read() {
    let folder = folder_with(&[("bad", BAD)]);
    fs::create_dir(folder.path().join("empty")).unwrap();
    let output = run(&folder, &["check", "missing", "bad"]);
    let (code, _, errors) = result(&output);
    let all = "error: file not found: missing\n2 files: 0 good, 1 bad, 1 can't be read\n";
    assert_eq!((code, errors), (2, all));
    assert_eq!(result(&run(&folder, &["check", "empty"])), (2, "", "error: no files in empty\n"));
}

#[test]
fn check_prints_json() {
    let folder = folder_with(&[("bad", BAD), ("kono", KONO)]);
    let output = run(&folder, &["check", "--json", "kono", "bad", "missing"]);
    let (code, lines, errors) = result(&output);
    let mut values: Vec<serde_json::Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((code, errors), (2, ""));
    let position = values[0]["save"].as_object_mut().unwrap().remove("position").unwrap();
    assert_eq!((&position["game"], &position["human"]["score"]), (&"kono".into(), &3.into()));
    assert_eq!(
        values[0],
        serde_json::json!({
            "file": "kono",
            "ok": true,
            "save": {
                "game": "kono",
                "dialect": "text",
                "size": 5,
                "next": null,
                "over": false,
                "notes": [
                    "line 3: \u{201c}Human 2\u{201d} is a second person, in Computer's seat",
                    "line 18: the first player has not been chosen yet",
                ],
            },
        })
    );
    assert_eq!(values[1]["faults"].as_array().unwrap().len(), 2);
    assert_eq!((&values[1]["faults"][0]["line"], &values[1]["faults"][0]["column"]), (&2.into(), &24.into()));
    assert_eq!(values[2]["error"], "file not found: missing");
    let summary = serde_json::json!({ "files": 3, "good": 1, "bad": 1, "unreadable": 1 });
    assert_eq!(values[3]["summary"], summary);
}

#[test]
fn check_reads_standard_input() {
    let folder = folder_with(&[]);
    let output = run_with(&folder, &["check", "-"], CANOGA);
    let line = "standard input: text, Canoga, 9 squares a row, Computer is next\n";
    assert_eq!(result(&output), (0, line, ""));
}

#[test]
fn convert_goes_round_through_pipes() {
    let folder = folder_with(&[("game", CONGKAK)]);
    let prolog = run(&folder, &["convert", "game", "--to", "prolog"]);
    assert_eq!(result(&prolog).2, "");
    let text = run_with(&folder, &["convert", "-", "--to", "text", "-o", "-"], result(&prolog).1);
    let lisp = run_with(&folder, &["convert", "-", "--to", "LISP"], result(&text).1);
    assert_eq!(result(&lisp), (0, CONGKAK, ""));
}

#[test]
fn convert_reports_accepted_variations_and_losses() {
    let folder = folder_with(&[("game", &(CANOGA.replace("Human", "Ash") + "\nDice:\n   3 4\n   5\n"))]);
    let output = run(&folder, &["convert", "game", "--to", "lisp"]);
    let (code, _, errors) = result(&output);
    let notes = "\
note: line 5: \u{201c}Ash\u{201d} is read as Human
note: line 13: 2 throws will be used first
lost: the 2 throws that were to be used first
lost: the name \u{201c}Ash\u{201d}, which becomes Human
";
    assert_eq!((code, errors), (0, notes));
}

#[test]
fn convert_replaces_nothing_without_force() {
    let folder = folder_with(&[("game", CANOGA), ("out", "old")]);
    let output = run(&folder, &["convert", "game", "--to", "lisp", "-o", "out"]);
    let error = "error: out exists already; --force replaces it\n";
    assert_eq!(result(&output), (2, "", error));
    assert_eq!(fs::read_to_string(folder.path().join("out")).unwrap(), "old");
    let output = run(&folder, &["convert", "game", "--to", "text", "-o", "out", "--force"]);
    assert_eq!(result(&output), (0, "", ""));
    assert_eq!(fs::read_to_string(folder.path().join("out")).unwrap(), CANOGA);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left behind");
}

#[test]
fn convert_explains_refusals() {
    let folder = folder_with(&[("bad", BAD), ("game", CANOGA)]);
    let output = run(&folder, &["convert", "bad", "--to", "lisp", "-o", "out"]);
    let (code, nothing, errors) = result(&output);
    assert_eq!((code, nothing), (1, ""));
    assert!(errors.starts_with("error: \u{201c}five\u{201d} is not a number of seeds"), "{errors}");
    assert!(!folder.path().join("out").exists());
    let cases = [
        (["convert", "game", "--to", "text", "-o", "no/out"], "error: folder not found: no\n"),
        (["convert", "game", "--to", "text", "-o", "game/out"], "error: folder not found: game\n"),
        (["convert", "game", "--to", "text", "-o", "."], "error: . is a folder, not a file\n"),
        (["convert", ".", "--to", "text", "-o", "out"], "error: . is a folder, not a file\n"),
        (["convert", "none", "--to", "text", "-o", "out"], "error: file not found: none\n"),
    ];
    for (arguments, error) in cases {
        assert_eq!(result(&run(&folder, &arguments)), (2, "", error), "{arguments:?}");
    }
    let output = run(&folder, &["convert", "game", "--to", "basic"]);
    assert!(result(&output).2.contains("is not a dialect: text, lisp or prolog"));
}

/// A file-size limit simulates a full disk: the write fails in the middle.
#[test]
fn convert_leaves_the_old_file_whole_when_writing_fails() {
    let folder = folder_with(&[("game", CANOGA), ("out", "old")]);
    let parlor = Command::cargo_bin("parlor").unwrap();
    let mut shell = Command::new("sh");
    // If the signal is ignored, the write returns an error instead.
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" convert game --to lisp -o out --force";
    let output = shell.current_dir(folder.path()).arg("-c").arg(script).arg(parlor.get_program()).output().unwrap();
    let (code, nothing, errors) = result(&output);
    assert_eq!((code, nothing), (2, ""), "{errors}");
    assert!(errors.starts_with("error: out: "), "{errors}");
    assert_eq!(fs::read_to_string(folder.path().join("out")).unwrap(), "old");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left behind");
}

/// The commands that read a file, with `file` in place of its name.
const READERS: [&[&str]; 5] = [
    &["check", "file"],
    &["check", "--json", "file"],
    &["show", "file"],
    &["convert", "file", "--to", "lisp"],
    &["solve", "canoga", "--position", "file"],
];

/// Runs each command of [`READERS`] on this file in a folder. Fails if a command waits for input.
fn read_with_all(folder: &Path, file: &str) -> Vec<(String, Output)> {
    let run = |command: &&[&str]| {
        let arguments = command.iter().map(|&argument| if argument == "file" { file } else { argument });
        let mut program = assert_cmd::Command::from_std(parlor(folder));
        let output = program.args(arguments).timeout(Duration::from_secs(20)).output().unwrap();
        (format!("{command:?} {file:?}"), output)
    };
    READERS.iter().map(run).collect()
}

#[test]
fn devices_and_sockets_are_refused_at_once() {
    let folder = folder_with(&[]);
    let path = |name: &str| folder.path().join(name);
    let _listener = std::os::unix::net::UnixListener::bind(path("socket")).unwrap();
    let cases = [("socket", "a socket"), ("/dev/zero", "a device"), ("/dev/null", "a device")];
    for (file, kind) in cases {
        let error = format!("{file} is {kind}, not a file; - reads standard input");
        for (command, output) in read_with_all(folder.path(), file) {
            let (code, out, err) = result(&output);
            assert_eq!(code, 2, "{command}");
            assert!(format!("{out}{err}").contains(&error), "{command}: {out}{err}");
        }
    }
}

#[test]
fn an_endless_input_is_read_only_as_far_as_needed() {
    let folder = folder_with(&[]);
    for command in [&["check", "-"][..], &["show", "-"], &["convert", "-", "--to", "text"]] {
        let endless = fs::File::open("/dev/zero").unwrap();
        let output = parlor(folder.path()).args(command).stdin(endless).output().unwrap();
        let (code, out, err) = result(&output);
        assert_eq!(code, 1, "{command:?}");
        assert!(
            format!("{out}{err}").starts_with("error: the file is too large\n  --> standard input:1:1\n"),
            "{out}{err}"
        );
    }
}

#[test]
fn convert_replaces_nothing_but_files() {
    let folder = folder_with(&[("game", CANOGA), ("folder/file", "")]);
    let path = |name: &str| folder.path().join(name);
    assert!(Command::new("mkfifo").arg(path("pipe")).status().unwrap().success());
    std::os::unix::fs::symlink("/dev/null", path("link")).unwrap();
    let cases = [("pipe", "a pipe"), ("folder", "a folder"), ("/dev/null", "a device"), ("link", "a device")];
    for (file, kind) in cases {
        let before = fs::symlink_metadata(path(file)).unwrap().file_type();
        let output = run(&folder, &["convert", "game", "--to", "text", "--force", "-o", file]);
        assert_eq!(result(&output), (2, "", &*format!("error: {file} is {kind}, not a file\n")));
        assert_eq!(fs::symlink_metadata(path(file)).unwrap().file_type(), before, "{file}");
    }
}

/// True for characters that a terminal could interpret as a command or display in another order.
fn is_harmful(c: char) -> bool {
    (c.is_control() && c != '\n') || ('\u{202a}'..='\u{202e}').contains(&c)
}

#[test]
fn nothing_in_a_file_or_its_name_reaches_the_terminal() {
    const EVIL: &str = "\u{1b}]0;title\u{7}\u{1b}[2J\u{9b}31m\r\u{8}\u{7f}\u{202e}";
    let name = format!("{EVIL}\nerror: x");
    let named = CANOGA.replace("Human", "A\u{202e}sh\u{85}");
    let contents = [
        CANOGA.to_owned(),
        BAD.to_owned(),
        named,
        format!("Human Player: 0 5 5 {EVIL} 5 5 0\n"),
        BAD.replace("five", "\u{202e}\u{b}\u{c}\u{85}five"),
        BAD.replace("Next Player", "Next\u{202e} Player"),
        format!("( ; {EVIL}\n)"),
        EVIL.to_owned(),
    ];
    let folder = folder_with(&[]);
    let mut outputs = Vec::new();
    for text in contents {
        fs::write(folder.path().join(&name), &text).unwrap();
        outputs.extend(read_with_all(folder.path(), &name));
        outputs.push((text, run(&folder, &["convert", &name, "--to", "text", "-o", &name])));
    }
    fs::remove_file(folder.path().join(&name)).unwrap();
    outputs.extend(read_with_all(folder.path(), &name));
    fs::create_dir(folder.path().join(&name)).unwrap();
    outputs.extend(read_with_all(folder.path(), &name));
    // A shell may pass any file name where an option is expected.
    outputs.push(("usage".to_owned(), run(&folder, &["show", "game", &name])));
    for (what, output) in outputs {
        let (code, out, err) = result(&output);
        assert!((0..=2).contains(&code), "{what}");
        assert!(!out.contains(is_harmful) && !err.contains(is_harmful), "{what}: {out:?} {err:?}");
        assert!(!err.lines().any(|line| line == "error: x"), "a name can't forge a line of output: {err:?}");
    }
}

#[test]
fn json_has_the_exact_name_of_a_file() {
    let name = "caf\u{e9} \u{1b}[2J\u{9b}31m\n\u{202e}\u{1f600}";
    let folder = folder_with(&[(name, CANOGA)]);
    let output = run(&folder, &["check", "--json", name]);
    let (_, line, _) = result(&output);
    assert!(!line.contains(is_harmful), "{line:?}");
    let value: serde_json::Value = serde_json::from_str(line).unwrap();
    assert_eq!(value["file"], name);
}

#[test]
fn show_draws_canoga() {
    let folder = folder_with(&[("game", CANOGA)]);
    let board = "\
Canoga

Computer   1    2    3   [4]   5    6    7    8   [9]   score 12
Human     [1]   2    3    4    5    6    7    8    9    score 7
[n] is covered.

Human took the first turn of the round.
Computer is next.
";
    assert_eq!(result(&run(&folder, &["show", "game"])), (0, board, ""));
}

#[test]
fn show_draws_congkak() {
    let folder = folder_with(&[("game", CONGKAK)]);
    let board = "\
Congkak

                  A    B    C    D    E    F    G
Computer         14    7    7    7    7    7    0
Human    [  3]                                      [  0] Computer
Human             7    0    8    8    8    8    7
                  V    U    T    S    R    Q    P
Human has 49 seeds and has won 2 rounds; Computer has 49 seeds and has won 1 round.

Seeds are sown clockwise; each store is at its owner's left.
Computer is next.
";
    assert_eq!(result(&run(&folder, &["show", "game"])), (0, board, ""));
}

#[test]
fn show_draws_kono() {
    let folder = folder_with(&[("game", KONO)]);
    let board = "\
Kono, round 1

N
1  W - W - W - W - W   worth 3 1 5 1 3
   |   |   |   |   |
2  W - + - + - + - W   worth 1 - - - 1
   |   |   |   |   |
3  + - + - + - + - +
   |   |   |   |   |
4  B - + - + - + - B   worth 1 - - - 1
   |   |   |   |   |
5  B - B - B - B - B   worth 3 1 5 1 3
S
W  1   2   3   4   5  E
Computer: no colour yet, score 0
Human: no colour yet, score 3

W and B are pieces, doubled if they may capture.
The first player and the colours have not been chosen yet.
Human 2 sits in Computer's seat.
";
    let output = run(&folder, &["show", "game"]);
    assert_eq!((result(&output).0, result(&output).1), (0, board));
}

#[test]
fn show_says_that_a_round_is_won() {
    let won = CANOGA.replace("1 2 3 * 5 6 7 8 *", "* * * * * * * * *");
    let folder = folder_with(&[("game", &won)]);
    let output = run(&folder, &["show", "game"]);
    let end = "Computer has covered every square and wins the round: 44 points.\nTotals: Human 7, Computer 56.\n";
    assert!(result(&output).1.ends_with(end), "{}", result(&output).1);
}
