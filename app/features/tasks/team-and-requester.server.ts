import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { resolvePerson } from "~/features/users/person-picker.server";
import { createRequesterByEmail } from "~/features/users/user-queries.server";
import { EmailAddress } from "~/features/users/user-schema";
import type { Viewer } from "~/features/users/users";
import { asSuggestions, type Refusal } from "~/lib/refusal";
import * as say from "./tasks-copy";

export async function teamName(tx: Db, id: number): Promise<string | undefined> {
  return (await tx.selectFrom("team").select("name").where("id", "=", id).executeTakeFirst())?.name;
}

/** Whether the team exists and isn't archived. */
export async function takesTasks(tx: Db, id: number): Promise<boolean> {
  const team = tx.selectFrom("team").select("id").where("id", "=", id).where("archived_at", "is", null);
  return (await team.executeTakeFirst()) !== undefined;
}

export const listTeams = async (db: Db) => (await teams(db)).map(({ id, name }) => ({ id, name }));

/** Teams for the new-task form. The default team applies unless the type or the user chooses another. */
export async function listTeamsForNew(db: Db) {
  const rows = await teams(db);
  return {
    teams: rows.map(({ id, name }) => ({ id, name })),
    defaultTeam: rows.find(({ is_default }) => is_default === 1)?.id,
  };
}

const teams = (db: Db) =>
  db
    .selectFrom("team")
    .select(["id", "name", "is_default"])
    .where("archived_at", "is", null)
    .orderBy("name")
    .limit(100)
    .execute();

type NotRequester = { ok: false; message: string; meant?: string[] };

/** Resolves a typed requester: an existing person, or the address for a new account. Null for empty text. */
async function whoAsks(
  db: Db,
  text: string,
): Promise<{ ok: true; who: { id: number } | { email: string; name?: string | undefined } } | NotRequester | null> {
  if (text === "") return null;
  const found = await resolvePerson(db, text);
  if (found.ok) return { ok: true, who: { id: found.person.id } };
  if (found.email === undefined) return found;
  const email = EmailAddress.safeParse(found.email);
  return email.success
    ? { ok: true, who: { email: email.data, name: found.name } }
    : { ok: false, message: say.notAnEmailAddress };
}

/** Resolves the typed requester and creates an account for a new address. Empty text means the viewer. */
export async function requesterOf(
  tx: Tx,
  viewer: Viewer,
  text: string,
  now: number,
): Promise<{ id: number } | NotRequester> {
  const asked = await whoAsks(tx, text);
  if (!asked) return { id: viewer.id };
  if (!asked.ok) return asked;
  if ("id" in asked.who) return asked.who;
  const { id, state } = await createRequesterByEmail(tx, asked.who, viewer, now);
  return state === "active" ? { id } : { ok: false, message: say.accountIsDisabled };
}

/** Form errors for a requester that can't be found. */
export async function wrongRequester(db: Db, text: string): Promise<Pick<Refusal, "errors" | "suggestions">> {
  const asked = await whoAsks(db, text);
  if (!asked || asked.ok) return { errors: {} };
  return { errors: { requester: [asked.message] }, suggestions: { requester: asSuggestions(asked.meant) } };
}
