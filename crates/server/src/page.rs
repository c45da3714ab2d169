//! The page: files in the program, or in a folder while the page is being written.

use std::io::Read as _;
use std::path::{Path, PathBuf};

use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;
use include_dir::Dir;
use sha2::{Digest, Sha256};

use crate::answers::{CountedMark, reads_gzip};
use crate::problem::Problem;

#[cfg(has_page)]
static PAGE: Dir<'_> = include_dir::include_dir!("$OUT_DIR/page");
#[cfg(not(has_page))]
static PAGE: Dir<'_> = Dir::new("", &[]);

/// Text shown where the program was built without the page.
const NO_PAGE: &str = include_str!("no_page.html");

/// A file of the page.
struct PageFile {
    bytes: Bytes,
    /// Whether the bytes are compressed (gzip).
    is_zipped: bool,
}

impl PageFile {
    const fn plain(bytes: Bytes) -> Self {
        Self { bytes, is_zipped: false }
    }
}

/// Sources of the files of the page.
#[derive(Clone, Debug)]
pub(crate) enum Page {
    /// From the program.
    Embedded,
    /// From this folder.
    Folder(PathBuf),
}

pub(crate) async fn get(State(page): State<Page>, method: Method, uri: Uri, headers: HeaderMap) -> Response {
    if method != Method::GET && method != Method::HEAD {
        return Problem::new(
            StatusCode::METHOD_NOT_ALLOWED,
            format!("{} has only files of the page", uri.path()),
            "questions go to /api/ask",
        )
        .into_response();
    }
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return Problem::new(
            StatusCode::NOT_FOUND,
            format!("there is nothing at {}", uri.path()),
            "/api/openapi.json lists what there is",
        )
        .into_response();
    }
    let path = if path.is_empty() { "index.html" } else { path };
    let found = if is_plain(path) { page.file(path).await } else { None };
    match found {
        Some(found) => answer(path, found, &page, &headers),
        None if path == "index.html" => {
            answer(path, PageFile::plain(Bytes::from_static(NO_PAGE.as_bytes())), &page, &headers)
        }
        None => Problem::new(StatusCode::NOT_FOUND, format!("the page has no file {}", uri.path()), "open /")
            .into_response(),
    }
}

/// Whether a path has only names of files, and none that is hidden or leads elsewhere.
fn is_plain(path: &str) -> bool {
    let is_name = |name: &str| {
        !name.is_empty()
            && !name.starts_with('.')
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    };
    path.split('/').all(is_name)
}

impl Page {
    /// The content of a file whose path is plain.
    async fn file(&self, path: &str) -> Option<PageFile> {
        match self {
            Self::Embedded => {
                let of = |path: &str| PAGE.get_file(path).map(|file| Bytes::from_static(file.contents()));
                let zipped = || of(&format!("{path}.gz")).map(|bytes| PageFile { bytes, is_zipped: true });
                of(path).map(PageFile::plain).or_else(zipped)
            }
            Self::Folder(folder) => {
                let (folder, path) = (folder.clone(), path.to_owned());
                tokio::task::spawn_blocking(move || within(&folder, &path))
                    .await
                    .ok()
                    .flatten()
                    .map(Bytes::from)
                    .map(PageFile::plain)
            }
        }
    }
}

/// Reads a file of a folder. Links that lead out of it are not followed.
fn within(folder: &Path, path: &str) -> Option<Vec<u8>> {
    let folder = folder.canonicalize().ok()?;
    let path = folder.join(path).canonicalize().ok()?;
    path.starts_with(&folder).then(|| std::fs::read(path).ok()).flatten()
}

fn answer(path: &str, PageFile { bytes, is_zipped }: PageFile, page: &Page, headers: &HeaderMap) -> Response {
    let digest = Sha256::digest(&bytes);
    let tag: String = digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
    // Weak, because the same file is sent compressed and as it is.
    let tag = format!("W/\"{tag}\"");
    // Names of files in `assets` change with their content.
    let caching = match page {
        Page::Embedded if path.starts_with("assets/") => "public, max-age=31536000, immutable",
        _ => "no-cache",
    };
    let is_known = headers.get(header::IF_NONE_MATCH).is_some_and(|known| known.as_bytes() == tag.as_bytes());
    let goes_zipped = is_zipped && reads_gzip(headers);
    let mut response = match (is_known, is_zipped && !goes_zipped) {
        (true, _) => StatusCode::NOT_MODIFIED.into_response(),
        (false, true) => {
            let mut plain = Vec::new();
            // What the program was built with can be read.
            _ = GzDecoder::new(&bytes[..]).read_to_end(&mut plain);
            (StatusCode::OK, plain).into_response()
        }
        (false, false) => {
            let mut response = (StatusCode::OK, bytes).into_response();
            if matches!(page, Page::Embedded) {
                // It is in the program, and takes no memory.
                response.extensions_mut().insert(CountedMark);
            }
            response
        }
    };
    let answered = response.headers_mut();
    if goes_zipped && !is_known {
        answered.insert(header::CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        answered.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    answered.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(path)));
    answered.insert(header::CACHE_CONTROL, HeaderValue::from_static(caching));
    if let Ok(tag) = HeaderValue::try_from(tag) {
        answered.insert(header::ETAG, tag);
    }
    response
}

/// The content type of a file, by its ending.
fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "wasm" => "application/wasm",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    #[test]
    fn no_path_leads_out_of_the_folder() {
        for path in
            ["../secret", "a/../../secret", "/etc/passwd", ".git/config", "a//b", "a\\..\\b", "%2e%2e/secret", ""]
        {
            assert!(!is_plain(path), "{path}");
        }
        assert!(is_plain("assets/index-C4x_9.js"));
    }

    #[cfg(unix)]
    #[test]
    fn links_out_of_the_folder_are_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let (inside, secret) = (folder.path().join("page"), folder.path().join("secret"));
        std::fs::create_dir(&inside).unwrap();
        std::fs::write(&secret, "secret").unwrap();
        std::fs::write(inside.join("index.html"), "page").unwrap();
        std::os::unix::fs::symlink(&secret, inside.join("link")).unwrap();
        assert_eq!(within(&inside, "index.html"), Some(b"page".to_vec()));
        assert_eq!(within(&inside, "link"), None);
    }
}
