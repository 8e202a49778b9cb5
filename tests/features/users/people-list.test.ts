import { describe, expect, test } from "vitest";
import type { Db } from "~/db/types";
import { listPeople, type PeopleFilter, type PeoplePosition } from "~/features/users/people-list.server";
import { formatPersonCursor, parsePersonCursor } from "~/features/users/people-list-url";
import { onEachDatabase } from "../../support/database";
import { NOON } from "../../support/factories";
import { person } from "./people";

const names = async (db: Db, filter: PeopleFilter) =>
  (await listPeople(db, filter, NOON)).people.map((each) => each.name);

onEachDatabase("the people list", (test) => {
  test("sorts by name, ignoring case and accents", async ({ db }) => {
    for (const name of ["zoë", "Émile", "Eva", "emil", "Ole", "Østen", "李雷"]) await person(db, { name });
    expect(await names(db, {})).toEqual(["emil", "Émile", "Eva", "Ole", "Østen", "zoë", "李雷"]);
  });

  test("pages by cursor in both directions, even through people with the same name", async ({ db }) => {
    const ids = [];
    for (const name of ["Ann", "Ben", "Ben", "Ben", "Cas"]) ids.push(await person(db, { name }));
    const page = (position: PeoplePosition) => listPeople(db, {}, NOON, position, 2);

    const first = await page(null);
    expect(first).toMatchObject({ people: [{ id: ids[0] }, { id: ids[1] }], previous: null });
    const second = await page(first.next && { after: first.next });
    expect(second.people.map((each) => each.id)).toEqual([ids[2], ids[3]]);
    const third = await page(second.next && { after: second.next });
    expect(third).toMatchObject({ people: [{ id: ids[4] }], next: null });
    expect(await page(third.previous && { before: third.previous })).toEqual(second);
    expect(await page(second.previous && { before: second.previous })).toEqual(first);
  });

  test("shows a full first page when paging back reaches the start early", async ({ db }) => {
    for (const name of ["Ann", "Ben", "Cas"]) await person(db, { name });
    const back = await listPeople(db, {}, NOON, { before: { nameKey: "ben", id: 2 } }, 2);
    expect(back.people.map((each) => each.name)).toEqual(["Ann", "Ben"]);
    expect(back.previous).toBeNull();
  });

  test("returns an empty page without cursors past the end", async ({ db }) => {
    await person(db, { name: "Ann" });
    const behind = await listPeople(db, {}, NOON, { after: { nameKey: "zzz", id: 9 } }, 2);
    expect(behind).toEqual({ people: [], previous: null, next: null });
  });
});

describe("the cursor of the people list", () => {
  test("survives a round trip through the URL", () => {
    const cursor = { nameKey: "ana ~ díaz", id: 12 };
    expect(parsePersonCursor(formatPersonCursor(cursor))).toEqual(cursor);
    expect(parsePersonCursor("1~")).toEqual({ nameKey: "", id: 1 });
  });

  test.each([null, "", "x", "0~ada", "1234567890~ada", "12", "12~a\0", `1~${"a".repeat(2001)}`])(
    "is null for an unreadable value: %j",
    (text) => {
      expect(parsePersonCursor(text)).toBeNull();
    },
  );
});
