import { sql } from "kysely";
import { expect } from "vitest";
import { onEachDatabase } from "../support/database";

/** More runs than either engine needs before it keeps a statement prepared. */
const OFTEN = 5;

onEachDatabase("rows", (test) => {
  test("keep unusual column names, on the first run and once the statement is prepared", async ({ db }) => {
    const asked = sql`select cast(7 as integer) as "a ""b"" \\ c", null as "it's"`;
    for (let n = 0; n < OFTEN; n++) {
      expect((await asked.execute(db)).rows).toEqual([{ 'a "b" \\ c': 7, "it's": null }]);
    }
  });

  test("follow a table whose columns change between runs of select *", async ({ db, engine }) => {
    if (engine === "postgres") return; // it rejects a prepared statement whose columns change
    await sql`create table lamp (room text, floor integer)`.execute(db);
    await sql`insert into lamp values ('Kitchen', 1)`.execute(db);
    const all = async () => (await sql`select * from lamp`.execute(db)).rows;
    expect(await all()).toEqual([{ room: "Kitchen", floor: 1 }]);
    await sql`alter table lamp drop column room`.execute(db);
    await sql`alter table lamp add column colour text`.execute(db);
    expect(await all()).toEqual([{ floor: 1, colour: null }]);
  });
});
