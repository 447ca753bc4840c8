//! The games for other programs: JSON-RPC requests and their answers.
