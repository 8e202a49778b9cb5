import { type Reducer, useEffect, useReducer } from "react";
import {
  hideInstall,
  type InstallEvent,
  type InstallOffer,
  installIsHidden,
  NO_PROMPT,
  nextInstallPrompt,
  type InstallPrompt as Prompt,
} from "./install-prompt";

/** Offers to install the app when the browser says it can. Without scripts the browser's own menu remains. */
export function InstallPrompt() {
  const [{ offer, listening }, tell] = useReducer<Reducer<Prompt, InstallEvent>>(nextInstallPrompt, NO_PROMPT);

  useEffect(() => {
    tell({ type: "started", hidden: installIsHidden(), installed: matchMedia("(display-mode: standalone)").matches });
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

  /** Resolves with what was answered in the browser's own dialog. */
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
    <section className="install-prompt" aria-label="Install this app">
      <p>Install this app: a window of its own, and it opens without a network.</p>
      <div className="buttons">
        <button type="button" className="button button-primary" onClick={() => void install(offer)}>
          Install
        </button>
        <button type="button" className="button button-quiet" onClick={dismiss}>
          Not now
        </button>
      </div>
    </section>
  );
}
