//! What `cargo metadata` says about the workspace and its dependencies.

use std::io;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// One package: a crate of the workspace, or one from outside.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Package {
    /// Its name, such as `tesuji-board`.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its licence as an SPDX expression, where it states one.
    pub licence: Option<String>,
    /// Its folder relative to the root, such as `crates/board`; `None` for one from outside.
    pub folder: Option<String>,
    /// The packages of the workspace that it imports, for the product, its tests or its build.
    pub imports: Vec<String>,
    /// Its test executables.
    pub tests: Vec<String>,
}

/// Every package that can take part in a build of the workspace, on any platform, with any features.
///
/// # Errors
///
/// If cargo fails, or its answer has an unknown form.
pub fn read(root: &Path) -> io::Result<Vec<Package>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--format-version", "1", "--locked", "--all-features"])
        .current_dir(root)
        .output()?;
    if !output.status.success() {
        return Err(io::Error::other(format!("cargo metadata: {}", String::from_utf8_lossy(&output.stderr))));
    }
    let answer: Value = serde_json::from_slice(&output.stdout)?;
    packages(&answer).ok_or_else(|| io::Error::other("cargo metadata answers in an unknown form"))
}

fn packages(answer: &Value) -> Option<Vec<Package>> {
    let root = answer["workspace_root"].as_str()?;
    answer["packages"].as_array()?.iter().map(|package| parse_package(package, root)).collect()
}

fn parse_package(package: &Value, root: &str) -> Option<Package> {
    let text = |key: &str| package[key].as_str().map(str::to_owned);
    let folder = package["source"].is_null().then(|| {
        let manifest = package["manifest_path"].as_str()?;
        manifest.strip_prefix(root)?.trim_start_matches('/').strip_suffix("/Cargo.toml").map(str::to_owned)
    });
    let imports = package["dependencies"].as_array()?.iter().filter(|import| import["path"].is_string());
    let targets = package["targets"].as_array()?.iter().filter(|target| target["kind"][0] == "test");
    Some(Package {
        name: text("name")?,
        version: text("version")?,
        licence: text("license"),
        folder: folder.flatten(),
        imports: imports.map(|import| import["name"].as_str().map(str::to_owned)).collect::<Option<_>>()?,
        tests: targets.map(|target| target["name"].as_str().map(str::to_owned)).collect::<Option<_>>()?,
    })
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn tells_crates_of_the_house_from_others() {
        let answer: Value = serde_json::json!({"workspace_root": "/house", "packages": [
            {"name": "tesuji-hex", "version": "0.1.0", "license": "MIT", "source": null,
             "manifest_path": "/house/crates/hex/Cargo.toml",
             "targets": [{"name": "tesuji_hex", "kind": ["lib"]}, {"name": "hex", "kind": ["test"]}],
             "dependencies": [{"name": "tesuji-board", "path": "/house/crates/board"}, {"name": "toml"}]},
            {"name": "toml", "version": "1.0.0", "license": null, "source": "registry+x",
             "manifest_path": "/elsewhere/toml/Cargo.toml", "dependencies": [], "targets": []},
        ]});
        let found = packages(&answer).unwrap();
        assert_eq!(found[0].folder.as_deref(), Some("crates/hex"));
        assert_eq!(
            (&found[0].imports[..], &found[0].tests[..]),
            (&["tesuji-board".to_owned()][..], &["hex".to_owned()][..])
        );
        assert_eq!((&found[1].folder, &found[1].licence), (&None, &None));
        assert_eq!(packages(&serde_json::json!({})), None);
    }
}
