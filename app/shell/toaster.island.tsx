import { useEffect, useRef } from "react";
import { listen } from "~/lib/listen";
import { whenStackIsWanted } from "~/ui/load-toast-stack";
import { useLazyModule } from "~/ui/use-lazy-module";
import * as say from "./shell-copy";
import { isToastHotkey } from "./toast-hotkey";

const loadStack = () => import("./toast-stack.island");

/**
 * The toast region in the bottom right corner. The server renders it empty; `~/ui/toast` fills it. Without scripts, or if
 * the toast code fails to load, server messages show as a line on the page (`FlashMessage`).
 */
export function Toaster() {
  const [later, wake] = useLazyModule(loadStack);
  const region = useRef<HTMLElement>(null);

  useEffect(() => {
    const focusin = ({ target }: Event) =>
      target instanceof Element && target.matches("input, select, textarea") && wake();
    return listen(document, { focusin });
  }, [wake]);
  useEffect(
    () =>
      whenStackIsWanted(() => {
        wake();
        return loadStack().then(
          () => true,
          () => false,
        );
      }),
    [wake],
  );
  useEffect(() => {
    if (later) return; // the stack handles the key itself
    const onKey = (event: KeyboardEvent) => {
      if (!isToastHotkey(event)) return;
      event.preventDefault();
      wake(); // before any toast: loading replaces the list
      region.current?.querySelector("ol")?.focus();
    };
    return listen(document, { keydown: onKey });
  }, [later, wake]);

  return (
    <section
      ref={region}
      className="toaster"
      aria-label={say.notifications}
      aria-keyshortcuts="Alt+T"
      aria-live="polite"
      aria-relevant="additions text"
      aria-atomic="false"
      tabIndex={-1}
    >
      {later ? <later.ToastStack /> : <ol tabIndex={-1} />}
    </section>
  );
}
