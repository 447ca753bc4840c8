//! The accessibility tree as text.

use serde_json::Value;
use std::collections::HashMap;
use std::fmt::Write as _;

/// Roles without meaning, replaced by their children.
const SILENT: [&str; 8] =
    ["generic", "none", "InlineTextBox", "LineBreak", "ListMarker", "Iframe", "emphasis", "strong"];

/// Roles whose elements are named after the text they contain. The outline doesn't repeat this text below the name.
const NAMED_BY_TEXT: [&str; 15] = [
    "button",
    "link",
    "heading",
    "cell",
    "gridcell",
    "columnheader",
    "rowheader",
    "option",
    "tab",
    "menuitem",
    "checkbox",
    "radio",
    "switch",
    "DisclosureTriangle",
    "tooltip",
];

/// The states shown in the outline, by the browser's names.
const STATES: [&str; 11] = [
    "level", "checked", "pressed", "expanded", "selected", "disabled", "required", "readonly", "invalid", "modal",
    "live",
];

/// One line for each element, its role and name, indented.
pub(crate) fn outline(nodes: &[Value]) -> String {
    let by_id: HashMap<&str, &Value> = nodes.iter().filter_map(|node| Some((node["nodeId"].as_str()?, node))).collect();
    let mut text = String::new();
    for root in nodes.iter().filter(|node| node["parentId"].is_null()) {
        write_node(root, &by_id, 0, "", &mut text);
    }
    text
}

/// `shown` is the name of the enclosing element, if it contains this text already.
fn write_node(node: &Value, by_id: &HashMap<&str, &Value>, depth: usize, shown: &str, text: &mut String) {
    let role = node["role"]["value"].as_str().unwrap_or_default();
    let name = plain(node["name"]["value"].as_str().unwrap_or_default());
    // Some versions of Chromium leave out forms that have no name.
    let silent = node["ignored"] == true || SILENT.contains(&role) || (role == "form" && name.is_empty());
    let (mut depth, mut shown) = (depth, shown);
    if role == "StaticText" {
        if silent || name.is_empty() || shown.contains(&name) {
            return;
        }
        let _ = writeln!(text, "{:1$}text {name:?}", "", depth * 2);
        return;
    }
    if !silent {
        let _ = write!(text, "{:1$}{2}", "", depth * 2, word(role));
        if !name.is_empty() {
            let _ = write!(text, " {name:?}");
        }
        states(node, text);
        text.push('\n');
        depth += 1;
        shown = match role {
            _ if NAMED_BY_TEXT.contains(&role) => &name,
            // Its text is its value.
            "textbox" | "searchbox" | "spinbutton" => node["value"]["value"].as_str().unwrap_or_default(),
            _ => "",
        };
    }
    for child in node["childIds"].as_array().into_iter().flatten() {
        if let Some(child) = child.as_str().and_then(|id| by_id.get(id)) {
            write_node(child, by_id, depth, shown, text);
        }
    }
}

fn states(node: &Value, text: &mut String) {
    let properties = node["properties"].as_array().map_or(&[][..], Vec::as_slice);
    for state in STATES {
        let Some(property) = properties.iter().find(|property| property["name"] == state) else { continue };
        if state == "level" && node["role"]["value"] != "heading" {
            continue;
        }
        let value = match &property["value"]["value"] {
            Value::String(value) => value.clone(),
            value => value.to_string(),
        };
        match value.as_str() {
            "true" => _ = write!(text, " {state}"),
            // Default states are left out, except of elements that can be checked, pressed or expanded.
            "false" if !matches!(state, "checked" | "pressed" | "expanded") => {}
            "off" => {}
            _ => _ = write!(text, " {state}={value}"),
        }
    }
    for extra in ["value", "description"] {
        let value = match &node[extra]["value"] {
            Value::String(value) => plain(value),
            Value::Null => continue,
            value => value.to_string(),
        };
        if !value.is_empty() {
            let _ = write!(text, " {extra}={value:?}");
        }
    }
}

/// Replaces the browser's own names of some roles with familiar ones.
fn word(role: &str) -> &str {
    match role {
        "RootWebArea" => "page",
        "LabelText" => "label",
        "DisclosureTriangle" => "summary",
        "Details" => "details",
        "Legend" => "legend",
        other => other,
    }
}

pub(crate) fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
