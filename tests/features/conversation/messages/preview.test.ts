import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { findOrCreateDraft } from "~/features/conversation/drafts/draft-save.server";
import { previewOf } from "~/features/conversation/messages/preview.server";
import { addNote } from "~/features/conversation/task-reply.server";
import type { Viewer } from "~/features/users/users";
import { onEachDatabase } from "../../../support/database";
import { aKey, anAgent, aRequester, aTask, NOON } from "../../../support/factories";

onEachDatabase("a preview", (test) => {
  test("shows pictures of the viewer's own draft in their size, and none the viewer may not read", async ({ db }) => {
    const [ada, rita, otto] = [await anAgent(db), await aRequester(db), await aRequester(db)];
    const { id } = await aTask(db, { requester: rita });
    await db
      .insertInto("file")
      .values({ sha256: "0".repeat(64), size: 3, type: "image/png", width: 40, height: 30, created_at: NOON })
      .execute();
    const file = { sha256: "0".repeat(64), task_id: id, name: "a.png", declared_type: "", size: 3, created_at: NOON };
    const draft = await inTransaction(db, (tx) => findOrCreateDraft(tx, rita, { kind: "reply", taskId: id }, NOON));
    await db
      .insertInto("attachment")
      .values({ ...file, id: 7, draft_id: draft?.id ?? null })
      .execute();
    await addNote(db, ada, id, { body: "Psst.", requestKey: aKey() }, NOON);
    const note = await db.selectFrom("message").select("id").where("kind", "=", "internal").executeTakeFirstOrThrow();
    await db
      .insertInto("attachment")
      .values({ ...file, id: 8, message_id: note.id })
      .execute();

    const shows = async (db: Db, who: Viewer, picture: number) => {
      const made = await previewOf(db, who, id, `![a](/attachments/${picture})`);
      return made.ok && made.html.includes(`<img src="/attachments/${picture}" alt="a" loading="lazy" width="40"`);
    };
    expect([await shows(db, rita, 7), await shows(db, rita, 8)]).toEqual([true, false]);
    expect([await shows(db, ada, 7), await shows(db, ada, 8)]).toEqual([false, true]);
    expect([await shows(db, otto, 7), await shows(db, otto, 8)]).toEqual([false, false]);
  });
});
