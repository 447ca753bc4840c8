//! Files are written completely or not at all, and errors are clear.

use std::fs;
use std::path::Path;

use parlor_saves::disk::{DiskError, Existing, read_file, write_file};
use tempfile::tempdir;

/// The names in a folder, to see that nothing is left behind.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_new_file_is_written_and_read() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("game");
    write_file(&path, b"one", Existing::Keep).unwrap();
    assert_eq!(read_file(&path).unwrap(), b"one");
    assert_eq!(names(folder.path()), ["game"]);
}

#[test]
fn an_old_file_stays_unless_it_may_be_replaced() {
    let folder = tempdir().unwrap();
    let path = folder.path().join("game");
    fs::write(&path, "old").unwrap();
    let error = write_file(&path, b"new", Existing::Keep).unwrap_err();
    assert!(matches!(error, DiskError::Exists(_)), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    write_file(&path, b"new", Existing::Replace).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "new");
    assert_eq!(names(folder.path()), ["game"]);
}

#[test]
fn folders_and_missing_folders_are_refused() {
    let folder = tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "whole").unwrap();
    for existing in [Existing::Keep, Existing::Replace] {
        let in_nothing = write_file(&folder.path().join("no/game"), b"new", existing).unwrap_err();
        assert!(matches!(in_nothing, DiskError::NoFolder(_)), "{in_nothing}");
        let in_a_file = write_file(&file.join("game"), b"new", existing).unwrap_err();
        assert!(matches!(in_a_file, DiskError::NoFolder(_)), "{in_a_file}");
        let onto_a_folder = write_file(folder.path(), b"new", existing).unwrap_err();
        assert!(matches!(onto_a_folder, DiskError::Folder(_)), "{onto_a_folder}");
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "whole");
    assert_eq!(names(folder.path()), ["file"]);
}

#[test]
fn a_missing_file_is_reported() {
    let folder = tempdir().unwrap();
    let missing = folder.path().join("missing");
    assert_eq!(read_file(&missing).unwrap_err().to_string(), format!("file not found: {}", missing.display()));
    assert!(matches!(read_file(folder.path()).unwrap_err(), DiskError::Folder(_)));
}

#[test]
fn an_endless_file_is_read_no_further_than_a_save_can_be() {
    let endless = std::io::repeat(b' ');
    assert_eq!(parlor_saves::disk::read_all(endless).unwrap().len(), parlor_saves::MAX_BYTES + 1);
}

mod on_unix {
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::os::unix::net::UnixListener;
    use std::process::Command;

    use super::*;

    #[test]
    fn a_link_stays_a_link_to_the_new_file() {
        let folder = tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        symlink("file", &link).unwrap();
        assert!(matches!(write_file(&link, b"new", Existing::Keep), Err(DiskError::Exists(_))));
        write_file(&link, b"new", Existing::Replace).unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
    }

    #[test]
    fn a_link_to_nothing_is_not_replaced_unasked() {
        let folder = tempdir().unwrap();
        let link = folder.path().join("link");
        symlink("nothing", &link).unwrap();
        assert!(matches!(write_file(&link, b"new", Existing::Keep), Err(DiskError::Exists(_))));
        assert!(link.is_symlink() && names(folder.path()) == ["link"]);
    }

    #[test]
    fn special_files_are_never_replaced_and_only_pipes_are_read() {
        let folder = tempdir().unwrap();
        let (pipe, socket, link) =
            (folder.path().join("pipe"), folder.path().join("socket"), folder.path().join("link"));
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let _listener = UnixListener::bind(&socket).unwrap();
        symlink("pipe", &link).unwrap();
        let cases =
            [(&*pipe, "a pipe"), (&socket, "a socket"), (&link, "a pipe"), (Path::new("/dev/null"), "a device")];
        for (path, kind) in cases {
            let before = fs::symlink_metadata(path).unwrap().file_type();
            let message = format!("{} is {kind}, not a file", path.display());
            if kind != "a pipe" {
                assert_eq!(read_file(path).unwrap_err().to_string(), message);
            }
            for existing in [Existing::Keep, Existing::Replace] {
                assert_eq!(write_file(path, b"new", existing).unwrap_err().to_string(), message);
            }
            assert_eq!(fs::symlink_metadata(path).unwrap().file_type(), before, "{kind}");
        }
        assert_eq!(names(folder.path()), ["link", "pipe", "socket"]);
    }

    #[test]
    fn a_pipe_is_read_like_a_file_and_no_further_than_asked() {
        let folder = tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let write = |text: &'static [u8]| {
            let pipe = pipe.clone();
            std::thread::spawn(move || fs::write(pipe, text))
        };
        let writer = write(b"some text");
        assert_eq!(read_file(&pipe).unwrap(), b"some text");
        writer.join().unwrap().unwrap();
        let mut endless = Command::new("sh").args(["-c", "yes > pipe"]).current_dir(folder.path()).spawn().unwrap();
        assert_eq!(parlor_saves::disk::read_at_most(&pipe, 1 << 20).unwrap().len(), 1 << 20);
        endless.wait().unwrap();
    }

    #[test]
    fn a_long_name_is_not_repeated_whole() {
        let path = Path::new("/nowhere").join("x".repeat(200)).join("end");
        let error = read_file(&path).unwrap_err().to_string();
        assert!(error.ends_with("x/end") && error.chars().count() <= 60 + "file not found: ".len(), "{error}");
    }

    #[test]
    fn messages_have_no_control_characters() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("\u{1b}[31m\n\u{9b}2J\u{202e}");
        let error = read_file(&path).unwrap_err().to_string();
        assert!(error.ends_with("/\u{fffd}[31m\u{fffd}\u{fffd}2J\u{fffd}"), "{error:?}");
    }

    #[test]
    fn a_replaced_file_keeps_its_permissions() {
        let folder = tempdir().unwrap();
        let path = folder.path().join("game");
        write_file(&path, b"old", Existing::Keep).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        write_file(&path, b"new", Existing::Replace).unwrap();
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
    }
}
