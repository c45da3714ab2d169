import { mount } from "svelte";
import App from "./App.svelte";
import { offline } from "./lib/state/offline.svelte";
import { page } from "./lib/state/page.svelte";
import "./lib/style/page.css";
import "./lib/style/board.css";

const target = document.getElementById("page");
if (target) mount(App, { target });
offline.start();
// For those who work on the page: its state on the console.
if (import.meta.env.DEV) Object.assign(window, { page });
