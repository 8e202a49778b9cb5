import { type RawBuilder, type SqlBool, sql } from "kysely";
import { compiledOnce } from "~/db/compiled-query-cache.server";
import { isAmong } from "~/db/engine.server";
import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { Seen } from "~/features/tasks/subjects.server";
import type { Asking } from "~/features/tasks/task-policy";
import { readableBy, visibleTo, workableBy } from "~/features/tasks/task-policy.server";
import { isAgent, type Role, type Viewer } from "~/features/users/users";
import { DAY_MS } from "~/lib/durations";
import { PAGE_ROWS, type PagePlace } from "~/lib/page-cursor";
import { isBeside, readPage } from "~/lib/read-page.server";
import type { TimeCursor } from "~/lib/time-cursor";
import { isLoud, isNotificationKind, KINDS, type NotificationKind, type Reason } from "./notification-kinds";
import { type ChosenLevels, levelOf } from "./notification-levels";

/**
 * Rows of `notification`, joined with `task`, that this person may still see. One about several tasks always counts, because
 * it names none of them.
 */
function isShowable(asking: Asking): RawBuilder<SqlBool> {
  const outer = sql`(notification.inner_only = 0 and ${visibleTo(asking)})`;
  return isAgent(asking)
    ? sql`(notification.tasks > 1 or ${workableBy(asking)} or ${outer})`
    : sql`(notification.tasks > 1 or ${outer})`;
}

/** Counting stops here, and after `MOST_LOOKED_AT` rows, even if their tasks are no longer visible. */
const MOST_UNREAD = 100;
const MOST_LOOKED_AT = 1_000;

type Counting = { id: number; organization: number; except: number };

const unreadOf = compiledOnce((db, { role, shares }: { role: Role; shares: boolean }, counting: Counting) => {
  const { id, organization, except } = counting;
  const asking: Asking = { id, role, ...(shares && { sharedOrganizationId: organization }) };
  return db
    .selectFrom(
      db
        .selectFrom(
          db
            .selectFrom("notification")
            .select(["task_id", "inner_only", "tasks"])
            // In a subquery, or PostgreSQL would plan again for people who have almost none.
            .where("user_id", "=", sql<number>`(select cast(${id} as integer))`)
            .where("read_at", "is", null)
            .orderBy("at", "desc")
            .limit(MOST_LOOKED_AT)
            .as("notification"),
        )
        .innerJoin("task", "task.id", "notification.task_id")
        .select("notification.tasks")
        .where((eb) => eb.or([eb("notification.task_id", "!=", except), eb("notification.tasks", ">", 1)]))
        .where(isShowable(asking))
        .limit(MOST_UNREAD)
        .as("unread"),
    )
    .select(({ fn }) => fn.countAll<number | string>().as("count"));
});

/** Counts the viewer's unread notifications, up to `MOST_UNREAD`. Leaves out the task `seeing`, which they are viewing. */
export async function countUnread(db: Db, viewer: Viewer, seeing: number | null = null): Promise<number> {
  const { id, role, sharedOrganizationId: organization } = viewer;
  const shape = { role, shares: organization !== undefined };
  const [row] = await unreadOf(db, shape, { id, organization: organization ?? 0, except: seeing ?? 0 });
  return Number(row?.count ?? 0);
}

export type NotificationPlace = PagePlace<TimeCursor>;

/** A page of the viewer's notifications, newest first, paged in both directions. */
export async function listNotifications(
  db: Db,
  viewer: Viewer,
  { unreadOnly = false, place: asked = null }: { unreadOnly?: boolean; place?: NotificationPlace } = {},
  limit = PAGE_ROWS,
) {
  const { rows, ...neighbours } = await readPage(asked, limit, {
    back: "after",
    async read(place, most) {
      // Two queries, because each can read its index in order.
      const unread = await notificationsFrom(db, viewer, "is", place, most);
      const read = unreadOnly ? [] : await notificationsFrom(db, viewer, "is not", place, most);
      const order = place !== null && "after" in place ? -1 : 1;
      return [...unread, ...read].sort((a, b) => (b.at - a.at || b.id - a.id) * order).slice(0, most);
    },
    cursorOf: ({ at, id }) => ({ at, id }),
  });
  return { notifications: rows.map(asShown), ...neighbours };
}

export type ShownNotification = ReturnType<typeof asShown>;

type Row = Awaited<ReturnType<typeof notificationsFrom>>[number];

function asShown({ kind, reason, excerpt, ...row }: Row) {
  return {
    id: row.id,
    at: row.at,
    unread: row.read_at === null,
    kind: isNotificationKind(kind) ? kind : ("changed" satisfies NotificationKind),
    reason: reason as Reason,
    actor: row.actor,
    details: row.details,
    tasks: row.tasks,
    // One about several tasks names none: the viewer may have lost access to it.
    task: row.tasks > 1 ? null : { id: row.task_id, title: row.title, team: row.team },
    messageId: row.tasks > 1 ? null : row.message_id,
    excerpt: row.tasks > 1 || !excerpt ? "" : excerpt,
  };
}

const EXCERPT = 140;

/** `read`: "is" for unread notifications (`read_at is null`), "is not" for read ones. */
function notificationsFrom(db: Db, viewer: Viewer, read: "is" | "is not", place: NotificationPlace, limit: number) {
  const way = place !== null && "after" in place ? "asc" : "desc";
  let rows = showableNotifications(db, viewer)
    .select(sql<string | null>`substr(message.body_text, 1, ${sql.lit(EXCERPT)})`.as("excerpt"))
    .where("notification.read_at", read, null)
    .orderBy("notification.at", way)
    .orderBy("notification.id", way)
    .limit(limit);
  if (place) rows = rows.where(isBeside(place, ["notification.at", "notification.id"], ({ at, id }) => [at, id]));
  return rows.execute();
}

/** The viewer's notifications that they may still see, with the message they may still read. */
const showableNotifications = (db: Db, viewer: Viewer) =>
  db
    .selectFrom("notification")
    .innerJoin("task", "task.id", "notification.task_id")
    .innerJoin("team", "team.id", "task.team_id")
    .leftJoin("user as actor", "actor.id", "notification.actor_id")
    .leftJoin("message", (join) =>
      join
        .onRef("message.id", "=", "notification.message_id")
        .on("message.redacted_at", "is", null)
        .on(readableBy(viewer)),
    )
    .select(["notification.id", "notification.at", "notification.read_at", "notification.kind", "notification.reason"])
    .select(["notification.details", "notification.tasks", "notification.task_id", "notification.message_id"])
    .select(["task.title", "actor.name as actor"])
    .select(sql<string | null>`case when ${workableBy(viewer)} then team.name end`.as("team"))
    .where("notification.user_id", "=", viewer.id)
    .where(isShowable(viewer));

/**
 * Takes the notifications of a person that are due by email, oldest first: with each task's due one come its others. Each is
 * taken once, and dropped if it has been read, muted or turned off meanwhile, or if the person no longer has access.
 */
export async function takeDueForMail(tx: Tx, viewer: Viewer, levels: ChosenLevels, now: number) {
  const waiting = await tx
    .selectFrom("notification")
    .select(["id", "task_id", "tasks", "mail_at"])
    .where("user_id", "=", viewer.id)
    .where("mail_at", "is not", null)
    .execute();
  const due = new Set(waiting.filter(({ mail_at }) => (mail_at ?? 0) <= now).map(({ task_id }) => task_id));
  const ids = waiting.filter(({ task_id }) => due.has(task_id)).map(({ id }) => id);
  const taken = await tx
    .updateTable("notification")
    .set({ mail_at: null })
    .where(isAmong(tx, "id", ids))
    .where("mail_at", "is not", null) // unless another process was first
    .returning("id")
    .execute();
  const rows = await showableNotifications(tx, viewer)
    .select(["message.body_text as text", "message.kind as messageKind"])
    .where(
      isAmong(
        tx,
        "notification.id",
        taken.map(({ id }) => id),
      ),
    )
    .where("notification.read_at", "is", null)
    .where((eb) =>
      eb.or([
        eb("notification.kind", "in", KINDS.filter(isLoud)),
        eb.not(
          eb.exists(
            eb
              .selectFrom("task_mute")
              .select("task_mute.user_id")
              .whereRef("task_mute.task_id", "=", "task.id")
              .where("task_mute.user_id", "=", viewer.id),
          ),
        ),
      ]),
    )
    .orderBy("notification.at")
    .orderBy("notification.id")
    .execute();
  return rows.flatMap((row) => {
    const shown = asShown({ ...row, excerpt: null });
    if (levelOf(levels, shown.kind) !== "email") return [];
    const hasMessage = shown.messageId !== null;
    return { ...shown, text: (hasMessage && row.text) || "", isNote: hasMessage && row.messageKind === "internal" };
  });
}

export type MailedNotification = Awaited<ReturnType<typeof takeDueForMail>>[number];

/** Marks one of the viewer's notifications as read, or all up to a time. */
export async function markRead(
  db: Db,
  viewer: Pick<Viewer, "id">,
  which: { id: number } | { until: number },
  now: number,
): Promise<void> {
  const theirs = db
    .updateTable("notification")
    .set({ read_at: now })
    .where("user_id", "=", viewer.id)
    .where("read_at", "is", null);
  await ("id" in which ? theirs.where("id", "=", which.id) : theirs.where("at", "<=", which.until)).execute();
}

/** Marks notifications of seen tasks as read (domain B9, rule 5). `until`: how far the person has seen them. */
export async function clearSeen(db: Db, { userId, tasks, until }: Seen, now: number): Promise<void> {
  await db
    .updateTable("notification")
    .set({ read_at: now })
    .where("user_id", "=", userId)
    .where("read_at", "is", null)
    .where("task_id", "in", tasks)
    .where("tasks", "=", 1)
    .where("at", "<=", until)
    .execute();
}

/** Moves notifications to the task their messages have moved to. */
export async function moveWithMessages(db: Db, { from, to }: { from: number; to: number }): Promise<void> {
  await db
    .updateTable("notification")
    .set({ task_id: to })
    .where("task_id", "=", from)
    .where("message_id", "in", (eb) => eb.selectFrom("message").select("message.id").where("message.task_id", "=", to))
    .execute();
}

const KEPT_MS = 90 * DAY_MS;
const SWEPT_AT_ONCE = 1_000;

/** Deletes a batch of old notifications. Returns whether there may be more. */
export async function sweepNotifications(db: Db, now: number): Promise<boolean> {
  const old = db
    .selectFrom("notification")
    .select("id")
    .where("at", "<", now - KEPT_MS)
    .orderBy("at")
    .limit(SWEPT_AT_ONCE);
  const { numDeletedRows } = await db.deleteFrom("notification").where("id", "in", old).executeTakeFirstOrThrow();
  return numDeletedRows === BigInt(SWEPT_AT_ONCE);
}
