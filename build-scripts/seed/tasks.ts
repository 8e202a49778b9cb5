import type { Insertable } from "kysely";
import type { Database } from "~/db/types";
import { renderMessage } from "~/features/conversation/markdown.server";
import { midnightOf } from "~/lib/calendar-day";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/lib/durations";
import type { Crew } from "./people";
import { Chance } from "./random";
import { aText, aTitle, markersAt, TAGS } from "./words";

type Row<Table extends keyof Database> = Insertable<Database[Table]>;

/** A task with all its rows. */
export type SeededTask = {
  task: Row<"task"> & { id: number };
  messages: Row<"message">[];
  events: Row<"event">[];
  tags: Row<"task_tag">[];
  participants: Row<"participant">[];
  watchers: Row<"watcher">[];
};

const MESSAGES = 3;
const EVENTS = 5;
const SPAN_MS = 730 * DAY_MS;

/** Share of tasks of this age that are open. */
const shareOpen = (age: number) => (age < 14 * DAY_MS ? 0.6 : age < 90 * DAY_MS ? 0.1 : 0.01);

/** Creates task `i` of `count`, spread over two years with the last one at `until`. */
export function aTask(i: number, { count, until, crew, seed }: Asked): SeededTask {
  const chance = new Chance(seed, i);
  const id = i + 1;
  const at = Math.floor(until - (SPAN_MS * (count - 1 - i)) / count);
  const team = chance.pickSeldom(crew.teams);
  const requester = chance.pickSeldom(crew.requesters);
  const worker = chance.pick(team.members);
  const isOpen = chance.happens(shareOpen(until - at));
  const assignee = isOpen && chance.happens(0.3) ? null : worker;

  const answered = Math.min(until, at + MINUTE_MS * (5 + chance.below(600)));
  const last = Math.min(until, answered + HOUR_MS * (1 + chance.below(48)));
  const isNote = chance.happens(0.4);
  const asksAgain = !isNote && chance.happens(0.7);
  const status = isOpen ? openStatus(chance, assignee === null, asksAgain) : doneStatus(chance, until - last);
  const isDone = !isOpen;
  const updated = Math.min(until, isDone ? last + HOUR_MS : last);
  const closed = status === "closed" || status === "cancelled" ? updated : null;

  const third = isNote
    ? { author_id: worker.id, kind: "internal" as const, side: "agent" as const }
    : asksAgain
      ? { author_id: requester.id, kind: "public" as const, side: "requester" as const }
      : { author_id: worker.id, kind: "public" as const, side: "agent" as const };
  const words = markersAt(i, count);
  const texts = [[aText(chance), ...words].join("\n\n"), aText(chance), aText(chance)];
  const by = [
    { author_id: requester.id, kind: "public" as const, side: "requester" as const },
    { author_id: worker.id, kind: "public" as const, side: "agent" as const },
    third,
  ];
  const times = [at, answered, last];
  const messages = texts.map((body, n) => ({
    ...{ id: i * MESSAGES + n + 1, task_id: id, ...by[n], body },
    ...asShown(body),
    ...{ channel: "web" as const, created_at: times[n] ?? at },
  })) as Row<"message">[];

  const event = (n: number, at: number, actor: number, more: Partial<Row<"event">>): Row<"event"> => ({
    ...{ id: i * EVENTS + n + 1, task_id: id, actor_id: actor, via: "web", kind: "changed", field: null },
    ...{ old_value: null, new_value: null, message_id: null, external_key: null, at },
    ...more,
  });
  const said = (n: number) => ({
    kind: by[n]?.kind === "internal" ? ("noted" as const) : ("replied" as const),
    message_id: i * MESSAGES + n + 1,
  });
  const events = [
    event(0, at, requester.id, { kind: "created" }),
    event(1, answered, worker.id, said(1)),
    event(2, last, third.author_id, said(2)),
    ...(assignee ? [event(3, answered, assignee.id, { field: "assignee", new_value: assignee.name })] : []),
    ...(isDone ? [event(4, updated, worker.id, { field: "status", old_value: "in_progress", new_value: status })] : []),
  ];
  const tags = new Set(Array.from({ length: chance.below(4) }, () => chance.pickSeldom(TAGS)));
  const others = new Set(
    Array.from({ length: chance.happens(0.05) ? 1 + chance.below(3) : 0 }, () => chance.pick(crew.requesters).id),
  );
  others.delete(requester.id);

  return {
    task: {
      ...{ id, title: aTitle(chance), type: chance.pickSeldom(["incident", "request", "question", "task"]) },
      ...{ status, open: isOpen ? 1 : 0, priority: chance.pickSeldom([2, 3, 1, 4]), team_id: team.id },
      ...{ assignee_id: assignee?.id ?? null, requester_id: requester.id, organization_id: requester.organization },
      due_at: chance.happens(0.1) ? midnightOf(at) + DAY_MS * (1 + chance.below(60)) : null,
      ...{ channel: "web", external_key: null, reopen_count: chance.happens(0.05) ? 1 : 0 },
      ...{ first_responded_at: answered, resolved_at: isDone && status !== "cancelled" ? updated : null },
      closed_at: closed,
      ...{ last_public_at: isNote ? answered : last, last_requester_at: asksAgain ? last : at },
      last_agent_at: isNote || asksAgain ? answered : last,
      ...{ created_by: requester.id, created_at: at, updated_at: updated, version: events.length },
      confidential: chance.happens(0.01) ? 1 : 0,
      ...{ snoozed_until: null, snooze_day: null, parent_id: null, merged_into: null },
      ...{ rating: null, rating_comment: null, rated_at: null, rated_by: null },
    },
    ...{ messages, events },
    tags: [...tags].map((tag) => ({ task_id: id, tag })),
    participants: [...others].map((user_id) => ({ task_id: id, user_id, added_at: at })),
    watchers: chance.happens(0.05) ? [{ task_id: id, user_id: worker.id, added_at: answered }] : [],
  };
}

type Asked = { count: number; until: number; crew: Crew; seed: number };

function openStatus(chance: Chance, isNew: boolean, asksAgain: boolean) {
  if (isNew) return "new";
  if (asksAgain) return "in_progress";
  return chance.pickSeldom(["in_progress", "waiting_requester", "on_hold"]);
}

function doneStatus(chance: Chance, since: number) {
  if (chance.happens(0.03)) return "cancelled";
  return since < 7 * DAY_MS ? "resolved" : "closed";
}

function asShown(body: string) {
  const { html, text } = renderMessage(body);
  return { body_html: html, body_text: text };
}
