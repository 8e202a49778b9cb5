import { expect, test } from "vitest";
import { mailTime } from "~/features/notifications/mail-time";
import type { MailPreferences } from "~/features/users/mail-preferences";

const at = (time: string) => Date.parse(`2026-03-02T${time}Z`);
const iso = (time: number | null) => time && new Date(time).toISOString().slice(5, 16);

const CASES: [what: string, at: string, chosen: Partial<MailPreferences>, more: object, then: string | null][] = [
  ["at once", "12:00", { mailWait: "0" }, {}, "03-02T12:00"],
  ["after 15 minutes", "12:00", { mailWait: "15" }, {}, "03-02T12:15"],
  ["never", "12:00", { mailWait: "never" }, {}, null],
  ["the same morning", "07:59", { mailWait: "daily" }, {}, "03-02T08:00"],
  ["the next morning", "08:00", { mailWait: "daily" }, {}, "03-03T08:00"],
  ["in the morning of the person's time zone", "12:00", { mailWait: "daily" }, { zone: "Asia/Tokyo" }, "03-02T23:00"],
  ["before quiet hours", "21:54", { quietFrom: "22:00", quietUntil: "07:00" }, {}, "03-02T21:59"],
  ["after quiet hours", "21:55", { quietFrom: "22:00", quietUntil: "07:00" }, {}, "03-03T07:00"],
  [
    "after quiet hours that began before midnight",
    "06:00",
    { quietFrom: "22:00", quietUntil: "07:00" },
    {},
    "03-02T07:00",
  ],
  ["after daytime quiet hours", "13:00", { quietFrom: "12:00", quietUntil: "14:30" }, {}, "03-02T14:30"],
  [
    "before quiet hours in the person's time zone",
    "12:30",
    { quietFrom: "22:00", quietUntil: "07:00" },
    { zone: "Asia/Tokyo" },
    "03-02T12:35",
  ],
  [
    "during quiet hours if it's urgent",
    "23:00",
    { quietFrom: "22:00", quietUntil: "07:00" },
    { urgent: true },
    "03-02T23:05",
  ],
  [
    "after quiet hours if urgent mail mustn't break them",
    "23:00",
    { quietFrom: "22:00", quietUntil: "07:00", urgentBreaksQuiet: false },
    { urgent: true },
    "03-03T07:00",
  ],
  ["at any time if quiet hours have no end", "23:00", { quietFrom: "22:00" }, {}, "03-02T23:05"],
];

test.each(CASES)("B9, 3 and 7: mail goes out %s", (_, time, chosen, more, then) => {
  const preferences: MailPreferences = {
    ...{ mailWait: "5", quietFrom: "", quietUntil: "", urgentBreaksQuiet: true },
    ...chosen,
  };
  expect(iso(mailTime(at(time), preferences, { zone: "UTC", urgent: false, ...more }))).toBe(then);
});
