//! The machine on which a measurement was made: enough to compare numbers, but nothing that identifies it.

use std::fs;
use std::process::Command;

/// Everything that a measured number depends on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Machine {
    /// The processor's name.
    pub processor: String,
    /// The number of threads that can run at once.
    pub n_threads: usize,
    /// Memory in GiB, rounded.
    pub memory_gib: u64,
    /// Operating system and architecture, such as `linux x86_64`.
    pub system: String,
    /// The compiler's version.
    pub compiler: String,
}

impl Machine {
    /// This machine. What it does not report is `unknown` or 0.
    #[must_use]
    pub fn this() -> Self {
        let field = |file: &str, key: &str| {
            let text = fs::read_to_string(file).ok()?;
            let line = text.lines().find(|line| line.starts_with(key))?;
            line.split_once(':').map(|(_, value)| value.trim().to_owned())
        };
        let memory_kib = field("/proc/meminfo", "MemTotal").and_then(|value| value.split(' ').next()?.parse().ok());
        let compiler = Command::new("rustc").arg("--version").output().ok().filter(|output| output.status.success());
        Self {
            processor: field("/proc/cpuinfo", "model name").unwrap_or_else(|| "unknown".to_owned()),
            n_threads: std::thread::available_parallelism().map_or(0, usize::from),
            memory_gib: (memory_kib.unwrap_or(0_u64) + (1 << 19)) >> 20,
            system: format!("{} {}", std::env::consts::OS, std::env::consts::ARCH),
            compiler: compiler
                .map_or("unknown".to_owned(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned()),
        }
    }

    /// A short name for machines like this one, suitable for a folder: `xeon-platinum-8481c-2-threads`.
    #[must_use]
    pub fn kind(&self) -> String {
        let name = self.processor.split('@').next().unwrap_or_default().to_lowercase();
        let name = name.replace("(r)", " ").replace("(tm)", " ").replace("cpu", " ").replace("intel", " ");
        let words: Vec<&str> =
            name.split(|letter: char| !letter.is_ascii_alphanumeric()).filter(|word| !word.is_empty()).collect();
        format!("{}-{}-threads", words.join("-"), self.n_threads)
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn a_kind_is_fit_for_a_folder() {
        let machine = Machine {
            processor: "Intel(R) Xeon(R) Platinum 8481C CPU @ 2.70GHz".to_owned(),
            n_threads: 2,
            memory_gib: 8,
            system: "linux x86_64".to_owned(),
            compiler: "rustc 1.95.0".to_owned(),
        };
        assert_eq!(machine.kind(), "xeon-platinum-8481c-2-threads");
    }
}
