//! Decodes the bytes of a file to text, in whichever encoding they are.
//!
//! Records come from everywhere. An SGF file may name its encoding in `CA`, or not, or name the wrong one. The encoding
//! has to be known before anything else is read: in Shift_JIS, GBK and Big5 the second byte of a letter may be that of
//! `\`, `[` or `]`.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_JP, EUC_KR, Encoding, GB18030, GBK, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::sgf::n_closed_nodes;

/// The most bytes that are read of a file that people write. What it becomes in memory is up to a hundred times as
/// long.
pub const MOST_FILE_BYTES: u64 = 16 << 20;

/// A file is longer than [`MOST_FILE_BYTES`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error("longer than {} MiB, the most that is read", MOST_FILE_BYTES >> 20)]
pub struct FileTooLong;

/// A text, and how it was decoded.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DecodedText<'a> {
    /// The text, without a byte order mark. U+FFFD stands for what could not be read.
    pub text: Cow<'a, str>,
    /// The name of the encoding, such as `UTF-8` or `Shift_JIS`.
    pub encoding: &'static str,
    /// Evidence for the encoding.
    pub source: EncodingSource,
    /// Warning about the decoding: it was a guess, `CA` was wrong, or letters could not be read.
    /// `None` if all is well.
    pub notice: Option<String>,
}

/// Evidence for an encoding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EncodingSource {
    /// No other encoding is possible, or the text is pure ASCII.
    Certain,
    /// By a byte order mark.
    Mark,
    /// By the property `CA` of SGF.
    Property,
    /// By what the bytes look like.
    Guess,
}

/// The text of a file.
///
/// A byte order mark decides. Otherwise, the text is UTF-8 if it looks like UTF-8. Otherwise, it is in the encoding
/// that an SGF file names in its `CA`, if the bytes are valid in that. Otherwise, the encoding is guessed; for an SGF
/// file, the guess is one in which it has the most nodes.
///
/// Takes time and memory in proportion to the bytes.
///
/// ```
/// let in_shift_jis = b"(;CA[Shift_JIS];B[ee]C[\x91\xe3\x95\x5c];W[cc])";
/// let decoded = tesuji_game::decode(in_shift_jis);
/// assert_eq!((&*decoded.text, decoded.encoding), ("(;CA[Shift_JIS];B[ee]C[代表];W[cc])", "Shift_JIS"));
/// ```
#[must_use]
pub fn decode(bytes: &[u8]) -> DecodedText<'_> {
    if let Some((encoding, n_bytes)) = Encoding::for_bom(bytes) {
        return read(&bytes[n_bytes..], encoding, EncodingSource::Mark, None);
    }
    let told = told(bytes);
    let named = told.and_then(named);
    let certain = std::str::from_utf8(bytes).ok().filter(|text| match named {
        Some(encoding) if encoding != UTF_8 => is_surely_utf_8(text, bytes, encoding),
        _ => true,
    });
    let wrong = |label: &[u8], instead: &'static Encoding| {
        format!("CA[{}] is not its encoding; read as {}", shown(label), instead.name())
    };
    if let Some(text) = certain {
        let notice = match (told, named) {
            (Some(label), Some(encoding)) if encoding != UTF_8 && !text.is_ascii() => Some(wrong(label, UTF_8)),
            _ => None,
        };
        return DecodedText {
            text: Cow::Borrowed(text),
            encoding: UTF_8.name(),
            source: EncodingSource::Certain,
            notice,
        };
    }
    if let Some(encoding) = named.filter(|encoding| is_faultless(bytes, encoding)) {
        return read(bytes, encoding, EncodingSource::Property, None);
    }
    let guess = guess(bytes);
    let notice = match (told, named) {
        (Some(label), Some(_)) => wrong(label, guess),
        (Some(label), None) => {
            format!("CA[{}] is not a known encoding; read as {}", shown(label), guess.name())
        }
        (None, _) => format!("no encoding is given; read as {}", guess.name()),
    };
    read(bytes, guess, EncodingSource::Guess, Some(notice))
}

/// The value of the first `CA`, if the bytes begin as SGF does and there is one.
///
/// The bytes are not yet decoded, so the place is recognised only by the neighbouring bytes.
fn told(bytes: &[u8]) -> Option<&[u8]> {
    const LONGEST: usize = 40;
    if bytes.trim_ascii_start().first() != Some(&b'(') {
        return None;
    }
    let is_property = |at: usize| {
        let before = bytes[..at].trim_ascii_end().last();
        bytes[at..].starts_with(b"CA[") && matches!(before, Some(b';' | b']'))
    };
    let at = (0..bytes.len()).find(|&at| bytes[at] == b'C' && is_property(at))?;
    let value = &bytes[at + "CA[".len()..];
    let length = value.iter().take(LONGEST).position(|&byte| byte == b']')?;
    let value = value[..length].trim_ascii();
    (!value.is_empty()).then_some(value)
}

/// The encoding with this name. A `CA` found in single bytes rules out UTF-16, so its labels are ignored.
fn named(label: &[u8]) -> Option<&'static Encoding> {
    // Names that programs write but that are not in the Encoding Standard.
    let label = label.to_ascii_lowercase();
    let known = match label.as_slice() {
        b"cp932" | b"windows-932" => Some(SHIFT_JIS),
        b"cp936" | b"ms936" | b"windows-936" | b"gbk2k" | b"gb2312-80" => Some(GBK),
        b"cp949" | b"ms949" | b"uhc" => Some(EUC_KR),
        b"cp950" | b"ms950" | b"windows-950" | b"big-5" => Some(BIG5),
        b"iso8859" | b"latin-1" | b"latin" => Some(WINDOWS_1252),
        label => Encoding::for_label_no_replacement(label),
    };
    known.filter(|encoding| ![UTF_16LE, UTF_16BE].contains(encoding))
}

/// Whether a text that is valid UTF-8 is almost certainly not in the encoding that it names.
///
/// A few Chinese or Japanese letters may be valid UTF-8 by chance; European ones hardly ever are.
fn is_surely_utf_8(text: &str, bytes: &[u8], named: &'static Encoding) -> bool {
    const FEW: usize = 4;
    let is_escaped = !named.is_ascii_compatible() && bytes.contains(&0x1b);
    let n_letters = text.chars().filter(|letter| !letter.is_ascii()).take(FEW).count();
    match n_letters {
        0 => !is_escaped,
        _ => named.is_single_byte() || n_letters == FEW || !is_faultless(bytes, named),
    }
}

/// A guess from what the bytes look like.
///
/// In a wrong encoding, half a letter may read as `\`, which hides the end of a value and with it moves. So for an SGF
/// file the guess is the encoding with the most nodes, and of several the likeliest.
fn guess(bytes: &[u8]) -> &'static Encoding {
    /// The other encodings in which records of these games are written. Those that few byte sequences fit come first.
    const USUAL: [&Encoding; 6] = [SHIFT_JIS, GB18030, EUC_KR, BIG5, EUC_JP, WINDOWS_1252];
    if is_nearly_utf_8(bytes) {
        return UTF_8;
    }
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    let likeliest = detector.guess(None, Utf8Detection::Deny);
    if bytes.trim_ascii_start().first() != Some(&b'(') {
        return likeliest;
    }
    let n_nodes = |encoding: &'static Encoding| {
        let (text, is_faulty) = encoding.decode_without_bom_handling(bytes);
        n_closed_nodes(&text).filter(|_| !is_faulty)
    };
    let (mut best, mut most) = (likeliest, n_nodes(likeliest));
    for encoding in USUAL {
        let n = n_nodes(encoding);
        if n > most {
            (best, most) = (encoding, n);
        }
    }
    best
}

/// Whether it is UTF-8 except for a letter here and there that was cut off or came from elsewhere.
fn is_nearly_utf_8(bytes: &[u8]) -> bool {
    const RARE: usize = 16;
    let mut n_letters = 0;
    let mut n_faults = 0;
    for chunk in bytes.utf8_chunks() {
        n_letters += chunk.valid().chars().filter(|letter| !letter.is_ascii()).count();
        n_faults += usize::from(!chunk.invalid().is_empty());
    }
    n_letters >= RARE * n_faults
}

fn is_faultless(bytes: &[u8], encoding: &'static Encoding) -> bool {
    encoding.decode_without_bom_handling_and_without_replacement(bytes).is_some()
}

fn read<'a>(
    bytes: &'a [u8],
    encoding: &'static Encoding,
    source: EncodingSource,
    notice: Option<String>,
) -> DecodedText<'a> {
    let (text, is_faulty) = encoding.decode_without_bom_handling(bytes);
    let unread = is_faulty.then(|| {
        let n_unread = text.chars().filter(|&letter| letter == char::REPLACEMENT_CHARACTER).count();
        format!("{n_unread} letters could not be read as {}", encoding.name())
    });
    let notice = match (notice, unread) {
        (Some(notice), Some(unread)) => Some(format!("{notice}; {unread}")),
        (notice, unread) => notice.or(unread),
    };
    DecodedText { text, encoding: encoding.name(), source, notice }
}

fn shown(label: &[u8]) -> String {
    String::from_utf8_lossy(label).escape_debug().to_string()
}

#[cfg(feature = "testing")]
mod tests;
