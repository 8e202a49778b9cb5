import { useLocation } from "@remix-run/react";
import { useEffect, useState } from "react";
import type { Flash } from "~/lib/flash";
import { tabPreferences } from "~/lib/preferences";
import { Button } from "~/ui/button";
import { saying } from "~/ui/toasts-later";
import * as say from "./shell-copy";

const SHOWN = "app:flash";

/**
 * What the server has to say: as a toast, once, for a page that comes back from history or a cache brings it again; where
 * scripts do not run, or those of toasts do not come, as a line of the page.
 */
export function FlashMessage({ flash, scripted }: { flash: Flash | null; scripted: boolean }) {
  const { pathname, search } = useLocation();
  const [unsaid, setUnsaid] = useState<Flash | null>(null);
  useEffect(() => {
    if (!flash || tabPreferences.read(SHOWN) === flash.id) return;
    tabPreferences.write(SHOWN, flash.id);
    const { type, text, about, id, action } = flash;
    const kind = type === "default" ? "message" : type;
    const said = saying((toast) => toast[kind](text, { id: about ?? id, ...(action && { action }) }));
    void said.then((isSaid) => setUnsaid(isSaid ? null : flash));
  }, [flash]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: leaving a page takes its message along; loading it again does not.
  useEffect(() => () => setUnsaid(null), [pathname]);

  const lineOf = ({ type, text, action }: Flash) => (
    <div className="flash-line" data-type={type}>
      <p role="status">{text}</p>
      {action && (
        <form method="post" action={action.post}>
          <Button name={action.name} value={action.value}>
            {action.label}
          </Button>
        </form>
      )}
      {/* The page anew, which is without it. */}
      <a href={pathname + search}>{say.close}</a>
    </div>
  );
  if (unsaid) return lineOf(unsaid);
  if (!flash) return null;
  return scripted ? <noscript>{lineOf(flash)}</noscript> : lineOf(flash);
}
