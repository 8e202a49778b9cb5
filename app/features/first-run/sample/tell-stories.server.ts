import type { Db } from "~/db/types";
import { addNote, replyToTask } from "~/features/conversation/task-reply.server";
import { createTask } from "~/features/new-task/task-create.server";
import { changeItem, readChecklist, writeItem } from "~/features/tasks/checklist/checklist.server";
import { changeTask } from "~/features/tasks/task-change.server";
import type { TaskFields } from "~/features/tasks/task-schema";
import type { Viewer } from "~/features/users/users";
import { dayOf } from "~/lib/calendar-day";
import { DAY_MS, HOUR_MS } from "~/lib/durations";
import type { Step, Story, Who } from "./story";

/** How soon an agent triages a new task. */
const SORTING_MS = HOUR_MS / 20;

export type Cast = Record<Who, Viewer>;

/** Creates the tasks of these stories through the product's own functions, up to `now`. Returns their numbers. */
export async function tellStories(stories: readonly Story[], telling: Telling): Promise<number[]> {
  const told: number[] = [];
  const events = stories.flatMap((story) => eventsOf(telling, story, told));
  // Chronological, so that task numbers grow with time. The sort is stable: simultaneous steps keep their order.
  for (const { run } of events.sort((a, b) => a.at - b.at)) await run();
  return told;
}

/** A step of a story with its time; it runs once the task has a number. */
type Event = { at: number; run: () => Promise<void> };

type Telling = {
  db: Db;
  cast: Cast;
  now: number /** Runs after each new task. */;
  created?: (at: number) => Promise<void>;
};

/** Lists one story's events in order: create and triage the task, then each step, none later than `now`. */
function eventsOf({ db, cast, now, created }: Telling, story: Story, told: number[]): Event[] {
  let id = 0;
  let at = now - story.ago * HOUR_MS;
  const begin = {
    at,
    run: async () => {
      id = await tell(db, cast[story.who], story, begin.at);
      told.push(id);
      await created?.(begin.at);
    },
  };
  const sortedAt = at + SORTING_MS;
  const sort = {
    at: sortedAt,
    run: async () => {
      await change(db, cast.ada, id, sortingOf(cast, story, now), sortedAt);
      await list(db, cast.ada, id, story.checklist ?? [], sortedAt);
    },
  };
  const steps = (story.steps ?? []).map((step) => {
    at = Math.min(at + step.after * HOUR_MS, now);
    const stepAt = at;
    return { at: stepAt, run: () => happen(db, cast, id, step, stepAt) };
  });
  return [begin, sort, ...steps];
}

async function tell(
  db: Db,
  author: Viewer,
  { title, body, type = "incident", fields = {} }: Story,
  at: number,
): Promise<number> {
  const sent = Object.fromEntries(Object.entries(fields).map(([key, text]) => [key, [text]]));
  const custom = { sent, was: {}, keptTheirs: [] };
  const made = await createTask(
    db,
    author,
    { title, body, type, fields: custom, requestKey: crypto.randomUUID(), anyway: true },
    at,
  );
  if (!made.ok) throw new Error(`"${title}" wasn't created: ${JSON.stringify(made)}`);
  return made.id;
}

/** The fields an agent sets at triage; the requester's form has none of them. */
function sortingOf(cast: Cast, { assignee, priority, tags, due }: Story, now: number): TaskFields {
  return {
    ...(assignee && { assignee: cast[assignee].id }),
    ...(priority && { priority }),
    ...(tags && { tags }),
    ...(due !== undefined && { due: dayOf(now + due * DAY_MS) }),
  };
}

async function change(db: Db, who: Viewer, id: number, fields: TaskFields, at: number) {
  const { version } = await db.selectFrom("task").select("version").where("id", "=", id).executeTakeFirstOrThrow();
  const done = await changeTask(db, who, id, { change: { ...fields, version }, was: {} }, at);
  if (!done.ok) throw new Error(`Task ${id}: ${who.name} couldn't change it (${done.why}).`);
}

/** Adds the checklist and ticks its first item. */
async function list(db: Db, who: Viewer, id: number, checklist: readonly string[], at: number) {
  for (const text of checklist) await writeItem(db, who, id, { text, was: "", requestKey: crypto.randomUUID() }, at);
  const [first] = await readChecklist(db, id);
  if (first) await changeItem(db, who, id, { verb: "tick", item: first.id }, at);
}

async function happen(db: Db, cast: Cast, id: number, step: Step, at: number) {
  const who = cast[step.who];
  const requestKey = crypto.randomUUID();
  if ("sets" in step) {
    const { assignee, ...fields } = step.sets;
    return change(
      db,
      who,
      id,
      { ...fields, ...(assignee !== undefined && { assignee: assignee && cast[assignee].id }) },
      at,
    );
  }
  let done: { ok: boolean; why?: string };
  if ("notes" in step) done = await addNote(db, who, id, { body: step.notes, requestKey }, at);
  else {
    const status = step.status ?? "waiting_requester";
    const reply = { body: step.says, requestKey, anyway: true };
    done = await replyToTask(db, who, id, who.role === "requester" ? reply : { ...reply, status }, at);
  }
  if (!done.ok) throw new Error(`Task ${id}: ${step.who} couldn't do that (${done.why}).`);
}
