import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { fingerprintOf, inSnapshot } from "~/db/copy-desk.server";
import { ENGINES } from "../support/database";
import { edgeCaseContent } from "../support/edge-case-content";
import { aKey, aRequester, aTask } from "../support/factories";
import { prepareOnce } from "../support/prepare";
import { startServer } from "../support/server";
import { cookieOf } from "../support/session";

/** Migrations of a future version: one that works, and one that corrupts content before it fails. */
const STEPS = `,
      "9001-mood": { up: (db) => db.schema.alterTable("task").addColumn("mood", "text").execute() },
      "9002-bad": {
        up: async (db) => {
          await db.updateTable("message").set({ body: "spoilt" }).execute();
          await db.deleteFrom("attachment").execute();
          throw new Error("no such thing as a mood");
        },
      }`;

/** The program that prepares every start, with that version's migrations. */
async function theNextVersion() {
  const program = await readFile("build/prepare.js", "utf8");
  const lastStep = /"\d{4}-[\w-]+": \w+_exports(?=\s*\})/;
  expect(program).toMatch(lastStep);
  await mkdir("tests/output", { recursive: true }); // inside the project, to find its packages
  const path = `tests/output/prepare-${crypto.randomUUID()}.js`;
  await writeFile(
    path,
    program.replace(lastStep, (step) => step + STEPS),
  );
  return path;
}

describe.each(ENGINES)("domain B18.15: an upgrade that fails (%s)", (engine) => {
  test("is reported in one sentence, and the previous version serves again with all data", async () => {
    const server = await startServer(engine, { LOG_LEVEL: "error" });
    const next = await theNextVersion();
    try {
      const { admin } = await edgeCaseContent(server.db);
      const { id } = await aTask(server.db, { title: "Printer", requester: await aRequester(server.db) });
      const cookie = await cookieOf(server.db, admin);
      const write = async (note: string) => {
        const body = new FormData();
        for (const [name, text] of Object.entries({ requestKey: aKey(), form: "note", note })) body.append(name, text);
        body.append("files", new File(["what I saw"], "seen.txt"));
        const request = { method: "POST", body, headers: { cookie }, redirect: "manual" } as const;
        expect((await fetch(`${server.origin}/tasks/${id}`, request)).status).toBe(302);
      };
      await write("Before");
      await server.kill();
      const allOfIt = () => inSnapshot(server.db, (now) => fingerprintOf(now));
      const before = await allOfIt();

      const failed = await prepareOnce(server.sharedSettings, next);
      expect([failed.code, failed.output]).toEqual([1, ""]);
      expect(failed.trouble).toContain("9002-bad failed (no such thing as a mood). Nothing was changed,");
      expect(await allOfIt()).toEqual(before);

      expect(await prepareOnce(server.sharedSettings)).toMatchObject({ code: 0, output: "", account: null });
      expect(await allOfIt()).toEqual(before);
      await server.restart();
      const file = await server.db
        .selectFrom("attachment")
        .select("id")
        .where("name", "=", "seen.txt")
        .executeTakeFirst();
      const seen = await fetch(`${server.origin}/attachments/${file?.id}`, { headers: { cookie } });
      expect([seen.status, await seen.text()]).toEqual([200, "what I saw"]);
      await write("After");
    } finally {
      await rm(next);
      await server.stop();
    }
  });
});
