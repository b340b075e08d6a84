//! `jaque uci` without the rest of `jaque`, which takes long to build.

use std::io::{BufReader, BufWriter, stdin, stdout};
use std::time::Instant;

fn main() -> std::io::Result<()> {
    let begun = Instant::now();
    let output = BufWriter::new(stdout().lock());
    rivals::uci::run(BufReader::new(stdin()), output, &|| begun.elapsed())
}
