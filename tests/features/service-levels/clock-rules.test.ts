import { describe, expect, test } from "vitest";
import type { BusinessCalendar } from "~/features/service-levels/business-calendar";
import { warningAfter } from "~/features/service-levels/clock";
import type { ClockFact } from "~/features/service-levels/clock-facts";
import {
  addFact,
  addFacts,
  clocksAt,
  clocksOf,
  NO_HISTORY,
  nextChangeAt,
  type ShownClock,
  serviceLevelOf,
} from "~/features/service-levels/clock-rules";
import type { ServiceLevels } from "~/features/service-levels/service-levels";
import { aCalendar, at } from "./calendars";
import * as h from "./histories";

const { created, status, priority, policy, reply, question, held, sent, withdrawn, away, back } = h;
const { levelsOf, targetsOf, from, MINUTE } = h;

type Case = [name: string, levels: ServiceLevels, facts: ClockFact[], now: string, clocks: string[]];

const outlines = (levels: ServiceLevels, facts: readonly ClockFact[], now: string) =>
  clocksOf(facts, at(now), levels).map(h.outline);

function check(cases: Case[]) {
  test.each(cases)("%s", (_, levels, facts, now, clocks) => {
    expect(outlines(levels, facts, now)).toEqual(clocks);
    // The same from a state that went through JSON after every fact.
    let history = NO_HISTORY;
    for (const fact of facts) {
      history = addFact(history, fact, levels);
      if (history.settled) history = { ...JSON.parse(JSON.stringify(history)) };
    }
    expect(clocksAt(history, at(now), levels).map(h.outline)).toEqual(clocks);
  });
}

const first = (minutes: number, calendar = aCalendar()) => levelsOf([targetsOf({ first: minutes })], calendar);
const next = (minutes: number) => levelsOf([targetsOf({ next: minutes })]);
const resolution = (minutes: number, calendar: h.OneOrVersions<BusinessCalendar> = aCalendar()) =>
  levelsOf([targetsOf({ resolution: minutes })], calendar);
const always = aCalendar({ alwaysOpen: true });
/** Resolution in 16 h, urgent in 4 h, high in 8 h, low never. */
const byPriority = levelsOf([
  {
    normal: { resolution: 960 * MINUTE },
    urgent: { resolution: 240 * MINUTE },
    high: { resolution: 480 * MINUTE },
  },
]);

describe("domain B8, worked examples", () => {
  const waiting = [created("2026-03-09 09:00"), status("2026-03-09 11:00", "waiting_requester")];
  const reopened = [
    ...[created("2026-03-09 09:00"), status("2026-03-09 12:00", "resolved")],
    status("2026-03-10 15:00", "in_progress"),
  ];
  check([
    ["1", first(60), [created("2026-03-06 16:30")], "2026-03-06 17:00", ["first warning 30/60m due 2026-03-09 09:30"]],
    ["2", first(240), [created("2026-03-07 11:00")], "2026-03-07 12:00", ["first running 0/240m due 2026-03-09 13:00"]],
    [
      "3",
      first(480, aCalendar({ holidays: "2026-04-03 Good Friday\n2026-04-06 Easter Monday" })),
      [created("2026-04-02 15:00")],
      "2026-04-02 17:00",
      ["first running 120/480m due 2026-04-07 15:00"],
    ],
    [
      "4",
      first(60, aCalendar({ hours: "09:00-12:00, 13:00-17:00" })),
      [created("2026-03-09 11:30")],
      "2026-03-09 12:30",
      ["first warning 30/60m due 2026-03-09 13:30"],
    ],
    [
      "5, paused",
      resolution(480),
      waiting,
      "2026-03-10 12:00",
      ["resolution paused 120/480m because waiting_requester"],
    ],
    [
      "5",
      resolution(480),
      [...waiting, status("2026-03-11 10:00", "in_progress")],
      "2026-03-11 10:00",
      ["resolution running 120/480m due 2026-03-11 16:00"],
    ],
    [
      "6",
      byPriority,
      [created("2026-03-09 09:00"), priority("2026-03-09 15:00", "urgent")],
      "2026-03-09 15:00",
      ["resolution breached 360/240m due 2026-03-09 15:00 breached 2026-03-09 15:00 retargeted"],
    ],
    [
      "7",
      byPriority,
      [created("2026-03-09 09:00"), priority("2026-03-09 13:00", "high")],
      "2026-03-09 13:00",
      ["resolution running 240/480m due 2026-03-09 17:00"],
    ],
    [
      "8",
      first(480, always),
      [created("2026-03-28 22:00")],
      "2026-03-28 22:00",
      ["first running 0/480m due 2026-03-29 07:00"],
    ],
    [
      "9",
      first(480, always),
      [created("2026-10-24 22:00")],
      "2026-10-24 22:00",
      ["first running 0/480m due 2026-10-25 05:00"],
    ],
    [
      "10, resolved",
      resolution(480),
      reopened.slice(0, 2),
      "2026-03-10 12:00",
      ["resolution met 180/480m met 2026-03-09 12:00 ended 2026-03-09 12:00"],
    ],
    ["10", resolution(480), reopened, "2026-03-10 15:00", ["resolution running 180/480m due 2026-03-11 12:00"]],
  ]);
});

describe("domain B8, starting and stopping a clock", () => {
  const all = levelsOf([targetsOf({ first: 60, next: 120, resolution: 480 })]);
  const c = created("2026-03-09 09:00");
  check([
    [
      "all three clocks",
      all,
      [c, reply("2026-03-09 09:30"), question("2026-03-09 10:00"), question("2026-03-09 11:00")],
      "2026-03-09 11:00",
      [
        "first met 30/60m met 2026-03-09 09:30 ended 2026-03-09 09:30",
        "next running 60/120m due 2026-03-09 12:00",
        "resolution running 120/480m due 2026-03-09 17:00",
      ],
    ],
    [
      "a question before the first response starts nothing",
      next(120),
      [c, question("2026-03-09 09:10")],
      "2026-03-09 10:00",
      [],
    ],
    [
      "automated messages and acknowledgements count for neither side",
      levelsOf([targetsOf({ first: 60, next: 120 })]),
      [
        ...[c, reply("2026-03-09 09:10", { automated: true }), reply("2026-03-09 09:30")],
        ...[question("2026-03-09 09:40", { automated: true }), question("2026-03-09 09:50", { acknowledgement: true })],
      ],
      "2026-03-09 10:00",
      ["first met 30/60m met 2026-03-09 09:30 ended 2026-03-09 09:30"],
    ],
    [
      "a breached clock keeps counting until it stops, and then shows no due time",
      first(60),
      [c, reply("2026-03-09 11:00")],
      "2026-03-09 12:00",
      ["first breached 120/60m breached 2026-03-09 10:00 ended 2026-03-09 11:00"],
    ],
    [
      "a breached clock keeps counting",
      first(60),
      [c],
      "2026-03-09 12:00",
      ["first breached 180/60m due 2026-03-09 10:00 breached 2026-03-09 10:00"],
    ],
    [
      "cancelled is not resolved",
      resolution(480),
      [c, status("2026-03-09 10:00", "cancelled")],
      "2026-03-09 12:00",
      ["resolution cancelled 60/480m ended 2026-03-09 10:00"],
    ],
    [
      "closed after resolved changes nothing",
      resolution(480),
      [
        c,
        status("2026-03-09 10:00", "resolved"),
        status("2026-03-09 11:00", "closed"),
        status("2026-03-09 12:00", "cancelled"),
      ],
      "2026-03-09 13:00",
      ["resolution met 60/480m met 2026-03-09 10:00 ended 2026-03-09 10:00"],
    ],
    [
      "a breach survives reopening, and the clock keeps counting",
      resolution(60),
      [c, status("2026-03-09 11:00", "resolved"), status("2026-03-09 13:00", "in_progress")],
      "2026-03-09 14:00",
      ["resolution breached 180/60m due 2026-03-09 10:00 breached 2026-03-09 10:00"],
    ],
    ["no policy, no clocks", all, [created("2026-03-09 09:00", { policy: null })], "2026-03-10 09:00", []],
    [
      "time is counted to the millisecond",
      first(60),
      [c, { kind: "message", at: at("2026-03-09 09:00") + 1_500, side: "agent" }],
      "2026-03-09 12:00",
      ["first met 0.025/60m met 2026-03-09 09:00:01.500 ended 2026-03-09 09:00:01.500"],
    ],
  ]);
});

describe("service-levels 2.1: versions", () => {
  const c = created("2026-03-09 09:00");
  const later = aCalendar({ hours: "09:00-12:00" });
  const newer = levelsOf([
    [
      from("2026-01-01 00:00", targetsOf({ resolution: 480 })),
      from("2026-03-09 11:00", targetsOf({ resolution: 240 })),
    ],
  ]);
  const two = levelsOf([targetsOf({ first: 60, resolution: 480 }), targetsOf({ first: 120, resolution: 960 })]);
  const none = created("2026-03-09 09:00", { policy: null });
  check([
    [
      "the first version also applies before its date",
      levelsOf([[from("2026-06-01 00:00", targetsOf({ first: 60 }))]]),
      [c],
      "2026-03-09 09:30",
      ["first warning 30/60m due 2026-03-09 10:00"],
    ],
    [
      "a new target applies once it's saved",
      newer,
      [c],
      "2026-03-09 12:00",
      ["resolution warning 180/240m due 2026-03-09 13:00"],
    ],
    [
      "a new target doesn't apply before it's saved",
      newer,
      [c],
      "2026-03-09 10:59",
      ["resolution running 119/480m due 2026-03-09 17:00"],
    ],
    [
      "a new target that is already used up breaches when it's saved",
      levelsOf([
        [
          from("2026-01-01 00:00", targetsOf({ resolution: 480 })),
          from("2026-03-09 11:00", targetsOf({ resolution: 120 })),
        ],
      ]),
      [c],
      "2026-03-09 12:00",
      ["resolution breached 180/120m due 2026-03-09 11:00 breached 2026-03-09 11:00 retargeted"],
    ],
    [
      "a new calendar keeps the used time",
      resolution(480, [from("2026-01-01 00:00", aCalendar()), from("2026-03-09 15:00", later)]),
      [c],
      "2026-03-10 10:59",
      ["resolution warning 479/480m due 2026-03-10 11:00"],
    ],
    [
      "a new target doesn't change ended clocks",
      newer,
      [c, status("2026-03-09 10:00", "resolved")],
      "2026-03-09 12:00",
      ["resolution met 60/480m met 2026-03-09 10:00 ended 2026-03-09 10:00"],
    ],
    [
      "a new target doesn't change breached clocks",
      levelsOf([
        [from("2026-01-01 00:00", targetsOf({ first: 60 })), from("2026-03-09 11:00", targetsOf({ first: 960 }))],
      ]),
      [c],
      "2026-03-09 12:00",
      ["first breached 180/60m due 2026-03-09 10:00 breached 2026-03-09 10:00"],
    ],
    [
      "selecting another policy keeps the used time",
      two,
      [c, policy("2026-03-09 09:30", 2)],
      "2026-03-09 10:00",
      ["first running 60/120m due 2026-03-09 11:00", "resolution running 60/960m due 2026-03-10 17:00"],
    ],
    [
      "removing the policy cancels its clocks",
      two,
      [c, policy("2026-03-09 09:30", null)],
      "2026-03-09 12:00",
      ["first cancelled 30/60m ended 2026-03-09 09:30", "resolution cancelled 30/480m ended 2026-03-09 09:30"],
    ],
    [
      "selecting the policy again resumes its clocks",
      two,
      [c, policy("2026-03-09 09:30", null), policy("2026-03-09 12:00", 1)],
      "2026-03-09 12:15",
      ["first warning 45/60m due 2026-03-09 12:30", "resolution running 45/480m due 2026-03-10 11:30"],
    ],
    [
      "a clock that starts by selecting a policy has used no time",
      two,
      [none, policy("2026-03-09 12:00", 1)],
      "2026-03-09 12:15",
      ["first running 15/60m due 2026-03-09 13:00", "resolution running 15/480m due 2026-03-10 12:00"],
    ],
    [
      "a first response before a policy is selected isn't measured",
      two,
      [none, reply("2026-03-09 10:00"), policy("2026-03-09 12:00", 1)],
      "2026-03-09 12:15",
      ["resolution running 15/480m due 2026-03-10 12:00"],
    ],
    [
      "a question before a policy is selected is measured from then",
      next(60),
      [none, reply("2026-03-09 10:00"), question("2026-03-09 11:00"), policy("2026-03-09 12:00", 1)],
      "2026-03-09 12:15",
      ["next running 15/60m due 2026-03-09 13:00"],
    ],
    [
      "removing the policy ends a breached clock as breached",
      two,
      [c, policy("2026-03-09 12:00", null)],
      "2026-03-09 13:00",
      [
        "first breached 180/60m breached 2026-03-09 10:00 ended 2026-03-09 12:00",
        "resolution cancelled 180/480m ended 2026-03-09 12:00",
      ],
    ],
  ]);
});

describe("service-levels 2.3: exactly at the limit", () => {
  const c = created("2026-03-09 09:00");
  const pausedAtTheEnd = [c, status("2026-03-09 17:00", "on_hold")];
  check([
    [
      "an event at the due time comes before the breach",
      first(60),
      [c, reply("2026-03-09 10:00")],
      "2026-03-09 12:00",
      ["first met 60/60m met 2026-03-09 10:00 ended 2026-03-09 10:00"],
    ],
    [
      "without an event, a clock breaches at the due time",
      first(60),
      [c],
      "2026-03-09 10:00",
      ["first breached 60/60m due 2026-03-09 10:00 breached 2026-03-09 10:00"],
    ],
    [
      "the breach is at the due time, even at the end of the day",
      first(480),
      [c],
      "2026-03-09 18:00",
      ["first breached 480/480m due 2026-03-09 17:00 breached 2026-03-09 17:00"],
    ],
    [
      "an unrelated event at the due time changes nothing",
      first(60),
      [c, status("2026-03-09 10:00", "in_progress")],
      "2026-03-09 10:01",
      ["first breached 61/60m due 2026-03-09 10:00 breached 2026-03-09 10:00"],
    ],
    [
      "a new target that is exactly used up breaches at once",
      byPriority,
      [c, priority("2026-03-09 13:00", "urgent")],
      "2026-03-09 13:00",
      ["resolution breached 240/240m due 2026-03-09 13:00 breached 2026-03-09 13:00 retargeted"],
    ],
    [
      "a new target that is already used up breaches even in a pause",
      byPriority,
      [c, status("2026-03-09 14:00", "on_hold"), priority("2026-03-10 10:00", "urgent")],
      "2026-03-10 11:00",
      ["resolution breached 300/240m due 2026-03-10 10:00 breached 2026-03-10 10:00 because on_hold retargeted"],
    ],
    [
      "a pause never breaches",
      resolution(480),
      pausedAtTheEnd,
      "2026-03-20 12:00",
      ["resolution paused 480/480m because on_hold"],
    ],
    [
      "a used-up clock gets one more open minute after a pause",
      resolution(480),
      [...pausedAtTheEnd, status("2026-03-10 08:00", "in_progress")],
      "2026-03-10 09:00",
      ["resolution warning 480/480m due 2026-03-10 09:01"],
    ],
    [
      "a used-up clock breaches after its extra minute",
      resolution(480),
      [...pausedAtTheEnd, status("2026-03-10 08:00", "in_progress")],
      "2026-03-10 10:00",
      ["resolution breached 540/480m due 2026-03-10 09:01 breached 2026-03-10 09:01"],
    ],
    [
      "another pause doesn't renew the extra minute",
      resolution(480),
      [
        ...pausedAtTheEnd,
        status("2026-03-10 09:00", "in_progress"),
        { ...status("2026-03-10 09:00", "on_hold"), at: at("2026-03-10 09:00") + 30_000 },
        status("2026-03-10 10:00", "in_progress"),
      ],
      "2026-03-10 10:00",
      ["resolution warning 480.5/480m due 2026-03-10 10:00:30"],
    ],
  ]);
});

describe("service-levels 2.5 to 2.7: questions, finished tasks and their return", () => {
  const c = created("2026-03-09 09:00");
  const asked = [c, reply("2026-03-09 09:30"), question("2026-03-09 10:00")];
  const both = levelsOf([targetsOf({ first: 60, resolution: 480 })]);
  check([
    [
      "each question has its own clock",
      next(60),
      [...asked, reply("2026-03-09 10:30"), question("2026-03-09 11:00")],
      "2026-03-09 11:10",
      ["next met 30/60m met 2026-03-09 10:30 ended 2026-03-09 10:30", "next running 10/60m due 2026-03-09 12:00"],
    ],
    [
      "finishing a task cancels its first response clock, and reopening resumes it",
      first(60),
      [c, status("2026-03-09 09:10", "resolved"), status("2026-03-09 11:00", "in_progress")],
      "2026-03-09 11:10",
      ["first running 20/60m due 2026-03-09 11:50"],
    ],
    [
      "finishing a task cancels the clock of a question",
      next(60),
      [...asked, status("2026-03-09 10:10", "resolved")],
      "2026-03-09 11:10",
      ["next cancelled 10/60m ended 2026-03-09 10:10"],
    ],
    [
      "reopening by another question resumes the cancelled clock",
      next(60),
      [
        ...asked,
        status("2026-03-09 10:10", "resolved"),
        question("2026-03-09 11:00"),
        status("2026-03-09 11:00", "in_progress"),
      ],
      "2026-03-09 11:10",
      ["next running 20/60m due 2026-03-09 11:50"],
    ],
    [
      "a reply to a finished task leaves its first response clock cancelled for good",
      first(60),
      [c, status("2026-03-09 09:10", "resolved"), reply("2026-03-09 09:20"), status("2026-03-09 11:00", "in_progress")],
      "2026-03-09 12:10",
      ["first cancelled 10/60m ended 2026-03-09 09:10"],
    ],
    [
      "leaving the status Cancelled resumes the clocks",
      both,
      [c, status("2026-03-09 09:30", "cancelled"), status("2026-03-09 12:00", "in_progress")],
      "2026-03-09 12:00",
      ["first warning 30/60m due 2026-03-09 12:30", "resolution running 30/480m due 2026-03-10 11:30"],
    ],
    [
      "merging cancels the clocks",
      both,
      [c, away("2026-03-09 09:30", "merged")],
      "2026-03-09 12:00",
      ["first cancelled 30/60m ended 2026-03-09 09:30", "resolution cancelled 30/480m ended 2026-03-09 09:30"],
    ],
    [
      "unmerging resumes the clocks, without the time in between",
      both,
      [c, away("2026-03-09 09:20", "merged"), back("2026-03-09 12:00", "merged")],
      "2026-03-09 12:05",
      ["first running 25/60m due 2026-03-09 12:40", "resolution running 25/480m due 2026-03-10 11:40"],
    ],
    [
      "spam in the trash stays cancelled until it's neither",
      first(60),
      [c, away("2026-03-09 09:20", "spam"), away("2026-03-09 09:30", "trash"), back("2026-03-09 10:00", "spam")],
      "2026-03-09 12:05",
      ["first cancelled 20/60m ended 2026-03-09 09:20"],
    ],
    [
      "a resolved task restored from the trash stays met",
      resolution(480),
      [c, status("2026-03-09 10:00", "resolved"), away("2026-03-09 11:00", "trash"), back("2026-03-09 12:00", "trash")],
      "2026-03-09 13:00",
      ["resolution met 60/480m met 2026-03-09 10:00 ended 2026-03-09 10:00"],
    ],
    [
      "a clock without a target for the priority isn't shown",
      byPriority,
      [c, priority("2026-03-09 10:00", "low")],
      "2026-03-09 12:00",
      [],
    ],
    [
      "a clock without a target keeps its used time for the next target",
      byPriority,
      [c, priority("2026-03-09 10:00", "low"), priority("2026-03-09 14:00", "high")],
      "2026-03-09 14:00",
      ["resolution running 60/480m due 2026-03-10 13:00"],
    ],
    [
      "ended clocks keep their target",
      byPriority,
      [c, status("2026-03-09 10:00", "resolved"), priority("2026-03-09 11:00", "low")],
      "2026-03-09 12:00",
      ["resolution met 60/960m met 2026-03-09 10:00 ended 2026-03-09 10:00"],
    ],
    [
      "a new target applies to an ended clock at the reopening",
      byPriority,
      [
        c,
        status("2026-03-09 14:00", "resolved"),
        priority("2026-03-09 15:00", "urgent"),
        status("2026-03-09 16:00", "in_progress"),
      ],
      "2026-03-09 16:00",
      ["resolution breached 300/240m due 2026-03-09 16:00 breached 2026-03-09 16:00 retargeted"],
    ],
    [
      "a breached clock pauses with the status, but still shows breached",
      resolution(60),
      [c, status("2026-03-09 11:00", "on_hold")],
      "2026-03-09 15:00",
      ["resolution breached 120/60m due 2026-03-09 10:00 breached 2026-03-09 10:00 because on_hold"],
    ],
  ]);
});

describe("service-levels 2.8: facts of one step, and the sending window", () => {
  const c = created("2026-03-09 09:00");
  const answered = [c, reply("2026-03-09 09:10")];
  check([
    [
      "a reply counts before the status it sets",
      first(60),
      [c, status("2026-03-09 09:30", "resolved"), reply("2026-03-09 09:30")],
      "2026-03-09 10:00",
      ["first met 30/60m met 2026-03-09 09:30 ended 2026-03-09 09:30"],
    ],
    [
      "a question counts after the reopening it causes",
      next(60),
      [
        ...answered,
        status("2026-03-09 09:30", "resolved"),
        question("2026-03-09 11:00"),
        status("2026-03-09 11:00", "in_progress"),
      ],
      "2026-03-09 11:10",
      ["next running 10/60m due 2026-03-09 12:00"],
    ],
    [
      "a requester's message that resolves isn't a question",
      next(60),
      [
        ...[...answered, question("2026-03-09 09:30"), status("2026-03-09 09:30", "resolved")],
        status("2026-03-09 11:00", "in_progress"),
      ],
      "2026-03-09 11:10",
      [],
    ],
    [
      "a reply counts from when it was written",
      first(60),
      [c, held("2026-03-09 10:00"), sent("2026-03-09 10:01")],
      "2026-03-09 12:00",
      ["first met 60/60m met 2026-03-09 10:00 ended 2026-03-09 10:00"],
    ],
    [
      "a held reply delays a breach",
      first(60),
      [c, held("2026-03-09 09:59")],
      "2026-03-09 10:01",
      ["first warning 61/60m due 2026-03-09 10:00"],
    ],
    [
      "a held reply doesn't delay an earlier breach",
      first(60),
      [c, held("2026-03-09 10:01"), sent("2026-03-09 10:02")],
      "2026-03-09 12:00",
      ["first breached 61/60m breached 2026-03-09 10:00 ended 2026-03-09 10:01"],
    ],
    [
      "a withdrawn reply leaves the breach at the due time",
      first(60),
      [c, held("2026-03-09 09:59"), withdrawn("2026-03-09 10:01")],
      "2026-03-09 10:02",
      ["first breached 62/60m due 2026-03-09 10:00 breached 2026-03-09 10:00"],
    ],
    [
      "a withdrawn reply never counts",
      first(60),
      [c, held("2026-03-09 09:30"), withdrawn("2026-03-09 09:31")],
      "2026-03-09 09:32",
      ["first warning 32/60m due 2026-03-09 10:00"],
    ],
    [
      "a question in the window starts a clock once the reply is sent",
      next(60),
      [
        c,
        held("2026-03-09 09:10"),
        { ...question("2026-03-09 09:10"), at: at("2026-03-09 09:10") + 5_000 },
        sent("2026-03-09 09:11"),
      ],
      "2026-03-09 09:20",
      ["next running 9.916666666666666/60m due 2026-03-09 10:10:05"],
    ],
    [
      "of two held replies, the one that is sent counts",
      first(60),
      [
        c,
        held("2026-03-09 09:58", 1),
        held("2026-03-09 09:59", 2),
        withdrawn("2026-03-09 10:00", 1),
        sent("2026-03-09 10:01", 2),
      ],
      "2026-03-09 12:00",
      ["first met 59/60m met 2026-03-09 09:59 ended 2026-03-09 09:59"],
    ],
    [
      "a held reply doesn't delay a breach of the resolution",
      resolution(60),
      [c, held("2026-03-09 09:59")],
      "2026-03-09 10:01",
      ["resolution breached 61/60m due 2026-03-09 10:00 breached 2026-03-09 10:00"],
    ],
    [
      "a new target doesn't breach while a reply is held",
      levelsOf([{ normal: { first: 60 * MINUTE }, urgent: { first: 30 * MINUTE } }]),
      [c, held("2026-03-09 09:40"), priority("2026-03-09 09:41", "urgent")],
      "2026-03-09 09:42",
      ["first running 42/30m due 2026-03-09 09:41"],
    ],
    [
      "a held reply that is sent prevents a breach by a new target",
      levelsOf([{ normal: { first: 60 * MINUTE }, urgent: { first: 30 * MINUTE } }]),
      [
        c,
        held("2026-03-09 09:40"),
        { ...priority("2026-03-09 09:40", "urgent"), at: at("2026-03-09 09:40") + 1_000 },
        sent("2026-03-09 09:41"),
      ],
      "2026-03-09 09:50",
      ["first met 40/60m met 2026-03-09 09:40 ended 2026-03-09 09:40"],
    ],
  ]);
});

describe("service-levels 2.9 and 2.10: tasks without response clocks, and imports", () => {
  const c = created("2026-03-09 09:00");
  const both = levelsOf([targetsOf({ first: 60, next: 60, resolution: 480 })]);
  const own = created("2026-03-09 09:00", { requesterIsAssignee: true });
  const paused = [h.from("2026-01-01 00:00", true), h.from("2026-03-09 12:00", false)] as const;
  const done = [
    c,
    reply("2026-03-09 09:30"),
    status("2026-03-09 11:00", "resolved"),
    h.imported("2026-04-01 10:00", true),
  ];
  check([
    ["the requester as assignee gets no response clock", first(60), [own], "2026-03-09 09:30", []],
    [
      "a task reassigned from its requester later still gets no response clock",
      first(60),
      [own, h.assignee("2026-03-09 09:10", false)],
      "2026-03-09 09:30",
      [],
    ],
    [
      "a task assigned to its requester later keeps its clock",
      first(60),
      [c, h.assignee("2026-03-09 09:10", true)],
      "2026-03-09 09:20",
      ["first running 20/60m due 2026-03-09 10:00"],
    ],
    [
      "each question checks the assignee again",
      next(60),
      [
        own,
        reply("2026-03-09 09:10"),
        question("2026-03-09 09:20"),
        reply("2026-03-09 09:30"),
        h.assignee("2026-03-09 09:40", false),
        question("2026-03-09 10:00"),
      ],
      "2026-03-09 10:10",
      ["next running 10/60m due 2026-03-09 11:00"],
    ],
    [
      "a type outside the portal gets no response clock",
      first(60),
      [created("2026-03-09 09:00", { portalVisible: false }), h.type("2026-03-09 09:10", true)],
      "2026-03-09 09:20",
      [],
    ],
    [
      "a change to a type outside the portal cancels the response clock for good",
      both,
      [c, h.type("2026-03-09 09:10", false), h.type("2026-03-09 09:20", true)],
      "2026-03-09 09:30",
      ["first cancelled 10/60m ended 2026-03-09 09:10", "resolution running 30/480m due 2026-03-09 17:00"],
    ],
    [
      "a change between portal types changes nothing",
      first(60),
      [c, h.type("2026-03-09 09:10", true)],
      "2026-03-09 09:20",
      ["first running 20/60m due 2026-03-09 10:00"],
    ],
    [
      "a status that no longer pauses counts from that moment",
      levelsOf([targetsOf({ resolution: 480 })], aCalendar(), { on_hold: paused }),
      [c, status("2026-03-09 10:00", "on_hold")],
      "2026-03-09 13:00",
      ["resolution running 120/480m due 2026-03-10 11:00"],
    ],
    [
      "a status that no longer pauses was paused before that moment",
      levelsOf([targetsOf({ resolution: 480 })], aCalendar(), { on_hold: paused }),
      [c, status("2026-03-09 10:00", "on_hold")],
      "2026-03-09 11:00",
      ["resolution paused 60/480m because on_hold"],
    ],
    ["a task imported as finished gets no clocks", both, done, "2026-04-02 10:00", []],
    [
      "a task imported as finished and reopened measures the resolution from its history",
      both,
      [...done, status("2026-04-02 10:00", "in_progress")],
      "2026-04-02 10:30",
      ["resolution running 150/480m due 2026-04-02 16:00"],
    ],
    [
      "a task imported as finished and reopened counts new questions",
      next(60),
      [...done, status("2026-04-02 10:00", "in_progress"), question("2026-04-02 10:00")],
      "2026-04-02 10:10",
      ["next running 10/60m due 2026-04-02 11:00"],
    ],
    [
      "a task imported without messages gets no response clocks",
      both,
      [c, h.imported("2026-03-09 09:30", false), reply("2026-03-09 10:00"), question("2026-03-09 11:00")],
      "2026-03-09 12:00",
      ["resolution running 180/480m due 2026-03-09 17:00"],
    ],
    [
      "a task imported with messages gets response clocks",
      first(60),
      [c, h.imported("2026-03-09 09:30", true)],
      "2026-03-09 09:40",
      ["first warning 40/60m due 2026-03-09 10:00"],
    ],
  ]);
});

describe("service-levels 2.11: warnings", () => {
  test.each([
    [1, null],
    [5, null],
    [6, 5],
    [9, 5],
    [10, 5],
    [20, 10],
    [40, 20],
    [60, 30],
    [80, 50],
    [120, 90],
    [121, 90.75],
    [480, 360],
    [240_000, 180_000],
  ])("a target of %i minutes warns after %s", (target, minutes) => {
    expect(warningAfter(target * MINUTE)).toBe(minutes === null ? null : minutes * MINUTE);
  });

  const c = created("2026-03-09 09:00");
  const warned = (facts: ClockFact[], now: string, levels: ServiceLevels) =>
    clocksOf(facts, at(now), levels).map(({ warnAt, warnedAt, warning }) => [
      ...[warnAt === null ? null : h.local(warnAt), warnedAt === null ? null : h.local(warnedAt), warning],
    ]);

  test.each<[string, ServiceLevels, ClockFact[], string, (string | boolean | null)[]]>([
    ["a warning is due", resolution(480), [c], "2026-03-09 14:59", ["2026-03-09 15:00", null, false]],
    ["a warning has been given", resolution(480), [c], "2026-03-09 15:00", [null, "2026-03-09 15:00", true]],
    [
      "a warning isn't given in a pause",
      resolution(480),
      [c, status("2026-03-09 14:00", "on_hold")],
      "2026-03-10 15:01",
      [null, null, false],
    ],
    [
      "a warning isn't shown in a pause",
      resolution(480),
      [c, status("2026-03-09 16:00", "on_hold")],
      "2026-03-10 15:01",
      [null, "2026-03-09 15:00", false],
    ],
    [
      "a warning isn't repeated after a pause",
      resolution(480),
      [c, status("2026-03-09 16:00", "on_hold"), status("2026-03-10 15:00", "in_progress")],
      "2026-03-10 15:01",
      [null, "2026-03-09 15:00", true],
    ],
    [
      "a warning is due again after a new target",
      byPriority,
      [c, priority("2026-03-09 09:00", "high"), priority("2026-03-09 16:00", "normal")],
      "2026-03-09 17:00",
      ["2026-03-10 13:00", null, false],
    ],
    [
      "a warning is given at once if the new target is close",
      byPriority,
      [c, priority("2026-03-09 15:30", "high")],
      "2026-03-09 15:31",
      [null, "2026-03-09 15:30", true],
    ],
    ["a warning is never given for short targets", first(5), [c], "2026-03-09 09:04", [null, null, false]],
    [
      "a warning comes after an event at the same moment",
      first(60),
      [c, reply("2026-03-09 09:30")],
      "2026-03-09 10:00",
      [null, null, false],
    ],
    ["a warning ends with the breach", first(60), [c], "2026-03-09 10:01", [null, "2026-03-09 09:30", false]],
  ])("%s", (_, levels, facts, now, expected) => expect(warned(facts, now, levels)).toEqual([expected]));
});

describe("service-levels 2.12: `sla:`", () => {
  const all = levelsOf([targetsOf({ first: 60, next: 120, resolution: 480 })]);
  const c = created("2026-03-09 09:00");
  const asked = [c, reply("2026-03-09 09:30"), question("2026-03-09 09:40")];
  test.each<[string, ClockFact[], string, string[]]>([
    ["ok", [c], "2026-03-09 09:10", ["ok", "ok", "none", "ok"]],
    ["warning before ok", [c], "2026-03-09 09:40", ["warning", "warning", "none", "ok"]],
    ["breached before all", [c], "2026-03-09 10:40", ["breached", "breached", "none", "ok"]],
    ["ok before met", asked, "2026-03-09 09:50", ["ok", "met", "ok", "ok"]],
    [
      "paused before ok",
      [...asked, status("2026-03-09 09:45", "on_hold")],
      "2026-03-09 09:50",
      ["paused", "met", "ok", "paused"],
    ],
    [
      "warning before paused",
      [...asked, status("2026-03-09 09:45", "on_hold")],
      "2026-03-09 11:20",
      ["warning", "met", "warning", "paused"],
    ],
    [
      "only the last question counts",
      [...asked, reply("2026-03-09 12:00"), question("2026-03-09 12:10")],
      "2026-03-09 12:20",
      ["ok", "met", "ok", "ok"],
    ],
    [
      "met",
      [c, reply("2026-03-09 09:30"), status("2026-03-09 09:40", "resolved")],
      "2026-03-09 10:50",
      ["met", "met", "none", "met"],
    ],
    [
      "cancelled counts as none",
      [c, status("2026-03-09 09:40", "cancelled")],
      "2026-03-09 10:50",
      ["none", "none", "none", "none"],
    ],
  ])("%s", (_, facts, now, expected) => {
    const clocks = clocksOf(facts, at(now), all);
    const levels = [undefined, "first", "next", "resolution"] as const;
    expect(levels.map((metric) => serviceLevelOf(clocks, metric))).toEqual(expected);
  });
});

describe("service-levels 2.14: limits", () => {
  test("give no due time beyond five years", () => {
    const brief = aCalendar({ hours: "", weekdays: ["09:00-09:01", "", "", "", "", "", ""] });
    const clocks = clocksOf([created("2026-03-09 09:00")], at("2026-03-09 09:00"), first(600, brief));
    expect(clocks.map(h.outline)).toEqual(["first running 0/600m"]);
    expect(nextChangeAt(clocks)).toBeNull();
  });
});

describe("the stored state", () => {
  const levels = levelsOf([targetsOf({ first: 60, resolution: 480 })]);
  const c = created("2026-03-09 09:00");
  const nextOf = (clocks: ShownClock[]) => {
    const moment = nextChangeAt(clocks);
    return moment === null ? null : h.local(moment);
  };

  test("says when to look again", () => {
    const history = addFacts(NO_HISTORY, [c], levels);
    expect(nextOf(clocksAt(history, at("2026-03-09 09:00"), levels))).toBe("2026-03-09 09:30");
    expect(nextOf(clocksAt(history, at("2026-03-09 09:31"), levels))).toBe("2026-03-09 10:00");
    expect(nextOf(clocksAt(history, at("2026-03-09 10:01"), levels))).toBe("2026-03-09 15:00");
  });

  test("forgets a breach that a reply recorded late disproves", () => {
    const history = addFacts(NO_HISTORY, [c], levels);
    expect(clocksAt(history, at("2026-03-09 10:00") + 1, levels)[0]?.state).toBe("breached");
    const answered = addFact(history, reply("2026-03-09 10:00"), levels);
    expect(clocksAt(answered, at("2026-03-09 10:01"), levels)[0]?.state).toBe("met");
  });

  test("counts a fact dated before its predecessor from then", () => {
    const facts = [c, status("2026-03-09 10:00", "on_hold"), status("2026-03-09 09:59", "resolved")];
    expect(outlines(resolution(480), facts, "2026-03-09 11:00")).toEqual([
      "resolution met 60/480m met 2026-03-09 10:00 ended 2026-03-09 10:00",
    ]);
  });

  test("keeps only the facts that can still change places", () => {
    const facts = [
      c,
      status("2026-03-09 09:05", "in_progress"),
      held("2026-03-09 09:10"),
      priority("2026-03-09 09:10", "high"),
    ];
    const waiting = addFacts(NO_HISTORY, facts, levels);
    expect(waiting.tail.map(({ kind }) => kind)).toEqual(["reply_held", "priority"]);
    expect(addFact(waiting, sent("2026-03-09 09:11"), levels).tail).toEqual([]);
  });

  test("isn't changed by reading or by adding to it", () => {
    const history = addFacts(NO_HISTORY, [c, status("2026-03-09 09:05", "in_progress")], levels);
    const before = JSON.stringify(history);
    clocksAt(history, at("2026-03-10 12:00"), levels);
    addFact(history, reply("2026-03-09 09:10"), levels);
    expect(JSON.stringify(history)).toBe(before);
  });
});
