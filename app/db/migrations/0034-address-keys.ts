import { domainToASCII, domainToUnicode } from "node:url";
import { type Kysely, type RawBuilder, sql } from "kysely";
import { findableWords } from "~/lib/search-tokens";
import { engineOf } from "../engine.server";

/**
 * Unifies the two forms of a domain, "müller.example" and "xn--mller-kva.example": address keys use the second,
 * organizations the first, and search finds people by both. An address that someone else already has in its new form
 * keeps the old one, for an admin to resolve.
 */
export async function up(db: Kysely<object>) {
  for (const table of ["user", "user_address"]) {
    for (const old of await keysOf(db, table, "email_key", hasTwoForms(db, "email_key"))) {
      const key = withDomain(old, domainToASCII);
      await sql`update ${sql.table(table)} set email_key = ${key} where email_key = ${old}
        and not exists (select 1 from "user" as other where other.email_key = ${key})
        and not exists (select 1 from user_address as other where other.email_key = ${key})`.execute(db);
    }
  }
  for (const old of await keysOf(db, "organization_domain", "domain", hasTwoForms(db, "domain"))) {
    const key = domainToUnicode(old) || old;
    await sql`update organization_domain set domain = ${key} where domain = ${old}
      and not exists (select 1 from organization_domain as other where other.domain = ${key})`.execute(db);
  }
  await findByBothForms(db);
}

async function findByBothForms(db: Kysely<object>) {
  const condition = hasTwoForms(db, "email_key");
  const { rows } = await sql<{ id: number; search_text: string }>`select id, search_text from "user" where ${condition}
    or id in (select user_id from user_address where ${condition})`.execute(db);
  for (const { id, search_text } of rows) {
    const { rows: addresses } = await sql<{
      email: string;
    }>`select email from "user" where id = ${id} and email is not null
      union all select email from user_address where user_id = ${id}`.execute(db);
    const forms = addresses.flatMap(({ email }) => [
      withDomain(email, domainToASCII),
      withDomain(email, domainToUnicode),
    ]);
    const words = [...new Set(forms.map((form) => findableWords(form)))].filter((form) => !search_text.includes(form));
    await sql`update "user" set search_text = ${search_text + words.join("")} where id = ${id}`.execute(db);
  }
}

function withDomain(address: string, write: (domain: string) => string): string {
  const at = address.lastIndexOf("@") + 1;
  const domain = address.slice(at).toLowerCase();
  return address.slice(0, at) + (write(domain) || domain);
}

/** An SQL condition: the text has non-ASCII characters or their `xn--` form. */
function hasTwoForms(db: Kysely<object>, column: string): RawBuilder<boolean> {
  const bytes =
    engineOf(db as never) === "sqlite"
      ? sql`length(cast(${sql.ref(column)} as blob))`
      : sql`octet_length(${sql.ref(column)})`;
  return sql`(${bytes} <> length(${sql.ref(column)}) or ${sql.ref(column)} like ${"%xn--%"})`;
}

async function keysOf(
  db: Kysely<object>,
  table: string,
  column: string,
  condition: RawBuilder<boolean>,
): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select ${sql.ref(column)} as key from ${sql.table(table)}
    where ${condition} order by 1`.execute(db);
  return rows.map(({ key }) => key);
}
