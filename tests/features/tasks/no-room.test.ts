import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Engine } from "~/db/engine.server";
import type { Db } from "~/db/types";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { isDiskFull } from "~/features/files/disk-errors.server";
import { onEachDatabase } from "../../support/database";
import { aKey, anAgent, aTask, NOON } from "../../support/factories";
import { startServer, type TestServer } from "../../support/server";
import { cookieOf } from "../../support/session";

const LONG = "okapi ".repeat(10_000);

/** Leaves the database no room for another message. */
async function fill(db: Db, engine: Engine) {
  if (engine === "sqlite")
    await sql`pragma max_page_count = 1`.execute(db); // existing pages stay
  else {
    await sql`create function full_disk() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$`.execute(db);
    for (const table of ["message", "checklist_item", "participant", "event", "draft"])
      await sql`create trigger full_disk before insert on ${sql.table(table)} execute function full_disk()`.execute(db);
  }
}

onEachDatabase("a full disk", (test) => {
  test("is recognized as the cause of a failed write", async ({ db, engine }) => {
    const [ada, { id }] = [await anAgent(db), await aTask(db)];
    await fill(db, engine);
    const error = await replyToTask(db, ada, id, { body: LONG, requestKey: aKey() }, NOON).catch((error) => error);
    expect(isDiskFull(error), String(error)).toBe(true);
    expect(isDiskFull(new Error("another"))).toBe(false);
  });
});

describe("behaviour 11: a full disk over HTTP", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startServer("postgres");
  });
  afterAll(() => server.stop());

  test("is a 507 with a sentence, and the form keeps the typed text", async () => {
    const [ada, { id }] = [await anAgent(server.db), await aTask(server.db)];
    const cookie = await cookieOf(server.db, ada);
    await fill(server.db, "postgres");
    for (const [place, fields, shown] of [
      [id, { form: "reply", body: "My words", after: "keep" }, "My words</textarea>"],
      [id, { form: "note", note: "My words" }, "My words</textarea>"],
      [id, { form: "checklist", text: "My words" }, 'value="My words"'],
      [id, { form: "fields", version: "1", title: "My words", was_title: "Printer on fire" }, 'value="My words"'],
      ["new", { title: "Mine", body: "My words", type: "incident" }, "My words</textarea>"],
      ["new", { do: "save-draft", title: "Mine", body: "My words", type: "incident" }, "My words</textarea>"],
      [id, { do: "save-draft", form: "reply", body: "My words", after: "keep" }, "My words</textarea>"],
    ] as [number | "new", Record<string, string>, string][]) {
      const answer = await fetch(`${server.origin}/tasks/${place}`, {
        method: "POST",
        body: new URLSearchParams({ requestKey: aKey(), ...fields }),
        headers: { cookie, accept: "text/html" },
        redirect: "manual",
      });
      const text = await answer.text();
      expect(answer.status, JSON.stringify(fields)).toBe(507);
      expect(text).toContain("The server&#x27;s disk is full, so this wasn&#x27;t saved.");
      expect(text).toContain(shown);
    }
  });
});
