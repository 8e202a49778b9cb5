import { describe, expect, test } from "vitest";
import {
  afterAgentMessage,
  afterRequesterMessage,
  closesAt,
  type Movable,
  type Mover,
  mayMove,
  statusChange,
  statusChoices,
} from "~/features/tasks/task-status";
import { type Category, SHIPPED, type StatusKey } from "~/features/tasks/tasks";

const NOW = Date.UTC(2026, 2, 20, 9);
const DAY = 86_400_000;

/** A task for transitions; by default not merged, in a team with a 14-day reopen window. */
const aMovable = (task: Partial<Movable> & { status: string }): Movable => ({
  closed_at: null,
  merged_into: null,
  reopen_days: 14,
  ...task,
});

/**
 * The table of domain B3: who may move from row to column.
 * Suffixes: "c" to cancelled only, "o" to closed only, "w" within the reopen window.
 */
const TABLE: Record<Category, Record<Category, string>> = {
  new: { new: "-", active: "A S", waiting: "A", resolved: "A R", closed: "Ac" },
  active: { new: "", active: "-", waiting: "A", resolved: "A R", closed: "Ac" },
  waiting: { new: "", active: "A S", waiting: "-", resolved: "A R S", closed: "Ac" },
  resolved: { new: "", active: "A R S", waiting: "A", resolved: "-", closed: "A Ro So" },
  closed: { new: "", active: "A Rw Sw", waiting: "", resolved: "", closed: "-" },
};
const LETTERS: Record<Mover, string> = { agent: "A", requester: "R", system: "S" };

function expected(from: StatusKey, to: StatusKey, mover: Mover, closedDaysAgo: number) {
  const [a, b] = [from, to].map((key) => SHIPPED.statuses.find((status) => status.key === key)?.category as Category);
  if (from === to) return true;
  if (a === b) return mover === "agent";
  const entry = a && b ? TABLE[a][b].split(" ").find((word) => word.startsWith(LETTERS[mover])) : undefined;
  if (entry === undefined) return false;
  if (entry.endsWith("c")) return to === "cancelled";
  if (entry.endsWith("o")) return to === "closed";
  if (entry.endsWith("w")) return closedDaysAgo <= 14;
  return true;
}

describe("the status machine (domain B3)", () => {
  for (const closedDaysAgo of [1, 15]) {
    test(`allows what the table allows, ${closedDaysAgo} days after closing`, () => {
      for (const { key: from } of SHIPPED.statuses) {
        for (const { key: to } of SHIPPED.statuses) {
          for (const mover of ["agent", "requester", "system"] as const) {
            const task = aMovable({ status: from, closed_at: NOW - closedDaysAgo * DAY });
            const name = `${mover}: ${from} -> ${to}`;
            expect(mayMove(task, to, mover, NOW), name).toBe(expected(from, to, mover, closedDaysAgo));
          }
        }
      }
    });
  }

  test("lets no one move a merged task", () => {
    for (const { key } of SHIPPED.statuses) {
      for (const mover of ["agent", "requester", "system"] as const) {
        const merged = aMovable({ status: "closed", closed_at: NOW, merged_into: 3 });
        expect(mayMove(merged, key, mover, NOW), `${mover}: ${key}`).toBe(key === "closed");
      }
    }
    expect(afterRequesterMessage(aMovable({ status: "closed", closed_at: NOW, merged_into: 3 }), NOW)).toBe("closed");
  });

  test("offers agents their choices in order, including the current status", () => {
    expect(statusChoices(aMovable({ status: "new" }), NOW)).toEqual([
      "new",
      "in_progress",
      "waiting_requester",
      "on_hold",
      "resolved",
      "cancelled",
    ]);
    expect(statusChoices(aMovable({ status: "closed", closed_at: 0 }), NOW)).toEqual([
      "in_progress",
      "closed",
      "cancelled",
    ]);
  });

  test("records when a task is resolved and closed, and counts reopenings", () => {
    const open = { status: "in_progress", closed_at: null, resolved_at: null, reopen_count: 0 };
    const resolved = statusChange(open, "resolved", NOW);
    const done = { open: 0, reopen_count: 0, snoozed_until: null, snooze_day: null };
    expect(resolved).toEqual({ ...done, status: "resolved", resolved_at: NOW, closed_at: null });
    const closed = statusChange(resolved, "closed", NOW + 1);
    expect(closed).toEqual({ ...done, status: "closed", resolved_at: NOW, closed_at: NOW + 1 });
    expect(statusChange(closed, "cancelled", NOW + 2)).toMatchObject({ closed_at: NOW + 1, reopen_count: 0 });
    expect(statusChange(closed, "in_progress", NOW + 3)).toEqual({
      status: "in_progress",
      open: 1,
      resolved_at: null,
      closed_at: null,
      reopen_count: 1,
      snoozed_until: null,
      snooze_day: null,
    });
  });

  test.each<[StatusKey, number | null, string]>([
    ["new", null, "new"],
    ["in_progress", null, "in_progress"],
    ["waiting_requester", null, "in_progress"],
    ["on_hold", null, "in_progress"],
    ["resolved", null, "in_progress"],
    ["closed", NOW - 14 * DAY, "in_progress"],
    ["closed", NOW - 14 * DAY - 1, "follow_up"],
    ["cancelled", NOW - DAY, "in_progress"],
    ["cancelled", NOW - 15 * DAY, "follow_up"],
  ])("a requester's message on %s, closed at %s, leads to %s (S2, S3)", (status, closed_at, to) => {
    expect(afterRequesterMessage(aMovable({ status, closed_at }), NOW)).toBe(to);
  });

  test.each([
    [0, 0, "in_progress"],
    [0, 1, "follow_up"],
    [30, 30 * DAY, "in_progress"],
    [30, 30 * DAY + 1, "follow_up"],
  ])("with a reopen window of %i days, a reply %i ms after closing leads to %s (S3)", (reopen_days, ago, to) => {
    expect(afterRequesterMessage(aMovable({ status: "closed", closed_at: NOW - ago, reopen_days }), NOW)).toBe(to);
  });

  test.each<[StatusKey, StatusKey, boolean]>([
    ["waiting_requester", "on_hold", true],
    ["on_hold", "waiting_requester", true],
    ["waiting_requester", "in_progress", false],
    ["waiting_requester", "resolved", false],
    ["on_hold", "cancelled", false],
  ])("a snoozed task moved from %s to %s stays snoozed: %s (S2, S6)", (from, to, sleepsOn) => {
    const task = { status: from, closed_at: null, resolved_at: null, reopen_count: 0, snoozed_until: NOW + DAY };
    expect(statusChange(task, to, NOW).snoozed_until).toBe(sleepsOn ? NOW + DAY : null);
  });

  test.each<[string, Partial<Parameters<typeof closesAt>[0]>, number | null]>([
    ["seven days after it was resolved", {}, NOW + 7 * DAY],
    ["seven days after the requester's last message", { last_requester_at: NOW + DAY }, NOW + 8 * DAY],
    ["not counted from messages before it was resolved", { last_requester_at: NOW - DAY }, NOW + 7 * DAY],
    ["never in a team without auto-close", { auto_close_days: 0 }, null],
    ["never while it is open", { status: "in_progress" }, null],
  ])("auto-close of a resolved task: %s (S5)", (_, task, at) => {
    const resolved = { status: "resolved", resolved_at: NOW, last_requester_at: null, auto_close_days: 7 };
    expect(closesAt({ ...resolved, ...task })).toBe(at);
  });

  test.each<[StatusKey, StatusKey | "keep", StatusKey]>([
    ["new", "keep", "in_progress"],
    ["on_hold", "keep", "on_hold"],
    ["new", "waiting_requester", "waiting_requester"],
    ["in_progress", "resolved", "resolved"],
  ])("an agent's reply on %s with %s leads to %s (S4)", (status, chosen, to) => {
    expect(afterAgentMessage({ status }, chosen)).toBe(to);
  });
});
