import { useNavigation } from "@remix-run/react";
import { useEffect } from "react";
import { PageForm } from "~/ui/page-form";
import * as say from "./task-list-copy";

/**
 * Says that a task was looked at whose page was made of data loaded in advance; a page that came from its own address has
 * been written down with that. `until` is null where nothing has to be told. Without a network it stays unread.
 */
export function useTellSeen(taskId: number, until: number | null) {
  useEffect(() => {
    if (until === null) return;
    const body = new URLSearchParams({ until: String(until) });
    const headers = { Accept: "application/json" };
    void fetch(`/tasks/${taskId}/seen`, { method: "POST", body, headers, keepalive: true }).catch(() => {});
  }, [taskId, until]);
}

/** The id of the form that buttons about reading belong to, wherever on the page they stand. */
const SEEN_FORM = "seen";

/** Their form; once on a page. `back` is the address of the list to come back to. */
export const SeenForm = ({ back }: { back?: string }) => (
  <PageForm id={SEEN_FORM} data-keeps-scroll>
    {back && <input type="hidden" name="back" value={back} />}
  </PageForm>
);

/** The number of the task that is being marked as read, as long as that is on its way. */
export const useBeingRead = () => Number(/^\/tasks\/(\d+)\/seen$/.exec(useNavigation().formAction ?? "")?.[1]);

/** Leaves a task as something still to be read. */
export const MarkUnread = ({ taskId }: { taskId: number }) => (
  <button
    type="submit"
    className="mark-unread"
    data-command=""
    form={SEEN_FORM}
    formAction={`/tasks/${taskId}/seen`}
    name="unread"
    value="yes"
  >
    {say.markUnread}
  </button>
);

const unreadWords = (taskId: number) => say.unreadMarkAsRead(taskId);

/** In the row of an unread task: says so, and takes it back. */
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
