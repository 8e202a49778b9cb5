import { expect } from "vitest";
import type { Db } from "~/db/types";
import { addNote, replyToTask } from "~/features/conversation/task-reply.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../../support/database";
import { aKey, anAdmin, anAgent, aRequester, aTask, disableUser, NOON } from "../../../support/factories";

const note = (db: Db, who: Viewer, id: number, body: string) =>
  addNote(db, who, id, { body, requestKey: aKey() }, NOON + 1);
const reply = (db: Db, who: Viewer, id: number, body: string) =>
  replyToTask(db, who, id, { body, requestKey: aKey() }, NOON + 1);

const watchers = async (db: Db, id: number) =>
  (await db.selectFrom("watcher").select("user_id").where("task_id", "=", id).orderBy("user_id").execute()).map(
    ({ user_id }) => user_id,
  );
const lastMessage = (db: Db) =>
  db.selectFrom("message").select(["body_html", "body_text"]).orderBy("id", "desc").executeTakeFirstOrThrow();

onEachDatabase("domain B4: a mention", (test) => {
  test("in a note or a reply makes the agent a watcher and shows the name as it is spelled", async ({ db }) => {
    const [ada, bob] = [await anAgent(db, { name: "Ada" }), await anAgent(db, { name: "Bob Müller" })];
    const { id } = await aTask(db);
    expect(await note(db, ada, id, "@bob muller, please look. @nobody else, ada@example.org")).toMatchObject({
      ok: true,
    });
    expect(await watchers(db, id)).toEqual([bob.id]);
    const { body_html, body_text } = await lastMessage(db);
    expect(body_html).toContain('<span class="mention">@Bob Müller</span>, please look. @nobody else');
    expect(body_text).toContain("@Bob Müller, please");

    const other = await aTask(db);
    expect(await reply(db, ada, other.id, "Ask @Bob Müller.")).toMatchObject({ ok: true });
    expect(await watchers(db, other.id)).toEqual([bob.id]);
  });

  test("of a person who can't work on the task is refused and adds no watcher", async ({ db }) => {
    const ada = await anAgent(db, { name: "Ada" });
    const [rita, dora, olaf] = [
      await aRequester(db, { name: "Rita" }),
      await anAgent(db, { name: "Dora" }),
      await anAgent(db, { name: "Olaf" }),
    ];
    await disableUser(db, dora);
    const { id } = await aTask(db, { requester: rita, assignee: ada });
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", id).execute();
    await db.deleteFrom("team_member").where("user_id", "=", olaf.id).execute();
    for (const { name } of [rita, dora, olaf]) {
      const refused = {
        ok: false,
        why: "mention",
        message: expect.stringContaining(`${name} can't access this task`),
      };
      expect(await note(db, ada, id, `Hello @${name}`)).toEqual(refused);
      expect(await reply(db, ada, id, `Hello @${name}`)).toEqual(refused);
    }
    expect(await watchers(db, id)).toEqual([]);
    expect(await db.selectFrom("message").select("id").execute()).toHaveLength(1);
    expect(await note(db, ada, id, "Hello `@Rita`, \\@Olaf")).toMatchObject({ ok: true });
  });

  test("of a name that several agents share asks for the address", async ({ db }) => {
    const ada = await anAdmin(db, { name: "Ada" });
    const one = await anAgent(db, { name: "Sam Lee", email: "sam@example.org" });
    await anAgent(db, { name: "sam  lee", email: "lee@example.org" });
    await aRequester(db, { name: "Ada" });
    const { id } = await aTask(db);
    const refused = await note(db, ada, id, "@Sam Lee?");
    expect(refused).toEqual({
      ok: false,
      why: "mention",
      message: "Several people are called Sam Lee. Write @sam@example.org or @lee@example.org instead.",
    });
    expect(await note(db, ada, id, "@sam@example.org? And @ada, who is one agent and one requester.")).toMatchObject({
      ok: true,
    });
    expect(await watchers(db, id)).toEqual([ada.id, one.id].sort((a, b) => a - b));
  });

  test("by first name means the only agent of that name who can work on the task", async ({ db }) => {
    const ada = await anAgent(db, { name: "Ada" });
    const jonas = await anAgent(db, { name: "Jonas Wéber" });
    const left = await anAgent(db, { name: "Jonas Gone" });
    await aRequester(db, { name: "Jonas Petersen" });
    await aRequester(db, { name: "Rita Moreno" });
    await disableUser(db, left);
    const { id } = await aTask(db);
    expect(await note(db, ada, id, "hello @jonas please look; @Rita, @media, jonas@harbour.example")).toMatchObject({
      ok: true,
    });
    expect(await watchers(db, id)).toEqual([jonas.id]);
    expect((await lastMessage(db)).body_html).toBe(
      '<p>hello <span class="mention">@Jonas Wéber</span> please look; @Rita, @media, ' +
        '<a href="mailto:jonas@harbour.example" class="is-bare" rel="noopener nofollow">jonas@harbour.example</a></p>\n',
    );
  });

  test("by a shared first name lists the matches; an agent with no other name wins", async ({ db }) => {
    const ada = await anAgent(db, { name: "Ada" });
    const [one, two] = [await anAgent(db, { name: "Jonas Weber" }), await anAgent(db, { name: "Jonas Meier" })];
    const { id } = await aTask(db);
    const refused = {
      ok: false,
      why: "mention",
      message: "@Jonas could be Jonas Weber or Jonas Meier. Write the full name after the @.",
    };
    expect(await note(db, ada, id, "Hello @jonas")).toEqual(refused);
    expect(await reply(db, ada, id, "Hello @jonas")).toEqual(refused);
    expect(await note(db, ada, id, "Hello @jonas meier")).toMatchObject({ ok: true });
    expect(await watchers(db, id)).toEqual([two.id]);
    await db.updateTable("task").set({ confidential: 1 }).where("id", "=", id).execute();
    await db.deleteFrom("team_member").where("user_id", "=", two.id).execute();
    expect(await note(db, ada, id, "And @jonas")).toMatchObject({ ok: true }); // the other Jonas can't see this task
    expect(await watchers(db, id)).toEqual([one.id, two.id]);
    const short = await anAgent(db, { name: "Jonas" });
    const other = await aTask(db);
    expect(await note(db, ada, other.id, "@jonas")).toMatchObject({ ok: true });
    expect(await watchers(db, other.id)).toEqual([short.id]);
  });

  test("by a requester stays plain text, whichever name it has", async ({ db }) => {
    const [rita, otto] = [await aRequester(db, { name: "Rita" }), await aRequester(db, { name: "Otto" })];
    const ada = await anAgent(db, { name: "Ada", email: "ada@desk.example" });
    const { id } = await aTask(db, { requester: rita, assignee: ada });
    await anAgent(db, { name: "Jonas Weber" });
    const names = ["Ada", "Otto", "ada@desk.example", "nobody", "jonas"];
    for (const name of names) {
      expect(await reply(db, rita, id, `Hello @${name}`)).toMatchObject({ ok: true });
      expect((await lastMessage(db)).body_html).not.toContain("mention");
    }
    expect(await watchers(db, id)).toEqual([]);
    expect(otto.name).toBe("Otto");
  });

  test("works a hundred times in one message, and a text of 20,000 unknown ones is saved, too", async ({ db }) => {
    const ada = await anAgent(db, { name: "Ada" });
    for (let n = 0; n < 10; n++) await anAgent(db, { name: `Agent Number ${n}` });
    const { id } = await aTask(db);
    const text = Array.from(
      { length: 100 },
      (_, n) => `@Agent Number ${n % 10} and so on, one two three four five six`,
    );
    expect(await note(db, ada, id, text.join("\n"))).toMatchObject({ ok: true });
    expect(await watchers(db, id)).toHaveLength(10);
    expect(await note(db, ada, id, "@a ".repeat(20_000))).toMatchObject({ ok: true });
  });
});
