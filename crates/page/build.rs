//! Gives every asset a name that holds its content's hash, and a compressed twin; writes the table that `assets.rs` includes.
//!
//! Assets name each other as `"./name"`. That is all that is rewritten: a browser could run them as they stand.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use flate2::Compression;
use flate2::write::GzEncoder;

fn main() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?);
    let out = PathBuf::from(env::var("OUT_DIR")?);
    let mut waiting = BTreeMap::new();
    for directory in ["assets", "texts"] {
        println!("cargo::rerun-if-changed={directory}");
        for entry in fs::read_dir(root.join(directory))? {
            let path = entry?.path();
            let name = path.file_name().and_then(|name| name.to_str());
            let name = name.ok_or("an asset's name is text")?.to_owned();
            waiting.insert(name, fs::read(&path)?);
        }
    }

    let mut table = String::from("&[\n");
    let mut named: BTreeMap<String, String> = BTreeMap::new();
    while !waiting.is_empty() {
        // A file's hash covers the names in it, so what it names comes first.
        let ready = waiting
            .iter()
            .find(|(_, content)| !waiting.keys().any(|other| names(content, other)));
        let Some((name, content)) = ready else {
            let circle: Vec<_> = waiting.keys().collect();
            return Err(format!("assets name each other in a circle: {circle:?}").into());
        };
        let (name, mut content) = (name.clone(), content.clone());
        if let Ok(text) = String::from_utf8(content.clone()) {
            let text = named.iter().fold(text, |text, (other, file)| {
                text.replace(&reference(other), &format!("\"/assets/{file}\""))
            });
            content = text.into_bytes();
        }
        let (stem, ending) = name.rsplit_once('.').ok_or("an asset has an ending")?;
        let file = format!("{stem}-{:016x}.{ending}", fnv(&content));
        let kind = media_type(ending).ok_or_else(|| format!("{name} is of no known type"))?;
        write_asset(&out, &file, &content)?;
        let gzip = compress(&content)?;
        // PNGs are compressed already.
        let worth = gzip.len() * 10 < content.len() * 9;
        if worth {
            write_asset(&out, &format!("{file}.gz"), &gzip)?;
        }
        let include =
            |file: &str| format!("include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{file}\"))");
        let twin = if worth {
            format!("Some({})", include(&format!("{file}.gz")))
        } else {
            "None".to_owned()
        };
        writeln!(
            table,
            "Asset {{ name: {name:?}, file: {file:?}, kind: {kind:?}, plain: {}, gzip: {twin} }},",
            include(&file)
        )?;
        waiting.remove(&name);
        named.insert(name, file);
    }
    table.push(']');
    fs::write(out.join("table.rs"), table)?;
    Ok(())
}

fn reference(name: &str) -> String {
    format!("\"./{name}\"")
}

fn names(content: &[u8], other: &str) -> bool {
    let wanted = reference(other);
    content
        .windows(wanted.len())
        .any(|window| window == wanted.as_bytes())
}

fn media_type(ending: &str) -> Option<&'static str> {
    match ending {
        "js" => Some("text/javascript; charset=utf-8"),
        "css" => Some("text/css; charset=utf-8"),
        "svg" => Some("image/svg+xml"),
        "png" => Some("image/png"),
        "txt" => Some("text/plain; charset=utf-8"),
        "webmanifest" => Some("application/manifest+json"),
        _ => None,
    }
}

fn write_asset(out: &Path, file: &str, content: &[u8]) -> Result<(), Box<dyn Error>> {
    Ok(fs::write(out.join(file), content)?)
}

fn compress(content: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content)?;
    Ok(encoder.finish()?)
}

/// FNV-1a: the same on every machine and in every release of Rust. It names contents of ours; nobody attacks it.
fn fnv(content: &[u8]) -> u64 {
    content.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
