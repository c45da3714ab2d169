// The static site without a network: its service worker (site/offline.js) keeps the files of the page. A new version waits until a
// person asks for it, because the tabs that are open were made by the old one.

/** So long after the page has begun the files are kept: first the page itself has to be loaded. */
const DELAY_MS = 2000;

class Offline {
  /** A newer version of the page waits. */
  isNewer = $state(false);
  #waiting: ServiceWorker | null = null;

  start(): void {
    if (import.meta.env.MODE !== "site" || !("serviceWorker" in navigator)) return;
    const { serviceWorker } = navigator;
    // Without a controller it is the first visit, or one that asked for a fresh page: nothing is old.
    let wasControlled = serviceWorker.controller !== null;
    serviceWorker.addEventListener("controllerchange", () => {
      // Another tab has asked for the new version.
      if (wasControlled) this.isNewer = true;
      wasControlled = true;
    });
    const register = async (): Promise<void> => {
      const registration = await serviceWorker.register("offline.js", { updateViaCache: "none" });
      const look = (): void => {
        this.#waiting = registration.waiting;
        if (registration.waiting && serviceWorker.controller) this.isNewer = true;
      };
      look();
      registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", look));
    };
    // A browser that keeps nothing refuses. The page works all the same, with a network.
    setTimeout(() => void register().catch(() => {}), DELAY_MS);
  }

  /** Shows the new version. The tab keeps its board. */
  renew(): void {
    if (!this.#waiting) return location.reload();
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    this.#waiting.postMessage("renew");
  }
}

export const offline = new Offline();
