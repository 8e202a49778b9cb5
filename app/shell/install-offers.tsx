import { type Reducer, useEffect, useReducer } from "react";
import { hideInstall } from "./install-prompt";
import {
  type InstallEvent,
  type InstallOffer,
  type InstallPrompt,
  NO_PROMPT,
  nextInstallPrompt,
} from "./next-install-prompt";
import * as say from "./shell-texts";

const begin = (first: InstallOffer) =>
  nextInstallPrompt(nextInstallPrompt(NO_PROMPT, { type: "started", hidden: false, installed: false }), {
    type: "offered",
    offer: first,
  });

/** What the browser offers, from its first offer on (`./install-prompt.island`), at the edge of the page. */
export function InstallOffers({ first }: { first: InstallOffer }) {
  const [{ offer, listening }, tell] = useReducer<Reducer<InstallPrompt, InstallEvent>, InstallOffer>(
    nextInstallPrompt,
    first,
    begin,
  );

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
