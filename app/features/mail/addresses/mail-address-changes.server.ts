import type { Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { listSites } from "~/features/branding/sites.server";
import { changeRecords, createOnce, type RecordConflict } from "~/features/records/change-records.server";
import { logSecurity } from "~/features/security-log/security-log.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import type { Viewer } from "~/features/users/users";
import { changeDetails, mergeRecord } from "~/lib/merge-field";
import { randomToken } from "~/lib/random.server";
import { asColumns, asFields, COLUMNS } from "./address-columns.server";
import { settleSender } from "./address-sender.server";
import {
  ADDRESS_FIELDS,
  ADDRESS_LABELS,
  ADDRESS_LIMITS,
  type AddressFields,
  addressValue,
  SECRET_LABELS,
  type SecretField,
  type TypedSecrets,
} from "./addresses";
import * as say from "./addresses-copy";
import { decryptSecrets, encryptSecrets, type MailSecrets } from "./mail-secrets.server";

/** `wrong`: messages by field, for what a schema can't see. */
export type AddressRefusal =
  | { ok: false; why: "not_allowed" | "no_such_address" | "too_many" }
  | { ok: false; why: "wrong"; errors: Record<string, string[]> };

/** `httpSecret`: made just now, to be shown once; null otherwise. */
type Saved = { ok: true; id: number; httpSecret: string | null };

const wrong = (field: keyof AddressFields | SecretField, message: string): AddressRefusal => ({
  ok: false,
  why: "wrong",
  errors: { [field]: [message] },
});

/** Adds at most one address per `requestKey`. A team's first address becomes its sender. */
export async function createAddress(
  db: Db,
  viewer: Viewer,
  { requestKey, fields, typed }: { requestKey: string; fields: AddressFields; typed: TypedSecrets },
  now: number,
): Promise<Saved | AddressRefusal> {
  let httpSecret: string | null = null;
  const created = await changeAddresses<{ ok: true; id: number } | AddressRefusal>(db, viewer, (tx) =>
    createOnce<AddressRefusal>(tx, { userId: viewer.id, key: requestKey }, now, async () => {
      const problem = await findProblem(tx, fields);
      if (problem) return problem;
      if (await isFull(tx)) return { ok: false, why: "too_many" };
      const made = nextSecrets({}, fields, typed);
      if (!made.ok) return made;
      httpSecret = made.httpSecret;
      const { id } = await tx
        .insertInto("mail_address")
        .values({
          ...asColumns(fields),
          ...{ secrets: encryptSecrets(made.secrets), http_key: httpSecret === null ? null : randomToken() },
          ...{ created_at: now, updated_at: now },
        })
        .returning("id")
        .executeTakeFirstOrThrow();
      await settleSender(tx, fields.team);
      const details = { Of: fields.address, [say.mailArrivesBy]: addressValue("way", fields, new Map()) };
      await logSecurity(tx, { kind: "mail_address_added", actorId: viewer.id, teamId: fields.team, details }, now);
      return id;
    }),
  );
  return created.ok ? { ...created, httpSecret } : created;
}

type Edited = (Saved & { paused: boolean }) | AddressRefusal | RecordConflict<AddressFields>;

/** Merges the form with concurrent changes, field by field. An empty secret keeps the saved one. */
export async function editAddress(
  db: Db,
  viewer: Viewer,
  id: number,
  { was, mine, typed }: { was: AddressFields; mine: AddressFields; typed: TypedSecrets },
  now: number,
): Promise<Edited> {
  return changeAddresses<Edited>(db, viewer, async (tx) => {
    const row = await tx
      .selectFrom("mail_address")
      .select(["secrets", "http_key", "paused", ...COLUMNS])
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (!row) return { ok: false, why: "no_such_address" };
    const current = asFields(row);
    const { value, conflicts, changed } = mergeRecord(ADDRESS_FIELDS, { was, mine, current });
    if (conflicts.length > 0) return { ok: false, why: "conflict", fields: conflicts, current };
    const problem = await findProblem(tx, value, { id, ...current });
    if (problem) return problem;
    const made = nextSecrets(decryptSecrets(row.secrets), value, typed);
    if (!made.ok) return made;
    const { httpSecret } = made;
    const secrets = (Object.keys(SECRET_LABELS) as SecretField[]).filter((field) => typed[field] !== "");
    const saved = { ok: true, id, httpSecret, paused: row.paused !== null } as const;
    if (changed.length === 0 && secrets.length === 0 && httpSecret === null) return saved;

    const [movesTeam, movesMailbox] = [changed.includes("team"), MAILBOX.some((field) => changed.includes(field))];
    await tx
      .updateTable("mail_address")
      .set((eb) => ({
        ...asColumns(value),
        ...{ secrets: encryptSecrets(made.secrets), http_key: row.http_key ?? (httpSecret && randomToken()) },
        ...{ updated_at: now, version: eb("version", "+", 1) },
        ...{ failure: null, failed_at: null, told_at: null }, // the next attempt tells
        ...(movesTeam && { is_sender: 0 as const }),
        // What was learned of another mailbox says nothing of this one.
        ...(movesMailbox && { cursor: null, learned_server: null, plus_arrives: null }),
      }))
      .where("id", "=", id)
      .execute();
    if (movesTeam) for (const team of [current.team, value.team]) await settleSender(tx, team);
    const names = await teamNames(tx, [current.team, value.team]);
    const inWords = (field: keyof AddressFields) => ({
      from: addressValue(field, current, names),
      to: addressValue(field, value, names),
    });
    const details = {
      Of: value.address,
      ...changeDetails(changed, ADDRESS_LABELS, inWords),
      ...Object.fromEntries(secrets.map((field) => [SECRET_LABELS[field], say.secretChanged])),
    };
    await logSecurity(tx, { kind: "mail_address_changed", actorId: viewer.id, teamId: value.team, details }, now);
    return saved;
  });
}

const MAILBOX: (keyof AddressFields)[] = ["address", "way", "imapServer", "imapPort", "imapUser"];

/** Replaces the secret that requests by HTTP are signed with. */
export async function renewHttpSecret(db: Db, viewer: Viewer, id: number, now: number) {
  type Renewed = { ok: true; secret: string } | AddressRefusal;
  return changeAddresses<Renewed>(db, viewer, async (tx) => {
    const row = await tx
      .selectFrom("mail_address")
      .select(["address", "team_id", "secrets"])
      .where("id", "=", id)
      .where("way", "=", "http")
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    if (!row) return { ok: false, why: "no_such_address" };
    const secret = randomToken();
    const secrets = encryptSecrets({ ...decryptSecrets(row.secrets), httpSecret: secret });
    await tx.updateTable("mail_address").set({ secrets, updated_at: now }).where("id", "=", id).execute();
    const details = { Of: row.address };
    await logSecurity(tx, { kind: "mail_secret_made", actorId: viewer.id, teamId: row.team_id, details }, now);
    return { ok: true, secret };
  });
}

/** Serialized, because addresses are unique and a team has one sender. For admins. */
export const changeAddresses = <T>(db: Db, viewer: Viewer, work: (tx: Tx) => Promise<T>) =>
  changeRecords(db, viewer, { may: maySetUpDesk, table: "mail_address" }, work);

/** `before`: the address as it is, whose archived team or forgotten site it may keep. */
async function findProblem(
  tx: Tx,
  fields: AddressFields,
  before?: AddressFields & { id: number },
): Promise<AddressRefusal | null> {
  const same = await findLive(tx, emailKeyOf(fields.address));
  if (same && same.id !== before?.id) return wrong("address", say.addressTaken);
  if (fields.team !== before?.team) {
    const team = tx.selectFrom("team").select("id").where("id", "=", fields.team).where("archived_at", "is", null);
    if (!(await team.executeTakeFirst())) return wrong("team", say.chooseATeam);
  }
  if (fields.site !== "" && fields.site !== before?.site) {
    const isSite = (await listSites(tx)).some(({ host }) => host === fields.site);
    if (!isSite) return wrong("site", say.chooseASite);
  }
  return null;
}

export const findLive = (tx: Tx, addressKey: string) =>
  tx
    .selectFrom("mail_address")
    .select("id")
    .where("address_key", "=", addressKey)
    .where("deleted_at", "is", null)
    .executeTakeFirst();

export async function isFull(tx: Tx): Promise<boolean> {
  const live = await tx.selectFrom("mail_address").select("id").where("deleted_at", "is", null).execute();
  return live.length >= ADDRESS_LIMITS.addresses;
}

type NextSecrets = { ok: true; secrets: MailSecrets; httpSecret: string | null } | AddressRefusal;

/** The secrets that go with these fields, from the saved ones (null: unreadable) and those typed; others are dropped. */
function nextSecrets(saved: MailSecrets | null, fields: AddressFields, typed: TypedSecrets): NextSecrets {
  const { way, signIn, smtpUser } = fields;
  const chosen = (field: SecretField) => typed[field] || saved?.[field];
  const needed = saved === null ? say.passwordUnreadable : say.enterAPassword;
  const byPassword = signIn === "password";
  const imapPassword = byPassword && way === "imap" ? chosen("imapPassword") : undefined;
  const smtpPassword = byPassword && smtpUser !== "" ? chosen("smtpPassword") : undefined;
  const clientSecret = byPassword ? undefined : chosen("clientSecret");
  if (byPassword && way === "imap" && !imapPassword) return wrong("imapPassword", needed);
  if (byPassword && way !== "imap" && smtpUser !== "" && !smtpPassword) return wrong("smtpPassword", needed);
  if (!byPassword && !clientSecret) return wrong("clientSecret", say.enterAClientSecret);

  const kept = way === "http" ? saved?.httpSecret : undefined;
  const httpSecret = way === "http" && !kept ? randomToken() : null;
  const secrets: MailSecrets = {
    ...(imapPassword && { imapPassword }),
    ...(smtpPassword && { smtpPassword }),
    ...(clientSecret && { clientSecret }),
    ...(httpSecret ? { httpSecret } : kept && { httpSecret: kept }),
    ...(!byPassword && saved?.tokens && { tokens: saved.tokens }),
  };
  return { ok: true, secrets, httpSecret };
}

async function teamNames(tx: Tx, ids: readonly number[]) {
  const teams = await tx.selectFrom("team").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(teams.map(({ id, name }) => [id, name]));
}
