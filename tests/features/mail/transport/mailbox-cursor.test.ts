import { expect, test } from "vitest";
import { advance, alignCursor, type MailboxCursor } from "~/features/mail/transport/mailbox-cursor";

const NOW = Date.UTC(2026, 2, 1, 9);
const DAY_MS = 86_400_000;
const cursor: MailboxCursor = { uidValidity: "7", lastUid: 40, backlog: null, unsettled: [39] };

test("the first connection starts after the newest message", () => {
  expect(alignCursor(null, { uidValidity: "7", uidNext: 41 }, 0, NOW)).toEqual({ ...cursor, unsettled: [] });
});

test("the first connection can include the last days", () => {
  const backlog = { until: 40, since: NOW - 3 * DAY_MS };
  expect(alignCursor(null, { uidValidity: "7", uidNext: 41 }, 3, NOW)).toEqual({
    uidValidity: "7",
    lastUid: 0,
    backlog,
    unsettled: [],
  });
  expect(alignCursor(null, { uidValidity: "7", uidNext: 1 }, 3, NOW)).toMatchObject({ lastUid: 0, backlog: null });
});

test("a cursor that matches its folder stays unchanged", () => {
  expect(alignCursor(cursor, { uidValidity: "7", uidNext: 90 }, 3, NOW)).toBe(cursor);
});

test.each([
  ["with another UIDVALIDITY", { uidValidity: "8", uidNext: 90 }],
  ["restored from a backup", { uidValidity: "7", uidNext: 31 }],
])("the last seven days of a folder %s are read again", (_, folder) => {
  expect(alignCursor(cursor, folder, 0, NOW)).toEqual({
    uidValidity: folder.uidValidity,
    lastUid: 0,
    backlog: { until: folder.uidNext - 1, since: NOW - 7 * DAY_MS },
    unsettled: [],
  });
});

test("the cursor never passes a message that isn't stored", () => {
  expect(advance(cursor, [41, 44, 45], new Set([44])).lastUid).toBe(40);
  expect(advance(cursor, [41, 44, 45], new Set([41, 45])).lastUid).toBe(41);
  expect(advance(cursor, [41, 44, 45], new Set([41, 44, 45])).lastUid).toBe(45);
});
