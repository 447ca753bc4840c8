//! The workflow files of a public host's CI.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Everything that CI does can be repeated on any machine, because CI runs only chores.
#[test]
fn workflows_run_chores_and_nothing_else() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let listed = Command::new(env!("CARGO_BIN_EXE_xtask")).output().unwrap();
    let listed = String::from_utf8(listed.stdout).unwrap();
    let chores: Vec<&str> =
        listed.lines().filter_map(|line| line.strip_prefix("cargo xtask ")?.split(' ').next()).collect();
    assert!(chores.contains(&"test"), "{listed}");
    let mut commands = 0;
    for file in fs::read_dir(root.join(".github/workflows")).unwrap() {
        let path = file.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        for (_, command) in text.lines().filter_map(|line| line.split_once("run:")) {
            let chore = command.trim().strip_prefix("cargo xtask ");
            assert!(chore.is_some_and(|chore| chores.contains(&chore)), "{}: {command}", path.display());
            commands += 1;
        }
    }
    assert_eq!(commands, 4, "build, quick, full and release");
}
