import { sql } from "kysely";
import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { ownsAddress } from "~/features/users/addresses.server";
import { createRequesterByEmail } from "~/features/users/user-queries.server";
import { EmailAddress } from "~/features/users/user-schema";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import type { Role } from "~/features/users/users";
import { readableDomain } from "~/lib/mail-domain.server";
import type { MailAddress } from "../parsing/parsed-mail";

/** A person who wrote to us, among all addresses of all people. */
export type Sender = { id: number; name: string; role: Role };

/** Null for an unknown address. Includes disabled people, so that their mail doesn't create a new person. */
export async function findSender(db: Db, address: string): Promise<(Sender & { disabled: boolean }) | null> {
  const person = await db
    .selectFrom("user")
    .select(["id", "name", "role", "state"])
    .where(ownsAddress(sql.ref("user.id"), emailKeyOf(address)))
    .executeTakeFirst();
  return person ? { id: person.id, name: person.name, role: person.role, disabled: person.state !== "active" } : null;
}

/** Whether an organization has this address's domain. */
export async function isOfKnownOrganization(tx: Tx, address: string): Promise<boolean> {
  const domain = readableDomain(address.slice(address.lastIndexOf("@") + 1));
  const known = tx.selectFrom("organization_domain").select("domain").where("domain", "=", domain);
  return (await known.executeTakeFirst()) !== undefined;
}

/** Whether people may have this address: with a mailbox, a domain, and not too long. */
export const isUsable = (address: string) => EmailAddress.safeParse(address).success;

/** Adds a requester under the name they write with. */
export async function addSender(tx: Tx, { address, name }: MailAddress, now: number): Promise<Sender> {
  const person = await createRequesterByEmail(tx, { email: address, name: lastNameLast(name) }, null, now);
  return { id: person.id, name: person.name, role: "requester" };
}

/** "Nair, Priya" as people read it: "Priya Nair". */
const lastNameLast = (name: string) => name.replace(/^([^,()]+),\s*([^,()]+)$/, "$2 $1").trim();
