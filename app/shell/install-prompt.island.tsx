import { type Reducer, useEffect, useReducer } from "react";
import { type Preferences, preferences } from "~/lib/preferences";
import {
  type InstallEvent,
  type InstallOffer,
  NO_PROMPT,
  nextInstallPrompt,
  type InstallPrompt as State,
} from "./next-install-prompt";
import * as say from "./shell-copy";

/** The default key of @vite-pwa/nuxt, used by the first version of the product. */
const HIDE_KEY = "vite-pwa:hide-install";

/** Checks for "Not now" in this browser. Declining the browser's own dialog doesn't count. */
export const installIsHidden = (kept: Preferences = preferences) => kept.read(HIDE_KEY) === "true";

export const hideInstall = (kept: Preferences = preferences) => kept.write(HIDE_KEY, "true");

/** Offers to install the app when the browser supports it. Without scripts, the browser's own menu still does. */
export function InstallPrompt() {
  const [{ offer, listening }, tell] = useReducer<Reducer<State, InstallEvent>>(nextInstallPrompt, NO_PROMPT);

  useEffect(() => {
    const installed = matchMedia("(display-mode: standalone)").matches;
    tell({ type: "started", hidden: installIsHidden(), installed });
  }, []);
  useEffect(() => {
    if (!listening) return;
    const onOffer = (event: Event) => {
      event.preventDefault();
      tell({ type: "offered", offer: event as InstallOffer });
    };
    const onInstalled = () => tell({ type: "installed" });
    window.addEventListener("beforeinstallprompt", onOffer);
    window.addEventListener("appinstalled", onInstalled);
    return () => {
      window.removeEventListener("beforeinstallprompt", onOffer);
      window.removeEventListener("appinstalled", onInstalled);
    };
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
      <p>{say.whatInstallingBrings}</p>
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
