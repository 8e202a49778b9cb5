import { useEffect, useRef } from "react";
import { whenStackIsWanted } from "~/ui/toast-stack";
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
    if (later) return; // the stack handles the key itself
    const onKey = (event: KeyboardEvent) => {
      if (!isToastHotkey(event)) return;
      event.preventDefault();
      wake(); // before any toast: loading replaces the list
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
