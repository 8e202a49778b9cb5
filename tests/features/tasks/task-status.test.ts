import { describe, expect, test } from "vitest";
import {
  afterAgentMessage,
  afterRequesterMessage,
  type Mover,
  mayMove,
  statusChange,
  statusChoices,
} from "~/features/tasks/task-status";
import { type Category, STATUSES, type StatusKey } from "~/features/tasks/task-words";

const NOW = Date.UTC(2026, 2, 20, 9);
const DAY = 86_400_000;

/** domain B3 as it is printed: who may move from row to column. "c" is cancelled only, "w" within the window. */
const TABLE: Record<Category, Record<Category, string>> = {
  new: { new: "-", active: "A S", waiting: "A", resolved: "A R", closed: "Ac" },
  active: { new: "", active: "-", waiting: "A", resolved: "A R", closed: "Ac" },
  waiting: { new: "", active: "A S", waiting: "-", resolved: "A R S", closed: "Ac" },
  resolved: { new: "", active: "A R S", waiting: "A", resolved: "-", closed: "A Ro So" },
  closed: { new: "", active: "A Rw Sw", waiting: "", resolved: "", closed: "-" },
};
const LETTERS: Record<Mover, string> = { agent: "A", requester: "R", system: "S" };

function expected(from: StatusKey, to: StatusKey, mover: Mover, closedDaysAgo: number) {
  const [a, b] = [from, to].map((key) => STATUSES.find((status) => status.key === key)?.category as Category);
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
      for (const { key: from } of STATUSES) {
        for (const { key: to } of STATUSES) {
          for (const mover of ["agent", "requester", "system"] as const) {
            const task = { status: from, closed_at: NOW - closedDaysAgo * DAY };
            const name = `${mover}: ${from} -> ${to}`;
            expect(mayMove(task, to, mover, NOW), name).toBe(expected(from, to, mover, closedDaysAgo));
          }
        }
      }
    });
  }

  test("offers agents their choices in order, the present one among them", () => {
    expect(statusChoices({ status: "new", closed_at: null }, NOW)).toEqual([
      "new",
      "in_progress",
      "waiting_requester",
      "on_hold",
      "resolved",
      "cancelled",
    ]);
    expect(statusChoices({ status: "closed", closed_at: 0 }, NOW)).toEqual(["in_progress", "closed", "cancelled"]);
  });

  test("keeps times and counts of resolving, closing and reopening", () => {
    const open = { status: "in_progress", closed_at: null, resolved_at: null, reopen_count: 0 };
    const resolved = statusChange(open, "resolved", NOW);
    expect(resolved).toEqual({ status: "resolved", open: 0, resolved_at: NOW, closed_at: null, reopen_count: 0 });
    const closed = statusChange(resolved, "closed", NOW + 1);
    expect(closed).toEqual({ status: "closed", open: 0, resolved_at: NOW, closed_at: NOW + 1, reopen_count: 0 });
    expect(statusChange(closed, "cancelled", NOW + 2)).toMatchObject({ closed_at: NOW + 1, reopen_count: 0 });
    expect(statusChange(closed, "in_progress", NOW + 3)).toEqual({
      status: "in_progress",
      open: 1,
      resolved_at: null,
      closed_at: null,
      reopen_count: 1,
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
    expect(afterRequesterMessage({ status, closed_at }, NOW)).toBe(to);
  });

  test.each<[StatusKey, StatusKey | "keep", StatusKey]>([
    ["new", "keep", "in_progress"],
    ["on_hold", "keep", "on_hold"],
    ["new", "waiting_requester", "waiting_requester"],
    ["in_progress", "resolved", "resolved"],
  ])("an agent's reply on %s with %s leads to %s (S4)", (status, chosen, to) => {
    expect(afterAgentMessage({ status, closed_at: null }, chosen)).toBe(to);
  });
});
