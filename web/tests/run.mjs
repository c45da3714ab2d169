// Hands the tests of the page to Playwright.
//
//   npm test [-- NAME ..]          specs whose name or tests have one of the words
//   npm run screenshots            tests/*.shots.ts, which draw the pictures of the documents
//   npm run bench                  tests/*.bench.ts, which measure times
//
// What begins with a dash is for Playwright: `npm test -- away --headed`.
//
// TESUJI_BIN: the program (otherwise ../target/release/tesuji, ../target/debug/tesuji). TESUJI_SITE: the static site (otherwise
// ../target/site-test, and for pictures and times ../target/site, which is shipped). TESUJI_URL: a server that runs already, in place of
// one of our own. TESUJI_WORKERS: how many browsers run at once (1), each with a server of its own.
// TESUJI_PEERS=required: what cannot be run is a failure; otherwise it is skipped and said.
import { spawn } from "node:child_process";

const projects = { "--screenshots": "pictures", "--bench": "times" };
const wanted = process.argv.slice(2);
const project = projects[wanted[0]] ?? "page";
const rest = wanted[0] in projects ? wanted.slice(1) : wanted;
const words = rest.filter((word) => !word.startsWith("-"));

process.env.TESUJI_SITE ??= project === "page" ? "../target/site-test" : "../target/site";

// Playwright's words are regular expressions over `PROJECT FILE TEST`.
const exactly = (word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
const chosen = words.length > 0 ? ["--grep", `^\\S+ .*(${words.map(exactly).join("|")})`] : [];
const runner = spawn("npx", ["--no-install", "playwright", "test", `--project=${project}`, ...chosen, ...rest.filter((word) => word.startsWith("-"))], { stdio: "inherit" });
runner.on("exit", (code) => process.exit(code ?? 1));
