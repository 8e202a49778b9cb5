import type { Db } from "~/db/types";
import type { Hidden } from "~/features/tasks/task-policy.server";
import { statusOf } from "~/features/tasks/tasks";
import { zoneOf } from "~/features/users/preferences.server";
import type { Viewer } from "~/features/users/users";
import { foldText } from "~/lib/search-text";
import { compileTaskQuery } from "./compile-query.server";
import { termInWords } from "./describe-term.server";
import { isFound, type Judged, type Judging, judged } from "./evaluate-query.server";
import { namesMeantBy } from "./field-lookups.server";
import { unfinishedWord } from "./index-query";
import { type Query, termsOf } from "./query-ast";
import { parseQuery } from "./query-language";
import { readTaskNumber } from "./query-values";
import * as say from "./search-pages-copy";
import { readFacts, type TaskFacts } from "./task-facts.server";

/** A query as a tree. `matches` says whether the task meets each part; null for a part that asks for nothing. */
export type Explained =
  | { kind: "and" | "or" | "not"; matches: boolean | null; items: Explained[] }
  | { kind: "term"; matches: boolean | null; typed: string; why: string };

/**
 * no_such_task  also for a task the viewer may not see
 * query         the query is invalid; `message` says why
 */
type Explanation =
  | { ok: false; why: "no_such_task" }
  | { ok: false; why: "query"; message: string }
  | {
      ok: true;
      task: { id: number; title: string };
      found: boolean;
      /** Reasons outside the query, as sentences. */
      beside: string[];
      parts: Explained | null;
    };

/** Explains term by term why a search finds a task or doesn't, showing only what the viewer may see. */
export async function explainTask(
  db: Db,
  viewer: Viewer,
  { task: number, text }: { task: string; text: string },
  now: number,
): Promise<Explanation> {
  const id = readTaskNumber(foldText(number).trim());
  const [task] = id === null ? [] : await readFacts(db, viewer, [id]);
  if (!task) return { ok: false, why: "no_such_task" };
  const compiled = await compileTaskQuery(db, viewer, text, now, { interactive: true });
  if (!compiled.ok) return { ok: false, why: "query", message: compiled.error.message };
  const parsed = parseQuery(text);
  const query = parsed.ok ? parsed.query : null;
  const things = await namesMeantBy(db, termsOf(query));
  const judging: Judging = { viewer, now, timeZone: zoneOf(viewer), interactive: true, ...things };
  const whole = judged(query, task, judging);

  const hidden: { [kind in Hidden]: boolean } = {
    merged: task.mergedInto !== null,
    spam: task.putAway === "spam",
    trash: task.putAway === "trash",
  };
  const unasked = HIDDEN.filter((kind) => hidden[kind] && !compiled.hidden.includes(kind));
  const beside = unasked.map((kind) => ONLY_BY_NAME[kind]);
  if (!task.open && !compiled.namesStatus) {
    const { name, requesterName } = statusOf(task.status);
    const status = task.works ? name : requesterName;
    beside.push(say.listsLeaveItOut(status));
  }
  return {
    ...{ ok: true, task: { id: task.id, title: task.title }, found: unasked.length === 0 && isFound(whole), beside },
    parts: whole && inWords(whole, { task, judging, text, query }),
  };
}

const HIDDEN = ["merged", "spam", "trash"] as const satisfies Hidden[];

const ONLY_BY_NAME: Record<Hidden, string> = {
  merged: say.foundByMerged,
  spam: say.foundBySpam,
  trash: say.foundByTrashed,
};

type About = { task: TaskFacts; judging: Judging; text: string; query: Query | null };

function inWords(part: Judged, about: About): Explained {
  const { matches } = part;
  if (part.kind === "not") {
    const item = inWords(part.item, about);
    return item.kind === "term"
      ? { ...item, matches, typed: `-${item.typed}` }
      : { kind: "not", matches, items: [item] };
  }
  if (part.kind !== "term") return { kind: part.kind, matches, items: part.items.map((item) => inWords(item, about)) };
  const { term } = part;
  const why = termInWords(term, about.task, about.judging, term === unfinishedWord(about.query));
  return { kind: "term", matches, typed: about.text.slice(term.at.start, term.at.end), why };
}
