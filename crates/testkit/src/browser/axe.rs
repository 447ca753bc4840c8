//! axe-core, which checks the accessibility of pages.

use super::failure::{Failure, Result};
use serde_json::Value;
use std::env;
use std::fs;

/// Doesn't refetch style sheets, because only a rule that is off by default needs them.
pub(crate) const RUN: &str = "axe.run(document, { resultTypes: ['violations'], preload: false, iframes: false }).then(
    found => found.violations.map(({ id, impact, help, nodes }) => (
        { id, impact, help, targets: nodes.map(node => node.target.flat().join(' ')) })))";

/// A fault that axe-core has found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The rule's name, such as `image-alt`.
    pub id: String,
    /// The severity: `minor`, `moderate`, `serious`, `critical`.
    pub impact: String,
    /// Advice in one sentence.
    pub help: String,
    /// The faulty elements, as CSS selectors.
    pub targets: Vec<String>,
}

/// The text of axe-core's single file, which `cargo xtask needs` installs in the target folder. That folder is
/// found from the path of the test's executable, which is in it, too.
pub(crate) fn source() -> Result<String> {
    let test = env::current_exe().unwrap_or_default();
    let mut files = test.ancestors().map(|folder| folder.join("npm/node_modules/axe-core/axe.min.js"));
    let text = files.find_map(|file| fs::read_to_string(file).ok());
    text.ok_or_else(|| Failure::new("axe-core is missing: run `cargo xtask needs`"))
}

pub(crate) fn findings(violations: &Value) -> Vec<Finding> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let one = |violation: &Value| Finding {
        id: text(&violation["id"]),
        impact: text(&violation["impact"]),
        help: text(&violation["help"]),
        targets: violation["targets"].as_array().into_iter().flatten().map(text).collect(),
    };
    violations.as_array().into_iter().flatten().map(one).collect()
}
