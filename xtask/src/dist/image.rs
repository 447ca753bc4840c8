//! An OCI image layout, made without a container engine: the C library, certificates and the program.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use super::{Release, bytes, entries, install, make_folder, output, run, set_modes, sha256, write};

/// Debian packages that the program needs at run time: its libraries, and certificate authorities for TLS to a
/// database.
const BASE: [&str; 3] = ["libc6", "libgcc-s1", "ca-certificates"];

/// The account in the image, which owns the data.
const USER: u32 = 7433;

pub(crate) fn build(release: &Release) -> Result<(), String> {
    let files = release.folder("image-root")?;
    base(release, &files)?;
    install(&release.program, &files.join("usr/bin/parlor"), 0o755)?;
    write(&files.join("etc/passwd"), format!("parlor:x:{USER}:{USER}::/data:/usr/sbin/nologin\n").as_bytes())?;
    write(&files.join("etc/group"), format!("parlor:x:{USER}:\n").as_bytes())?;
    set_modes(&files)?;
    for folder in ["data", "tmp"] {
        make_folder(&files.join(folder))?;
        // If the image is unpacked without privileges, the account has another number.
        super::set_mode(&files.join(folder), 0o1777)?;
    }

    let layout = release.folder("image")?;
    let blobs = layout.join("blobs/sha256");
    make_folder(&blobs)?;
    let tar = release.folder("image-layer")?.join("layer.tar");
    release.tar(&files, ".", &tar)?;
    let unpacked = sha256(&bytes(&tar)?);
    run(Command::new("gzip").args(["-9", "-n"]).arg(&tar))?;
    let layer = blob(&blobs, &bytes(&tar.with_extension("tar.gz"))?, "application/vnd.oci.image.layer.v1.tar+gzip")?;
    let config = blob(&blobs, &text(&config(release, &unpacked)?), "application/vnd.oci.image.config.v1+json")?;
    let manifest = json!({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": config,
        "layers": [layer],
    });
    let mut manifest = blob(&blobs, &text(&manifest), "application/vnd.oci.image.manifest.v1+json")?;
    manifest["annotations"] = json!({ "org.opencontainers.image.ref.name": release.version });
    let index = json!({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.index.v1+json",
        "manifests": [manifest],
    });
    write(&layout.join("index.json"), &text(&index))?;
    write(&layout.join("oci-layout"), br#"{"imageLayoutVersion":"1.0.0"}"#)?;
    set_modes(&layout)?;
    release.tar(&layout, ".", &release.out.join(format!("parlor-{}-oci.tar", release.version)))
}

/// Unpacks the packages of [`BASE`], without their documentation.
fn base(release: &Release, files: &Path) -> Result<(), String> {
    let downloads = release.folder("image-base")?;
    let mut download = Command::new("apt-get");
    download.args(["-qq", "download"]).args(BASE).current_dir(&downloads);
    if run(&mut download).is_err() {
        run(Command::new("apt-get").args(["-qq", "update"]))?;
        run(&mut download)?;
    }
    // Debian's root has links into /usr; a package's own /lib would hide them.
    for (link, target) in [("bin", "usr/bin"), ("lib", "usr/lib"), ("lib64", "usr/lib64"), ("sbin", "usr/sbin")] {
        make_folder(&files.join(target))?;
        std::os::unix::fs::symlink(target, files.join(link)).map_err(|error| error.to_string())?;
    }
    let packages = entries(&downloads)?;
    if packages.len() != BASE.len() {
        return Err(format!("{} packages were downloaded for {BASE:?}", packages.len()));
    }
    for package in packages {
        // With this option, tar keeps the links of the root; dpkg-deb -x has no such option.
        let mut unpack = Command::new("sh");
        unpack
            .args(["-c", "dpkg-deb --fsys-tarfile \"$0\" | tar --extract --keep-directory-symlink --directory \"$1\""]);
        run(unpack.arg(&package).arg(files))?;
    }
    let mut authorities = Vec::new();
    for file in entries(&files.join("usr/share/ca-certificates/mozilla"))? {
        authorities.extend(bytes(&file)?);
    }
    write(&files.join("etc/ssl/certs/ca-certificates.crt"), &authorities)?;
    for folder in ["doc", "man", "lintian", "ca-certificates"] {
        let _ = std::fs::remove_dir_all(files.join("usr/share").join(folder));
    }
    Ok(())
}

fn config(release: &Release, layer: &str) -> Result<Value, String> {
    let epoch = format!("@{}", release.epoch);
    let created = output(Command::new("date").args(["-u", "-d", &epoch, "+%Y-%m-%dT%H:%M:%SZ"]))?.trim().to_owned();
    let architecture = output(Command::new("dpkg").arg("--print-architecture"))?.trim().to_owned();
    Ok(json!({
        "created": created,
        "architecture": architecture,
        "os": "linux",
        "config": {
            "User": format!("{USER}:{USER}"),
            "ExposedPorts": { "7433/tcp": {} },
            "Env": ["PATH=/usr/bin"],
            "Entrypoint": ["/usr/bin/parlor"],
            "Cmd": ["web", "--bind", "0.0.0.0:7433", "--store", "/data/tables.sqlite"],
            "Volumes": { "/data": {} },
            "WorkingDir": "/data",
            "Healthcheck": { "Test": ["CMD", "/usr/bin/parlor", "health"], "Interval": 30_000_000_000_u64, "Timeout": 20_000_000_000_u64 },
            "Labels": {
                "org.opencontainers.image.title": "Parlor",
                "org.opencontainers.image.version": release.version,
                "org.opencontainers.image.licenses": "MIT OR Apache-2.0",
            },
        },
        "rootfs": { "type": "layers", "diff_ids": [format!("sha256:{layer}")] },
        "history": [{ "created": created, "created_by": "cargo xtask dist" }],
    }))
}

/// Stores a blob under its digest, and describes it.
fn blob(folder: &Path, bytes: &[u8], media_type: &str) -> Result<Value, String> {
    let digest = sha256(bytes);
    write(&folder.join(&digest), bytes)?;
    Ok(json!({ "mediaType": media_type, "digest": format!("sha256:{digest}"), "size": bytes.len() }))
}

fn text(value: &Value) -> Vec<u8> {
    value.to_string().into_bytes()
}
