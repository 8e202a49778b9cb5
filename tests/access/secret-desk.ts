import { gzipSync } from "node:zlib";
import { reindexTasks } from "~/db/search-index.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { NEW_CALENDAR } from "~/features/service-levels/calendars/calendars";
import { createCalendar } from "~/features/service-levels/calendars/calendars.server";
import { NEW_POLICY } from "~/features/service-levels/policies/policies";
import { createPolicy } from "~/features/service-levels/policies/policy-changes.server";
import { createUser } from "~/features/users/user-queries.server";
import type { Role } from "~/features/users/user-schema";
import type { Viewer } from "~/features/users/users";
import { aStoredFile } from "../support/files";
import { aDelivery, aMail, aMailAddress, anEmailOf } from "../support/mail";

/** Words that occur nowhere else: any that turns up is a leak. */
export const SECRETS = {
  ownTitle: "ritasquokkatitle",
  note: "internalzebranote",
  heldReply: "heldgnureply",
  sharedReply: "sharedibexreply",
  sharedNote: "sharedtapirnote",
  otherOrganization: "ottosoryxworks",
  otherTitle: "ottoswombattitle",
  otherBody: "ottosnarwhalbody",
  otherNote: "ottosaxolotlnote",
  mergedNote: "mergedpotoronote",
  ownFile: "ritascapybarafile",
  noteFile: "internalgeckofile",
  otherFile: "ottosmanateefile",
  draft: "unsentplatypusdraft",
  otherRating: "ottoscapybararating",
  snoozedUntil: "4102444812345",
  snoozedDay: "2100-01-01",
  agentMail: "ada-pangolin@example.org",
  hash: "scrypt-of-the-okapi",
  mailAddress: "desk-bandicoot@example.org",
  mailSubject: "ottosnumbatsubject",
  mailSource: "ottosquollsource",
  mailKey: "mailkakapokey",
  mailCopy: "copied-wombat@example.org",
  calendarName: "calendarnumbat",
} as const;

/** The id of a task that was merged into another. */
export const MERGED_TASK = 512_345;

const NOW = Date.UTC(2026, 2, 1, 9);

/** Creation time of rows that the server sweeps by its own clock. */
const TODAY = Date.now();

export type SecretDesk = Awaited<ReturnType<typeof aSecretDesk>>;

/**
 * Two requesters with a task each, an agent, an admin, and an internal note on both tasks. Inserted row by row,
 * bypassing the product.
 */
export async function aSecretDesk(db: Db, dataDir: string) {
  const person = async (name: string, email: string, role: Role) => {
    const made = await createUser(db, { name, email, role, passwordHash: SECRETS.hash }, NOW);
    if (!made.ok) throw new Error(made.why);
    return { id: made.id };
  };
  const rita = await person("Rita", "rita@example.org", "requester");
  const otto = await person("Otto", "otto@example.org", "requester");
  const ada = await person("Ada", SECRETS.agentMail, "agent");
  const root = await person("Root", "root@example.org", "admin");

  const { id: organization } = await db
    .insertInto("organization")
    .values({ name: SECRETS.otherOrganization, name_key: SECRETS.otherOrganization, created_at: NOW, updated_at: NOW })
    .returning("id")
    .executeTakeFirstOrThrow();
  await db
    .updateTable("user")
    .set({ organization_id: organization, org_manager: 1 })
    .where("id", "=", otto.id)
    .execute();

  async function task(number: number, requester: { id: number }, title: string, body: string, note: string) {
    return inTransaction(db, async (tx) => {
      const team = await tx.selectFrom("team").select("id").executeTakeFirstOrThrow();
      const { id } = await tx
        .insertInto("task")
        .values({
          id: number,
          title,
          type: "incident",
          status: "in_progress",
          open: 1,
          priority: 2,
          team_id: team.id,
          assignee_id: ada.id,
          requester_id: requester.id,
          channel: "web",
          reopen_count: 0,
          created_by: requester.id,
          created_at: NOW,
          updated_at: NOW,
          version: 1,
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      const message = { task_id: id, channel: "web", created_at: NOW } as const;
      await tx
        .insertInto("message")
        .values([
          {
            ...message,
            author_id: requester.id,
            kind: "public",
            side: "requester",
            body,
            body_html: `<p>${body}</p>`,
            body_text: body,
          },
          {
            ...message,
            author_id: ada.id,
            kind: "internal",
            side: "agent",
            body: note,
            body_html: `<p>${note}</p>`,
            body_text: note,
          },
        ])
        .execute();
      const event = { task_id: id, actor_id: ada.id, via: "web", kind: "changed", at: NOW } as const;
      await tx
        .insertInto("event")
        .values({ ...event, field: "tags", old_value: "", new_value: note })
        .execute();
      await reindexTasks(tx, [id]);
      return id;
    });
  }
  const ritasTask = await task(712_345, rita, SECRETS.ownTitle, "The printer is on fire", SECRETS.note);
  const ottosTask = await task(812_345, otto, SECRETS.otherTitle, SECRETS.otherBody, SECRETS.otherNote);
  await db
    .updateTable("task")
    .set({ snoozed_until: Number(SECRETS.snoozedUntil) })
    .where("id", "=", ritasTask)
    .execute();

  // Ada has just replied to Rita and can still withdraw it, so Rita must see nothing of it yet.
  const held = { author_id: ada.id, kind: "public", side: "agent", channel: "web", send_status: "resolved" } as const;
  await db
    .insertInto("message")
    .values({
      ...held,
      task_id: ritasTask,
      body: SECRETS.heldReply,
      body_html: `<p>${SECRETS.heldReply}</p>`,
      body_text: SECRETS.heldReply,
      created_at: NOW + 1,
      send_after: Date.UTC(2100, 0),
      send_from: "in_progress",
    })
    .execute();
  await inTransaction(db, (tx) => reindexTasks(tx, [ritasTask]));

  // Root's shared drafts, to Rita and about her, are for colleagues only.
  const draft = { user_id: root.id, task_id: ritasTask, shared: 1, created_at: NOW, updated_at: NOW } as const;
  await db
    .insertInto("draft")
    .values([
      { ...draft, id: ritasTask, kind: "reply", body: SECRETS.sharedReply },
      { ...draft, id: ottosTask, kind: "note", body: SECRETS.sharedNote },
    ])
    .execute();

  // Rita is copied on this one: she reads the conversation, but not Otto's rating.
  const sharedTask = await task(612_345, otto, "A task for two", "The lift is stuck", SECRETS.otherNote);
  await db.insertInto("participant").values({ task_id: sharedTask, user_id: rita.id, added_at: NOW }).execute();
  // A duplicate merged into the shared task. Agents read the duplicate's history on the shared task's page.
  const mergedTask = await task(MERGED_TASK, otto, "The same lift", "It is stuck again", SECRETS.mergedNote);
  await db.updateTable("task").set({ merged_into: sharedTask }).where("id", "=", mergedTask).execute();
  await inTransaction(db, (tx) => reindexTasks(tx, [mergedTask]));
  const rating = { rating: "bad", rating_comment: SECRETS.otherRating, rated_at: NOW, rated_by: otto.id } as const;
  await db
    .updateTable("task")
    .set({ status: "closed", open: 0, resolved_at: NOW, closed_at: NOW, ...rating })
    .where("id", "=", sharedTask)
    .execute();
  await db
    .insertInto("event")
    .values({ task_id: sharedTask, actor_id: otto.id, via: "web", kind: "changed", field: "rating", at: NOW })
    .execute();

  async function file(taskId: number, kind: "public" | "internal", word: string) {
    const { sha256, size } = await aStoredFile(db, dataDir, `The content of ${word}.`);
    return inTransaction(db, async (tx) => {
      const message = await tx
        .selectFrom("message")
        .select("id")
        .where("task_id", "=", taskId)
        .where("kind", "=", kind)
        .executeTakeFirstOrThrow();
      const row = { task_id: taskId, message_id: message.id, declared_type: "text/plain", created_at: NOW };
      const { id } = await tx
        .insertInto("attachment")
        .values({ ...row, sha256, name: `${word}.txt`, size })
        .returning("id")
        .executeTakeFirstOrThrow();
      await reindexTasks(tx, [taskId]);
      return id;
    });
  }
  const files = {
    ritas: await file(ritasTask, "public", SECRETS.ownFile),
    note: await file(ritasTask, "internal", SECRETS.noteFile),
    ottos: await file(ottosTask, "public", SECRETS.otherFile),
  };

  const messageOf = async (taskId: number, which: "said" | "note" | "held") => {
    const message = db
      .selectFrom("message")
      .select("id")
      .where("task_id", "=", taskId)
      .where("kind", "=", which === "note" ? "internal" : "public")
      .where("send_after", which === "held" ? "is not" : "is", null);
    return (await message.executeTakeFirstOrThrow()).id;
  };
  const messages = {
    ottos: await messageOf(ottosTask, "said"),
    note: await messageOf(ritasTask, "note"),
    held: await messageOf(ritasTask, "held"),
    shared: await messageOf(sharedTask, "said"),
  };

  async function change(taskId: number) {
    const inverse = JSON.stringify({ fields: { tags: { from: [SECRETS.otherNote], to: [] } }, times: {} });
    const { id } = await db
      .insertInto("change_set")
      .values({ task_id: taskId, actor_id: ada.id, kind: "fields", inverse, created_at: TODAY })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  }
  async function aDraft(taskId: number, kind: "reply" | "note", person: { id: number }) {
    const row = { task_id: taskId, user_id: person.id, kind, body: SECRETS.draft, fields: "{}" } as const;
    const { id } = await db
      .insertInto("draft")
      .values({ ...row, created_at: TODAY, updated_at: TODAY })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  }
  const changes = { ottos: await change(ottosTask), ritas: await change(ritasTask) };
  const { id: bulk } = await db
    .insertInto("bulk_change")
    .values({ actor_id: ada.id, wanted: "{}", back: "/tasks", undoes: null, total: 2, changed: 2, created_at: TODAY })
    .returning("id")
    .executeTakeFirstOrThrow();
  const admin: Viewer = { ...root, name: "Root", email: "root@example.org", role: "admin" };
  const { id: macro } = await db
    .insertInto("macro")
    .values({
      name: "Macro",
      scope: "everyone",
      owner_id: root.id,
      kind: "note",
      body: SECRETS.note,
      actions: "{}",
      created_at: TODAY,
      updated_at: TODAY,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const calendarFields = { ...NEW_CALENDAR, name: SECRETS.calendarName, zone: "UTC", requestKey: crypto.randomUUID() };
  const calendar = await createCalendar(db, admin, calendarFields, TODAY);
  if (!calendar.ok) throw new Error(calendar.why);
  const policyFields = {
    ...NEW_POLICY,
    name: "Policy",
    calendar: String(calendar.id),
    requestKey: crypto.randomUUID(),
  };
  const policy = await createPolicy(db, admin, policyFields, TODAY);
  if (!policy.ok) throw new Error(policy.why);
  const ofBulk = { bulk_id: bulk, outcome: "changed" as const };
  await db
    .insertInto("bulk_task")
    .values([ottosTask, ritasTask].map((task_id) => ({ ...ofBulk, task_id })))
    .execute();
  await db.updateTable("bulk_change").set({ ended_at: TODAY }).execute();
  const mailAddress = await aMailAddress(db, {
    ...{ address: SECRETS.mailAddress, way: "http", http_key: SECRETS.mailKey },
  });
  const { sha256 } = await aStoredFile(db, dataDir, gzipSync(`Subject: ${SECRETS.mailSource}\r\n`));
  const mail = await aMail(db, mailAddress, { subject: SECRETS.mailSubject, sha256 });
  // Otto wrote both by email; only agents may know whom he copied.
  const copied = { recipients: JSON.stringify({ to: [], cc: [{ name: "", address: SECRETS.mailCopy }] }) };
  await anEmailOf(db, messages.ottos, { ...copied, inbound_id: mail });
  await anEmailOf(db, messages.shared, copied);
  const undelivered = { state: "failed", words: SECRETS.mailCopy, address: SECRETS.mailCopy } as const;
  const deliveries = {
    ottos: await aDelivery(db, { ...undelivered, taskId: ottosTask }),
    shared: await aDelivery(db, { ...undelivered, taskId: sharedTask, messageId: messages.shared }),
  };
  const drafts = {
    roots: ritasTask,
    ottos: await aDraft(ottosTask, "reply", otto),
    adas: await aDraft(ritasTask, "note", ada),
  };
  const tasks = { ritasTask, ottosTask, sharedTask };
  return {
    rita,
    otto,
    ada,
    root,
    organization,
    ...tasks,
    files,
    messages,
    changes,
    drafts,
    bulk,
    macro,
    calendar: calendar.id,
    policy: policy.id,
    rule: (await db.selectFrom("rule").select("id").orderBy("id").executeTakeFirstOrThrow()).id,
    mailAddress,
    mail,
    deliveries,
  };
}
