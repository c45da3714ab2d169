import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { offline } from "./scripts/offline.mjs";

// The base is relative, so that the same files work in any folder of a static host and in the binary.
export default defineConfig({
  base: "./",
  plugins: [svelte(), offline()],
  worker: { format: "es" },
  build: { outDir: "dist", emptyOutDir: true, target: "es2022", modulePreload: { polyfill: false }, chunkSizeWarningLimit: 400 },
  server: {
    proxy: {
      "/api": {
        target: process.env.TESUJI_SERVER ?? "http://127.0.0.1:8642",
        changeOrigin: true,
        // The server refuses pages of other origins; to it, the proxy is the page.
        configure: (proxy) => proxy.on("proxyReq", (request) => request.removeHeader("origin")),
      },
    },
  },
});
