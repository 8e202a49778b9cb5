import { forUpdate } from "~/db/locks.server";
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

/** `wrong`: messages by field, from checks that a schema can't make. */
export type AddressRefusal =
  | { ok: false; why: "not_allowed" | "no_such_address" | "too_many" }
  | { ok: false; why: "wrong"; errors: FieldErrors };

export type FieldErrors = Partial<Record<keyof AddressFields | SecretField, string[]>>;

/** `httpSecret`: newly created, to be shown once; null otherwise. */
type Saved = { ok: true; id: number; httpSecret: string | null };

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
      const errors = { ...(await findProblems(tx, fields)), ...secretProblems({}, fields, typed) };
      if (Object.keys(errors).length > 0) return { ok: false, why: "wrong", errors };
      if (await isFull(tx)) return { ok: false, why: "too_many" };
      const made = nextSecrets({}, fields, typed);
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
    const asked = tx
      .selectFrom("mail_address")
      .select(["secrets", "http_key", "paused", "cursor", ...COLUMNS])
      .where("id", "=", id)
      .where("deleted_at", "is", null);
    const row = await forUpdate(tx, asked).executeTakeFirst(); // a job may renew tokens meanwhile
    if (!row) return { ok: false, why: "no_such_address" };
    const current = asFields(row);
    const { value, conflicts, changed } = mergeRecord(ADDRESS_FIELDS, { was, mine, current });
    if (conflicts.length > 0) return { ok: false, why: "conflict", fields: conflicts, current };
    const saved = savedFor(decryptSecrets(row.secrets), changed);
    const errors = { ...(await findProblems(tx, value, { id, ...current })), ...secretProblems(saved, value, typed) };
    if (Object.keys(errors).length > 0) return { ok: false, why: "wrong", errors };
    const made = nextSecrets(saved, value, typed);
    const { httpSecret } = made;
    const secrets = (Object.keys(SECRET_LABELS) as SecretField[]).filter((field) => typed[field] !== "");
    const done = { ok: true, id, httpSecret, paused: row.paused !== null } as const;
    if (changed.length === 0 && secrets.length === 0 && httpSecret === null) return done;

    const [movesTeam, movesMailbox] = [changed.includes("team"), MAILBOX.some((field) => changed.includes(field))];
    await tx
      .updateTable("mail_address")
      .set((eb) => ({
        ...asColumns(value),
        ...{ secrets: encryptSecrets(made.secrets), http_key: row.http_key ?? (httpSecret && randomToken()) },
        ...{ updated_at: now, version: eb("version", "+", 1) },
        ...{ failure: null, failed_at: null }, // the next attempt sets it
        ...(movesTeam && { is_sender: 0 as const }),
        // Results of another mailbox's test don't apply here.
        ...(movesMailbox && { learned_server: null, plus_arrives: null, cursor: cursorFor(row.cursor, changed) }),
      }))
      .where("id", "=", id)
      .execute();
    // UIDs of another server or account may be the same as these.
    if (OTHER_UIDS.some((field) => changed.includes(field))) {
      await tx
        .updateTable("inbound_mail")
        .set({ uid: null })
        .where("address_id", "=", id)
        .where("uid", "is not", null)
        .execute();
    }
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
    return done;
  });
}

const MAILBOX: (keyof AddressFields)[] = ["address", "way", "signIn", "imapServer", "imapPort", "imapUser"];

/** Fields that select another account, whose existing mail isn't fetched, and fields that change the UIDs. */
const OTHER_ACCOUNT: (keyof AddressFields)[] = ["way", "imapUser"];
const OTHER_UIDS: (keyof AddressFields)[] = [...OTHER_ACCOUNT, "imapServer"];

/**
 * The cursor to continue from. On a different server, the account's last days are read again, as after any change of
 * UIDs: no server has an empty UIDVALIDITY.
 */
function cursorFor(cursor: string | null, changed: readonly (keyof AddressFields)[]): string | null {
  if (cursor === null || OTHER_ACCOUNT.some((field) => changed.includes(field))) return null;
  return changed.includes("imapServer") ? JSON.stringify({ ...JSON.parse(cursor), uidValidity: "" }) : cursor;
}

/** Tokens belong to the app that requested them, and to its kind of permission. */
const APP: (keyof AddressFields)[] = ["signIn", "clientId", "tenant", "permissions"];

function savedFor(saved: MailSecrets | null, changed: readonly (keyof AddressFields)[]): MailSecrets | null {
  if (saved === null || !APP.some((field) => changed.includes(field))) return saved;
  const { tokens: _, consent: __, ...lasting } = saved;
  return lasting;
}

/** Replaces the signing secret for HTTP requests. */
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

/** Messages by field for checks that need the database. `id`: the edited address. */
export async function addressErrors(
  db: Db,
  fields: AddressFields,
  typed: TypedSecrets,
  id?: number,
): Promise<FieldErrors> {
  const row = await db
    .selectFrom("mail_address")
    .select(["id", "secrets", ...COLUMNS])
    .where("id", "=", id ?? 0)
    .executeTakeFirst();
  const before = row && { id: row.id, ...asFields(row) };
  const saved = row ? decryptSecrets(row.secrets) : {};
  return { ...(await findProblems(db, fields, before)), ...secretProblems(saved, fields, typed) };
}

/** Messages by field. `before`: the current address, which may keep an archived team or a removed site. */
async function findProblems(
  db: Db,
  fields: AddressFields,
  before?: AddressFields & { id: number },
): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  const same = await findLive(db, emailKeyOf(fields.address));
  if (same && same.id !== before?.id) errors.address = [say.addressTaken];
  if (fields.team !== before?.team) {
    const team = db.selectFrom("team").select("id").where("id", "=", fields.team).where("archived_at", "is", null);
    if (!(await team.executeTakeFirst())) errors.team = [say.chooseATeam];
  }
  if (fields.site !== "" && fields.site !== before?.site) {
    const isSite = (await listSites(db)).some(({ host }) => host === fields.site);
    if (!isSite) errors.site = [say.chooseASite];
  }
  return errors;
}

export const findLive = (db: Db, addressKey: string) =>
  db
    .selectFrom("mail_address")
    .select("id")
    .where("address_key", "=", addressKey)
    .where("deleted_at", "is", null)
    .executeTakeFirst();

export async function isFull(tx: Tx): Promise<boolean> {
  const live = await tx.selectFrom("mail_address").select("id").where("deleted_at", "is", null).execute();
  return live.length >= ADDRESS_LIMITS.addresses;
}

/** The typed secret, else the saved one. `saved`: null if unreadable. */
const chosenFrom = (saved: MailSecrets | null, typed: TypedSecrets) => (field: SecretField) =>
  typed[field] || saved?.[field];

/** Messages for secrets that these fields need and that are neither typed nor saved. */
function secretProblems(
  saved: MailSecrets | null,
  { way, signIn, smtpUser }: Pick<AddressFields, "way" | "signIn" | "smtpUser">,
  typed: TypedSecrets,
): FieldErrors {
  const chosen = chosenFrom(saved, typed);
  if (signIn !== "password") return chosen("clientSecret") ? {} : { clientSecret: [say.enterAClientSecret] };
  const field = way === "imap" ? "imapPassword" : "smtpPassword";
  if ((way !== "imap" && smtpUser === "") || chosen(field)) return {};
  return { [field]: [saved === null ? say.passwordUnreadable : say.enterAPassword] };
}

/** The secrets these fields need; others are dropped. `httpSecret`: newly created, to be shown once. */
function nextSecrets(saved: MailSecrets | null, { way, signIn, smtpUser }: AddressFields, typed: TypedSecrets) {
  const chosen = chosenFrom(saved, typed);
  const byPassword = signIn === "password";
  const imapPassword = byPassword && way === "imap" ? chosen("imapPassword") : undefined;
  const smtpPassword = byPassword && smtpUser !== "" ? chosen("smtpPassword") : undefined;
  const clientSecret = byPassword ? undefined : chosen("clientSecret");
  const kept = way === "http" ? saved?.httpSecret : undefined;
  const httpSecret = way === "http" && !kept ? randomToken() : null;
  const secrets: MailSecrets = {
    ...(imapPassword && { imapPassword }),
    ...(smtpPassword && { smtpPassword }),
    ...(clientSecret && { clientSecret }),
    ...(httpSecret ? { httpSecret } : kept && { httpSecret: kept }),
    ...(!byPassword && saved?.tokens && { tokens: saved.tokens }),
    ...(!byPassword && saved?.consent && { consent: saved.consent }),
  };
  return { secrets, httpSecret };
}

async function teamNames(tx: Tx, ids: readonly number[]) {
  const teams = await tx.selectFrom("team").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(teams.map(({ id, name }) => [id, name]));
}
