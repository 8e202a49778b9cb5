import { useEffect, useState } from "react";
import { useLater } from "~/ui/later";
import { withLooks } from "./comforts-sheet";
import { installIsHidden } from "./install-prompt";
import type { InstallOffer } from "./next-install-prompt";

const loadOffers = () => withLooks(import("./install-offers"));

/**
 * Offers to install the app when the browser says it can: all but the first ear for that comes then. Without scripts the
 * browser's own menu remains.
 */
export function InstallPrompt() {
  const [first, setFirst] = useState<InstallOffer | null>(null);
  const [later, wake] = useLater(loadOffers);

  useEffect(() => {
    if (later || installIsHidden() || matchMedia("(display-mode: standalone)").matches) return;
    const onOffer = (event: Event) => {
      event.preventDefault();
      setFirst(event as InstallOffer);
      wake();
    };
    window.addEventListener("beforeinstallprompt", onOffer);
    return () => window.removeEventListener("beforeinstallprompt", onOffer);
  }, [later, wake]);

  return first && later && <later.InstallOffers first={first} />;
}
