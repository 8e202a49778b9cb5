import { expect, test } from "vitest";
import { type Answered, answerToast, nextStepText } from "~/features/tasks/status/requester-status";
import { SHIPPED, type StatusKey } from "~/features/tasks/tasks";

const NOW = Date.UTC(2026, 10, 21, 9);
const DAY = 86_400_000;

type Times = Partial<Record<"closesAt" | "reopensUntil", number> & { answered: Answered }>;
const [solved, notSolved] = [
  { outcome: "solved", at: NOW, by: null },
  { outcome: "not_solved", at: NOW, by: null },
] as const;

test.each<[StatusKey, Times, string]>([
  ["new", {}, "We've received this and will look into it."],
  ["in_progress", {}, "We're working on this."],
  ["waiting_requester", {}, "We're waiting for your reply."],
  ["on_hold", {}, "We're waiting on a third party and will continue as soon as we can."],
  ["resolved", { closesAt: NOW + 7 * DAY }, "We think this is solved. We'll close it on 28 November unless you reply."],
  ["resolved", {}, "We think this is solved. Is it?"],
  [
    "closed",
    { reopensUntil: NOW + 14 * DAY },
    "This is closed. Reply by 5 December to reopen it. A later reply opens a new request.",
  ],
  [
    "closed",
    { reopensUntil: NOW + 60 * DAY },
    "This is closed. Reply by 20 January 2027 to reopen it. A later reply opens a new request.",
  ],
  [
    "resolved",
    { closesAt: NOW + 7 * DAY, answered: solved },
    "You told us it's solved. We'll close it on 28 November.",
  ],
  ["resolved", { answered: solved }, "You told us it's solved."],
  ["in_progress", { answered: notSolved }, "You told us it isn't solved. We're looking into it again."],
  [
    "closed",
    { reopensUntil: NOW + 14 * DAY, answered: solved },
    "You told us it's solved, so this is closed. Reply by 5 December to reopen it. A later reply opens a new request.",
  ],
  ["resolved", { answered: { ...solved, by: "Meg" } }, "Meg told us it's solved."],
  [
    "in_progress",
    { answered: { ...notSolved, by: "Meg" } },
    "Meg told us it isn't solved. We're looking into it again.",
  ],
  [
    "closed",
    { answered: { ...solved, by: "Meg" } },
    "Meg told us it's solved, so this is closed. A reply opens a new request.",
  ],
  ["closed", { reopensUntil: NOW - 1 }, "This is closed. A reply opens a new request."],
  ["cancelled", { reopensUntil: NOW - 1 }, "This was cancelled. A reply opens a new request."],
])("the requester's next step for status %s: %j", (status, times, words) => {
  expect(nextStepText({ status, answered: null, closesAt: null, reopensUntil: null, ...times }, NOW)).toBe(words);
});

test("every status has a sentence for requesters, without agent wording", () => {
  for (const { key } of SHIPPED.statuses) {
    const words = nextStepText({ status: key, answered: null, closesAt: NOW, reopensUntil: NOW }, NOW);
    expect(words, key).toMatch(/^(We|We're|We've|This) .+[.?]$/);
    expect(words, key).not.toMatch(/agent|assignee|snooze|Waiting for requester/i);
  }
});

test.each([
  ["in_progress", "", "not_solved", "Reopened: we'll look into it again"],
  ["in_progress", "It beeps", "not_solved", "Reopened: we'll look into it again"],
  ["resolved", "", "solved", "Resolved: you told us it's solved"],
  ["closed", "Thanks", "solved", "Closed: you told us it's solved"],
  ["in_progress", "Here it is", undefined, "Reply sent"],
] as const)("the toast after a reply says what became of the request: %s, %j, %s", (status, body, outcome, words) => {
  expect(answerToast(status, { body, outcome })).toBe(words);
});
