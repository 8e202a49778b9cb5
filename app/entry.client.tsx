import { RemixBrowser } from "@remix-run/react";
import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { registerWorker } from "~/shell/offline-worker";
import { partsReady } from "~/ui/part";

// While somebody works on the code, yesterday's files out of a cache would only confuse.
if (process.env.NODE_ENV === "production") void registerWorker(navigator.serviceWorker);

void partsReady().then(() =>
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RemixBrowser />
      </StrictMode>,
    );
  }),
);
