import { useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { Button } from "~/ui/button";
import { PageForm } from "~/ui/page-form";
import * as say from "./task-list-copy";

/**
 * Reports a task page built from prefetched data as seen; the server records a page loaded from its own URL. `until` is null
 * when there's nothing to report. Offline, the task stays unread.
 */
export function useTellSeen(taskId: number, until: number | null) {
  useEffect(() => {
    if (until === null) return;
    const body = new URLSearchParams({ until: String(until) });
    const headers = { Accept: "application/json" };
    void fetch(`/tasks/${taskId}/seen`, { method: "POST", body, headers, keepalive: true }).catch(() => {});
  }, [taskId, until]);
}

/** Id of the form that read and unread buttons submit, wherever they are on the page. */
const SEEN_FORM = "seen";

/** The form for read and unread buttons, once per page. `back` is the URL of the list to return to. */
export const SeenForm = ({ back }: { back?: string }) => (
  <PageForm id={SEEN_FORM} data-keeps-scroll>
    {back && <input type="hidden" name="back" value={back} />}
  </PageForm>
);

/** Number of the task whose read state is being submitted; NaN for none. */
export const useBeingRead = () => Number(/^\/tasks\/(\d+)\/seen$/.exec(useNavigation().formAction ?? "")?.[1]);

export const MarkUnread = ({ taskId }: { taskId: number }) => (
  <Button
    look="quiet"
    data-command=""
    form={SEEN_FORM}
    formAction={`/tasks/${taskId}/seen`}
    formNoValidate
    name="unread"
    value="yes"
  >
    {say.markUnread}
  </Button>
);

const unreadWords = (taskId: number) => say.unreadMarkAsRead(taskId);

/** Marks an unread row as read. */
export const unreadButton = (taskId: number) => (
  <button
    className="unread-mark"
    form={SEEN_FORM}
    formAction={`/tasks/${taskId}/seen`}
    name="unread"
    value="no"
    title={unreadWords(taskId)}
    type="submit"
  >
    {unreadWords(taskId)}
  </button>
);
