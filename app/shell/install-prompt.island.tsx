import { type Reducer, useEffect, useReducer } from "react";
import { useLater } from "~/ui/later";
import { withLooks } from "./comforts-sheet";
import {
  hideInstall,
  type InstallEvent,
  type InstallOffer,
  installIsHidden,
  NO_PROMPT,
  nextInstallPrompt,
  type InstallPrompt as Prompt,
} from "./install-prompt";

const loadOffer = () => withLooks(import("./install-offer"));

/** Offers to install the app when the browser says it can. Without scripts the browser's own menu remains. */
export function InstallPrompt() {
  const [{ offer, listening }, tell] = useReducer<Reducer<Prompt, InstallEvent>>(nextInstallPrompt, NO_PROMPT);
  const [later, wake] = useLater(loadOffer);

  useEffect(() => {
    tell({ type: "started", hidden: installIsHidden(), installed: matchMedia("(display-mode: standalone)").matches });
  }, []);

  useEffect(() => {
    if (!listening) return;
    const onOffer = (event: Event) => {
      event.preventDefault();
      wake();
      tell({ type: "offered", offer: event as InstallOffer });
    };
    const onInstalled = () => tell({ type: "installed" });
    window.addEventListener("beforeinstallprompt", onOffer);
    window.addEventListener("appinstalled", onInstalled);
    return () => {
      window.removeEventListener("beforeinstallprompt", onOffer);
      window.removeEventListener("appinstalled", onInstalled);
    };
  }, [listening, wake]);

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

  return later && <later.InstallOffer install={() => void install(offer)} dismiss={dismiss} />;
}
