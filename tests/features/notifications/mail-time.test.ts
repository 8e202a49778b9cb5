import { expect, test } from "vitest";
import { mailTime } from "~/features/notifications/mail-time";
import type { MailPreferences } from "~/features/users/mail-preferences";

const at = (time: string) => Date.parse(`2026-03-02T${time}Z`);
const iso = (time: number | null) => time && new Date(time).toISOString().slice(5, 16);

const CASES: [what: string, at: string, chosen: Partial<MailPreferences>, more: object, then: string | null][] = [
  ["at once", "12:00", { mailWait: "0" }, {}, "03-02T12:00"],
  ["after 15 minutes", "12:00", { mailWait: "15" }, {}, "03-02T12:15"],
  ["never", "12:00", { mailWait: "never" }, {}, null],
  ["in the morning of the same day", "07:59", { mailWait: "daily" }, {}, "03-02T08:00"],
  ["in the next morning", "08:00", { mailWait: "daily" }, {}, "03-03T08:00"],
  ["in the morning of the person's zone", "12:00", { mailWait: "daily" }, { zone: "Asia/Tokyo" }, "03-02T23:00"],
  ["before quiet hours", "21:54", { quietFrom: "22:00", quietUntil: "07:00" }, {}, "03-02T21:59"],
  ["in quiet hours", "21:55", { quietFrom: "22:00", quietUntil: "07:00" }, {}, "03-03T07:00"],
  ["in quiet hours after midnight", "06:00", { quietFrom: "22:00", quietUntil: "07:00" }, {}, "03-02T07:00"],
  ["in quiet hours of the day", "13:00", { quietFrom: "12:00", quietUntil: "14:30" }, {}, "03-02T14:30"],
  [
    "in quiet hours elsewhere",
    "12:30",
    { quietFrom: "22:00", quietUntil: "07:00" },
    { zone: "Asia/Tokyo" },
    "03-02T12:35",
  ],
  ["urgently", "23:00", { quietFrom: "22:00", quietUntil: "07:00" }, { urgent: true }, "03-02T23:05"],
  [
    "urgently, but not wanted",
    "23:00",
    { quietFrom: "22:00", quietUntil: "07:00", urgentBreaksQuiet: false },
    { urgent: true },
    "03-03T07:00",
  ],
  ["with half a time", "23:00", { quietFrom: "22:00" }, {}, "03-02T23:05"],
];

test.each(CASES)("B9, 3 and 7: mail goes out %s", (_, time, chosen, more, then) => {
  const preferences: MailPreferences = {
    ...{ mailWait: "5", quietFrom: "", quietUntil: "", urgentBreaksQuiet: true },
    ...chosen,
  };
  expect(iso(mailTime(at(time), preferences, { zone: "UTC", urgent: false, ...more }))).toBe(then);
});
