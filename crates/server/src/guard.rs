//! Access to the server: checks of host, origin and token before anything else, and headers of every answer.
//!
//! A page from elsewhere in the same browser can send requests to this machine. A name that it owns may even lead here
//! (DNS rebinding). So a request has to name a host that we know, and must not come from another page.

use std::net::{IpAddr, SocketAddr};

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

use crate::problem::Problem;

/// The cookie with the token.
const COOKIE: &str = "tesuji-token";

const HEADERS: [(HeaderName, &str); 6] = [
    (
        header::CONTENT_SECURITY_POLICY,
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
         img-src 'self' data: blob:; connect-src 'self'; worker-src 'self' blob:; base-uri 'none'; \
         frame-ancestors 'none'; form-action 'none'; manifest-src 'self'; font-src 'self'",
    ),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
];

/// Values with which requests are compared.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    address: IpAddr,
    hosts: Vec<String>,
    /// The digest of the token. Digests of equal length can be compared in constant time.
    token: Option<[u8; 32]>,
}

impl Guard {
    pub(crate) fn new(address: SocketAddr, hosts: &[String], token: Option<&str>) -> Self {
        Self {
            address: address.ip(),
            hosts: hosts.iter().map(|host| host.to_ascii_lowercase()).collect(),
            token: token.map(digest),
        }
    }

    /// Whether this machine has that name. Any port will do: a tunnel may lead here from another one.
    fn is_ours(&self, host: &str) -> bool {
        let name = name_of(host).to_ascii_lowercase();
        if name == "localhost" || self.hosts.contains(&name) {
            return true;
        }
        let bare = name.trim_start_matches('[').trim_end_matches(']');
        match bare.parse::<IpAddr>() {
            // A server at all addresses is called by any of them. A rebound name is never an address.
            Ok(ip) => ip.is_loopback() || ip == self.address || self.address.is_unspecified(),
            Err(_) => false,
        }
    }

    /// Lets a request through, or says why not.
    fn check(&self, method: &Method, path: &str, headers: &HeaderMap) -> Result<(), Problem> {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        if !self.is_ours(host) {
            return Err(Problem::new(
                StatusCode::MISDIRECTED_REQUEST,
                format!("this server is not `{}`", name_of(host)),
                "open the address that `tesuji serve` printed, or start it with `--host NAME`",
            ));
        }
        if path.starts_with("/api/") || !matches!(*method, Method::GET | Method::HEAD) {
            check_origin(host, headers)?;
        }
        if !self.has_token(headers) {
            return Err(Problem::new(
                StatusCode::UNAUTHORIZED,
                "the token is missing or wrong",
                "open the address that `tesuji serve` printed, or send `Authorization: Bearer TOKEN`",
            ));
        }
        Ok(())
    }

    fn has_token(&self, headers: &HeaderMap) -> bool {
        if self.token.is_none() {
            return true;
        }
        let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let cookies = cookies.flat_map(|value| value.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
        let cookies = cookies.filter(|(name, _)| *name == COOKIE).map(|(_, value)| value);
        bearer.into_iter().chain(cookies).any(|token| self.is_token(token))
    }

    fn is_token(&self, token: &str) -> bool {
        let given = digest(token);
        let difference =
            |known: &[u8; 32]| known.iter().zip(&given).fold(0, |sum, (known, given)| sum | (known ^ given));
        self.token.as_ref().is_some_and(|known| difference(known) == 0)
    }
}

/// A host without its port.
fn name_of(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

fn digest(token: &str) -> [u8; 32] {
    Sha256::digest(token.as_bytes()).into()
}

/// Refuses requests that a page from elsewhere sends. Programs that are no browsers send neither header.
fn check_origin(host: &str, headers: &HeaderMap) -> Result<(), Problem> {
    let refuse = |from: &str| {
        Err(Problem::new(
            StatusCode::FORBIDDEN,
            format!("the request comes from {from}, and only our own page may ask"),
            "open the address that `tesuji serve` printed",
        ))
    };
    for origin in headers.get_all(header::ORIGIN) {
        let origin = origin.to_str().unwrap_or("an origin that is no text");
        if origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://")) != Some(host) {
            return refuse(&format!("`{origin}`"));
        }
    }
    for site in headers.get_all("sec-fetch-site") {
        if !matches!(site.as_bytes(), b"same-origin" | b"none") {
            return refuse("another site");
        }
    }
    Ok(())
}

/// Checks a request and completes its answer.
pub(crate) async fn guard(State(guard): State<Guard>, request: Request<Body>, next: Next) -> Response {
    let checked = guard.check(request.method(), request.uri().path(), request.headers());
    let given = request.uri().query().and_then(|query| query.split('&').find_map(|pair| pair.strip_prefix("token=")));
    let mut response = match (checked, given) {
        (Err(problem), Some(token)) if problem.status() == StatusCode::UNAUTHORIZED && guard.is_token(token) => {
            welcome(token)
        }
        (Err(problem), _) => problem.into_response(),
        (Ok(()), _) => next.run(request).await,
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if !headers.contains_key(header::CACHE_CONTROL) {
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    response
}

/// Takes the token out of the address and puts it in a cookie that no script can read.
fn welcome(token: &str) -> Response {
    let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict");
    let mut response = StatusCode::SEE_OTHER.into_response();
    let headers = response.headers_mut();
    headers.insert(header::LOCATION, HeaderValue::from_static("/"));
    if let Ok(cookie) = HeaderValue::try_from(cookie) {
        headers.insert(header::SET_COOKIE, cookie);
    }
    response
}

#[cfg(feature = "testing")]
mod tests {
    use super::*;

    fn guard(address: &str, token: Option<&str>) -> Guard {
        Guard::new(address.parse().unwrap(), &["Board.Example".to_owned()], token)
    }

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap())).collect()
    }

    fn status(guard: &Guard, method: &Method, path: &str, pairs: &[(&'static str, &str)]) -> u16 {
        guard.check(method, path, &headers(pairs)).map_or_else(|problem| problem.status().as_u16(), |()| 200)
    }

    #[test]
    fn only_names_of_this_machine() {
        let local = guard("127.0.0.1:8642", None);
        for host in ["127.0.0.1:8642", "localhost:8642", "LOCALHOST", "localhost:9000", "[::1]:8642", "board.example"] {
            assert!(local.is_ours(host), "{host}");
        }
        for host in ["evil.example:8642", "127.0.0.1.evil.example", "", "192.168.1.2:8642", "localhost.evil"] {
            assert!(!local.is_ours(host), "{host}");
        }
        assert!(guard("0.0.0.0:1", Some("0123456789abcdef")).is_ours("192.168.1.2:1"));
        assert!(!guard("0.0.0.0:1", Some("0123456789abcdef")).is_ours("evil.example:1"));
    }

    #[test]
    fn other_pages_may_not_ask() {
        let local = guard("127.0.0.1:8642", None);
        let host = ("host", "localhost:8642");
        let ask = |more: &[(&'static str, &str)]| status(&local, &Method::POST, "/api/ask", &[&[host], more].concat());
        assert_eq!(ask(&[]), 200);
        assert_eq!(ask(&[("origin", "http://localhost:8642")]), 200);
        assert_eq!(ask(&[("origin", "http://localhost:3000")]), 403);
        assert_eq!(ask(&[("origin", "null")]), 403);
        assert_eq!(ask(&[("sec-fetch-site", "cross-site")]), 403);
        assert_eq!(ask(&[("sec-fetch-site", "same-site")]), 403);
        assert_eq!(ask(&[("sec-fetch-site", "same-origin")]), 200);
        // A link from elsewhere may lead to the page.
        assert_eq!(status(&local, &Method::GET, "/", &[host, ("sec-fetch-site", "cross-site")]), 200);
        assert_eq!(status(&local, &Method::GET, "/api/jobs", &[host, ("sec-fetch-site", "cross-site")]), 403);
    }

    #[test]
    fn a_token_is_a_cookie_or_a_header() {
        let open = guard("0.0.0.0:1", Some("0123456789abcdef"));
        let host = ("host", "192.168.1.2:1");
        let get = |more: &[(&'static str, &str)]| status(&open, &Method::GET, "/", &[&[host], more].concat());
        assert_eq!(get(&[]), 401);
        assert_eq!(get(&[("authorization", "Bearer 0123456789abcdef")]), 200);
        assert_eq!(get(&[("authorization", "Bearer 0123456789abcdeF")]), 401);
        assert_eq!(get(&[("cookie", "a=b; tesuji-token=0123456789abcdef")]), 200);
        assert_eq!(get(&[("cookie", "tesuji-token=")]), 401);
    }
}
