import { useLocation } from "@remix-run/react";
import { useEffect } from "react";
import * as terms from "~/features/tasks/task-details-copy";
import { fieldId } from "~/ui/field";
import { saying } from "~/ui/lazy-toasts";

/** Opens "More" at the snooze field. Only a waiting task has one: otherwise it focuses the status and says why. */
export function goToSnooze() {
  const [snooze, status] = ["snooze", "status"].map((name) => document.getElementById(fieldId(name)));
  if (snooze && status?.querySelector("option[data-waits]:checked")) {
    snooze.closest("details")?.setAttribute("open", "");
    return snooze.focus({ preventScroll: true });
  }
  status?.focus({ preventScroll: true });
  void saying((toast) => toast.info(terms.onlyWaitingCanSnooze));
}

/** A link to the snooze field, such as the list's "Snooze…", focuses it. */
export function useSnoozeLink() {
  const { hash } = useLocation();
  useEffect(() => {
    if (hash === `#${fieldId("snooze")}`) queueMicrotask(goToSnooze); // after the page's own focus
  }, [hash]);
}
