import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import { readAttachment } from "~/features/conversation/attachments/attachment-queries.server";
import { picturesToPreview } from "~/features/conversation/attachments/message-files.server";
import { fileAnswer } from "~/features/conversation/attachments/serve-file.server";
import { keepFile } from "~/features/files/file-rows.server";
import { readTask } from "~/features/task-page/task-read.server";
import { onEachDatabase } from "../../../support/database";
import { anAgent, aTask, NOON } from "../../../support/factories";
import { aFileStore } from "../../../support/files";

onEachDatabase("pictures of more than 25 megapixels", (test) => {
  test("are plain files, even if an older message already showed them", async ({ db }) => {
    const files = await aFileStore();
    const [ada, task] = [await anAgent(db), await aTask(db)];
    const received = await files.received("12 KB");
    const { sha256, size } = received;
    const message = await db
      .selectFrom("message")
      .select("id")
      .where("task_id", "=", task.id)
      .executeTakeFirstOrThrow();
    await inTransaction(db, (tx) =>
      keepFile(tx, files.store, { ...received, type: "image/png", width: 9_990, height: 10_000 }, NOON),
    );
    const { id } = await db
      .insertInto("attachment")
      .values({
        task_id: task.id,
        message_id: message.id,
        name: "a.png",
        declared_type: "",
        created_at: NOON,
        sha256,
        size,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    const html = `<p><img src="/attachments/${id}" alt="a &amp; b" loading="lazy" width="9990" height="10000"></p>\n`;
    await db.updateTable("message").set({ body_html: html }).where("id", "=", message.id).execute();

    const page = await readTask(db, ada, task.id, NOON);
    expect(page?.messages[0]).toMatchObject({
      html: `<p><a href="/attachments/${id}" rel="noopener nofollow">a &amp; b</a></p>\n`,
      files: [{ name: "a.png", picture: null }],
    });
    expect(await picturesToPreview(db, ada, `![a](/attachments/${id})`, task.id)).toEqual(new Map());
    const file = await readAttachment(db, ada, id);
    if (!file?.sha256) throw new Error("There's no such attachment.");
    const answer = await fileAnswer(files.store, { ...file, sha256: file.sha256 }, new Request("http://desk.example/"));
    expect(answer?.headers.get("Content-Disposition")).toMatch(/^attachment;/);
    expect(answer?.headers.get("Content-Type")).toBe("application/octet-stream");
    await answer?.body?.cancel();
  });
});
