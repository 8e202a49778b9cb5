import { type SqlBool, sql } from "kysely";
import { forUpdate } from "~/db/locks.server";
import { reindexTasks } from "~/db/search-index.server";
import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import {
  type Actor,
  changeRecords,
  createOnce,
  type NotAllowed,
  type RecordConflict,
} from "~/features/records/change-records.server";
import { logSecurity } from "~/features/security-log/security-log.server";
import { mayManageOrganizations, maySetUpDesk } from "~/features/users/user-policy";
import type { Viewer } from "~/features/users/users";
import { domainKey } from "~/lib/mail-domain.server";
import { changeDetails, mergeRecord } from "~/lib/merge-field";
import { sortKey } from "~/lib/search-tokens";
import { findOrganization, publicDomains } from "./organization-read.server";
import {
  ADMIN_FIELDS,
  domainsIn,
  NEW_ORGANIZATION,
  ORGANIZATION_FIELDS,
  ORGANIZATION_LABELS,
  type OrganizationFields,
  organizationValue,
  SHARINGS,
  type Sharing,
} from "./organizations";
import * as say from "./organizations-copy";

/** `by`: the organization that has the domain. */
type DomainTaken = { ok: false; why: "domain_taken"; domain: string; by: string };

/**
 * Public domains that an admin has to confirm, because strangers can have addresses in them.
 *
 * begins  "joining": `people` would join now; "sharing": `people` are members of an organization that starts to share
 */
export type DomainsPublic = {
  ok: false;
  why: "public_domains";
  domains: string[];
  begins: "joining" | "sharing";
  people: number;
  sharing: Sharing;
};

/**
 * admins_only  an agent tried to change domains or sharing
 * name_taken   another organization has this name, ignoring case and accents
 */
export type OrganizationRefusal = { ok: false; why: "name_taken" | "admins_only" } | DomainTaken | DomainsPublic;

/** `joined`: how many people without an organization joined by a new domain. */
type CreateOrganization = { ok: true; id: number; joined: number } | NotAllowed | OrganizationRefusal;

/** `confirmed`: public domains the admin uses anyway. */
type Confirmed = { confirmed?: readonly string[] };

/** Creates at most one organization per `requestKey`. */
export async function createOrganization(
  db: Db,
  viewer: Viewer,
  { requestKey, confirmed = [], ...fields }: OrganizationFields & { requestKey: string } & Confirmed,
  now: number,
): Promise<CreateOrganization> {
  const unconfirmed = (await publicDomains(domainsIn(fields.domains))).filter((domain) => !confirmed.includes(domain));
  return changeOrganizations<CreateOrganization>(db, viewer, async (tx, actor) => {
    if (!maySetUpDesk(actor) && ADMIN_FIELDS.some((field) => fields[field] !== NEW_ORGANIZATION[field])) {
      return { ok: false, why: "admins_only" };
    }
    let joined = 0;
    type Refused = Exclude<CreateOrganization, { ok: true }>;
    const created = await createOnce<Refused>(tx, { userId: viewer.id, key: requestKey }, now, async () => {
      if (await isTaken(tx, fields.name)) return { ok: false, why: "name_taken" };
      const taken = await takenDomain(tx, domainsIn(fields.domains));
      if (taken) return taken;
      if (unconfirmed.length > 0) {
        const people = await countJoining(tx, unconfirmed);
        const { sharing } = fields;
        return { ok: false, why: "public_domains", domains: unconfirmed, begins: "joining", people, sharing };
      }
      const { id } = await tx
        .insertInto("organization")
        .values({ ...asColumns(fields), created_at: now, updated_at: now })
        .returning("id")
        .executeTakeFirstOrThrow();
      joined = await addDomains(tx, id, domainsIn(fields.domains), now);
      const details = { Name: fields.name, ...describeFields(fields, ["domains", "sharing"]) };
      await logSecurity(tx, { kind: "organization_created", actorId: viewer.id, details }, now);
      return id;
    });
    return created.ok ? { ...created, joined } : created;
  });
}

const describeFields = (fields: OrganizationFields, which: readonly (keyof OrganizationFields)[]) =>
  Object.fromEntries(which.map((field) => [ORGANIZATION_LABELS[field], organizationValue(field, fields)]));

type EditOrganization =
  | { ok: true; joined: number }
  | NotAllowed
  | { ok: false; why: "no_such_organization" }
  | OrganizationRefusal
  | RecordConflict<OrganizationFields>;

/** Merges the form with concurrent changes, field by field. Members stay, whatever its domains. */
export async function editOrganization(
  db: Db,
  viewer: Viewer,
  id: number,
  { was, mine, confirmed = [] }: { was: OrganizationFields; mine: OrganizationFields } & Confirmed,
  now: number,
): Promise<EditOrganization> {
  const open = await publicDomains(domainsIn(mine.domains));
  return changeOrganizations<EditOrganization>(db, viewer, async (tx, actor) => {
    const current = (await findOrganization(tx, id))?.fields;
    if (!current) return { ok: false, why: "no_such_organization" };
    const { value, conflicts, changed } = mergeRecord(ORGANIZATION_FIELDS, { was, mine, current });
    if (conflicts.length > 0) return { ok: false, why: "conflict", fields: conflicts, current };
    if (changed.length === 0) return { ok: true, joined: 0 };
    if (!maySetUpDesk(actor) && ADMIN_FIELDS.some((field) => changed.includes(field))) {
      return { ok: false, why: "admins_only" };
    }

    if (changed.includes("name") && (await isTaken(tx, value.name, id))) return { ok: false, why: "name_taken" };
    const [before, after] = [domainsIn(current.domains), domainsIn(value.domains)];
    const coming = after.filter((domain) => !before.includes(domain));
    const taken = await takenDomain(tx, coming);
    if (taken) return taken;
    const unconfirmed = await unconfirmedDomains(tx, id, { current, value, open, confirmed });
    if (unconfirmed) return unconfirmed;

    await tx
      .updateTable("organization")
      .set((eb) => ({ ...asColumns(value), updated_at: now, version: eb("version", "+", 1) }))
      .where("id", "=", id)
      .execute();
    if (changed.includes("name")) await reindexTasks(tx, await lockOrganizationTasks(tx, id));
    const going = before.filter((domain) => !after.includes(domain));
    if (going.length > 0) {
      const stored = [...going, ...going.map(domainKey)]; // an upgrade left the old form where both were in use
      await tx
        .deleteFrom("organization_domain")
        .where("organization_id", "=", id)
        .where("domain", "in", stored)
        .execute();
    }
    const joined = await addDomains(tx, id, coming, now);
    const came = joined > 0 ? { [say.peopleAdded]: String(joined) } : {};
    const inWords = (field: keyof OrganizationFields) => ({
      from: organizationValue(field, current),
      to: organizationValue(field, value),
    });
    const values = changed.filter((field) => field !== "note");
    const note = changed.includes("note") ? { [ORGANIZATION_LABELS.note]: "changed" } : {};
    const details = { Name: current.name, ...changeDetails(values, ORGANIZATION_LABELS, inWords), ...note, ...came };
    await logSecurity(tx, { kind: "organization_changed", actorId: viewer.id, details }, now);
    return { ok: true, joined };
  });
}

/** Tasks that search finds by its name, locked until the transaction ends. */
async function lockOrganizationTasks(tx: Tx, id: number): Promise<number[]> {
  const tasks = tx.selectFrom("task").select("id").where("organization_id", "=", id).orderBy("id");
  return (await forUpdate(tx, tasks).execute()).map((task) => task.id);
}

/** Domains to confirm first: new public ones, or existing ones when it shares with more people. */
async function unconfirmedDomains(
  tx: Tx,
  id: number,
  {
    current,
    value,
    open,
    confirmed,
  }: { current: OrganizationFields; value: OrganizationFields; open: readonly string[] } & Required<Confirmed>,
): Promise<DomainsPublic | null> {
  const before = domainsIn(current.domains);
  const sharesMore = SHARINGS.indexOf(value.sharing) > SHARINGS.indexOf(current.sharing);
  const asked = domainsIn(value.domains).filter((domain) => open.includes(domain) && !confirmed.includes(domain));
  const coming = asked.filter((domain) => !before.includes(domain));
  const refused = { ok: false, why: "public_domains", sharing: value.sharing } as const;
  if (coming.length > 0) {
    return { ...refused, domains: coming, begins: "joining", people: await countJoining(tx, coming) };
  }
  if (!sharesMore || asked.length === 0) return null;
  const members = tx.selectFrom("user").where("organization_id", "=", id);
  const { count } = await members
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .executeTakeFirstOrThrow();
  return { ...refused, domains: asked, begins: "sharing", people: Number(count) };
}

/** Serialized, because names and domains must be unique among all organizations. */
const changeOrganizations = <T>(db: Db, viewer: Viewer, work: (tx: Tx, actor: Actor) => Promise<T>) =>
  changeRecords(db, viewer, { may: mayManageOrganizations, table: "organization" }, work);

const asColumns = ({ name, sharing, note }: OrganizationFields) => ({ name, name_key: sortKey(name), sharing, note });

async function isTaken(tx: Tx, name: string, id = 0): Promise<boolean> {
  const other = tx.selectFrom("organization").select("id").where("name_key", "=", sortKey(name)).where("id", "!=", id);
  return (await other.executeTakeFirst()) !== undefined;
}

async function takenDomain(tx: Tx, domains: readonly string[]): Promise<DomainTaken | null> {
  if (domains.length === 0) return null;
  const taken = await tx
    .selectFrom("organization_domain")
    .innerJoin("organization", "organization.id", "organization_domain.organization_id")
    .select(["organization_domain.domain", "organization.name"])
    .where("organization_domain.domain", "in", domains)
    .orderBy("organization_domain.domain")
    .executeTakeFirst();
  return taken ? { ok: false, why: "domain_taken", domain: taken.domain, by: taken.name } : null;
}

/**
 * Adds domains, and the requesters there who have no organization. Returns how many joined. Never adds agents: an organization
 * shares requests with all its members, so admins place agents.
 */
async function addDomains(tx: Tx, id: number, domains: readonly string[], now: number): Promise<number> {
  if (domains.length === 0) return 0;
  await tx
    .insertInto("organization_domain")
    .values(domains.map((domain) => ({ domain, organization_id: id })))
    .execute();
  let joined = 0;
  for (const domain of domains) {
    const { numUpdatedRows } = await tx
      .updateTable("user")
      .set((eb) => ({ organization_id: id, updated_at: now, version: eb("version", "+", 1) }))
      .where(joinsByDomain(domain))
      .executeTakeFirstOrThrow();
    joined += Number(numUpdatedRows);
  }
  return joined;
}

/** Requesters without an organization whose address is in this domain. A domain has no `LIKE` wildcards. */
const joinsByDomain = (domain: string) =>
  sql<SqlBool>`("user".organization_id is null and "user".role = 'requester' and "user".email_key like ${`%@${domainKey(domain)}`})`;

async function countJoining(tx: Tx, domains: readonly string[]): Promise<number> {
  const { count } = await tx
    .selectFrom("user")
    .select(({ fn }) => fn.countAll<number | string>().as("count"))
    .where((eb) => eb.or(domains.map(joinsByDomain)))
    .executeTakeFirstOrThrow();
  return Number(count);
}
