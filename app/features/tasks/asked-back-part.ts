import { part } from "~/ui/part";
import type { Question } from "./asked-back";
import type { TaskRefusal } from "./task-view";

/** Most forms are sent without a question: its script comes with the answer that asks one. */
export const AskedBack = part<Question>(".conflicts, .notice-warning", () =>
  import("./asked-back").then((asked) => asked.AskedBack),
);

/** What the answer to a form waits for. */
export const loadIfAsked = (answer: TaskRefusal | null) =>
  answer && (answer.held || answer.unfinished || answer.conflicts.length > 0) ? AskedBack.load() : null;
