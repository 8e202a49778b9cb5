import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { resolvePerson } from "~/features/users/people-fields.server";
import { createRequesterByEmail } from "~/features/users/user-queries.server";
import { EmailAddress } from "~/features/users/user-schema";
import type { Viewer } from "~/features/users/user-words";
import { asSuggestions, type Refusal } from "~/lib/refusal";
import * as say from "./tasks-copy";

type NotRequester = { ok: false; message: string; meant?: string[] };

/** Whom a text means that says who asks: somebody there is, or an address of which a requester is to be made. Null: nobody. */
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
    : { ok: false, message: say.thatIsNotAnEMail };
}

/** Whom a task is for: as typed, an existing person or one made from an address. */
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
  return state === "active" ? { id } : { ok: false, message: say.accountOfAddressIsDisabled };
}

/** What a form says of a requester that can't be found. */
export async function wrongRequester(db: Db, text: string): Promise<Pick<Refusal, "errors" | "suggestions">> {
  const asked = await whoAsks(db, text);
  if (!asked || asked.ok) return { errors: {} };
  return { errors: { requester: [asked.message] }, suggestions: { requester: asSuggestions(asked.meant) } };
}
