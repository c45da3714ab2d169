// What answers the page in its tests: a server of our own, or the static site.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createSocket } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, resolve } from "node:path";

/** Something that a test needs is not there. */
export class Missing extends Error {}

const root = resolve(process.cwd(), "..");
export const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
export const FLAGS = [
  "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
  "--disable-sync",
];

function binary(): string | null {
  const named = process.env.TESUJI_BIN;
  const found = [named ?? "", join(root, "target/release/tesuji"), join(root, "target/debug/tesuji")].find((path) => path !== "" && existsSync(path));
  return found ?? null;
}

async function freePort(): Promise<number> {
  const socket = createSocket();
  await new Promise<void>((done) => socket.listen(0, "127.0.0.1", done));
  const { port } = socket.address() as AddressInfo;
  await new Promise((done) => socket.close(done));
  return port;
}

/** The program that the tests use, to be named on a command line. */
export function program(): string {
  const found = binary();
  if (!found) throw new Missing("there is no tesuji: set TESUJI_BIN, or build it");
  return resolve(found);
}

/** A server of our own: its address, and how it ends. */
export async function startServer(folder = mkdtempSync(join(tmpdir(), "tesuji-web-")), at: number | null = null, more: readonly string[] = []): Promise<{ url: string; process: ChildProcess; folder: string }> {
  const tesuji = program();
  const port = at ?? (await freePort());
  const assets = resolve(process.cwd(), "dist");
  const args = ["serve", "--no-open", "--port", String(port), "--folder", folder, "--assets", assets, ...more];
  const child = spawn(tesuji, args, { stdio: ["ignore", "pipe", "pipe"] });
  let said = "";
  child.stdout?.on("data", (data: Buffer) => (said += data.toString()));
  child.stderr?.on("data", (data: Buffer) => (said += data.toString()));
  const url = `http://127.0.0.1:${port}/`;
  await until(async () => child.exitCode !== null || (await fetch(`${url}api/about`)).ok, async () => `the server did not start: ${said}`, 20_000);
  assert.equal(child.exitCode, null, `the server ended: ${said}`);
  return { url, process: child, folder };
}

/** A server that a test can end, and start again at the same address. */
export interface MortalServer {
  url: string;
  kill(): Promise<void>;
  start(): Promise<void>;
}

export async function startMortal(): Promise<{ server: MortalServer; end(): Promise<void> }> {
  let running = await startServer();
  const { url, folder } = running;
  const kill = async (): Promise<void> => {
    const ended = new Promise((done) => running.process.once("exit", done));
    running.process.kill("SIGKILL");
    await ended;
  };
  const start = async (): Promise<void> => {
    running = await startServer(folder, Number(new URL(url).port));
  };
  const end = async (): Promise<void> => {
    if (running.process.exitCode === null && running.process.signalCode === null) await kill();
    rmSync(folder, { recursive: true, force: true });
  };
  return { server: { url, kill, start }, end };
}

const TYPES: Record<string, string> = {
  ".html": "text/html", ".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".wasm": "application/wasm", ".svg": "image/svg+xml",
  ".json": "application/json", ".webp": "image/webp", ".png": "image/png", ".webmanifest": "application/manifest+json",
};

/** The static site from a plain server in a folder, as any host would serve it. */
export async function startSite(folder = process.env.TESUJI_SITE ?? ""): Promise<{ url: string; server: Server }> {
  const site = resolve(folder);
  if (!existsSync(join(site, "index.html"))) throw new Missing(`there is no static site in ${site}: make site-test`);
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://x").pathname).replace(/^\/folder\//, "");
    const file = resolve(site, path === "" ? "index.html" : path);
    if (!file.startsWith(site) || !existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "Content-Type": TYPES[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
  });
  return new Promise((done) => server.listen(0, "127.0.0.1", () => done({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/folder/`, server })));
}

/** Waits until something is so; otherwise fails with the words. */
export async function until(isSo: () => Promise<boolean>, words: string | (() => Promise<string>), ms = 10_000): Promise<void> {
  const end = Date.now() + ms;
  while (Date.now() < end) {
    if (await isSo().catch(() => false)) return;
    await new Promise((done) => setTimeout(done, 25));
  }
  assert.fail(typeof words === "string" ? words : await words().catch((error: unknown) => `not so after ${ms} ms: ${String(error)}`));
}
