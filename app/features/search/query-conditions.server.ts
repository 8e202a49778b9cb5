import { type RawBuilder, sql } from "kysely";
import { isUnread } from "~/features/task-list/unread.server";
import { isOverdue, isSnoozed } from "~/features/tasks/status/wake-task.server";
import { type AccessScope, changedAt, inTeamsOf, wasSaid, workableBy } from "~/features/tasks/task-policy.server";
import { PRIORITIES, statuses } from "~/features/tasks/tasks";
import { isUndelivered } from "~/features/tasks/undelivered-mail.server";
import { isAgent } from "~/features/users/users";
import { todayIn } from "~/lib/calendar-day";
import { normalized } from "~/lib/text";
import { customCondition } from "./custom-field-condition.server";
import { partQuestion } from "./index-query";
import { around, isPerson, person } from "./people-conditions.server";
import { innerOf, notYet } from "./qualifier-availability";
import { keywordIn, type Qualifier, type TextValue } from "./query-ast";
import { CLOCK_ENDS } from "./query-fields";
import { CHANNELS, idsCalled, oneOf, statusesCalled, typeCalled } from "./query-names";
import { isTimeLeft, type Tense, timesOf } from "./query-times";
import { readCount, readTaskNumber } from "./query-values";
import { isOneTouch, wasOpenAt } from "./report-conditions.server";
import * as say from "./search-copy";
import {
  ALWAYS,
  anyOf,
  type Circumstances,
  type Condition,
  eachText,
  NEVER,
  ofAskedTask,
  type Translator,
  textsOf,
  timeCondition,
} from "./sql-condition.server";
import { Unanswerable } from "./unanswerable-queries";

/** Condition on `task` for one qualifier. Never null, so `not` matches exactly the other rows. Throws `Unanswerable`. */
export function conditionOf(term: Qualifier, circumstances: Circumstances): Condition {
  const translate = term.key.startsWith("field.") ? customCondition : TRANSLATORS[term.key];
  const inner = innerOf(term);
  if (inner && !isAgent(circumstances.viewer)) {
    throw new Unanswerable(say.onlyForAgents(inner));
  }
  if (!translate) throw new Unanswerable(notYet(term.key));
  const condition = translate(term, circumstances);
  // Agents see their own confidential requests as any requester would.
  return inner && !circumstances.sight.works ? NEVER : condition;
}

const TRANSLATORS: Record<string, Translator> = {
  status: eachText((_, { viewer }, value) => {
    const called = statusesCalled(value, isAgent(viewer));
    if (called === "any") return ALWAYS;
    return sql`task.status in (${sql.join(called.map((status) => status.key))})`;
  }),
  awaiting: eachText((text) => {
    const awaited = statuses().filter((status) => status.awaits === text.toLowerCase());
    return awaited.length === 0 ? NEVER : sql`task.status in (${sql.join(awaited.map((status) => status.key))})`;
  }),
  is: eachText((text, circumstances) => flagCondition(`is:${text.toLowerCase()}`, circumstances)),
  has: eachText((text, circumstances) => flagCondition(`has:${text.toLowerCase()}`, circumstances)),
  assignee: person("assignee_id"),
  requester: person("requester_id"),
  creator: person("created_by"),
  author: eachText((_, { viewer, sight }, value) => {
    const author = isPerson(sql`message.author_id`, value, viewer);
    const readable = sight.works ? ALWAYS : wasSaid;
    return sql`exists (select 1 from message where message.task_id = task.id and ${readable} and ${author})`;
  }),
  participant: around("participant"),
  watcher: around("watcher"),
  team: eachText((text, { teams, viewer }, value) => {
    if (keywordIn(value) === "me") return inTeamsOf(viewer);
    const all = ofAll(value); // every task is in a team
    if (all) return all;
    return sql`task.team_id in (${sql.join(idsCalled(text, teams, say.noSuchTeam))})`;
  }),
  org: eachText((text, { organizations }, value) => {
    if (keywordIn(value) === "any") return sql`task.organization_id is not null`;
    if (keywordIn(value) === "none") return sql`task.organization_id is null`;
    const ids = sql.join(idsCalled(text, organizations, say.noSuchOrganization));
    return sql`(task.organization_id is not null and task.organization_id in (${ids}))`;
  }),
  type: eachText((text, { viewer }, value) => ofAll(value) ?? sql`task.type = ${typeCalled(text, isAgent(viewer))}`),
  channel: eachText((text, _, value) => ofAll(value) ?? sql`task.channel = ${oneOf("channel", text, CHANNELS).key}`),
  tag: eachText((text, circumstances, value) => {
    const ofTask = sql`select 1 from task_tag where task_tag.task_id = task.id`;
    const tag = normalized(text, "NFC").toLowerCase();
    if (keywordIn(value) === "any") return sql`exists (${ofTask})`;
    if (keywordIn(value) === "none") return sql`not exists (${ofTask})`;
    const tagged = sql`select task_id from task_tag where ${ofAskedTask(circumstances, "task_id")}`;
    if (!tag.endsWith("*")) return sql`task.id in (${tagged} and tag = ${tag})`;
    const beginning = tag.slice(0, -1);
    return sql`task.id in (${tagged} and tag >= ${beginning} and tag < ${`${beginning}\u{10ffff}`})`;
  }),
  priority: ({ compare, values }) =>
    anyOf(
      textsOf(values).map((text) => {
        const rank = PRIORITIES.find((priority) => priority.key === text.toLowerCase())?.rank ?? 0;
        return sql`task.priority ${sql.raw(compare ?? "=")} ${rank}`;
      }),
    ),
  created: time(() => sql.ref("task.created_at"), "past"),
  updated: time(changedAt, "past"),
  resolved: time(() => sql.ref("task.resolved_at"), "past"),
  closed: time(() => sql.ref("task.closed_at"), "past"),
  replied: time(() => sql.ref("task.last_agent_at"), "past"),
  due: time(() => sql.ref("task.due_at"), "day"),
  answered: time(() => sql.ref("task.first_responded_at"), "past"),
  rated: time(() => sql.ref("task.rated_at"), "past"),
  backlog: ({ key, compare, values }, { now, timeZone }) =>
    anyOf(
      values.map((value) => {
        const times = timesOf("past", { key, compare, value }, { now, timeZone });
        const end = typeof times === "string" ? null : (times.to ?? times.from);
        return end ? wasOpenAt(end.at) : NEVER;
      }),
    ),
  ...Object.fromEntries(CLOCK_ENDS.map((key) => [key, clockEnded])),
  rating: eachText((text) => {
    const rating = text.toLowerCase();
    return rating === "none" ? sql`task.rating is null` : sql`(task.rating is not null and task.rating = ${rating})`;
  }),
  // Days compare with the chosen day. Time left compares with the moment, which depends on the chooser's time zone.
  ...{ sla: level(), "sla.first": level("first"), "sla.next": level("next"), "sla.resolve": level("resolution") },
  "sla-due": ({ values, ...term }, circumstances) =>
    anyOf(
      values.map((value) => {
        const times = timesOf("left", { ...term, value }, circumstances);
        const due = sql`select clock_state.task_id from clock_state
          where ${ofAskedTask(circumstances, "clock_state.task_id")} and clock_state.due_at is not null`;
        if (times === "none") return sql`task.id not in (${due})`;
        return sql`task.id in (${due} and ${timeCondition(sql.ref("clock_state.due_at"), times)})`;
      }),
    ),
  snooze: ({ values, ...term }, circumstances) =>
    anyOf(
      values.map((value) => {
        const ask = isTimeLeft(value)
          ? time(() => sql.ref("task.snoozed_until"), "left")
          : time(() => sql`coalesce(task.snooze_day, task.snoozed_until)`, "day"); // keep in step with `snoozeDayOf`
        return ask({ ...term, values: [value] }, circumstances);
      }),
    ),
  reopened: ({ compare, values }) =>
    anyOf(
      values.map((value) => {
        if (value.kind !== "range") return sql`task.reopen_count ${sql.raw(compare ?? "=")} ${readCount(value.text)}`;
        return sql`task.reopen_count between ${readCount(value.from)} and ${readCount(value.to)}`;
      }),
    ),
  parent: eachText((text, { viewer }) => {
    const parent = sql`select task.id from task where task.id = ${readTaskNumber(text)} and ${workableBy(viewer)}`;
    return sql`(task.parent_id is not null and task.parent_id in (${parent}))`;
  }),
  linked: eachText((text, { viewer }) => {
    const other = sql`select task.id from task where task.id = ${readTaskNumber(text)} and ${workableBy(viewer)}`;
    return sql`task.id in (
      select task_link.other_id from task_link where task_link.task_id in (${other})
      union all select task_link.task_id from task_link where task_link.other_id in (${other})
    )`;
  }),
  ...{ title: words, body: words, note: words, file: words },
};

/** Stored states of a clock, by value of `sla.first:` and so on. */
const CLOCK_STATES: Record<string, string> = {
  ok: "running",
  warning: "warning",
  breached: "breached",
  paused: "paused",
  met: "met",
};

/** The worst of a task's clocks, or one of them. Cancelled ones count as none. */
function level(metric?: "first" | "next" | "resolution"): Translator {
  return eachText((text, circumstances) => {
    const value = text.toLowerCase();
    const asked = ofAskedTask(circumstances, "clock.task_id");
    if (metric) {
      const clocks = sql`select clock.task_id from clock
        where ${asked} and clock.is_current = 1 and clock.metric = ${metric}`;
      const state = CLOCK_STATES[value];
      if (!state) return sql`task.id not in (${clocks} and clock.state <> 'cancelled')`;
      return sql`task.id in (${clocks} and clock.state = ${state})`;
    }
    return value === "none" ? sql`not ${hasClocks(circumstances)}` : isOfLevel(circumstances, sql`= ${value}`);
  });
}

const isOfLevel = (circumstances: Pick<Circumstances, "task">, comparison: RawBuilder<unknown>): Condition =>
  sql`task.id in (
    select clock_state.task_id from clock_state
    where ${ofAskedTask(circumstances, "clock_state.task_id")} and clock_state.level ${comparison}
  )`;

const hasClocks = (circumstances: Pick<Circumstances, "task">): Condition =>
  sql`(${isOfLevel(circumstances, sql`<> 'none'`)})`;

/** Handles `any` and `none` for properties every task has. */
function ofAll(value: TextValue): Condition | null {
  const keyword = keywordIn(value);
  return keyword === "any" ? ALWAYS : keyword === "none" ? NEVER : null;
}

function words({ key, values }: Qualifier, { match, sight, task }: Circumstances): Condition {
  const question = partQuestion(key, values, sight.works);
  if (!question) throw new Unanswerable(say.needsLetterOrDigit(key));
  return sql`task.id in ${match.ids(question, task)}`;
}

/** Condition for a flag such as `is:open` or `has:note`. Throws `Unanswerable`. */
export function flagCondition(
  flag: string,
  { viewer, now, timeZone, sight, task }: Pick<Circumstances, "viewer" | "now" | "timeZone" | "sight" | "task">,
): Condition {
  switch (flag) {
    case "is:open":
      return sql`task.open = 1`;
    case "is:done":
      return sql`task.open = 0`;
    case "is:mine":
      return isAgent(viewer)
        ? sql`(task.assignee_id is not null and task.assignee_id = ${viewer.id})`
        : sql`task.requester_id = ${viewer.id}`;
    case "is:confidential":
      return sql`task.confidential = 1`;
    case "is:merged":
      return sql`task.merged_into is not null`;
    case "is:spam":
      return sql`(task.put_away is not null and task.put_away = 'spam')`;
    case "is:trashed":
      return sql`(task.put_away is not null and task.put_away = 'trash')`;
    case "is:child":
      return sql`task.parent_id is not null`;
    case "is:parent":
      return sql`task.id in (
        select part.parent_id from task as part
        where part.parent_id is not null and part.merged_into is null and part.put_away is null
          and ${ofAskedTask({ task }, "part.parent_id")}
      )`;
    case "is:watched":
      return sql`task.id in (
        select task_id from watcher where user_id = ${viewer.id} and ${ofAskedTask({ task }, "task_id")}
      )`;
    case "is:one-touch":
      return isOneTouch;
    case "is:unassigned":
      return sql`task.assignee_id is null`;
    case "is:overdue":
      return isOverdue(todayIn(timeZone, now));
    case "is:snoozed":
      return isSnoozed(now);
    case "is:unread":
      return isUnread(viewer, sight.works);
    case "is:unanswered":
      return sql`(task.open = 1 and task.last_requester_at is not null
        and (task.last_agent_at is null or task.last_requester_at > task.last_agent_at))`;
    case "is:undelivered":
      return sql`task.id in (
        select outgoing_mail.task_id from delivery join outgoing_mail on outgoing_mail.id = delivery.outgoing_id
        where outgoing_mail.task_id is not null and ${isUndelivered}
          and ${ofAskedTask({ task }, "outgoing_mail.task_id")}
      )`;
    case "has:draft":
      return sql`exists (
        select 1 from draft where draft.task_id = task.id and draft.user_id = ${viewer.id} and draft.deleted_at is null
      )`;
    case "has:sla":
      return hasClocks({ task });
    case "has:due":
      return sql`task.due_at is not null`;
    case "has:rating":
      return sql`task.rating is not null`;
    case "has:link":
      return sql`exists (select 1 from task_link where task_link.task_id = task.id or task_link.other_id = task.id)`;
    case "has:checklist":
      return sql`exists (select 1 from checklist_item where checklist_item.task_id = task.id)`;
    case "has:note":
      return sql`exists (select 1 from message where message.task_id = task.id and message.kind = 'internal')`;
    case "has:attachment":
      return sql`exists (
        select 1 from message join attachment on attachment.message_id = message.id and attachment.redacted_at is null
        where message.task_id = task.id and ${sight.works ? sql`message.send_after is null` : wasSaid}
      )`;
    default:
      throw new Unanswerable(notYet(flag));
  }
}

/** When a clock ended that was met, breached, or breached by a change of its target. */
function clockEnded({ key, compare, values }: Qualifier, { now, timeZone, task }: Circumstances): Condition {
  const [end, metric] = key.split(".");
  // A met clock may have been retargeted before. Each question has its own clock; for other metrics, only the last
  // counts.
  const state =
    end === "met"
      ? sql`clock.state = 'met'`
      : sql`clock.state = 'breached'
    and clock.retargeted = ${end === "retargeted" ? 1 : 0}`;
  const clocks = sql`select clock.task_id from clock where clock.metric = ${metric === "resolve" ? "resolution" : metric}
    and ${state} and clock.ended_at is not null and ${metric === "next" ? ALWAYS : sql`clock.is_current = 1`} and ${ofAskedTask({ task }, "clock.task_id")}`;
  return anyOf(
    values.map((value) => {
      const times = timesOf("past", { key, compare, value }, { now, timeZone });
      if (times === "none") return sql`task.id not in (${clocks})`;
      return sql`task.id in (${clocks} and ${timeCondition(sql.ref("clock.ended_at"), times)})`;
    }),
  );
}

function time(columnFor: (sight: Pick<AccessScope, "works">) => RawBuilder<unknown>, tense: Tense): Translator {
  return ({ key, compare, values }, { sight, now, timeZone }) =>
    anyOf(
      values.map((value) => {
        const times = timesOf(tense, { key, compare, value }, { now, timeZone });
        return timeCondition(columnFor(sight), times);
      }),
    );
}
