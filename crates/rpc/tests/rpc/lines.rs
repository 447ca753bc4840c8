//! Splitting the server's input into lines: line ends and lengths.

use std::io::{self, Read, Write};

use parlor_rpc::{MAX_LINE, serve};

const VERSION: &str = r#"{"jsonrpc":"2.0","id":7,"method":"version"}"#;

fn answers(input: &[u8]) -> Vec<String> {
    let mut output = Vec::new();
    serve(input, &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert!(output.is_empty() || output.ends_with('\n'));
    output.lines().map(str::to_owned).collect()
}

fn is_version(answer: &str) -> bool {
    answer.starts_with(r#"{"jsonrpc":"2.0","id":7,"result":{"name":"parlor","version":""#)
}

#[test]
fn end_of_input_ends_it() {
    assert!(answers(b"").is_empty());
}

#[test]
fn the_last_line_needs_no_end() {
    let answers = answers(VERSION.as_bytes());
    assert!(answers.len() == 1 && is_version(&answers[0]));
}

#[test]
fn blank_lines_are_ignored_and_line_ends_may_be_windows() {
    let answers = answers(format!("\n  \r\n{VERSION}\r\n\t\n{VERSION}\n").as_bytes());
    assert!(answers.len() == 2 && answers.iter().all(|answer| is_version(answer)));
}

#[test]
fn a_line_of_the_most_bytes_is_read_and_one_more_is_refused() {
    for (length, fits) in [(MAX_LINE, true), (MAX_LINE + 1, false), (3 * MAX_LINE, false)] {
        for end in ["\n", "\r\n"] {
            // A line's end isn't part of the line.
            let padding = " ".repeat(length - VERSION.len());
            let input = format!("{VERSION}{padding}{end}{VERSION}\n");
            let answers = answers(input.as_bytes());
            assert_eq!(answers.len(), 2);
            assert_eq!(is_version(&answers[0]), fits, "{length}");
            assert!(fits || answers[0].contains(r#""id":null,"error":{"code":-32600,"message":"Invalid Request: the line is longer than 1048576 bytes"}"#));
            assert!(is_version(&answers[1]), "the next request works as if nothing had happened");
        }
    }
    // A line that is too long and never ends.
    let answers = answers(&vec![b'['; 2 * MAX_LINE]);
    assert!(answers.len() == 1 && answers[0].contains("-32600"));
}

#[test]
fn bad_utf8_is_a_parse_error_that_says_where() {
    let mut input = b"{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}\n".to_vec();
    input.extend_from_slice(VERSION.as_bytes());
    let answers = answers(&input);
    assert_eq!(
        answers[0],
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: byte 35 of the line is not UTF-8"}}"#
    );
    assert!(is_version(&answers[1]));
}

/// A client that waits for each answer before it sends more, and one that sends half a line first.
#[test]
fn an_answer_never_waits_for_more_input() {
    struct Client<'a> {
        sends: Vec<&'a [u8]>,
        heard: &'a std::cell::RefCell<Vec<u8>>,
        heard_before_each: Vec<usize>,
    }
    impl Read for Client<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let heard = String::from_utf8(self.heard.borrow().clone()).unwrap();
            self.heard_before_each.push(heard.lines().count());
            if self.sends.is_empty() {
                return Ok(0);
            }
            let piece = self.sends.remove(0);
            buffer[..piece.len()].copy_from_slice(piece);
            Ok(piece.len())
        }
    }
    struct Ear<'a>(&'a std::cell::RefCell<Vec<u8>>);
    impl Write for Ear<'_> {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.borrow_mut().extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let heard = std::cell::RefCell::new(Vec::new());
    let line = format!("{VERSION}\n");
    let line_and_a_half = format!("{line}{}", &VERSION[..10]);
    let sends = vec![line.as_bytes(), line_and_a_half.as_bytes(), &line.as_bytes()[10..]];
    let mut client = Client { sends, heard: &heard, heard_before_each: vec![] };
    serve(&mut client, Ear(&heard)).unwrap();
    assert_eq!(client.heard_before_each, [0, 1, 2, 3]);
}

#[test]
fn a_closed_output_is_an_error_of_its_kind() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let error = serve(format!("{VERSION}\n").as_bytes(), Closed).unwrap_err();
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
}
