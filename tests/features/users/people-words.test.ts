import { sql } from "kysely";
import { expect } from "vitest";
import { up } from "~/db/migrations/0018-people-words";
import type { Db } from "~/db/types";
import { anonymisePerson, anonymousName } from "~/features/people-admin/anonymise.server";
import { mergePeople } from "~/features/people-admin/merge-people.server";
import { addAddress, removeAddress } from "~/features/users/addresses.server";
import { editPerson } from "~/features/users/user-changes.server";
import { hasWords, personKeys, searchPrefixes } from "~/features/users/user-search-keys.server";
import { beginningOf, findableWords } from "~/lib/search-tokens";
import { onEachDatabase } from "../../support/database";
import { anAdmin, aRequester, NOON } from "../../support/factories";
import { person } from "./people";

/** A person's entries in the word index, longest first. */
async function wordsOf(db: Db, { id }: { id: number }): Promise<string[]> {
  const rows = await db.selectFrom("user_word").select("words").where("user_id", "=", id).execute();
  return rows.map(({ words }) => words).sort((a, b) => b.length - a.length);
}

async function found(db: Db, beginnings: readonly string[]): Promise<string[]> {
  let people = db.selectFrom("user").select("name").orderBy("id");
  for (const beginning of beginnings) people = people.where(hasWords(sql.ref("user.id"), beginning));
  return (await people.execute()).map(({ name }) => name);
}

onEachDatabase("the people word index", (test) => {
  test("follows renames, address changes, merges, anonymisation and deletion", async ({ db }) => {
    const root = await anAdmin(db, { email: null });
    const ada = await aRequester(db, { name: "Ada", email: "ad@one.example" });
    expect(await wordsOf(db, ada)).toEqual(["ada ad one example", "ad one example", "one example", "example"]);
    const edit = { was: ada, mine: { ...ada, name: "Zoe Zebra", email: "z@one.example" } };
    expect(await editPerson(db, root, ada.id, edit, NOON)).toEqual({ ok: true });
    const changed = ["zoe zebra z one example", "zebra z one example", "z one example", "one example", "example"];
    expect(await wordsOf(db, ada)).toEqual(changed);

    expect(await addAddress(db, root, ada.id, "z@two.net", NOON)).toEqual({ ok: true });
    expect(await wordsOf(db, ada)).toContain("example z two net");
    expect(await removeAddress(db, root, ada.id, "z@two.net", NOON)).toMatchObject({ ok: true });
    expect(await wordsOf(db, ada)).toEqual(changed);

    const twin = await aRequester(db, { name: "Yak", email: "yak@three.org" });
    expect(await mergePeople(db, root, { from: twin.id, into: ada.id }, NOON)).toMatchObject({ ok: true });
    expect(await wordsOf(db, twin)).toEqual(["yak"]);
    expect(await wordsOf(db, ada)).toContain("yak three org");

    expect(await anonymisePerson(db, root, ada.id, { redact: false }, NOON)).toMatchObject({ ok: true });
    for (const one of [ada, twin]) expect(await wordsOf(db, one)).toEqual(personWords(anonymousName(ada.id)));
    expect(await found(db, [" z"])).toEqual([]);

    await sql`delete from security_event`.execute(db);
    await db.deleteFrom("user").where("id", "=", twin.id).execute();
    expect(await wordsOf(db, twin)).toEqual([]);
  });

  test("finds exactly the people whose search text contains the words in that order", async ({ db }) => {
    const people = [
      ["Ana Díaz", "ana.diaz@example.org"],
      ["Example Ana", null],
      ["山田太郎", "taro@example.jp"],
      ["O'Neill 100% _x", "o_neill@example.org"],
      ["\u{1f600}", null],
      ["ﷺ".repeat(30), `${"l".repeat(60)}@${"long.".repeat(38)}example`],
    ] as const;
    const texts: { name: string; text: string }[] = [];
    for (const [name, email] of people) {
      await person(db, { name, email });
      texts.push({ name, text: personKeys(name, email).search_text });
    }
    const asked = ["an", "ana", "diaz ana", "ana example", "ana.diaz@exa", "iaz", "ana@example.org", "example.", "e"];
    asked.push(
      "太",
      "田太",
      "山田太郎",
      "田郎",
      "郎 taro",
      "%",
      "100%",
      "o_neill@",
      "neill o",
      "x",
      "\u{10ffff}",
      "lo",
    );
    for (const [name, email] of people) asked.push(name, `${name} ${email}`, name.slice(1), email ?? name);
    for (const piece of asked) {
      const beginning = beginningOf(piece);
      if (beginning === null) continue;
      const meant = texts.filter(({ text }) => text.includes(beginning)).map(({ name }) => name);
      expect([piece, await found(db, [beginning])]).toEqual([piece, meant]);
    }
    expect(await found(db, searchPrefixes("ex an"))).toEqual(["Ana Díaz", "Example Ana"]);
  });

  test("finds words anywhere in a text too long for a single index entry", async ({ db }) => {
    const { id } = await aRequester(db, { name: "Long" });
    const signs = Array.from({ length: 400 }, (_, i) => String.fromCodePoint(0x20000 + ((i * i * 31) % 42_000)));
    await db
      .updateTable("user")
      .set({ search_text: findableWords(...signs, ...signs) })
      .where("id", "=", id)
      .execute();
    for (const part of [signs, signs.slice(300), signs.slice(390, 392)])
      expect(await found(db, [findableWords(...part)])).toEqual(["Long"]);
    expect(await found(db, [findableWords(...signs.slice(0, 100).reverse())])).toEqual([]);
  });

  test("is filled by the migration for people who already exist", async ({ db, engine }) => {
    await sql`drop table user_word`.execute(db);
    if (engine === "sqlite") {
      for (const of of ["new", "changed"]) await sql`drop trigger ${sql.ref(`user_words_of_${of}`)}`.execute(db);
    } else await sql`drop function keep_user_words cascade`.execute(db);
    await person(db, { name: "Ana Díaz", email: "ana@example.org" });
    const signs = await person(db, { name: "?!" });
    await up(db as never);
    expect(await found(db, [" diaz ana"])).toEqual(["Ana Díaz"]);
    expect(await wordsOf(db, { id: signs })).toEqual([]);
  });
});

/** Index entries for a name without an address: the text from each word on. */
const personWords = (name: string) => {
  const words = personKeys(name, null).search_text.trim().split(" ");
  return words.map((_, i) => words.slice(i).join(" "));
};
