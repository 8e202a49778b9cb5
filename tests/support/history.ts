import type { HistoryPage } from "~/features/history/history-page.server";

/** The last change on a task page's history, as text. */
export const lastChange = ({ history }: { history: HistoryPage }) => changesOf(history).at(-1);

/** All changes on a page of history, as text. */
export const changesOf = ({ entries }: HistoryPage) =>
  entries.flatMap(({ changes }) => changes.map(({ says }) => says.map(textOf).join("")));

const textOf = (piece: string | object) =>
  typeof piece === "string" ? piece : "task" in piece ? `#${piece.task}` : String(Object.values(piece)[0]);
