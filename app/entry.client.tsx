import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { pageMemory } from "~/shell/page-memory";
import { registerWorker } from "~/shell/register-service-worker";
import { remixRouter } from "~/shell/router-adapter";

// In development, cached files would only confuse.
if (process.env.NODE_ENV === "production") void registerWorker(navigator.serviceWorker);

// Before hydration: the router's own listener must run second.
window.addEventListener("popstate", () => pageMemory.returnTo(history.state?.key, remixRouter()?.state.location.key));

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <RemixBrowser />
    </StrictMode>,
  );
});
