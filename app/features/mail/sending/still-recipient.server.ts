import type { Db } from "~/db/types";
import { lastOfMerges } from "~/features/tasks/follow-merges.server";
import { type Asking, hasLeft } from "~/features/tasks/task-policy";
import { visibleTo, workableBy } from "~/features/tasks/task-policy.server";
import { sharedOrganization } from "~/features/users/preferences.server";
import { isAgent } from "~/features/users/users";
import { TO_AGENTS, TO_OUTSIDE, type WrittenContent } from "./written-mail";

type Mail = { kind: string; task_id: number | null; user_id: number | null; content: string };

/** Whether the person may still get the email. They may have lost access or left while it was queued. */
export async function isStillRecipient(db: Db, { kind, task_id: taskId, user_id: userId, content }: Mail) {
  if (userId === null) return true;
  const person = await findPerson(db, userId);
  if (!person || hasLeft(person)) return false;
  if (TO_AGENTS.includes(kind)) {
    const { needs }: WrittenContent = JSON.parse(content);
    return isAgent(person) && (!needs || (await hasAccess(db, person, needs)));
  }
  return taskId === null || !TO_OUTSIDE.some((one) => one === kind) || isOnTask(db, taskId, userId);
}

async function findPerson(db: Db, id: number): Promise<Asking | null> {
  const row = await db
    .selectFrom("user")
    .leftJoin("organization", "organization.id", "user.organization_id")
    .select(["user.id", "user.role", "user.state"])
    .select(sharedOrganization)
    .where("user.id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  const { shared_organization: shared, ...person } = row;
  return { ...person, ...(shared !== null && { sharedOrganizationId: shared }) };
}

async function hasAccess(db: Db, person: Asking, { work, see }: NonNullable<WrittenContent["needs"]>) {
  for (const [ids, isAllowed] of [
    [work, workableBy(person)],
    [see, visibleTo(person)],
  ] as const) {
    for (const id of ids) {
      const task = db
        .selectFrom("task")
        .select("id")
        .where("id", "=", await lastOfMerges(db, id))
        .where(isAllowed);
      if (!(await task.executeTakeFirst())) return false;
    }
  }
  return true;
}

/** Whether the person is the requester or in copy. */
async function isOnTask(db: Db, id: number, userId: number): Promise<boolean> {
  const taskId = await lastOfMerges(db, id);
  const inCopy = db.selectFrom("participant").select("user_id").where("task_id", "=", taskId);
  const task = db
    .selectFrom("task")
    .select("id")
    .where("id", "=", taskId)
    .where((eb) => eb.or([eb("requester_id", "=", userId), eb(eb.val(userId), "in", inCopy)]));
  return (await task.executeTakeFirst()) !== undefined;
}
