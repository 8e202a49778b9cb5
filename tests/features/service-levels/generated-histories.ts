import type { BusinessCalendar } from "~/features/service-levels/business-calendar";
import type { ClockFact } from "~/features/service-levels/clock-facts";
import type { ServiceLevels, Version, Versions } from "~/features/service-levels/service-levels";
import { PRIORITY_KEYS, SHIPPED } from "~/features/tasks/tasks";
import type { OracleCalendar, OracleLevels } from "./minute-oracle";

const MINUTE = 60_000;

/** Numbers from 0 to 1, the same for the same seed: mulberry32. */
export function seededRandom(seed: number) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const day = (...hours: [number, number][]) => hours.map(([from, to]): [number, number] => [from * 60, to * 60]);
const every = (hours: [number, number][]) => Array.from({ length: 7 }, () => hours);
const weekdays = (hours: [number, number][]) => [...Array.from({ length: 5 }, () => hours), [], []];

/** Calendars whose clocks change in the generated weeks, with hours at and around the changes. */
const CALENDARS: OracleCalendar[] = [
  { zone: "Europe/Berlin", weekdays: weekdays(day([9, 17])), closed: ["2026-03-30"], always: false },
  { zone: "Europe/Berlin", weekdays: every(day([1, 2.5], [2.5, 6], [22, 24])), closed: [], always: false },
  {
    zone: "America/New_York",
    weekdays: every(day([0, 1.5], [2.25, 12], [13, 24])),
    closed: ["2026-11-02"],
    always: false,
  },
  { zone: "Australia/Lord_Howe", weekdays: every(day([1.75, 2.25], [9, 17])), closed: [], always: false },
  { zone: "Asia/Kathmandu", weekdays: every(day([9, 12], [13, 17])), closed: [], always: false },
  { zone: "UTC", weekdays: every(day([8, 20])), closed: [], always: false },
  { zone: "UTC", weekdays: every([]), closed: [], always: true },
];

const productCalendars = CALENDARS.map(
  (calendar): BusinessCalendar => ({
    zone: calendar.zone,
    weekdays: calendar.weekdays.map((hours) => hours.map(([start, end]) => ({ start, end }))),
    holidays: calendar.closed.map((date) => ({ date, hours: [], name: "" })),
    alwaysOpen: calendar.always,
  }),
);

/** Days on which histories start: shortly before clocks change in one of the zones, and an ordinary one. */
const STARTS = ["2026-03-27", "2026-10-23", "2026-03-06", "2026-10-30", "2026-04-03", "2026-10-02", "2026-06-10"];
const TARGETS = [4, 8, 20, 60, 60, 120, 240, 480, undefined];
const [LATER, DAYS] = [["priority", "status", "reply", "question", "policy", "type", "assignee", "away", "hold"], 5];

export type GeneratedHistory = { facts: ClockFact[]; now: number; levels: ServiceLevels; oracle: OracleLevels };

/** A history of a few days with everything that clocks depend on. Everything happens at whole minutes. */
export function generateHistory(seed: number): GeneratedHistory {
  const random = seededRandom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const chance = (of: number) => random() < of;
  const start = Date.parse(pick(STARTS)) + Math.floor(random() * 96) * 15 * MINUTE;
  /** Mostly at quarters of an hour, so that events meet due times. */
  const moment = () =>
    start + Math.floor(random() * DAYS * 96) * 15 * MINUTE + (chance(0.2) ? Math.floor(random() * 15) * MINUTE : 0);
  const now = start + DAYS * 96 * 15 * MINUTE + Math.floor(random() * 200) * MINUTE;

  const versions = <T>(make: () => T): Versions<T> => {
    const first: Version<T> = { from: 0, value: make() };
    return chance(0.4) ? [first, { from: moment(), value: make() }] : [first];
  };
  const targets = () =>
    Object.fromEntries(
      PRIORITY_KEYS.map((key) => [key, { first: pick(TARGETS), next: pick(TARGETS), resolution: pick(TARGETS) }]),
    );
  const calendars = [1, 2].map(() => versions(() => Math.floor(random() * CALENDARS.length)));
  const policies = [1, 2].map(() => versions(() => ({ calendar: pick([1, 2]), targets: targets() })));
  const pausing = SHIPPED.statuses.map(({ key, category }) => {
    const isWaiting = category === "waiting";
    return [
      key,
      isWaiting && chance(0.2)
        ? [
            { from: 0, value: true },
            { from: moment(), value: false },
          ]
        : [{ from: 0, value: isWaiting }],
    ] as const;
  });

  const statusOf = (key: string) => {
    const category = SHIPPED.statuses.find((one) => one.key === key)?.category ?? "new";
    return { status: key, category, cancels: key === "cancelled" };
  };
  const STATUSES = ["in_progress", "in_progress", "waiting_requester", "on_hold", "resolved", "closed", "cancelled"];
  const facts: ClockFact[] = [
    {
      ...{ kind: "created", at: start, priority: pick(PRIORITY_KEYS), policy: chance(0.15) ? null : pick([1, 2]) },
      ...{ portalVisible: chance(0.9), requesterIsAssignee: chance(0.1), ...statusOf("new") },
    },
  ];
  const later = Array.from({ length: 2 + Math.floor(random() * 14) }, () => ({ at: moment(), what: pick(LATER) }));
  if (chance(0.1)) later.push({ at: moment(), what: "imported" });
  const gone: ("merged" | "spam" | "trash")[] = [];
  let messages = 0;
  let windowEnds: ClockFact[] = [];
  for (const { at, what } of later.sort((a, b) => a.at - b.at)) {
    facts.push(...windowEnds.filter((one) => one.at <= at));
    windowEnds = windowEnds.filter((one) => one.at > at);
    if (what === "priority") facts.push({ kind: "priority", at, priority: pick(PRIORITY_KEYS) });
    else if (what === "status") facts.push({ kind: "status", at, ...statusOf(pick(STATUSES)) });
    else if (what === "policy") facts.push({ kind: "policy", at, policy: pick([1, 2, null]) });
    else if (what === "type") facts.push({ kind: "type", at, portalVisible: chance(0.7) });
    else if (what === "assignee") facts.push({ kind: "assignee", at, requesterIsAssignee: chance(0.3) });
    else if (what === "imported") facts.push({ kind: "imported", at, messages: chance(0.5) });
    else if (what === "away") {
      const why = gone.pop();
      const goes = pick(["merged", "spam", "trash"] as const);
      if (!why) gone.push(goes);
      facts.push(why ? { kind: "back", at, why } : { kind: "away", at, why: goes });
    } else if (what === "hold") {
      const message = ++messages;
      facts.push({ kind: "reply_held", at, message });
      const kind = chance(0.3) ? "reply_withdrawn" : "reply_sent";
      windowEnds.push({ kind, at: at + pick([0, 1, 15]) * MINUTE, message });
      windowEnds.sort((a, b) => a.at - b.at);
    } else {
      const side = what === "reply" ? "agent" : "requester";
      facts.push({
        kind: "message",
        at,
        side,
        automated: chance(0.1),
        acknowledgement: side === "requester" && chance(0.1),
      });
      // A step that does more than the message.
      if (chance(0.5))
        facts.push({ kind: "status", at, ...statusOf(side === "agent" ? pick(STATUSES) : "in_progress") });
    }
  }
  facts.push(...windowEnds);

  const withProduct = <A, B>(all: Versions<A>, map: (value: A) => B) =>
    all.map(({ from, value }) => ({ from, value: map(value) })) as unknown as Versions<B>;
  const inMs = (minutes: ReturnType<typeof targets>) =>
    Object.fromEntries(
      Object.entries(minutes).map(([key, metrics]) => [
        key,
        Object.fromEntries(
          Object.entries(metrics).flatMap(([metric, m]) => (m === undefined ? [] : [[metric, m * MINUTE]])),
        ),
      ]),
    );
  return {
    ...{ facts, now },
    levels: {
      calendars: new Map(
        calendars.map((all, index) => [index + 1, withProduct(all, (at) => productCalendars[at] as BusinessCalendar)]),
      ),
      policies: new Map(
        policies.map((all, index) => [
          index + 1,
          withProduct(all, (terms) => ({ calendar: terms.calendar, targets: inMs(terms.targets) })),
        ]),
      ),
      pausing: new Map(pausing.map(([key, all]) => [key, all as unknown as Versions<boolean>])),
    },
    oracle: {
      calendars: calendars.map((all) =>
        all.map(({ from, value }) => ({ from, value: CALENDARS[value] as OracleCalendar })),
      ),
      policies: policies.map((all) => [...all]) as OracleLevels["policies"],
      pausing: Object.fromEntries(pausing.map(([key, all]) => [key, [...all]])),
    },
  };
}
