import type { Db } from "~/db/types";
import type { FieldDefinition } from "~/features/custom-fields/field-rules";
import { doDueJobs } from "~/features/jobs/job-queue.server";
import { createTask } from "~/features/new-task/task-create.server";
import { newTaskJobs } from "~/features/notifications/notify.server";
import type { NewTask } from "~/features/tasks/task-schema";
import { isOpen, type StatusKey, statusOf } from "~/features/tasks/tasks";
import { createUser } from "~/features/users/user-queries.server";
import type { Role, Viewer } from "~/features/users/users";

/** When factory-made records are created, unless a test says otherwise. */
export const NOON = Date.UTC(2026, 2, 2, 12);

let made = 0;

type Person = { name?: string; email?: string | null; passwordHash?: string | null };

async function aPerson(db: Db, role: Role, { name, email, passwordHash = null }: Person): Promise<Viewer> {
  made++;
  const person = {
    name: name ?? `${role} ${made}`,
    email: email === undefined ? `${role}${made}@example.org` : email,
    role,
  };
  const created = await createUser(db, { ...person, passwordHash }, NOON);
  if (!created.ok) throw new Error(`${person.email} is already taken.`);
  return { ...person, id: created.id };
}

/** Creates a person who can be a viewer. Values that a test leaves out are generated and unique. */
export const anAdmin = (db: Db, person: Person = {}) => aPerson(db, "admin", person);
export const anAgent = (db: Db, person: Person = {}) => aPerson(db, "agent", person);
export const aRequester = (db: Db, person: Person = {}) => aPerson(db, "requester", person);

/** Disables an account directly in its table, which is all that tasks look at. */
export const disableUser = (db: Db, { id }: { id: number }) =>
  db.updateTable("user").set({ state: "disabled" }).where("id", "=", id).execute();

/** A request key, as forms send it. */
export const aKey = () => crypto.randomUUID();

type SomeTask = Partial<Omit<NewTask, "requester" | "assignee">> & {
  /** A new requester, unless given. */
  requester?: Viewer;
  assignee?: Viewer;
  /** Set directly, without the history that a change would write. */
  status?: StatusKey;
  /** UTC milliseconds. */
  at?: number;
};

/** Creates a task as an agent would. Returns its number and its requester. */
export async function aTask(db: Db, { requester, assignee, status, at = NOON, ...task }: SomeTask = {}) {
  const asker = requester ?? (await aRequester(db));
  const desk: Viewer = { id: asker.id, name: asker.name, email: asker.email, role: "agent" };
  const created = await createTask(
    db,
    desk,
    {
      title: "Printer on fire",
      body: "It burns.",
      type: "incident",
      requestKey: aKey(),
      anyway: true,
      assignee: assignee?.id ?? null,
      ...task,
    },
    at,
  );
  if (!created.ok) throw new Error(JSON.stringify(created));
  if (status) await putStatus(db, created.id, status, at);
  return { id: created.id, requester: asker };
}

async function putStatus(db: Db, id: number, status: StatusKey, at: number) {
  const open = isOpen(status) ? 1 : 0;
  const closed = statusOf(status).category === "closed";
  await db
    .updateTable("task")
    .set({ status, open, resolved_at: open === 0 && status !== "cancelled" ? at : null, closed_at: closed ? at : null })
    .where("id", "=", id)
    .execute();
}

/** Inserts a field as an admin would define it. Returns its row. */
export async function aCustomField(db: Db, { key, options, types, showIf, ...field }: Partial<FieldDefinition> = {}) {
  made++;
  const row = {
    key: key ?? `field_${made}`,
    label: `Field ${made}`,
    kind: "text" as const,
    position: made,
    ...field,
    options: JSON.stringify(options ?? []),
    types: JSON.stringify(types ?? []),
    show_if: showIf ? JSON.stringify(showIf) : null,
  };
  await db.insertInto("custom_field").values(row).execute();
  return row;
}

/** Runs the jobs that follow the creation of a task. Returns how many there were. */
export const notifyOfNewTasks = (db: Db, now = Date.now()) =>
  doDueJobs(db, newTaskJobs, now, (error) => {
    throw error;
  });
