import { type RawBuilder, type SqlBool, sql } from "kysely";
import { hasAgentAccess } from "~/features/tasks/task-policy";
import { CATEGORIES, OPEN_CATEGORIES, PRIORITIES, STATUSES, type Status, TYPES } from "~/features/tasks/task-words";
import { parsePersonText } from "~/features/users/person-label";
import { emailKeyOf } from "~/features/users/user-keys";
import type { Viewer } from "~/features/users/user-words";
import { foldText, sortKey } from "~/lib/search-text";
import type { Compare, QueryTerm, QueryValue } from "./query-ast";
import { type Bounds, boundsOf } from "./query-calendar";
import { nearest } from "./query-fields";
import { short } from "./query-rules";
import { readCount, readDuration, readPeriod } from "./query-values";
import type { WordMatch } from "./word-match.server";
import { partQuestion } from "./word-question";

export type Condition = RawBuilder<SqlBool>;

/** What conditions depend on beside the query. */
export type Circumstances = {
  viewer: Viewer;
  /** UTC milliseconds. */
  now: number;
  /** Where days begin and end. */
  timeZone: string;
  match: WordMatch;
  teams: readonly { id: number; name: string }[];
};

export type Qualifier = Extract<QueryTerm, { kind: "qualifier" }>;

/** A qualifier that cannot be answered; the message is for whoever typed it. */
export class Unanswerable extends Error {}

export const ALWAYS: Condition = sql`1 = 1`;
export const NEVER: Condition = sql`1 = 0`;

export const anyOf = (conditions: Condition[]): Condition =>
  conditions.length === 0 ? NEVER : sql`(${sql.join(conditions, sql` or `)})`;

/**
 * The rows of `task` a qualifier finds. Never null for any row, so that `not` finds exactly the others.
 * Throws `Unanswerable`.
 */
export function conditionOf(term: Qualifier, circumstances: Circumstances): Condition {
  const translate = TRANSLATORS[term.key];
  if (!translate) throw new Unanswerable(notYet(term.key));
  return translate(term, circumstances);
}

type Translator = (term: Qualifier, circumstances: Circumstances) => Condition;

const TRANSLATORS: Record<string, Translator> = {
  status: eachText((text, { viewer }) => {
    const statuses = statusesCalled(text, hasAgentAccess(viewer));
    if (statuses === "any") return ALWAYS;
    return sql`task.status in (${sql.join(statuses.map((status) => status.key))})`;
  }),
  awaiting: eachText((text) => {
    const statuses = STATUSES.filter((status) => status.awaits === text.toLowerCase());
    return sql`task.status in (${sql.join(statuses.map((status) => status.key))})`;
  }),
  is: eachText(flag),
  has: eachText((text, { viewer }) => {
    if (text.toLowerCase() === "due") return sql`task.due_at is not null`;
    if (text.toLowerCase() !== "note") throw new Unanswerable(notYet(`has:${text.toLowerCase()}`));
    if (!hasAgentAccess(viewer)) return NEVER;
    return sql`exists (select 1 from message where message.task_id = task.id and message.kind = 'internal')`;
  }),
  assignee: person("assignee_id"),
  requester: person("requester_id"),
  creator: person("created_by"),
  author: eachText((text, circumstances) => {
    const { viewer } = circumstances;
    const readable = hasAgentAccess(viewer) ? ALWAYS : sql`message.kind = 'public'`;
    const author = isPerson(sql`message.author_id`, text, viewer);
    return sql`exists (select 1 from message where message.task_id = task.id and ${readable} and ${author})`;
  }),
  team: eachText((text, { teams }) => {
    const team = teams.filter(({ name }) => sortKey(name) === sortKey(text));
    if (/^any$/i.test(text)) return ALWAYS;
    if (/^none$/i.test(text)) return NEVER; // every task is in a team
    if (team.length === 0) throw new Unanswerable(`There is no team “${short(text)}”.`);
    return sql`task.team_id in (${sql.join(team.map(({ id }) => id))})`;
  }),
  type: eachText((text) => sql`task.type = ${oneOf("type", text, TYPES).key}`),
  channel: eachText((text) => sql`task.channel = ${oneOf("channel", text, CHANNELS).key}`),
  tag: eachText((text) => {
    const ofTask = sql`select 1 from task_tag where task_tag.task_id = task.id`;
    const tag = text.normalize("NFC").toLowerCase();
    if (tag === "any") return sql`exists (${ofTask})`;
    if (tag === "none") return sql`not exists (${ofTask})`;
    if (!tag.endsWith("*")) return sql`task.id in (select task_id from task_tag where tag = ${tag})`;
    const beginning = tag.slice(0, -1);
    return sql`task.id in (select task_id from task_tag where tag >= ${beginning} and tag < ${`${beginning}\u{10ffff}`})`;
  }),
  priority: ({ compare, values }) =>
    anyOf(
      textsOf(values).map((text) => {
        const rank = PRIORITIES.find((priority) => priority.key === text.toLowerCase())?.rank ?? 0;
        return sql`task.priority ${sql.raw(compare ?? "=")} ${rank}`;
      }),
    ),
  created: time("created_at", "past"),
  updated: time("updated_at", "past"),
  resolved: time("resolved_at", "past"),
  closed: time("closed_at", "past"),
  replied: time("last_agent_at", "past"),
  due: time("due_at", "future"),
  reopened: ({ compare, values }) =>
    anyOf(
      values.map((value) => {
        if (value.kind !== "range") return sql`task.reopen_count ${sql.raw(compare ?? "=")} ${readCount(value.text)}`;
        return sql`task.reopen_count between ${readCount(value.from)} and ${readCount(value.to)}`;
      }),
    ),
  title: words("title"),
  body: words("publicText"),
  note: (term, circumstances) => (hasAgentAccess(circumstances.viewer) ? words("notes")(term, circumstances) : NEVER),
};

const CHANNELS = ["web", "email", "phone", "api", "import", "schedule", "offline"].map((key) => ({ key, name: key }));

const textsOf = (values: readonly QueryValue[]) =>
  values.flatMap((value) => (value.kind === "range" ? [] : value.text));

/** Any of the values, each by itself. */
function eachText(translate: (text: string, circumstances: Circumstances) => Condition): Translator {
  return ({ values }, circumstances) => anyOf(textsOf(values).map((text) => translate(text, circumstances)));
}

function words(part: "title" | "publicText" | "notes"): Translator {
  return ({ key, values }, { match }) => {
    const question = partQuestion(values, part);
    if (!question) throw new Unanswerable(`There is no letter and no digit to look for after “${key}:”.`);
    return sql`task.id in ${match.ids(question)}`;
  };
}

function flag(text: string, { viewer, now }: Circumstances): Condition {
  switch (text.toLowerCase()) {
    case "open":
      return sql`task.open = 1`;
    case "done":
      return sql`task.open = 0`;
    case "mine":
      return hasAgentAccess(viewer)
        ? sql`(task.assignee_id is not null and task.assignee_id = ${viewer.id})`
        : sql`task.requester_id = ${viewer.id}`;
    case "unassigned":
      return sql`task.assignee_id is null`;
    case "overdue":
      return sql`(task.open = 1 and task.due_at is not null and task.due_at < ${now})`;
    case "unanswered":
      return sql`(task.open = 1 and task.last_requester_at is not null
        and (task.last_agent_at is null or task.last_requester_at > task.last_agent_at))`;
    default:
      throw new Unanswerable(notYet(`is:${text.toLowerCase()}`));
  }
}

/** The statuses a word means: a key, a name as the viewer sees it, a category, `open`, `done` or `any`. */
function statusesCalled(text: string, agent: boolean): readonly Status[] | "any" {
  const called = sortKey(text.replaceAll("_", " "));
  if (called === "any") return "any";
  if (called === "open") return STATUSES.filter((status) => OPEN_CATEGORIES.includes(status.category));
  if (called === "done") return STATUSES.filter((status) => !OPEN_CATEGORIES.includes(status.category));
  const category = CATEGORIES.find((name) => name === called);
  const found = STATUSES.filter(
    (status) =>
      status.category === category ||
      sortKey(status.key.replaceAll("_", " ")) === called ||
      sortKey(agent ? status.name : status.requesterName) === called,
  );
  if (found.length > 0) return found;
  const names = STATUSES.map((status) => (agent ? status.name : status.requesterName));
  const words = ["open", "done", "any", ...CATEGORIES, ...STATUSES.map((status) => status.key), ...names.map(foldText)];
  const near = nearest(foldText(text), words);
  const hint = near ? `Did you mean “${near}”?` : `Take ${listed([...new Set(names)])}, or open, done, any.`;
  throw new Unanswerable(`There is no status “${short(text)}”. ${hint}`);
}

function oneOf<T extends { key: string; name: string }>(what: string, text: string, all: readonly T[]): T {
  const found = all.find(({ key, name }) => key === text.toLowerCase() || sortKey(name) === sortKey(text));
  if (found) return found;
  throw new Unanswerable(`There is no ${what} “${short(text)}”. Take ${listed(all.map(({ key }) => key))}.`);
}

const listed = (names: readonly string[]) => new Intl.ListFormat("en", { type: "disjunction" }).format(names);

function person(column: "assignee_id" | "requester_id" | "created_by"): Translator {
  return eachText((text, { viewer }) => isPerson(sql.ref(`task.${column}`), text, viewer));
}

/**
 * Whether a column names this person. A name is meant when all its words stand in somebody's name in that order: `ana`
 * is Ana Díaz, `an` is not. Only agents may ask by address, except for their own: addresses are no requester's business.
 */
function isPerson(column: RawBuilder<unknown>, text: string, viewer: Viewer): Condition {
  switch (text.toLowerCase()) {
    case "me":
      return sql`(${column} is not null and ${column} = ${viewer.id})`;
    case "none":
      return sql`${column} is null`;
    case "any":
      return sql`${column} is not null`;
  }
  const meant = parsePersonText(text.trim());
  const among = (found: Condition) =>
    sql<SqlBool>`(${column} is not null and ${column} in (select id from "user" where ${found}))`;
  if ("id" in meant) return among(sql`id = ${meant.id}`);
  if ("email" in meant) {
    if (!hasAgentAccess(viewer) && emailKeyOf(meant.email) !== emailKeyOf(viewer.email ?? "")) return NEVER;
    return among(sql`email_key = ${emailKeyOf(meant.email)}`);
  }
  const name = sortKey(meant.name);
  if (name === "") return among(sql`name = ${meant.name}`);
  return among(sql`(' ' || name_key || ' ') like ${`% ${name} %`}`);
}

/**
 * past    a duration is an age: > longer ago, otherwise within
 * future  a duration is the time left: > later than that, otherwise by then or overdue
 */
function time(
  name: "created_at" | "updated_at" | "resolved_at" | "closed_at" | "last_agent_at" | "due_at",
  tense: "past" | "future",
): Translator {
  const column = sql.ref(`task.${name}`);
  const known = (condition: Condition): Condition => sql`(${column} is not null and ${condition})`;
  const within = ({ from, until }: Bounds) => known(sql`${column} >= ${from} and ${column} < ${until}`);

  return ({ key, compare, values }, { now, timeZone }) =>
    anyOf(
      values.map((value) => {
        if (value.kind === "range") {
          const bounds = { from: bound(value.from).from, until: bound(value.to).until };
          if (bounds.from >= bounds.until) throw new Unanswerable(`The range after “${key}:” ends before it begins.`);
          return within(bounds);
        }
        if (value.text.toLowerCase() === "none") return sql`${column} is null`;
        if (value.text.toLowerCase() === "any") return sql`${column} is not null`;
        const duration = readDuration(value.text);
        if (duration === null) return known(comparedWith(bound(value.text), compare, within));
        const moment = tense === "past" ? now - duration : now + duration;
        const earlier = (tense === "past") === (compare === ">" || compare === ">=");
        const orEqual = compare === "<" || compare === ">" ? "" : "=";
        return known(sql`${column} ${sql.raw((earlier ? "<" : ">") + orEqual)} ${moment}`);

        function bound(text: string): Bounds {
          const period = readPeriod(text);
          if (!period) throw new Unanswerable(`“${short(text)}” is not a date.`); // the parser has refused it already
          return boundsOf(period, now, timeZone);
        }
      }),
    );

  function comparedWith(bounds: Bounds, compare: Compare | null, equal: (bounds: Bounds) => Condition): Condition {
    switch (compare) {
      case ">":
        return sql`${column} >= ${bounds.until}`;
      case ">=":
        return sql`${column} >= ${bounds.from}`;
      case "<":
        return sql`${column} < ${bounds.from}`;
      case "<=":
        return sql`${column} < ${bounds.until}`;
      default:
        return equal(bounds);
    }
  }
}

/** What the desk does not keep yet, in words that follow "Searching". */
const MISSING: Record<string, string> = {
  participant: "by participant",
  watcher: "by watcher",
  org: "by organization",
  site: "by site",
  snooze: "by snooze time",
  parent: "by parent task",
  linked: "by linked task",
  file: "in file names",
  rating: "by rating",
  "is:unread": "for unread tasks",
  "is:watched": "for watched tasks",
  "is:snoozed": "for snoozed tasks",
  "is:confidential": "for confidential tasks",
  "is:undelivered": "for undelivered mail",
  "is:merged": "for merged tasks",
  "is:spam": "for spam",
  "is:trashed": "in the trash",
  "is:child": "for sub-tasks",
  "is:parent": "for tasks with sub-tasks",
  "is:away": "for people who are away",
  "is:unverified": "for unverified addresses",
  "has:attachment": "for attachments",
  "has:draft": "for drafts",
  "has:sla": "by service level",
  "has:checklist": "for checklists",
  "has:link": "for links",
  "has:rating": "by rating",
};

function notYet(key: string): string {
  if (key === "role" || key === "state") return `“${key}:” finds people, not tasks.`;
  if (key.startsWith("field.")) return "Searching by custom fields is not possible yet.";
  if (key.startsWith("sla")) return "Searching by service level is not possible yet.";
  return `Searching ${MISSING[key] ?? `by “${key}:”`} is not possible yet.`;
}
