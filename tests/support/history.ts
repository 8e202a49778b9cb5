import type { HistoryPage } from "~/features/history/history-page.server";

/** What the history of a task's page tells last, as one reads it. */
export const lastChange = ({ history }: { history: HistoryPage }) => changesOf(history).at(-1);

/** All that a page of history tells, as one reads it. */
export const changesOf = ({ entries }: HistoryPage) =>
  entries.flatMap(({ changes }) => changes.map(({ says }) => says.map(textOf).join("")));

const textOf = (piece: string | object) =>
  typeof piece === "string" ? piece : "task" in piece ? `#${piece.task}` : String(Object.values(piece)[0]);
