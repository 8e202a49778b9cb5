import { useEffect } from "react";
import type { Flash } from "~/lib/flash";
import { tabPreferences } from "~/lib/preferences";
import { toast } from "~/ui/toast";

const SHOWN = "app:flash";

/** Shows the message as a toast, once: a page that comes back from history or a cache brings it again. */
export function FlashToast({ flash }: { flash: Flash | null }) {
  useEffect(() => {
    if (!flash || tabPreferences.read(SHOWN) === flash.id) return;
    tabPreferences.write(SHOWN, flash.id);
    toast[flash.type === "default" ? "message" : flash.type](flash.text, { id: flash.id });
  }, [flash]);
  return null;
}

/** The same message as a line of the page, for pages whose scripts will not run. */
export function FlashLine({ flash, scripted }: { flash: Flash | null; scripted: boolean }) {
  if (!flash) return null;
  const line = (
    <p className="flash-line" role="status" data-type={flash.type}>
      {flash.text}
    </p>
  );
  return scripted ? <noscript>{line}</noscript> : line;
}
