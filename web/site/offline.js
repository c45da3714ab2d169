// The service worker of the static site: it keeps the files of one version, so that the page works without a network from the second
// visit on. `scripts/offline.mjs` writes the paths and the SHA-256 of the files here.
//
// A file is kept under its path and hash. A new version loads only what has changed, and the one before it stays until the new one is
// active. Each file is checked against its hash, so files of two versions are never mixed. Requests for other addresses go to the network.
const FILES = {};

const CACHE = "tesuji-files";
const scope = self.registration.scope;

/** The key of a file in the cache. */
const key = (path) => new URL(`${path}?${FILES[path]}`, scope).href;

async function digest(bytes) {
  return Array.from(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Loads a file, or fails if it isn't the one of this version. */
async function load(path) {
  // What the page has just loaded is in the cache of the browser. If that is old, the host is asked.
  for (const cache of ["default", "reload"]) {
    const response = await fetch(new URL(path, scope), { cache });
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    const bytes = await response.arrayBuffer();
    if ((await digest(bytes)) === FILES[path]) return new Response(bytes, { headers: { "Content-Type": response.headers.get("Content-Type") ?? "" } });
  }
  throw new Error(`${path} is of another version`);
}

self.addEventListener("install", (event) => {
  event.waitUntil((async () => {
    const kept = await caches.open(CACHE);
    for (const path of Object.keys(FILES)) {
      if (!(await kept.match(key(path)))) await kept.put(key(path), await load(path));
    }
  })());
});

self.addEventListener("activate", (event) => {
  event.waitUntil((async () => {
    const kept = await caches.open(CACHE);
    const ours = new Set(Object.keys(FILES).map(key));
    for (const request of await kept.keys()) if (!ours.has(request.url)) await kept.delete(request);
    await self.clients.claim();
  })());
});

// A person has asked for the new version.
self.addEventListener("message", (event) => {
  if (event.data === "renew") void self.skipWaiting();
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || !url.href.startsWith(scope)) return;
  const path = url.pathname.slice(new URL(scope).pathname.length) || "index.html";
  if (!Object.hasOwn(FILES, path)) return;
  event.respondWith((async () => (await (await caches.open(CACHE)).match(key(path))) ?? fetch(request))());
});
