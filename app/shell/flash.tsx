import { useEffect } from "react";
import type { Flash } from "~/lib/flash";
import { tabPreferences } from "~/lib/preferences";
import { Button } from "~/ui/button";
import { saying } from "~/ui/toasts-later";

const SHOWN = "app:flash";

/** Shows the message as a toast, once: a page that comes back from history or a cache brings it again. */
export function FlashToast({ flash }: { flash: Flash | null }) {
  useEffect(() => {
    if (!flash || tabPreferences.read(SHOWN) === flash.id) return;
    tabPreferences.write(SHOWN, flash.id);
    const { type, text, about, id, action } = flash;
    const kind = type === "default" ? "message" : type;
    void saying((toast) => toast[kind](text, { id: about ?? id, ...(action && { action }) }));
  }, [flash]);
  return null;
}

/** The same message as a line of the page, for pages whose scripts will not run. */
export function FlashLine({ flash, scripted }: { flash: Flash | null; scripted: boolean }) {
  if (!flash) return null;
  const line = (
    <div className="flash-line" data-type={flash.type}>
      <p role="status">{flash.text}</p>
      {flash.action && (
        <form method="post" action={flash.action.post}>
          <Button>{flash.action.label}</Button>
        </form>
      )}
    </div>
  );
  return scripted ? <noscript>{line}</noscript> : line;
}
