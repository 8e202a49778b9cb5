import { domainToASCII, domainToUnicode } from "node:url";
import { type ExpressionBuilder, sql } from "kysely";
import type { Database, Db } from "~/db/types";
import { MOST_COUNTED } from "~/features/records/capped-count";
import { readableDomain } from "~/lib/mail-domain.server";
import { PAGE_ROWS, type PagePlace } from "~/lib/page-cursor";
import { isBeside, readPage } from "~/lib/read-page.server";
import { beginningOf } from "~/lib/search-tokens";
import type { OrganizationCursor, OrganizationFields, Sharing } from "./organizations";

/** Two long lists, loaded when the first domain is added: most desks need them once a year. */
const loadDomainLists = async () => {
  const [providers, { parse }] = await Promise.all([import("email-providers"), import("tldts")]);
  return { providers: new Set(providers.default), parse };
};

/**
 * Domains where strangers can have addresses: public mail providers (`gmail.com`), and suffixes under which anyone can
 * register a name (`co.uk`, `github.io`). Returned as given.
 */
export async function publicDomains(domains: readonly string[]): Promise<string[]> {
  if (domains.length === 0) return [];
  const { providers, parse } = await loadDomainLists();
  const isPublic = (typed: string) => {
    const domain = domainToASCII(typed) || typed;
    const { hostname, publicSuffix, isIcann, isPrivate } = parse(domain, { allowPrivateDomains: true });
    const isSuffix = hostname === publicSuffix && (isIcann === true || isPrivate === true);
    return isSuffix || providers.has(domain) || providers.has(domainToUnicode(domain));
  };
  return domains.filter(isPublic);
}

export type ListedOrganization = { id: number; name: string; domains: string[]; sharing: Sharing; members: number };

/** By name, a page at a time, in both directions. Every word of `search` starts a word of the name or a part of a domain. */
export async function listOrganizations(
  db: Db,
  { search = "" }: { search?: string },
  place: PagePlace<OrganizationCursor> = null,
  limit = PAGE_ROWS,
) {
  const { rows, ...neighbours } = await readPage(place, limit, {
    back: "before",
    read: (from, most) => organizationsFrom(db, search, from, most),
    cursorOf: ({ name_key: nameKey, id }) => ({ nameKey, id }),
  });
  const domains = await domainsOf(
    db,
    rows.map(({ id }) => id),
  );
  const organizations: ListedOrganization[] = rows.map(({ name_key: _, members, ...row }) => ({
    ...row,
    members: Number(members),
    domains: domains.get(row.id) ?? [],
  }));
  return { organizations, ...neighbours };
}

/** `LIKE` patterns for one word of a search. */
type Word = { name: string; domain: string };

/** Null for a word without letters or digits, such as "?!". */
function parseWord(text: string): Word | null {
  const beginning = beginningOf(text);
  const domain = readableDomain(text.replace(/^@/, "")).replaceAll(/[%_\\]/g, "");
  return beginning === null ? null : { name: `%${beginning}%`, domain: `%.${domain}%` };
}

const hasWord =
  ({ name, domain }: Word) =>
  (eb: ExpressionBuilder<Database, "organization">) =>
    eb.or([
      eb(eb(eb.val(" "), "||", eb.ref("name_key")), "like", name),
      eb.exists(
        eb
          .selectFrom("organization_domain")
          .select("domain")
          .whereRef("organization_domain.organization_id", "=", "organization.id")
          .where(sql<boolean>`('.' || organization_domain.domain) like ${domain}`),
      ),
    ]);

const anyWithWord = (db: Db, word: Word) =>
  db.selectFrom("organization").select("id").where(hasWord(word)).limit(1).executeTakeFirst();

async function organizationsFrom(db: Db, search: string, place: PagePlace<OrganizationCursor>, limit: number) {
  const words = search.split(/\s+/).flatMap((text) => parseWord(text) ?? []); // "Johnson & Johnson": the sign asks nothing
  if (words.length === 0 && search.trim() !== "") return [];
  // Most searches are for tasks: rules out an unknown word without compiling the full query.
  if (words[0] && !(await anyWithWord(db, words[0]))) return [];
  const way = place !== null && "before" in place ? "desc" : "asc";
  let query = db
    .selectFrom("organization")
    .select(["id", "name", "name_key", "sharing"])
    .select((eb) =>
      eb
        .selectFrom(
          eb
            .selectFrom("user")
            .select("user.id")
            .whereRef("user.organization_id", "=", "organization.id")
            .limit(MOST_COUNTED + 1)
            .as("member"),
        )
        .select(({ fn }) => fn.countAll<number>().as("count"))
        .$asScalar()
        .$notNull()
        .as("members"),
    )
    .orderBy("name_key", way)
    .orderBy("id", way)
    .limit(limit);
  for (const word of words) query = query.where(hasWord(word));
  if (place) query = query.where(isBeside(place, ["name_key", "id"], ({ nameKey, id }) => [nameKey, id]));
  return query.execute();
}

async function domainsOf(db: Db, ids: readonly number[]): Promise<Map<number, string[]>> {
  const byOrganization = new Map<number, string[]>();
  if (ids.length === 0) return byOrganization;
  const rows = await db
    .selectFrom("organization_domain")
    .selectAll()
    .where("organization_id", "in", ids)
    .orderBy("domain")
    .execute();
  for (const { organization_id: id, domain } of rows) {
    const domains = new Set(byOrganization.get(id)).add(readableDomain(domain));
    byOrganization.set(id, [...domains].sort()); // in the form's order
  }
  return byOrganization;
}

export async function findOrganization(db: Db, id: number): Promise<{ id: number; fields: OrganizationFields } | null> {
  const row = await db
    .selectFrom("organization")
    .select(["id", "name", "sharing", "note"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row) return null;
  const domains = (await domainsOf(db, [id])).get(id) ?? [];
  return { id, fields: { name: row.name, sharing: row.sharing, note: row.note, domains: domains.join("\n") } };
}

/** The people list shows the rest. */
const MEMBERS_SHOWN = 50;

/** Managers first. */
export async function listMembers(db: Db, id: number) {
  const rows = await db
    .selectFrom("user")
    .select(["id", "name", "email", "role", "state", "org_manager"])
    .where("organization_id", "=", id)
    .orderBy("org_manager", "desc")
    .orderBy("name_key")
    .orderBy("id")
    .limit(MEMBERS_SHOWN + 1)
    .execute();
  return {
    members: rows
      .slice(0, MEMBERS_SHOWN)
      .map(({ org_manager, ...member }) => ({ ...member, manager: org_manager === 1 })),
    more: rows.length > MEMBERS_SHOWN,
  };
}
