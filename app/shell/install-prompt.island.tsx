import { type Reducer, useEffect, useReducer } from "react";
import { type Preferences, preferences } from "~/lib/browser-storage";
import { listen } from "~/lib/listen";
import * as say from "./shell-copy";

/** The `beforeinstallprompt` event, missing from the DOM types. */
type InstallOffer = Event & {
  prompt: () => Promise<unknown>;
  userChoice: Promise<{ outcome: "accepted" | "dismissed" }>;
};

declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallOffer;
    appinstalled: Event;
  }
}

/** `offer` is null when there is nothing to show. Without `listening`, new offers are ignored. */
export type InstallState<Offer = InstallOffer> = { offer: Offer | null; listening: boolean };

export type InstallEvent<Offer = InstallOffer> =
  | { type: "started"; hidden: boolean; installed: boolean }
  | { type: "offered"; offer: Offer }
  | { type: "accepted" } // our Install button: the browser's dialog takes over
  | { type: "dismissed" } // our Not now button
  | { type: "installed" };

export const NO_PROMPT: InstallState<never> = { offer: null, listening: false };

export function nextInstallState<Offer>(state: InstallState<Offer>, event: InstallEvent<Offer>): InstallState<Offer> {
  switch (event.type) {
    case "started":
      return { offer: null, listening: !event.hidden && !event.installed };
    case "offered":
      return state.listening ? { ...state, offer: event.offer } : state;
    case "accepted":
    case "installed":
      return { ...state, offer: null };
    case "dismissed":
      return NO_PROMPT;
  }
}

/** The default key of @vite-pwa/nuxt, used by the first version of the product. */
const HIDE_KEY = "vite-pwa:hide-install";

/** Checks for "Not now" in this browser. Declining the browser's own dialog doesn't count. */
export const installIsHidden = (kept: Preferences = preferences) => kept.read(HIDE_KEY) === "true";

export const hideInstall = (kept: Preferences = preferences) => kept.write(HIDE_KEY, "true");

/** Offers to install the app when the browser supports it. Without scripts, the browser's own menu still does. */
export function InstallPrompt() {
  const [{ offer, listening }, tell] = useReducer<Reducer<InstallState, InstallEvent>>(nextInstallState, NO_PROMPT);

  useEffect(() => {
    const installed = matchMedia("(display-mode: standalone)").matches;
    tell({ type: "started", hidden: installIsHidden(), installed });
  }, []);
  useEffect(() => {
    if (!listening) return;
    return listen(window, {
      beforeinstallprompt(offer) {
        offer.preventDefault();
        tell({ type: "offered", offer });
      },
      appinstalled: () => tell({ type: "installed" }),
    });
  }, [listening]);

  if (!offer) return null;

  async function install(kept: InstallOffer) {
    tell({ type: "accepted" });
    await kept.prompt();
    return (await kept.userChoice).outcome;
  }
  function dismiss() {
    hideInstall();
    tell({ type: "dismissed" });
  }

  return (
    <section className="install-prompt" aria-label={say.installThisApp}>
      <p>{say.installHint}</p>
      <div className="buttons">
        <button type="button" className="button button-primary" onClick={() => void install(offer)}>
          {say.install}
        </button>
        <button type="button" className="button button-quiet" onClick={dismiss}>
          {say.notNow}
        </button>
      </div>
    </section>
  );
}
