import { describe, expect, test } from "vitest";
import type { Db } from "~/db/types";
import { listPeople, type PeopleFilter, type PeoplePosition } from "~/features/users/people-list.server";
import { formatPersonCursor, parsePersonCursor } from "~/features/users/person-cursor";
import { onEachDatabase } from "../../support/database";
import { disabled, person } from "./people";

const names = async (db: Db, filter: PeopleFilter, position: PeoplePosition = null, limit = 50) =>
  (await listPeople(db, filter, position, limit)).people.map((each) => each.name);

onEachDatabase("the list of people", (test) => {
  test("is sorted by name, with case and accents ignored", async ({ db }) => {
    for (const name of ["zoë", "Émile", "Eva", "emil", "Ole", "Østen", "李雷"]) await person(db, { name });
    expect(await names(db, {})).toEqual(["emil", "Émile", "Eva", "Ole", "Østen", "zoë", "李雷"]);
  });

  test("finds people by the beginnings of words in name and address", async ({ db }) => {
    await person(db, { name: "Ana Díaz", email: "ad@example.org" });
    await person(db, { name: "Anatole Frank", email: "frank@example.com" });
    await person(db, { name: "Diana Prince" });
    await person(db, { name: "山田太郎" });
    const found = (search: string) => names(db, { search });
    expect(await found("an")).toEqual(["Ana Díaz", "Anatole Frank"]);
    expect(await found("diaz AN")).toEqual(["Ana Díaz"]);
    expect(await found("ad@example")).toEqual(["Ana Díaz"]);
    expect(await found("com")).toEqual(["Anatole Frank"]);
    expect(await found("太郎")).toEqual(["山田太郎"]);
    expect(await found("田")).toEqual(["山田太郎"]);
    expect(await found("rince")).toEqual([]);
    expect(await found("%")).toEqual([]);
    expect(await found("_na")).toEqual([]);
    expect(await found("?!")).toEqual([]);
    expect(await found("  ")).toHaveLength(4);
  });

  test("is narrowed by role and state", async ({ db }) => {
    await person(db, { name: "Ada", role: "admin" });
    await person(db, { name: "Bob", role: "agent" });
    await disabled(db, await person(db, { name: "Cas", role: "agent" }));
    expect(await names(db, { role: "agent" })).toEqual(["Bob", "Cas"]);
    expect(await names(db, { role: "agent", state: "disabled" })).toEqual(["Cas"]);
    expect(await names(db, { state: "active" })).toEqual(["Ada", "Bob"]);
  });

  test("is paged by position, both ways, with people of one name in order", async ({ db }) => {
    const ids = [];
    for (const name of ["Ann", "Ben", "Ben", "Ben", "Cas"]) ids.push(await person(db, { name }));
    const page = (position: PeoplePosition) => listPeople(db, {}, position, 2);

    const first = await page(null);
    expect(first).toMatchObject({ people: [{ id: ids[0] }, { id: ids[1] }], previous: null });
    const second = await page(first.next && { after: first.next });
    expect(second.people.map((each) => each.id)).toEqual([ids[2], ids[3]]);
    const third = await page(second.next && { after: second.next });
    expect(third).toMatchObject({ people: [{ id: ids[4] }], next: null });
    expect(await page(third.previous && { before: third.previous })).toEqual(second);
    expect(await page(second.previous && { before: second.previous })).toEqual(first);
  });

  test("shows a full first page when going back ends before one is full", async ({ db }) => {
    for (const name of ["Ann", "Ben", "Cas"]) await person(db, { name });
    const back = await listPeople(db, {}, { before: { nameKey: "ben", id: 2 } }, 2);
    expect(back.people.map((each) => each.name)).toEqual(["Ann", "Ben"]);
    expect(back.previous).toBeNull();
  });

  test("is empty, without neighbours, behind its end", async ({ db }) => {
    await person(db, { name: "Ann" });
    const behind = await listPeople(db, {}, { after: { nameKey: "zzz", id: 9 } }, 2);
    expect(behind).toEqual({ people: [], previous: null, next: null });
  });
});

describe("a position in the list of people", () => {
  test("survives the address", () => {
    const cursor = { nameKey: "ana ~ díaz", id: 12 };
    expect(parsePersonCursor(formatPersonCursor(cursor))).toEqual(cursor);
    expect(parsePersonCursor("1~")).toEqual({ nameKey: "", id: 1 });
  });

  test.each([null, "", "x", "0~ada", "1234567890~ada", "12", "12~a\0", `1~${"a".repeat(2001)}`])(
    "that cannot be read is none: %j",
    (text) => {
      expect(parsePersonCursor(text)).toBeNull();
    },
  );
});
