import { type Selectable, sql } from "kysely";
import type { Database, Db } from "~/db/types";
import { MOST_COUNTED } from "~/features/records/capped-count";
import { listAssignable } from "~/features/users/person-picker.server";
import { personLabelWithId } from "~/features/users/users";
import type { TeamFields } from "./teams";

const openTasks = sql<number>`(
  select count(*) from (
    select 1 from task where task.team_id = team.id and task.open = 1 limit ${sql.lit(MOST_COUNTED + 1)}
  ) as counted
)`;

/** Archived teams last. */
export async function listAllTeams(db: Db) {
  const teams = await db
    .selectFrom("team")
    .select(["id", "name", "visibility", "is_default", "archived_at"])
    .select((eb) =>
      eb
        .selectFrom("team_member")
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .whereRef("team_member.team_id", "=", "team.id")
        .$asScalar()
        .$notNull()
        .as("members"),
    )
    .select(openTasks.as("open"))
    .orderBy(sql`case when archived_at is null then 0 else 1 end`)
    .orderBy("is_default", "desc")
    .orderBy("name")
    .orderBy("id")
    .execute();
  return teams.map(({ is_default, archived_at, members, open, ...team }) => ({
    ...team,
    isDefault: is_default === 1,
    archived: archived_at !== null,
    members: Number(members),
    open: Number(open),
  }));
}

export type ListedTeam = Awaited<ReturnType<typeof listAllTeams>>[number];

/** Teams that aren't archived, each with the names of its members in one line. */
export async function listTeamsWithMembers(db: Db) {
  const names = sql<string | null>`(
    select string_agg(member.name, ', ') from (
      select "user".name from team_member join "user" on "user".id = team_member.user_id
      where team_member.team_id = team.id order by "user".name_key, "user".id limit ${sql.lit(MOST_COUNTED)}
    ) as member
  )`;
  const teams = db
    .selectFrom("team")
    .select(["id", "name", names.as("members")])
    .where("archived_at", "is", null);
  return teams.orderBy("is_default", "desc").orderBy("name").orderBy("id").execute();
}

export async function readTeam(db: Db, id: number) {
  const row = await db
    .selectFrom("team")
    .select(["id", "archived_at", ...COLUMNS])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  const members = await db
    .selectFrom("team_member")
    .innerJoin("user", "user.id", "team_member.user_id")
    .select(["user.id", "user.name", "user.email", "user.role", "user.state", "team_member.lead"])
    .where("team_member.team_id", "=", id)
    .orderBy("user.name_key")
    .orderBy("user.id")
    .execute();
  const known = new Set(members.map((member) => member.id));
  const others = (await listAssignable(db)).filter((person) => !known.has(person.id));
  return {
    id: row.id,
    fields: asFields(row),
    archived: row.archived_at !== null,
    members: members.map(({ lead, ...member }) => ({ ...member, lead: lead === 1 })),
    /** Possible members, as labels the field accepts. */
    others: others.map(personLabelWithId),
  };
}

export const COLUMNS = [
  "name",
  "description",
  "visibility",
  "is_default",
  "assignment",
  "after_reply",
  "auto_close_days",
  "reopen_days",
  "thanks_filter",
  "shows_first_answer",
] as const;

type Row = Pick<Selectable<Database["team"]>, (typeof COLUMNS)[number]>;

export const asFields = (row: Row): TeamFields => ({
  name: row.name,
  description: row.description,
  visibility: row.visibility,
  isDefault: row.is_default === 1,
  assignment: row.assignment,
  afterReply: row.after_reply,
  autoCloseDays: row.auto_close_days,
  reopenDays: row.reopen_days,
  thanksFilter: row.thanks_filter === 1,
  showsFirstAnswer: row.shows_first_answer === 1,
});

export const asColumns = (fields: TeamFields): Omit<Row, "is_default"> => ({
  name: fields.name,
  description: fields.description,
  visibility: fields.visibility,
  assignment: fields.assignment,
  after_reply: fields.afterReply,
  auto_close_days: fields.autoCloseDays,
  reopen_days: fields.reopenDays,
  thanks_filter: fields.thanksFilter ? 1 : 0,
  shows_first_answer: fields.showsFirstAnswer ? 1 : 0,
});
