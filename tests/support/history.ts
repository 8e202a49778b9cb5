import type { HistoryPage } from "~/features/tasks/history/history-page.server";

/** What the history of a task's page tells last. */
export const lastChange = ({ history }: { history: HistoryPage }) => history.entries.at(-1)?.changes.at(-1);
