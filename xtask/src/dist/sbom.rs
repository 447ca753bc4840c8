//! The list of all crates that are linked, as CycloneDX.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

use serde_json::{Value, json};

use super::{Release, output, read};
use crate::root;

/// A package of the program's dependency graph.
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) licence: String,
    pub(crate) manifest: String,
    /// From the registry, not part of this project.
    pub(crate) is_foreign: bool,
    id: String,
    dependencies: Vec<String>,
}

/// All packages that a package's program is built from, build scripts included, sorted by name.
pub(crate) fn packages() -> Result<Vec<Package>, String> {
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let mut metadata = Command::new("cargo");
    metadata.args(["metadata", "--format-version", "1", "--locked", "--features", "parlor/postgres"]);
    metadata.args(["--filter-platform", &target, "--manifest-path"]).arg(root().join("crates/parlor/Cargo.toml"));
    let metadata: Value =
        serde_json::from_str(&output(&mut metadata)?).map_err(|error| format!("cargo metadata: {error}"))?;
    let mut graph: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for node in list(&metadata["resolve"]["nodes"]) {
        let is_used = |dependency: &&Value| list(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"] != "dev");
        let needed = list(&node["deps"]).iter().filter(is_used).filter_map(|dependency| dependency["pkg"].as_str());
        graph.insert(node["id"].as_str().unwrap_or_default(), needed.collect());
    }
    let all = list(&metadata["packages"]);
    let id = |package: &Value| package["id"].as_str().unwrap_or_default().to_owned();
    let program = all.iter().find(|package| package["name"] == "parlor").map(id);
    let program = program.ok_or("cargo metadata doesn't list parlor")?;
    let mut used = BTreeSet::new();
    let mut queue = vec![program.as_str()];
    while let Some(next) = queue.pop() {
        if used.insert(next) {
            queue.extend(graph.get(next).into_iter().flatten());
        }
    }
    let word = |package: &Value, key: &str| package[key].as_str().unwrap_or_default().to_owned();
    let mut packages: Vec<Package> = all
        .iter()
        .filter(|package| used.contains(id(package).as_str()))
        .map(|package| Package {
            name: word(package, "name"),
            version: word(package, "version"),
            licence: word(package, "license"),
            manifest: word(package, "manifest_path"),
            is_foreign: !package["source"].is_null(),
            dependencies: graph.get(id(package).as_str()).into_iter().flatten().map(|&id| id.to_owned()).collect(),
            id: id(package),
        })
        .collect();
    packages.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
    Ok(packages)
}

pub(crate) fn build(release: &Release) -> Result<(), String> {
    let packages = packages()?;
    let checksums = checksums(&read(&root().join("Cargo.lock"))?);
    let purl = |package: &Package| format!("pkg:cargo/{}@{}", package.name, package.version);
    let purls: BTreeMap<&str, String> = packages.iter().map(|package| (package.id.as_str(), purl(package))).collect();
    let component = |package: &Package| {
        let mut component = json!({
            "type": if package.name == "parlor" { "application" } else { "library" },
            "bom-ref": purl(package),
            "name": package.name,
            "version": package.version,
            "purl": purl(package),
        });
        if !package.licence.is_empty() {
            // The old notation for OR in Cargo's manifests, a slash, isn't an SPDX expression.
            component["licenses"] = json!([{ "expression": package.licence.replace('/', " OR ") }]);
        }
        if let Some(sum) = checksums.get(&(package.name.clone(), package.version.clone())) {
            component["hashes"] = json!([{ "alg": "SHA-256", "content": sum }]);
        }
        component
    };
    let program = packages.iter().find(|package| package.name == "parlor").ok_or("parlor isn't in its own graph")?;
    let dependencies: Vec<Value> = packages
        .iter()
        .map(|package| {
            let needed: BTreeSet<&String> =
                package.dependencies.iter().filter_map(|id| purls.get(id.as_str())).collect();
            json!({ "ref": purl(package), "dependsOn": needed })
        })
        .collect();
    let libraries: Vec<Value> = packages.iter().filter(|package| package.name != "parlor").map(component).collect();
    let bom = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": component(program) },
        "components": libraries,
        "dependencies": dependencies,
    });
    let text = serde_json::to_string_pretty(&bom).map_err(|error| error.to_string())?;
    super::write(&release.out.join(format!("parlor-{}.cdx.json", release.version)), (text + "\n").as_bytes())
}

/// The checksums of a lock file, by name and version.
fn checksums(lock: &str) -> BTreeMap<(String, String), String> {
    let mut found = BTreeMap::new();
    for block in lock.split("[[package]]") {
        let word = |key: &str| {
            let line = block.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \"")?.strip_suffix('"'));
            line.map(str::to_owned)
        };
        if let (Some(name), Some(version), Some(sum)) = (word("name"), word("version"), word("checksum")) {
            found.insert((name, version), sum);
        }
    }
    found
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
