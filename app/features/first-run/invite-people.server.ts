import { once } from "~/db/once-per-form.server";
import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { canMailLinks, invite } from "~/features/mail/links/account-mail.server";
import { changeRecords, type NotAllowed } from "~/features/records/change-records.server";
import { addMembers } from "~/features/teams/team-members.server";
import { ownerOf } from "~/features/users/addresses.server";
import { nameBeside, parsePerson, splitPeople } from "~/features/users/parse-people.server";
import { mayManageAccounts } from "~/features/users/user-policy";
import { createUser, logAccountCreated } from "~/features/users/user-queries.server";
import { EmailAddress } from "~/features/users/user-schema";
import { emailKeyOf, nameFromAddress } from "~/features/users/user-search-keys.server";
import { type Role, USER_LIMITS, type Viewer } from "~/features/users/users";
import { MOST_INVITED } from "./first-run";
import * as say from "./first-run-copy";

type Wanted = { people: string; role: Role; teams: readonly number[]; requestKey: string };

/** `key` opens the invitation; null if the link goes out by email alone. */
export type Invited = { id: number; name: string; email: string; key: string | null; sentTo: string | null };

type Invitations = { ok: true; invited: Invited[]; already: string[]; twice: string[] };
type Wrong = { ok: false; why: "wrong"; errors: Record<string, string[]> };

/** UTF-16 units: more than the most people need. */
const LONGEST = 20_000;

type NewPerson = { name: string; email: string };

/**
 * Creates an account with an invitation for each person in a text, all or none. Someone invited before with the same role,
 * and without a password yet, gets a new link and joins the teams. Others who already have an account are only reported. For
 * admins.
 */
export async function invitePeople(
  db: Db,
  viewer: Viewer,
  wanted: Wanted,
  now: number,
): Promise<Invitations | Wrong | NotAllowed> {
  const { people, twice, errors } = readPeople(wanted.people);
  if (errors.length > 0) return wrong({ people: errors });
  if (wanted.role === "requester" && wanted.teams.length > 0) return wrong({ teams: [say.requestersJoinNoTeam] });
  return changeRecords<Invitations | Wrong | NotAllowed>(db, viewer, { may: mayManageAccounts }, async (tx) => {
    if (!(await areActive(tx, wanted.teams))) return wrong({ teams: [say.noSuchTeam] });
    let done: Omit<Invitations, "ok" | "twice"> = { invited: [], already: [] };
    const form = { userId: viewer.id, key: wanted.requestKey };
    const sent = await once(tx, form, now, async () => {
      done = await inviteEach(tx, viewer, people, wanted, now);
      return done.invited[0]?.id ?? null;
    });
    if (!sent) return wrong({ people: [say.noOneNew] });
    // A double click gets links as well, but no second email, whose link would end the first one's.
    if (sent.repeated) done = await inviteEach(tx, viewer, people, wanted, now, !(await canMailLinks(tx)));
    return { ok: true, ...done, twice };
  });
}

const wrong = (errors: Wrong["errors"]): Wrong => ({ ok: false, why: "wrong", errors });

/** In a list of people, "Ada Lovelace ada@example.org" means a name and an address. Elsewhere it may be a sentence. */
function inBrackets(entry: string): string {
  const space = entry.lastIndexOf(" ");
  const [name, address] = [entry.slice(0, Math.max(space, 0)), entry.slice(space + 1)];
  return name !== "" && !/[@<>"]/.test(name) && /^[^<>]+@[^<>]+$/.test(address) ? `${name} <${address}>` : entry;
}

/** Reads the people in a text: the address decides who is listed twice. */
export function readPeople(text: string) {
  const entries = text.length > LONGEST ? [] : splitPeople(text);
  const people = new Map<string, NewPerson>();
  const twice = new Set<string>();
  const errors: string[] = [];
  for (const entry of entries.slice(0, MOST_INVITED + 1)) {
    const person = parsePerson(inBrackets(entry));
    const email = person && "email" in person ? EmailAddress.safeParse(person.email).data : undefined;
    if (!person || !email) {
      errors.push(say.invalidEntry(entry.slice(0, USER_LIMITS.email)));
      continue;
    }
    if (people.has(emailKeyOf(email))) twice.add(email);
    else
      people.set(emailKeyOf(email), {
        email,
        name: nameBeside("name" in person ? person.name : "") || nameFromAddress(email),
      });
  }
  if (entries.length > MOST_INVITED || text.length > LONGEST) errors.unshift(say.tooManyPeople(MOST_INVITED));
  else if (entries.length === 0) errors.push(say.enterPeople);
  return { people: [...people.values()], twice: [...twice], errors };
}

/** `again`: whether someone invited before gets a new link. */
async function inviteEach(
  tx: Tx,
  viewer: Viewer,
  people: readonly NewPerson[],
  { role, teams }: Wanted,
  now: number,
  again = true,
) {
  const [invited, already]: [Invited[], string[]] = [[], []];
  for (const { name, email } of people) {
    const made = await createUser(tx, { name, email, role }, now);
    const person = made.ok ? { id: made.id, role } : await invitedBefore(tx, email);
    if (person?.role !== role) {
      already.push(email);
      continue;
    }
    const { id } = person;
    if (made.ok) await logAccountCreated(tx, viewer.id, { id, email, role }, now);
    const link = made.ok || again ? await invite(tx, viewer, id, now) : { ok: true as const, key: null, sentTo: email };
    if (!link.ok) {
      already.push(email);
      continue;
    }
    invited.push({ id, name, email, key: link.key, sentTo: link.sentTo });
    if (role !== "requester") for (const team of teams) await addMembers(tx, viewer, team, [id], now);
  }
  return { invited, already };
}

/** The person with this address whose invitation is still open; undefined if there is none. */
async function invitedBefore(tx: Tx, email: string) {
  const owner = await ownerOf(tx, emailKeyOf(email));
  if (owner === undefined) return undefined;
  return tx
    .selectFrom("user")
    .innerJoin("invitation", "invitation.user_id", "user.id")
    .select(["user.id", "user.role"])
    .where("user.id", "=", owner)
    .where("user.password_hash", "is", null)
    .executeTakeFirst();
}

async function areActive(tx: Tx, teams: readonly number[]): Promise<boolean> {
  if (teams.length === 0) return true;
  const active = tx.selectFrom("team").select("id").where("id", "in", teams).where("archived_at", "is", null);
  return (await active.execute()).length === new Set(teams).size;
}
