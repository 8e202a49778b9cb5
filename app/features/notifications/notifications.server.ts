import { type RawBuilder, type SqlBool, sql } from "kysely";
import { compiledOnce } from "~/db/compiled-query-cache.server";
import { isAmong } from "~/db/engine.server";
import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { Asking } from "~/features/tasks/task-policy";
import { readableBy, visibleTo, workableBy } from "~/features/tasks/task-policy.server";
import { isAgent, type Role, type Viewer } from "~/features/users/users";
import { PAGE_ROWS, type PagePlace } from "~/lib/page-cursor";
import { isBeside, readPage } from "~/lib/read-page.server";
import type { TimeCursor } from "~/lib/time-cursor";
import { isLoud, isNotificationKind, KINDS, type NotificationKind, type Reason } from "./notification-kinds";
import { type ChosenLevels, levelOf } from "./notification-levels";

/**
 * Rows of `notification`, joined with `task`, that this person may still see. A notification about several tasks always
 * counts, because it names none of them.
 */
function isShowable(asking: Asking, table: "notification" | "newer" = "notification"): RawBuilder<SqlBool> {
  const [tasks, innerOnly] = [sql.ref(`${table}.tasks`), sql.ref(`${table}.inner_only`)];
  const outer = sql`(${innerOnly} = 0 and ${visibleTo(asking)})`;
  return isAgent(asking) ? sql`(${tasks} > 1 or ${workableBy(asking)} or ${outer})` : sql`(${tasks} > 1 or ${outer})`;
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
            // A subquery, or PostgreSQL would replan for people with few notifications.
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

type Asked = { unreadOnly?: boolean; place?: NotificationPlace };

/** The viewer's notifications by task, newest first, paged in both directions. */
export async function listNotifications(
  db: Db,
  viewer: Viewer,
  { unreadOnly = false, place: asked = null }: Asked = {},
  limit = PAGE_ROWS,
) {
  const { rows, ...neighbours } = await readPage(asked, limit, {
    back: "after",
    async read(place, most) {
      // Two queries, because each can read its index in order.
      const [unread, read] = await Promise.all([
        newestFrom(db, viewer, "is", { unreadOnly, place }, most),
        unreadOnly ? [] : newestFrom(db, viewer, "is not", { unreadOnly, place }, most),
      ]);
      const order = place !== null && "after" in place ? -1 : 1;
      return [...unread, ...read].sort((a, b) => (b.at - a.at || b.id - a.id) * order).slice(0, most);
    },
    cursorOf: ({ at, id }) => ({ at, id }),
  });
  const earlier = await earlierThan(db, viewer, rows, unreadOnly);
  const groups = rows.map((row) => {
    const others = row.tasks > 1 ? [] : earlier.filter(({ task_id }) => task_id === row.task_id);
    const [first] = others;
    return {
      ...{ id: row.id, newest: asShown(row), earlier: others.map(asShown) },
      // The query stops at `MOST_EARLIER`, but counts all.
      earlierCount: Number(first?.count ?? 0),
      unread: row.read_at === null || Number(first?.unread ?? 0) > 0,
      isUnassigned: row.tasks === 1 && row.unassigned === 1,
    };
  });
  return { groups, ...neighbours };
}

/** A task's notifications, or one about several tasks. `isUnassigned`: the viewer can take the task. */
export type NotificationGroup = Awaited<ReturnType<typeof listNotifications>>["groups"][number];

export type ShownNotification = ReturnType<typeof asShown>;

type Row = Awaited<ReturnType<typeof newestFrom>>[number];

function asShown({ kind, reason, excerpt, ...row }: Omit<Row, "unassigned">) {
  return {
    id: row.id,
    at: row.at,
    unread: row.read_at === null,
    kind: isNotificationKind(kind) ? kind : ("changed" satisfies NotificationKind),
    reason: reason as Reason,
    actor: row.actor,
    details: row.details,
    tasks: row.tasks,
    // A notification about several tasks names none, because the viewer may have lost access.
    task: row.tasks > 1 ? null : { id: row.task_id, title: row.title, team: row.team },
    messageId: row.tasks > 1 ? null : row.message_id,
    excerpt: row.tasks > 1 || !excerpt ? "" : excerpt,
  };
}

const EXCERPT = 140;

const excerpt = sql<string | null>`substr(message.body_text, 1, ${sql.lit(EXCERPT)})`.as("excerpt");

/**
 * The newest notification of each task, and those about several tasks. `read`: "is" for unread notifications (`read_at is
 * null`), "is not" for read ones.
 */
function newestFrom(
  db: Db,
  viewer: Viewer,
  read: "is" | "is not",
  { unreadOnly, place }: Required<Asked>,
  limit: number,
) {
  const way = place !== null && "after" in place ? "asc" : "desc";
  let rows = showableNotifications(db, viewer)
    .select(excerpt)
    .select(
      sql<0 | 1>`case when task.open = 1 and task.assignee_id is null and ${workableBy(viewer)} then 1 else 0 end`.as(
        "unassigned",
      ),
    )
    .where("notification.read_at", read, null)
    .where(
      sql<SqlBool>`(notification.tasks > 1 or not exists (
        select 1 from notification as newer
        where newer.task_id = notification.task_id and newer.user_id = ${viewer.id} and newer.tasks = 1
          and (newer.at, newer.id) > (notification.at, notification.id)
          and ${isShowable(viewer, "newer")} and ${unreadOnly ? sql`newer.read_at is null` : sql`1 = 1`}))`,
    )
    .orderBy("notification.at", way)
    .orderBy("notification.id", way)
    .limit(limit);
  if (place) rows = rows.where(isBeside(place, ["notification.at", "notification.id"], ({ at, id }) => [at, id]));
  return rows.execute();
}

/** Most earlier notifications shown per task. */
const MOST_EARLIER = 10;

/** The tasks' other notifications, newest first. `count` and `unread` are per task, without `MOST_EARLIER`. */
async function earlierThan(
  db: Db,
  viewer: Viewer,
  newest: readonly { id: number; task_id: number; tasks: number }[],
  unreadOnly: boolean,
) {
  const ofOne = newest.filter(({ tasks }) => tasks === 1);
  if (ofOne.length === 0) return [];
  const ranked = showableNotifications(db, viewer)
    .select(excerpt)
    .select(
      sql<number>`row_number() over (partition by notification.task_id
      order by notification.at desc, notification.id desc)`.as("place"),
    )
    .select(sql<number | string>`count(*) over (partition by notification.task_id)`.as("count"))
    .select(
      sql<number | string>`sum(case when notification.read_at is null then 1 else 0 end)
        over (partition by notification.task_id)`.as("unread"),
    )
    .where(
      isAmong(
        db,
        "notification.task_id",
        ofOne.map(({ task_id }) => task_id),
      ),
    )
    .where("notification.tasks", "=", 1)
    .where((eb) =>
      eb.not(
        isAmong(
          db,
          "notification.id",
          ofOne.map(({ id }) => id),
        ),
      ),
    )
    .$if(unreadOnly, (query) => query.where("notification.read_at", "is", null));
  return db.selectFrom(ranked.as("ranked")).selectAll().where("place", "<=", MOST_EARLIER).orderBy("place").execute();
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
 * Takes the notifications of a person that are due by email, oldest first, with all others of the same tasks. Each is
 * taken once. It is dropped if it has been read, muted or turned off in the meantime, or if the person has lost access.
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
