import type { BusinessCalendar } from "~/features/service-levels/business-calendar";
import type { ClockFact } from "~/features/service-levels/clock-facts";
import type { ShownClock } from "~/features/service-levels/clock-rules";
import type {
  Metric,
  PolicyTerms,
  ServiceLevels,
  Targets,
  Version,
  Versions,
} from "~/features/service-levels/service-levels";
import { SHIPPED } from "~/features/tasks/tasks";
import { wallClock } from "~/lib/zoned-time";
import { aCalendar, at } from "./calendars";

export const MINUTE = 60_000;

/** The same targets for every priority, in minutes. */
export function targetsOf(minutes: Partial<Record<Metric, number>>): Targets {
  const targets = Object.fromEntries(Object.entries(minutes).map(([metric, target]) => [metric, target * MINUTE]));
  return { low: targets, normal: targets, high: targets, urgent: targets };
}

export type OneOrVersions<T> = T | Versions<T>;

const isVersions = <T>(value: OneOrVersions<T>): value is Versions<T> => Array.isArray(value);
const versionsOf = <T>(value: OneOrVersions<T>): Versions<T> => (isVersions(value) ? value : [{ from: 0, value }]);

/** A later version, from a local time on. */
export const from = <T>(local: string, value: T): Version<T> => ({ from: at(local), value });

/** Calendar 1, and policies 1, 2, …; the pauses of the shipped statuses, unless given. */
export function levelsOf(
  policies: OneOrVersions<Targets>[],
  calendar: OneOrVersions<BusinessCalendar> = aCalendar(),
  pausing: Record<string, Versions<boolean>> = {},
): ServiceLevels {
  const shipped = SHIPPED.statuses.map(({ key, category }) => [key, versionsOf(category === "waiting")] as const);
  const terms = (targets: OneOrVersions<Targets>) => {
    const [first, ...later] = versionsOf(targets).map((one) => ({
      from: one.from,
      value: { calendar: 1, targets: one.value },
    }));
    return [first, ...later] as Versions<PolicyTerms>;
  };
  return {
    calendars: new Map([[1, versionsOf(calendar)]]),
    policies: new Map(policies.map((targets, index) => [index + 1, terms(targets)])),
    pausing: new Map([...shipped, ...Object.entries(pausing)]),
  };
}

type Of<K extends ClockFact["kind"]> = Omit<Extract<ClockFact, { kind: K }>, "kind" | "at">;

const NEW = { status: "new", category: "new", cancels: false } as const;

export const created = (local: string, rest: Partial<Of<"created">> = {}): ClockFact => ({
  ...{ kind: "created", at: at(local), priority: "normal", policy: 1, portalVisible: true, requesterIsAssignee: false },
  ...NEW,
  ...rest,
});

export function status(local: string, key: string): ClockFact {
  const found = SHIPPED.statuses.find((one) => one.key === key);
  if (!found) throw new Error(key);
  return { kind: "status", at: at(local), status: key, category: found.category, cancels: key === "cancelled" };
}

export const priority = (local: string, to: "low" | "normal" | "high" | "urgent"): ClockFact => ({
  ...{ kind: "priority", at: at(local), priority: to },
});
export const policy = (local: string, id: number | null): ClockFact => ({ kind: "policy", at: at(local), policy: id });
export const reply = (local: string, rest: Partial<Of<"message">> = {}): ClockFact => ({
  ...{ kind: "message", at: at(local), side: "agent", ...rest },
});
export const question = (local: string, rest: Partial<Of<"message">> = {}): ClockFact => ({
  ...{ kind: "message", at: at(local), side: "requester", ...rest },
});
export const held = (local: string, message = 1): ClockFact => ({ kind: "reply_held", at: at(local), message });
export const sent = (local: string, message = 1): ClockFact => ({ kind: "reply_sent", at: at(local), message });
export const withdrawn = (local: string, message = 1): ClockFact => ({
  kind: "reply_withdrawn",
  at: at(local),
  message,
});
export const away = (local: string, why: "merged" | "spam" | "trash"): ClockFact => ({
  kind: "away",
  at: at(local),
  why,
});
export const back = (local: string, why: "merged" | "spam" | "trash"): ClockFact => ({
  kind: "back",
  at: at(local),
  why,
});
export const type = (local: string, portalVisible: boolean): ClockFact => ({
  kind: "type",
  at: at(local),
  portalVisible,
});
export const assignee = (local: string, requesterIsAssignee: boolean): ClockFact => ({
  ...{ kind: "assignee", at: at(local), requesterIsAssignee },
});
export const imported = (local: string, messages: boolean): ClockFact => ({
  kind: "imported",
  at: at(local),
  messages,
});

/** A moment as Berlin's clock shows it: `2026-03-09 09:30`, with milliseconds only if there are any. */
export const local = (moment: number) =>
  new Date(wallClock(moment, "Europe/Berlin"))
    .toISOString()
    .replace("T", " ")
    .replace(/(:00)?(\.000)?Z$/, "");

/**
 * A clock as text: `resolution breached 360/240m due 2026-03-09 15:00 retargeted`. Only `running` clocks show their warning
 * time, and nothing shows a time that isn't set.
 */
export function outline(clock: ShownClock): string {
  const { metric, state, warning, consumed, target, dueAt, pauseReason, retargeted } = clock;
  const times = { due: dueAt, met: clock.metAt, breached: clock.breachedAt, ended: clock.endedAt };
  const said = Object.entries(times).flatMap(([name, time]) => (time === null ? [] : [`${name} ${local(time)}`]));
  return [
    ...[metric, warning ? "warning" : state, `${consumed / MINUTE}/${target / MINUTE}m`, ...said],
    ...(pauseReason === null ? [] : [`because ${pauseReason}`]),
    ...(retargeted ? ["retargeted"] : []),
  ].join(" ");
}
