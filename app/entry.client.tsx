import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { registerWorker } from "~/shell/offline-worker";
import { pageMemory } from "~/shell/page-memory";
import { remixRouter } from "~/shell/router-adapter";

// While somebody works on the code, yesterday's files out of a cache would only confuse.
if (process.env.NODE_ENV === "production") void registerWorker(navigator.serviceWorker);

// Said before the router hears of it, which begins to listen below.
window.addEventListener("popstate", () => pageMemory.returnTo(history.state?.key, remixRouter()?.state.location.key));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
