import { useLocation, useNavigate, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { listen } from "~/lib/listen";
import { OVER } from "./overlay-mark";

/** A page opened over a task: its address. */
type Opened = { href: string; Dialog: typeof import("./task-overlay").OverlayDialog };

const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;

/**
 * Opens a task's pages for macros, merging, linking and splitting over the task, from any link to them. Without scripts, or
 * if they can't be loaded, the links lead to the pages.
 */
export function TaskOverlay({ taskId }: { taskId: number }) {
  const { key } = useLocation();
  const { formAction } = useNavigation();
  const navigate = useNavigate();
  const [opened, open] = useState<Opened | null>(null);
  const current = useRef({ navigate, taskId });
  current.current = { navigate, taskId };

  useEffect(() => {
    const click = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("a[href]") : null;
      if (!link || !isPlain(event) || link.origin !== location.origin) return;
      const base = `/tasks/${current.current.taskId}`;
      const isInside = link.closest("dialog.task-overlay") !== null;
      const closes = isInside && link.pathname === base;
      if (!closes && !["macros", "merge", "relations", "split"].some((page) => link.pathname === `${base}/${page}`))
        return;
      event.preventDefault();
      event.stopPropagation();
      if (closes) return open(null);
      const menu = link.closest<HTMLDetailsElement>("details[data-layer=menu]");
      if (menu) {
        menu.open = false;
        menu.querySelector("summary")?.focus(); // where the focus returns to
      }
      const href = link.pathname + link.search;
      import("./task-overlay").then(
        ({ OverlayDialog }) => open({ href, Dialog: OverlayDialog }),
        () => current.current.navigate(href),
      );
    };
    return listen(document, { click }, { capture: true });
  }, []);

  // The answer to its own form closes it; a form of the task, such as a field that saves itself, doesn't.
  const isSent = useRef(false);
  if (formAction?.includes(OVER)) isSent.current = true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer changes the location.
  useEffect(() => {
    if (isSent.current) open(null);
    isSent.current = false;
  }, [key]);

  return opened && <opened.Dialog {...{ taskId, opened }} close={() => open(null)} />;
}
