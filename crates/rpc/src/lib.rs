//! The games for other programs: JSON-RPC 2.0, one request a line, one answer a line.
//!
//! Every request carries its whole position, so nothing is kept between requests. `docs/protocol.md` is
//! the contract; here is who keeps it:
//!
//! - [`serve`] reads lines and writes answers (bounded lines, flushed when nobody waits in line);
//! - [`answer`] turns one line into its answer: envelopes, batches, notifications, errors;
//! - one file per game has the shapes of its positions and moves, and its methods.
//!
//! ```
//! let request = r#"{"jsonrpc":"2.0","id":1,"method":"version"}"#;
//! let answer = parlor_rpc::answer(request.as_bytes()).unwrap();
//! assert!(answer.starts_with(r#"{"jsonrpc":"2.0","id":1,"result":{"name":"parlor","version":"#));
//! ```

mod canoga;
mod congkak;
mod envelope;
mod error;
mod json;
mod kono;
mod methods;
mod saves;
mod serve;
mod shapes;
mod thinking;

pub use envelope::answer;
pub use serve::{MAX_LINE, serve};
