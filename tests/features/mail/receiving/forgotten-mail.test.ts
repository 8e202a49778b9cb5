import { expect } from "vitest";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { redactMessage } from "~/features/conversation/corrections/redact-message.server";
import { fileJobs } from "~/features/files/file-rows.server";
import { doDueJobs } from "~/features/jobs/job-queue.server";
import { anonymisePerson } from "~/features/people-admin/anonymise.server";
import { deleteTask } from "~/features/trash/delete-task.server";
import { moveToTrashOrSpam } from "~/features/trash/move-to-trash.server";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import { onEachDatabase } from "../../../support/database";
import { anAdmin } from "../../../support/factories";
import { rawMail, receivingDesk } from "./mail-desk";

const WORD = "quokka@one.example";

/** A desk with a mail, a copy of it through another server, and Otto's answer, which names the sender. */
async function mailDesk(db: Db) {
  const desk = await receivingDesk(db);
  const root = await anAdmin(db);
  const first = rawMail({
    from: `Quokka <${WORD}>`,
    subject: "Quokka",
    headers: ["Message-ID: <q1@x>", "Cc: otto@two.example"],
  });
  const answer = rawMail({
    ...{ from: "otto@two.example", to: `help@example.org, Quokka <${WORD}>`, body: "Yes.", subject: "Re: it" },
    headers: ["Message-ID: <q2@x>", "In-Reply-To: <q1@x>"],
  });
  const [mail] = await desk.receive(first, `Received: by other\r\n${first}`, answer);
  const place = { taskId: mail?.task_id ?? 0, messageId: mail?.message_id ?? 0 };
  const { store } = desk.files;
  const dropFiles = () =>
    doDueJobs(db, fileJobs(store), Date.now() + 1_000, (error) => {
      throw error;
    });
  const sources = async () =>
    (await db.selectFrom("inbound_mail").selectAll().orderBy("id").execute()).map(({ sha256 }) => sha256 !== null);
  /** The full content of the mail tables. */
  const everything = async () => {
    const tables = ["inbound_mail", "message_email", "delivery", "outgoing_mail", "mail_id"] as const;
    return JSON.stringify(await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())));
  };
  return { ...desk, root, place, dropFiles, sources, everything };
}

onEachDatabase("mail sources", (test) => {
  test("are deleted with their task, and later mail opens a new task", async ({ db }) => {
    const { receive, root, place, sources, dropFiles, everything } = await mailDesk(db);
    await inTransaction(db, (tx) => moveToTrashOrSpam(tx, root, place.taskId, { to: "trash" }, Date.now()));
    expect(await deleteTask(db, root, place.taskId, Date.now())).toEqual({ ok: true });
    expect(await sources()).toEqual([false, false, false]);
    expect(await everything()).not.toMatch(/"subject":"(Quokka|Re: it)"/);
    await dropFiles();
    expect(await db.selectFrom("file").select("sha256").execute()).toEqual([]);
    const [later] = await receive(rawMail({ from: WORD, headers: ["In-Reply-To: <q1@x>"] }));
    expect(later?.outcome).toBe("task");
    expect(later?.task_id).not.toBe(place.taskId);
  });

  test("are deleted when their author is anonymised, and the mail tables lose the address", async ({ db }) => {
    const { root, sources, everything } = await mailDesk(db);
    const quokka = db.selectFrom("user").select("id").where("email", "=", WORD);
    const { id } = await quokka.executeTakeFirstOrThrow();
    expect(await anonymisePerson(db, root, id, { redact: false }, Date.now())).toEqual({ ok: true });
    expect(await sources()).toEqual([false, false, true]);
    expect(await everything()).not.toContain(WORD);
  });

  test("are deleted if Reply-To has the address, and the mail tables keep no form of it", async ({ db }) => {
    const { receive, root, everything } = await mailDesk(db);
    const { id } = await db.selectFrom("user").select("id").where("email", "=", WORD).executeTakeFirstOrThrow();
    const address = "quokka@bücher.example";
    const key = emailKeyOf(address);
    await db
      .insertInto("user_address")
      .values({ user_id: id, email: address, email_key: key, created_at: 0 })
      .execute();
    const headers = ["Message-ID: <q3@x>", `Reply-To: ${WORD.toUpperCase()}`];
    await receive(
      rawMail({ from: "otto@two.example", headers }),
      rawMail({ from: "otto@two.example", to: `help@example.org, ${address}`, headers: ["In-Reply-To: <q1@x>"] }),
    );
    expect(await anonymisePerson(db, root, id, { redact: false }, Date.now())).toEqual({ ok: true });
    expect(await everything()).not.toMatch(/quokka@/i);
    const kept = db.selectFrom("inbound_mail").select("sha256").orderBy("id", "desc").limit(2);
    expect((await kept.execute()).map(({ sha256 }) => sha256 !== null)).toEqual([true, false]);
  });

  test("are deleted when their message is redacted", async ({ db }) => {
    const { root, place, sources } = await mailDesk(db);
    await redactMessage(db, root, place.taskId, place.messageId, Date.now());
    expect(await sources()).toEqual([false, false, true]);
  });
});

onEachDatabase("mail about a task in trash or spam", (test) => {
  test("opens a new task, but waits in quarantine if the task is spam", async ({ db }) => {
    const { receive, root, place } = await mailDesk(db);
    const answer = (body: string) => rawMail({ from: WORD, body, headers: ["In-Reply-To: <q1@x>"] });
    await inTransaction(db, (tx) => moveToTrashOrSpam(tx, root, place.taskId, { to: "spam" }, Date.now()));
    expect(await receive(answer("One."))).toMatchObject([{ outcome: "quarantined", reason: "spam_task" }]);
    await db.updateTable("task").set({ put_away: "trash" }).where("id", "=", place.taskId).execute();
    expect(await receive(answer("Two."))).toMatchObject([{ outcome: "task" }]);
  });
});
