import { OPEN_CATEGORIES, type PriorityKey } from "~/features/tasks/tasks";
import type { BusinessCalendar } from "./business-calendar";
import {
  type Clock,
  type ClockStateName,
  count,
  dueAt,
  end,
  newClock,
  pass,
  pause,
  run,
  setTarget,
  stateOf,
  warnAt,
} from "./clock";
import { type ClockFact, inOrder, type StatusFact } from "./clock-facts";
import { inForce, type Metric, nextVersionAfter, type ServiceLevels, type Versions } from "./service-levels";

/*
 * Computes a task's clocks from its history. The same step adds each fact to the stored state as it's recorded, and all facts
 * to recompute. Only facts change the state. Warnings and breaches are worked out when it's read, so a fact recorded late can
 * still prevent one that was noticed early.
 */

/** A task with its clocks as of `at`. */
type TaskState = StatusFact & {
  at: number;
  priority: PriorityKey;
  policy: number | null;
  portalVisible: boolean;
  requesterIsAssignee: boolean;
  /** Why it's away: merged, spam or in the trash. */
  away: readonly string[];
  /** Whether an agent has replied, and whether a later question is still unanswered. */
  answered: boolean;
  asked: boolean;
  /** When the earliest held reply was written; it delays breaches of the clocks it would stop. */
  heldAt: number | null;
  /** Its messages weren't imported, so there's nothing to measure responses by. */
  withoutResponses: boolean;
  /** Whether it was imported as done and hasn't been reopened. */
  doneAtImport: boolean;
  /** The first response, the resolution, then one for each question. */
  clocks: readonly Clock[];
};

/**
 * The parts of a task's history that its clocks need. Can be stored as JSON once it has a fact.
 *
 * at       when the latest fact was recorded
 * settled  the state after all facts that can't change any more; null before the task was created
 * tail     the facts after that: those of the latest moment, whose order may change, and all since a reply that can still be
 *          withdrawn
 */
export type ClockHistory = { at: number; settled: TaskState | null; tail: readonly ClockFact[] };

export const NO_HISTORY: ClockHistory = { at: Number.NEGATIVE_INFINITY, settled: null, tail: [] };

/** A displayed clock; fields as in `Clock`. Only clocks with a target are displayed. */
export type ShownClock = {
  metric: Metric;
  state: ClockStateName;
  /** Running, and has warned. */
  warning: boolean;
  startedAt: number;
  target: number;
  consumed: number;
  dueAt: number | null;
  warnAt: number | null;
  warnedAt: number | null;
  /** The status that pauses it; null if it isn't paused. */
  pauseReason: string | null;
  metAt: number | null;
  breachedAt: number | null;
  endedAt: number | null;
  retargeted: boolean;
};

const isDone = ({ category }: StatusFact) => !OPEN_CATEGORIES.includes(category);

function versionsOf<K, T>(all: ReadonlyMap<K, Versions<T>>, key: K): Versions<T> {
  const versions = all.get(key);
  if (!versions) throw new Error(`There are no versions of ${key}.`);
  return versions;
}

const termsOf = ({ policy }: TaskState, at: number, { policies }: ServiceLevels) =>
  policy === null ? null : inForce(versionsOf(policies, policy), at);

/** The calendar of a task's clocks; null without a policy. */
function calendarOf(task: TaskState, at: number, levels: ServiceLevels): BusinessCalendar | null {
  const terms = termsOf(task, at, levels);
  return terms && inForce(versionsOf(levels.calendars, terms.calendar), at);
}

const pauses = ({ status }: TaskState, at: number, { pausing }: ServiceLevels) =>
  inForce(versionsOf(pausing, status), at);

const earliest = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : Math.min(a, b));

/** When the next version of the task's policy, calendar or status takes effect; null for none. */
function nextVersion(task: TaskState, levels: ServiceLevels): number | null {
  const { at, policy, status } = task;
  const terms = termsOf(task, at, levels);
  let next = nextVersionAfter(levels.pausing.get(status), at);
  if (policy !== null && terms) {
    next = earliest(next, nextVersionAfter(levels.policies.get(policy), at));
    next = earliest(next, nextVersionAfter(levels.calendars.get(terms.calendar), at));
  }
  return next;
}

const isResponse = ({ metric }: Clock) => metric !== "resolution";

/** Updates a clock to the state that the task requires. */
function refresh(task: TaskState, clock: Clock, levels: ServiceLevels) {
  const { at } = task;
  if (clock.isFinal) return;
  const terms = termsOf(task, at, levels);
  if (task.away.length > 0 || !terms) return end(clock, at, "cancelled");
  if (isDone(task)) return end(clock, at, isResponse(clock) || task.cancels ? "cancelled" : "met");

  setTarget(clock, terms.targets[task.priority]?.[clock.metric] ?? null, at, isResponse(clock) && task.heldAt !== null);
  if (!isResponse(clock) && pauses(task, at, levels)) pause(clock);
  else run(clock, at);
}

function refreshAll(task: TaskState, levels: ServiceLevels) {
  for (const clock of task.clocks) refresh(task, clock, levels);
}

/** The time until which a clock can warn and breach: a held reply delays the clocks it would stop. */
const free = (clock: Clock, { heldAt }: TaskState, until: number) =>
  isResponse(clock) && heldAt !== null ? Math.min(until, heldAt) : until;

/** Advances to a moment before which no version takes effect, without the warnings and breaches due at that moment. */
function moveTo(task: TaskState, at: number, levels: ServiceLevels) {
  const calendar = calendarOf(task, task.at, levels);
  task.at = at;
  if (!calendar) return;
  for (const clock of task.clocks) {
    pass(clock, free(clock, task, at), calendar);
    count(clock, at, calendar);
  }
}

/** Advances to the last version that takes effect by `until`. */
function passVersions(task: TaskState, until: number, levels: ServiceLevels) {
  for (;;) {
    const version = nextVersion(task, levels);
    if (version === null || version > until) return;
    moveTo(task, version, levels);
    refreshAll(task, levels);
  }
}

/** Handles an agent's reply: ends the response clocks for good. */
function answer(task: TaskState) {
  for (const clock of task.clocks.filter(isResponse)) {
    if (clock.isFinal) continue;
    end(clock, task.at, "met");
    clock.isFinal = true;
  }
  task.answered = true;
  task.asked = false;
}

const getsResponseClocks = ({ portalVisible, requesterIsAssignee, withoutResponses }: TaskState) =>
  portalVisible && !requesterIsAssignee && !withoutResponses;

/** Handles a requester's question: starts a clock unless an earlier question or the first response is still pending. */
function ask(task: TaskState) {
  if (!task.answered || task.asked || isDone(task)) return;
  task.asked = true;
  if (getsResponseClocks(task)) task.clocks = [...task.clocks, newClock("next")];
}

const withoutResponseClocks = (task: TaskState) => task.clocks.filter((clock) => !isResponse(clock));

function createdTask(fact: Extract<ClockFact, { kind: "created" }>): TaskState {
  const { at, status, category, cancels, priority, policy, portalVisible, requesterIsAssignee } = fact;
  const task: TaskState = {
    at,
    status,
    category,
    cancels,
    priority,
    policy,
    portalVisible,
    requesterIsAssignee,
    away: [],
    answered: false,
    asked: false,
    heldAt: null,
    withoutResponses: false,
    doneAtImport: false,
    clocks: [newClock("resolution")],
  };
  if (getsResponseClocks(task)) task.clocks = [newClock("first"), ...task.clocks];
  return task;
}

/** Applies the fact to the task; `refreshAll` then updates its clocks. */
function change(task: TaskState, fact: Exclude<ClockFact, { kind: "created" }>) {
  switch (fact.kind) {
    case "status": {
      const { status, category, cancels } = fact;
      const isReopened = isDone(task) && !isDone(fact);
      Object.assign(task, { status, category, cancels });
      if (!isReopened || !task.doneAtImport) return;
      task.doneAtImport = false;
      task.clocks = withoutResponseClocks(task);
      return;
    }
    case "priority":
      task.priority = fact.priority;
      return;
    case "policy":
      task.policy = fact.policy;
      return;
    case "type":
      task.portalVisible = fact.portalVisible;
      if (fact.portalVisible) return;
      for (const clock of task.clocks.filter(isResponse)) {
        if (!clock.isFinal) end(clock, task.at, "cancelled");
        clock.isFinal = true;
      }
      return;
    case "assignee":
      task.requesterIsAssignee = fact.requesterIsAssignee;
      return;
    case "message":
      if (fact.automated) return;
      if (fact.side === "agent") answer(task);
      else if (!fact.acknowledgement) ask(task);
      return;
    case "reply_held":
      task.heldAt ??= task.at;
      return;
    case "away":
      task.away = [...task.away.filter((why) => why !== fact.why), fact.why];
      return;
    case "back":
      task.away = task.away.filter((why) => why !== fact.why);
      return;
    case "imported":
      task.doneAtImport = isDone(task);
      if (fact.messages) return;
      task.withoutResponses = true;
      task.clocks = withoutResponseClocks(task);
      return;
  }
}

const copyOf = (task: TaskState): TaskState => ({ ...task, clocks: task.clocks.map((clock) => ({ ...clock })) });

/** The state after more facts; doesn't change `before`. */
function after(before: TaskState | null, facts: readonly ClockFact[], levels: ServiceLevels): TaskState | null {
  let task = before && copyOf(before);
  for (const fact of inOrder(facts)) {
    if (fact.kind === "created") task = createdTask(fact);
    else if (task) {
      passVersions(task, fact.at, levels);
      moveTo(task, fact.at, levels);
      change(task, fact);
    }
    if (task) refreshAll(task, levels);
  }
  return task;
}

/** Records a fact in the tail. The outcome of a held reply replaces its `reply_held` fact. */
function record(tail: ClockFact[], fact: ClockFact) {
  if (fact.kind !== "reply_sent" && fact.kind !== "reply_withdrawn") return void tail.push(fact);
  const place = tail.findIndex((one) => one.kind === "reply_held" && one.message === fact.message);
  const [held = fact] = place < 0 ? [] : tail.splice(place, 1);
  if (fact.kind === "reply_sent") tail.push({ kind: "message", side: "agent", at: held.at });
}

/**
 * Adds facts in the order they were recorded. A fact dated before its predecessor, as after a server's clock was set
 * back, gets its predecessor's time.
 */
export function addFacts(history: ClockHistory, facts: readonly ClockFact[], levels: ServiceLevels): ClockHistory {
  const tail = [...history.tail];
  let { at } = history;
  for (const fact of facts) {
    at = Math.max(at, fact.at);
    record(tail, fact.at === at ? fact : { ...fact, at });
  }
  const open = Math.min(at, ...tail.flatMap((fact) => (fact.kind === "reply_held" ? fact.at : [])));
  const settled = tail.filter((fact) => fact.at < open);
  return {
    at,
    settled: settled.length > 0 ? after(history.settled, settled, levels) : history.settled,
    tail: tail.filter((fact) => fact.at >= open),
  };
}

export const addFact = (history: ClockHistory, fact: ClockFact, levels: ServiceLevels) =>
  addFacts(history, [fact], levels);

/**
 * A task's clocks as of `now`, including warnings and breaches due at `now`: first response, each question in order,
 * resolution.
 */
export function clocksAt({ settled, tail }: ClockHistory, now: number, levels: ServiceLevels): ShownClock[] {
  const task = after(settled, tail, levels);
  if (!task || task.doneAtImport) return [];
  const at = Math.max(now, task.at);
  passVersions(task, at, levels);
  const calendar = calendarOf(task, task.at, levels);
  if (calendar) for (const clock of task.clocks) pass(clock, free(clock, task, at + 1), calendar);
  const order: readonly Metric[] = ["first", "next", "resolution"];
  return order.flatMap((metric) =>
    task.clocks.flatMap((clock) => (clock.metric === metric ? shown(clock, task.status, at, calendar) : [])),
  );
}

/** The displayed clock; none without a target. Counts it up to `at`. */
function shown(clock: Clock, status: string, at: number, calendar: BusinessCalendar | null): ShownClock[] {
  const { metric, startedAt, target, warnedAt, metAt, breachedAt, endedAt, retargeted } = clock;
  if (target === null || startedAt === null) return [];
  const state = stateOf(clock);
  const isStopped = endedAt === null && clock.since === null;
  const due = calendar && dueAt(clock, calendar);
  const warn = calendar && warnAt(clock, calendar);
  if (calendar) count(clock, at, calendar);
  return [
    {
      metric,
      state,
      warning: state === "running" && warnedAt !== null,
      startedAt,
      target,
      consumed: clock.consumed,
      dueAt: due,
      warnAt: warn,
      warnedAt,
      pauseReason: isStopped ? status : null,
      metAt,
      breachedAt,
      endedAt,
      retargeted,
    },
  ];
}

/** A task's clocks as of `now`, from its whole history. */
export const clocksOf = (facts: readonly ClockFact[], now: number, levels: ServiceLevels) =>
  clocksAt(addFacts(NO_HISTORY, facts, levels), now, levels);

/** When the next warning or breach is due; null for none. */
export const nextChangeAt = (clocks: readonly ShownClock[]) =>
  clocks
    .filter(({ state }) => state === "running")
    .reduce<number | null>((next, clock) => earliest(next, earliest(clock.warnAt, clock.dueAt)), null);

/** The task's current clocks: of several questions, only the last. */
export const currentClocks = (clocks: readonly ShownClock[]) =>
  clocks.filter(({ metric }, index) => metric !== "next" || clocks[index + 1]?.metric !== "next");

const SERVICE_LEVELS = ["breached", "warning", "paused", "ok", "met", "none"] as const;
export type ServiceLevel = (typeof SERVICE_LEVELS)[number];

/** The value of `sla:`, or of `sla.first:` and so on: the worst of these clocks. */
export function serviceLevelOf(clocks: readonly ShownClock[], metric?: Metric): ServiceLevel {
  const found = currentClocks(clocks)
    .filter((clock) => metric === undefined || clock.metric === metric)
    .map(({ state, warning }): ServiceLevel => {
      if (state === "cancelled") return "none";
      return state === "running" ? (warning ? "warning" : "ok") : state;
    });
  return SERVICE_LEVELS.find((level) => found.includes(level)) ?? "none";
}
