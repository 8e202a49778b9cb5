import { useEffect } from "react";

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
