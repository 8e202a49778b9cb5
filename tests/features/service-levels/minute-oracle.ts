import type { ClockFact } from "~/features/service-levels/clock-facts";
import type { ShownClock } from "~/features/service-levels/clock-rules";
import type { Metric } from "~/features/service-levels/service-levels";

/*
 * The clocks of a task by walking every minute: independent of the product's code and much slower. Everything happens
 * at whole minutes, and no reply is held at the end.
 */

const MINUTE = 60_000;
const DAY = 1_440;

/** A calendar as the oracle reads it: hours as `[[540, 720]]` in minutes of the day, Monday first, and closed dates. */
export type OracleCalendar = { zone: string; weekdays: [number, number][][]; closed: string[]; always: boolean };

type At<T> = { from: number; value: T };
type Targets = Record<string, Partial<Record<Metric, number>>>;

/** Versions by time in milliseconds; targets in minutes. */
export type OracleLevels = {
  calendars: At<OracleCalendar>[][];
  policies: At<{ calendar: number; targets: Targets }>[][];
  pausing: Record<string, At<boolean>[]>;
};

const held = <T>(versions: At<T>[], at: number): T => {
  const past = versions.filter((version) => version.from <= at);
  return (past.at(-1) ?? (versions[0] as At<T>)).value;
};

const formats = new Map<string, Intl.DateTimeFormat>();
const offsets = new Map<string, Map<number, number>>();

/** The local time of a minute, in minutes since 1970. Zones change their clocks at whole quarters of an hour. */
function localMinute(zone: string, minute: number): number {
  const quarter = Math.floor(minute / 15);
  const known = offsets.get(zone) ?? new Map<number, number>();
  offsets.set(zone, known);
  let offset = known.get(quarter);
  if (offset === undefined) {
    const format =
      formats.get(zone) ??
      new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
    formats.set(zone, format);
    const shown = Date.parse(`${format.format(quarter * 15 * MINUTE).replace(" ", "T")}Z`);
    offset = shown / MINUTE - quarter * 15;
    known.set(quarter, offset);
  }
  return minute + offset;
}

type Opened = { dates: Set<number>; minutes: Set<number> };
const opened = new Map<OracleCalendar, Opened>();

/** Whether a calendar is open during a minute. */
function isOpen(calendar: OracleCalendar, minute: number): boolean {
  if (calendar.always) return true;
  const known = opened.get(calendar) ?? { dates: new Set(), minutes: new Set() };
  opened.set(calendar, known);
  const today = Math.floor(minute / DAY);
  for (const date of [today - 1, today, today + 1]) {
    if (known.dates.has(date)) continue;
    known.dates.add(date);
    const text = new Date(date * DAY * MINUTE).toISOString().slice(0, 10);
    const hours = calendar.closed.includes(text) ? [] : (calendar.weekdays[(date + 3) % 7] ?? []); // 1970 began on a Thursday
    const first = (date - 1) * DAY;
    const walls = Array.from({ length: 4 * DAY }, (_, index) => localMinute(calendar.zone, first + index));
    const reaches = (wall: number) => first + walls.findIndex((one) => one >= wall);
    const lastShowing = (wall: number) => (walls.includes(wall) ? first + walls.lastIndexOf(wall) : null);
    for (const [start, end] of hours) {
      const closing = date * DAY + end;
      const until = end === DAY ? reaches(closing) : (lastShowing(closing) ?? reaches(closing));
      for (let one = reaches(date * DAY + start); one < until; one++) known.minutes.add(one);
    }
  }
  return known.minutes.has(minute);
}

type Timer = {
  metric: Metric;
  begun: number | null;
  target: number | null;
  used: number;
  limit: number;
  mode: "off" | "running" | "paused" | "ended";
  met: number | null;
  ended: number | null;
  warned: number | null;
  breached: number | null;
  retargeted: boolean;
  final: boolean;
};

const timer = (metric: Metric): Timer => ({
  ...{ metric, begun: null, target: null, used: 0, limit: 0, mode: "off", met: null, ended: null },
  ...{ warned: null, breached: null, retargeted: false, final: false },
});

function warnsAfter(target: number): number {
  if (target <= 5) return Number.POSITIVE_INFINITY;
  return Math.max(Math.min((target * 3) / 4, target - 30), target / 2, 5);
}

/** Facts as they count in the end: replies from when they were written, withdrawn ones never. */
export function effectiveFacts(facts: readonly ClockFact[]): ClockFact[] {
  const withdrawn = facts.flatMap((fact) => (fact.kind === "reply_withdrawn" ? [fact.message] : []));
  const kept = facts.flatMap((fact): ClockFact[] => {
    if (fact.kind === "reply_sent" || fact.kind === "reply_withdrawn") return [];
    if (fact.kind !== "reply_held") return [fact];
    return withdrawn.includes(fact.message) ? [] : [{ kind: "message", side: "agent", at: fact.at }];
  });
  const place = (fact: ClockFact) => {
    if (fact.kind === "created") return 0;
    return fact.kind !== "message" ? 2 : fact.side === "agent" ? 1 : 3;
  };
  return kept
    .map((fact, index) => ({ fact, index }))
    .sort((a, b) => a.fact.at - b.fact.at || place(a.fact) - place(b.fact) || a.index - b.index)
    .map(({ fact }) => fact);
}

export function clocksByMinute(facts: readonly ClockFact[], now: number, levels: OracleLevels): ShownClock[] {
  const story = effectiveFacts(facts);
  const [start] = story;
  if (start?.kind !== "created") throw new Error("The history doesn't start with the task's creation.");
  let { status, category, cancels, priority, policy, portalVisible, requesterIsAssignee } = start;
  const gone = new Set<string>();
  let [answered, asked, noResponses, silent] = [false, false, false, false];
  let timers: Timer[] = [timer("resolution")];
  if (portalVisible && !requesterIsAssignee) timers.push(timer("first"));
  const isDone = () => category === "resolved" || category === "closed";
  const dropResponses = () => {
    timers = timers.filter(({ metric }) => metric === "resolution");
  };

  const calendarAt = (at: number) => {
    const terms = policy === null ? null : held(levels.policies[policy - 1] ?? [], at);
    return terms && held(levels.calendars[terms.calendar - 1] ?? [], at);
  };

  /** Ends, pauses or runs every timer as the task is now. */
  function arrange(at: number) {
    const terms = policy === null ? null : held(levels.policies[policy - 1] ?? [], at);
    for (const one of timers) {
      if (one.final) continue;
      if (gone.size > 0 || terms === null || isDone()) {
        if (one.target === null) one.mode = "off";
        else if (one.mode !== "ended") {
          one.mode = "ended";
          one.ended = at;
          const isMet = one.metric === "resolution" && gone.size === 0 && terms !== null && !cancels;
          if (isMet && one.breached === null) one.met = at;
        }
        continue;
      }
      const target = terms.targets[priority]?.[one.metric] ?? null;
      const before = one.mode;
      if (one.breached === null && target !== one.target) {
        one.target = target;
        one.limit = target ?? 0;
        if (target !== null) {
          one.warned = null;
          if (one.begun !== null && one.used >= target) {
            one.breached = at;
            one.retargeted = true;
          }
          one.begun ??= at;
        }
      }
      one.met = null;
      one.ended = null;
      const stands = one.metric === "resolution" && held(levels.pausing[status] ?? [], at);
      one.mode = one.target === null ? "off" : stands ? "paused" : "running";
      if (one.mode === "running" && before !== "running" && one.breached === null) {
        while (one.used >= one.limit) one.limit += 1;
      }
    }
  }

  function happen(fact: ClockFact, at: number) {
    if (fact.kind === "status") {
      const wasDone = isDone();
      ({ status, category, cancels } = fact);
      if (wasDone && !isDone() && silent) {
        silent = false;
        dropResponses();
      }
    } else if (fact.kind === "priority") priority = fact.priority;
    else if (fact.kind === "policy") policy = fact.policy;
    else if (fact.kind === "assignee") requesterIsAssignee = fact.requesterIsAssignee;
    else if (fact.kind === "away") gone.add(fact.why);
    else if (fact.kind === "back") gone.delete(fact.why);
    else if (fact.kind === "imported") {
      silent = isDone();
      if (!fact.messages) {
        noResponses = true;
        dropResponses();
      }
    } else if (fact.kind === "type") portalVisible = fact.portalVisible;

    const isAnswer = fact.kind === "message" && fact.side === "agent" && !fact.automated;
    if (isAnswer || (fact.kind === "type" && !fact.portalVisible)) {
      for (const one of timers.filter(({ metric, final }) => metric !== "resolution" && !final)) {
        one.final = true;
        if (one.target === null || one.mode === "ended") continue;
        one.mode = "ended";
        one.ended = at;
        if (isAnswer && one.breached === null) one.met = at;
      }
    }
    if (isAnswer) [answered, asked] = [true, false];
    if (fact.kind === "message" && fact.side === "requester" && !fact.automated && !fact.acknowledgement) {
      if (answered && !asked && !isDone()) {
        asked = true;
        if (portalVisible && !requesterIsAssignee && !noResponses) timers.push(timer("next"));
      }
    }
  }

  let next = 1;
  arrange(start.at);
  for (let at = start.at; ; at += MINUTE) {
    arrange(at); // a version may have been saved
    for (let fact = story[next]; fact && fact.at === at; fact = story[++next]) {
      happen(fact, at);
      arrange(at);
    }
    const calendar = calendarAt(at);
    for (const one of timers) {
      if (one.mode !== "running" || one.target === null) continue;
      if (one.breached === null && one.warned === null && one.used >= warnsAfter(one.target)) one.warned = at;
      if (one.breached === null && one.used >= one.limit) one.breached = at;
      if (at < now && calendar && isOpen(calendar, at / MINUTE)) one.used++;
    }
    if (at === now) break;
  }
  if (silent) return [];

  /** When a running timer would reach `used` minutes if nothing changed. */
  function reaches(one: Timer, used: number): number | null {
    const calendar = calendarAt(now);
    if (!calendar || one.mode !== "running" || one.breached !== null) return null;
    let [at, sum] = [now, one.used];
    for (; sum < used; at += MINUTE) if (isOpen(calendar, at / MINUTE)) sum++;
    return at;
  }

  const order = ["first", "next", "resolution"];
  return timers
    .filter((one) => one.target !== null && one.begun !== null)
    .sort((a, b) => order.indexOf(a.metric) - order.indexOf(b.metric))
    .map((one) => {
      const state =
        one.breached !== null ? "breached" : one.mode === "ended" ? (one.met === null ? "cancelled" : "met") : one.mode;
      const warns = one.warned === null ? warnsAfter(one.target as number) : Number.POSITIVE_INFINITY;
      return {
        metric: one.metric,
        state: state as ShownClock["state"],
        warning: state === "running" && one.warned !== null,
        startedAt: one.begun as number,
        target: (one.target as number) * MINUTE,
        consumed: one.used * MINUTE,
        dueAt: one.ended !== null ? null : (one.breached ?? reaches(one, one.limit)),
        warnAt: Number.isFinite(warns) ? reaches(one, warns) : null,
        warnedAt: one.warned,
        pauseReason: one.mode === "paused" ? status : null,
        metAt: one.met,
        breachedAt: one.breached,
        endedAt: one.ended,
        retargeted: one.retargeted,
      };
    });
}
