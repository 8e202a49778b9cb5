import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { tabPreferences } from "~/lib/browser-storage";
import type { Flash } from "~/lib/flash";
import { Button } from "~/ui/button";
import { saying } from "~/ui/lazy-toasts";
import * as say from "./shell-copy";

const SHOWN = "app:flash";

/**
 * Shows the server's message once as a toast, even if history or a cache brings its page back. Without scripts, or if the
 * toast code fails to load, shows it as a line on the page.
 */
export function FlashMessage({ flash, scripted }: { flash: Flash | null; scripted: boolean }) {
  const { pathname, search } = useLocation();
  const [unsaid, setUnsaid] = useState<Flash | null>(null);
  useEffect(() => {
    if (!flash || tabPreferences.read(SHOWN) === flash.id) return;
    tabPreferences.write(SHOWN, flash.id);
    const { type, text, about, id, action, link } = flash;
    const kind = type === "default" ? "message" : type;
    const said = saying((toast) =>
      toast[kind](text, { id: about ?? id, ...(action && { action }), ...(link && { link }) }),
    );
    void said.then((isSaid) => setUnsaid(isSaid ? null : flash));
  }, [flash]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving a page clears its message; reloading it doesn't.
  useEffect(() => () => setUnsaid(null), [pathname]);

  const lineOf = ({ type, text, action, link }: Flash) => (
    <div className="flash-line" data-type={type}>
      <p role="status">{text}</p>
      {action && (
        <form method="post" action={action.post}>
          <Button name={action.name} value={action.value}>
            {action.label}
          </Button>
        </form>
      )}
      {link && <a href={link.href}>{link.label}</a>}
      {/* Reloading the page drops the message. */}
      <a href={pathname + search}>{say.close}</a>
    </div>
  );
  if (unsaid) return lineOf(unsaid);
  if (!flash) return null;
  return scripted ? <noscript>{lineOf(flash)}</noscript> : lineOf(flash);
}
