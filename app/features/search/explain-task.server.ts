import { type SqlBool, sql } from "kysely";
import type { Db } from "~/db/types";
import type { Hidden } from "~/features/tasks/task-policy.server";
import { statusOf } from "~/features/tasks/tasks";
import { zoneOf } from "~/features/users/preferences.server";
import type { Viewer } from "~/features/users/users";
import { foldText } from "~/lib/search-tokens";
import { type CompiledQuery, compileTaskQuery, HIDDEN } from "./compile-query.server";
import { describeTerm } from "./describe-term.server";
import { unfinishedWord } from "./index-query";
import { type Query, type QueryTerm, termsOf } from "./query-ast";
import { readTaskNumber } from "./query-values";
import * as say from "./search-pages-copy";
import { readFacts, type TaskFacts } from "./task-facts.server";

/** A query as a tree. `matches` says whether the task meets each part; null for a part without a condition. */
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
  const task = id === null ? null : await readFacts(db, viewer, id, { now, timeZone: zoneOf(viewer) });
  if (!task) return { ok: false, why: "no_such_task" };
  const compiled = await compileTaskQuery(db, viewer, text, now, { interactive: true, task: task.id });
  if (!compiled.ok) return { ok: false, why: "query", message: compiled.error.message };
  const { found, matches } = await ask(db, task, compiled);

  const unasked = HIDDEN.flatMap(([flag, kind]) =>
    task[`is:${flag}`] === 1 && !compiled.hidden.includes(kind) ? kind : [],
  );
  const beside = unasked.map((kind) => ONLY_BY_NAME[kind]);
  if (task.open === 0 && !compiled.namesStatus) {
    const { name, requesterName } = statusOf(task.status);
    beside.push(say.hiddenFromLists(task.works ? name : requesterName));
  }
  const unfinished = unfinishedWord(compiled.query);
  const explainTerm = (term: QueryTerm): Explained => ({
    kind: "term",
    matches: matches.get(term) ?? null,
    typed: text.slice(term.at.start, term.at.end),
    why: describeTerm(term, task, { viewer, fields: compiled.fields }, term === unfinished),
  });
  return {
    ...{ ok: true, task: { id: task.id, title: task.title }, found: unasked.length === 0 && found, beside },
    parts: compiled.query && explained(compiled.query, explainTerm),
  };
}

const ONLY_BY_NAME: Record<Hidden, string> = {
  merged: say.needsMergedFilter,
  spam: say.needsSpamFilter,
  trash: say.needsTrashedFilter,
};

/** Asks the database whether a search finds the task, and which terms it meets. */
async function ask(db: Db, task: TaskFacts, { query, asked, conditionOf }: CompiledQuery) {
  const conditions = termsOf(query).flatMap((term) => {
    const condition = conditionOf(term, task);
    return condition ? [{ term, condition }] : [];
  });
  const row = await db
    .selectFrom("task")
    .select(sql<SqlBool>`${asked(task).where}`.as("found"))
    .select(conditions.map(({ condition }, place) => sql<SqlBool>`${condition}`.as(`term_${place}`)))
    .where("task.id", "=", task.id)
    .executeTakeFirstOrThrow();
  const met: Record<string, SqlBool> = row;
  return {
    found: Boolean(row.found),
    matches: new Map(conditions.map(({ term }, place) => [term, Boolean(met[`term_${place}`])])),
  };
}

function explained(part: Query, explainTerm: (term: QueryTerm) => Explained): Explained {
  switch (part.kind) {
    case "and":
    case "or": {
      const items = part.items.map((item) => explained(item, explainTerm));
      const asked = items.flatMap(({ matches }) => matches ?? []);
      const matches = part.kind === "and" ? asked.every(Boolean) : asked.some(Boolean);
      return { kind: part.kind, matches: asked.length > 0 ? matches : null, items };
    }
    case "not": {
      const item = explained(part.item, explainTerm);
      const matches = item.matches === null ? null : !item.matches;
      if (item.kind === "term") return { ...item, matches, typed: `-${item.typed}` };
      return { kind: "not", matches, items: [item] };
    }
    default:
      return explainTerm(part);
  }
}
