import { useNavigation } from "@remix-run/react";
import { type CSSProperties, useEffect, useSyncExternalStore } from "react";
import { onPageFailure } from "~/ui/route-error";
import { backgroundStretch, type LoadingBarEvent, nextLoadingBar, RESTING } from "./loading-bar";
import * as say from "./shell-copy";

// Outside React: if the root fails, React redraws the document, and the new bar must finish the old one's load.
let current = RESTING;
const watchers = new Set<() => void>();

function tell(event: LoadingBarEvent) {
  current = nextLoadingBar(current, event);
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void) {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

onPageFailure(() => tell({ type: "finish", failed: true }));

/** The id of the first element after the page content. */
export const AFTER_PAGE = "loading-bar";

/** The orange progress line at the top of the window. Without scripts, the browser shows its own. */
export function LoadingBar() {
  const bar = useSyncExternalStore(
    watch,
    () => current,
    () => RESTING,
  );
  const navigation = useNavigation();
  const going = navigation.state !== "idle" && navigation.location.key; // unique for each navigation

  useEffect(() => {
    if (going) tell({ type: "start" });
    else tell({ type: "finish" }); // covers success, failure, cancel and query-only changes
  }, [going]);

  useEffect(() => {
    if (!bar.timer) return;
    const id = setTimeout(() => tell({ type: "timer" }), bar.timer.after);
    return () => clearTimeout(id);
  }, [bar.timer]);

  useEffect(() => {
    if (!bar.running) return;
    let first: number | undefined;
    let id = requestAnimationFrame(function move(now) {
      first ??= now;
      tell({ type: "frame", elapsed: now - first });
      id = requestAnimationFrame(move);
    });
    return () => cancelAnimationFrame(id);
  }, [bar.running]);

  // At rest the stylesheet is enough: server HTML has no style attributes.
  const style: CSSProperties | undefined =
    bar === RESTING
      ? undefined
      : {
          transform: `scaleX(${bar.progress / 100})`,
          opacity: bar.visible ? 1 : 0,
          backgroundSize: `${backgroundStretch(bar.progress)}% auto`,
        };
  const role = bar.visible
    ? ({ role: "progressbar", "aria-label": say.loading, "aria-valuenow": Math.round(bar.progress) } as const)
    : ({ "aria-hidden": true } as const);
  return <div className="loading-bar" id={AFTER_PAGE} data-failed={bar.failed || undefined} style={style} {...role} />;
}
