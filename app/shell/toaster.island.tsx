import { useEffect, useRef } from "react";
import { whenStackIsWanted } from "~/ui/toast-stack";
import { useLazyModule } from "~/ui/use-lazy-module";
import * as say from "./shell-copy";
import { isToastHotkey } from "./toast-hotkey";

const loadStack = () => import("./toast-stack.island");

/**
 * The toasts in the lower right corner. The region is in the HTML of every page, empty; `~/ui/toast` fills it in the
 * browser. Without scripts, or where what draws them does not come, a message of the server is a line of the page
 * (`FlashMessage`).
 */
export function Toaster() {
  const [later, wake] = useLazyModule(loadStack);
  const region = useRef<HTMLElement>(null);

  useEffect(() => {
    const onFocus = ({ target }: Event) =>
      target instanceof Element && target.matches("input, select, textarea") && wake();
    document.addEventListener("focusin", onFocus);
    const forget = whenStackIsWanted(() => {
      wake();
      return loadStack().then(
        () => true,
        () => false,
      );
    });
    return () => {
      document.removeEventListener("focusin", onFocus);
      forget();
    };
  }, [wake]);
  useEffect(() => {
    if (later) return; // it has ears of its own
    const onKey = (event: KeyboardEvent) => {
      if (!isToastHotkey(event)) return;
      event.preventDefault();
      wake(); // before a toast comes, with which the list would be another one
      region.current?.querySelector("ol")?.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
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
