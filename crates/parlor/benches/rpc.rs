//! Measures the number of pipelined requests that `parlor rpc` answers per second, with the real program and real
//! pipes.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::process::{Command, Stdio};

use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

const REQUESTS: usize = 40_000;

/// Alternates between `moves` and `play`, for one position of each game.
fn requests() -> String {
    let canoga = r#""position":{"game":"canoga","size":9,"human":{"covered":[1,5,9],"score":3},"computer":{"covered":[2,8],"score":4},"first":"human","next":"human"},"dice":[3,4]"#;
    let congkak = r#""position":{"game":"congkak","size":7,"human":{"store":5,"pits":[7,1,8,0,9,7,7],"rounds":0},"computer":{"store":9,"pits":[8,0,8,8,7,7,7],"rounds":0},"next":"human"}"#;
    let kono = r#""position":{"game":"kono","size":5,"round":1,"human":{"color":"white","score":0},"computer":{"color":"black","score":0},"board":[["W","W","W","W","W"],["W","O","O","O","W"],["O","O","O","O","O"],["B","O","O","O","B"],["B","B","B","B","B"]],"next":"human"}"#;
    let moves = [
        (canoga, r#"{"cover":[4,3]}"#),
        (congkak, r#"{"pit":"R"}"#),
        (kono, r#"{"piece":[2,1],"direction":"southeast"}"#),
    ];
    let mut text = String::new();
    for id in 0..REQUESTS {
        let (position, chosen) = moves[id / 2 % 3];
        let _ = if id % 2 == 0 {
            writeln!(text, r#"{{"jsonrpc":"2.0","id":{id},"method":"moves","params":{{{position}}}}}"#)
        } else {
            writeln!(text, r#"{{"jsonrpc":"2.0","id":{id},"method":"play","params":{{{position},"move":{chosen}}}}}"#)
        };
    }
    text
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn pipelined_requests(bencher: Bencher) {
    let requests = requests();
    bencher.counter(ItemsCount::new(REQUESTS)).bench_local(|| {
        let mut program = Command::new(env!("CARGO_BIN_EXE_parlor"))
            .arg("rpc")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut input = program.stdin.take().expect("it has an input");
        let mut output = program.stdout.take().expect("it has an output");
        let mut answers = Vec::new();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                input.write_all(requests.as_bytes()).expect("it reads");
                drop(input);
            });
            output.read_to_end(&mut answers).expect("it answers");
        });
        program.wait().expect("it ends");
        let text = String::from_utf8(answers).expect("it writes UTF-8");
        assert_eq!(text.lines().filter(|line| line.contains("\"result\"")).count(), REQUESTS);
    });
}
