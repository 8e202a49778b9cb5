import type { Db } from "~/db/types";
import type { UserState } from "~/features/users/user-words";

type WrittenTo = {
  id: number;
  requester_id: number;
  requester: string;
  requester_email: string | null;
  requester_state: UserState;
  has_participants: 0 | 1;
};

/** Everybody who gets a public message of this writer: the requester first, then whoever is in copy, by name. */
export async function listRecipients(db: Db, writer: { id: number }, task: WrittenTo) {
  if (!task.has_participants) {
    const { requester_id: id, requester: name, requester_email: email, requester_state } = task;
    return id === writer.id ? [] : [{ id, name, email, disabled: requester_state !== "active" }];
  }
  const rows = await db
    .selectFrom("user")
    .select(["id", "name", "email", "state"])
    .where((eb) =>
      eb.or([
        eb("id", "=", task.requester_id),
        eb("id", "in", eb.selectFrom("participant").select("user_id").where("task_id", "=", task.id)),
      ]),
    )
    .where("id", "!=", writer.id)
    .orderBy((eb) => eb.case().when("id", "=", task.requester_id).then(0).else(1).end())
    .orderBy("name_key")
    .orderBy("id")
    .execute();
  return rows.map(({ state, ...person }) => ({ ...person, disabled: state !== "active" }));
}

export type Recipient = Awaited<ReturnType<typeof listRecipients>>[number];
