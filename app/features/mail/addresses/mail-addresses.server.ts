import { type Selectable, sql } from "kysely";
import type { Database, Db } from "~/db/types";
import { siteNameOf } from "~/features/branding/branding";
import { listSites } from "~/features/branding/sites.server";
import { MOST_COUNTED } from "~/features/records/capped-count";
import { settings } from "~/lib/settings.server";
import {
  asFields,
  COLUMNS,
  readIncoming,
  readOptions,
  readOutgoing,
  type ServerSettings,
} from "./address-columns.server";
import { type MailOptions, needsConsent, type SignIn, type UnknownSenders, type Way } from "./addresses";
import { decryptSecrets, type MailSecrets } from "./mail-secrets.server";

/** When the oldest unprocessed message of an address arrived. */
const oldestWaiting = sql<number | null>`(
  select min(received_at) from inbound_mail where outcome is null and inbound_mail.address_id = mail_address.id
)`;

/** By team, then address; the sender of a team first. For admins. */
export async function listAddresses(db: Db) {
  const rows = await db
    .selectFrom("mail_address")
    .innerJoin("team", "team.id", "mail_address.team_id")
    .select(["mail_address.id", "address", "display_name", "way", "is_sender", "secrets", "paused", "paused_at"])
    .select(["options", "succeeded_at", "failed_at", "failure", "team.name as team"])
    .select(oldestWaiting.as("oldest"))
    .where("deleted_at", "is", null)
    .orderBy("team.name")
    .orderBy("team.id")
    .orderBy("is_sender", "desc")
    .orderBy("address_key")
    .execute();
  return rows.map(({ secrets, oldest, ...row }) => ({
    ...{ id: row.id, address: row.address, displayName: row.display_name, way: row.way, team: row.team },
    isSender: row.is_sender === 1,
    health: healthOf(row, secrets),
    succeededAt: row.succeeded_at,
    oldest: oldest === null ? null : Number(oldest),
  }));
}

export type ListedAddress = Awaited<ReturnType<typeof listAddresses>>[number];

/** The state of an address: its most important problem or status, with a sentence. `since` in UTC milliseconds. */
export type AddressHealth =
  | { state: "paused" | "failing"; words: string; since: number }
  | { state: "asks_for_consent" | "exchanges_consent"; signIn: SignIn }
  | { state: "asks_for_passwords" | "working" | "unused" };

type HealthRow = Pick<
  Selectable<Database["mail_address"]>,
  "paused" | "paused_at" | "failed_at" | "failure" | "succeeded_at" | "options"
>;

function healthOf(row: HealthRow, secrets: string): AddressHealth {
  if (row.paused !== null) return { state: "paused", words: row.paused, since: row.paused_at ?? 0 };
  const readable = decryptSecrets(secrets);
  if (readable === null) return { state: "asks_for_passwords" };
  const options = readOptions(row);
  if (readable.consent) return { state: "exchanges_consent", signIn: options.signIn };
  if (needsConsent(options) && !readable.tokens) return { state: "asks_for_consent", signIn: options.signIn };
  if (row.failure !== null) return { state: "failing", words: row.failure, since: row.failed_at ?? 0 };
  return { state: row.succeeded_at === null ? "unused" : "working" };
}

/** An address for its form. `saved`: which secrets are stored; null if they can't be read. For admins. */
export async function readAddress(db: Db, id: number) {
  const row = await db
    .selectFrom("mail_address")
    .select(["id", "is_sender", "secrets", "version", "http_key", ...COLUMNS])
    .select(["paused", "paused_at", "succeeded_at", "failed_at", "failure"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  const secrets = decryptSecrets(row.secrets);
  return {
    ...{ id: row.id, version: row.version, fields: asFields(row), isSender: row.is_sender === 1 },
    httpKey: row.way === "http" ? row.http_key : null,
    health: healthOf(row, row.secrets),
    consent: needsConsent(readOptions(row)) && {
      isGiven: secrets?.tokens !== undefined,
      until: secrets?.tokens?.consentUntil ?? null,
    },
    saved: secrets && {
      imapPassword: secrets.imapPassword !== undefined,
      smtpPassword: secrets.smtpPassword !== undefined,
      clientSecret: secrets.clientSecret !== undefined,
    },
  };
}

export type ReadAddress = NonNullable<Awaited<ReturnType<typeof readAddress>>>;

/** Choices of the form. `team`: an archived one stays a choice for its address. */
export async function addressChoices(db: Db, team = 0) {
  const teams = await db
    .selectFrom("team")
    .select(["id", "name"])
    .where((eb) => eb.or([eb("archived_at", "is", null), eb("id", "=", team)]))
    .orderBy("is_default", "desc")
    .orderBy("name")
    .orderBy("id")
    .execute();
  const { siteNames } = settings();
  const sites = (await listSites(db)).map(({ host, name }) => ({ host, name: name || siteNameOf(host, siteNames) }));
  return { teams, sites };
}

export type AddressChoices = Awaited<ReturnType<typeof addressChoices>>;

/** Messages in quarantine that no admin has handled, counted up to `MOST_COUNTED + 1`. */
export async function countQuarantined(db: Db): Promise<number> {
  const some = db
    .selectFrom("inbound_mail")
    .select("id")
    .where("outcome", "=", "quarantined")
    .where("handled_at", "is", null)
    .limit(MOST_COUNTED + 1);
  const { count } = await db
    .selectFrom(some.as("some"))
    .select(({ fn }) => fn.countAll().as("count"))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** An address as fetching and sending need it. */
export type MailAccount = {
  id: number;
  address: string;
  addressKey: string;
  teamId: number;
  host: string;
  displayName: string;
  isSender: boolean;
  unknownSenders: UnknownSenders;
  way: Way;
  /** Null if mail is handed over. */
  incoming: ServerSettings | null;
  outgoing: ServerSettings;
  /**
   * Null if they can't be read: an admin has to enter the passwords again. Without tokens, because they change every
   * hour and a changed account reconnects.
   */
  secrets: Omit<MailSecrets, "tokens" | "consent"> | null;
  /** False until its passwords are entered again, or its first access token arrives. */
  canSignIn: boolean;
  options: MailOptions;
  /** The authserv-id of the trusted server: as entered, else as detected by a test message. */
  trustedServer: string | null;
  plusArrives: boolean | null;
  paused: string | null;
};

/** Addresses with their secrets, by id; for jobs, never for pages. */
export async function mailAccounts(
  db: Db,
  { id, team, httpKey }: { id?: number; team?: number; httpKey?: string } = {},
): Promise<MailAccount[]> {
  let rows = db.selectFrom("mail_address").selectAll().where("deleted_at", "is", null).orderBy("id");
  if (id !== undefined) rows = rows.where("id", "=", id);
  if (team !== undefined) rows = rows.where("team_id", "=", team);
  if (httpKey !== undefined) rows = rows.where("way", "=", "http").where("http_key", "=", httpKey);
  return (await rows.execute()).map((row) => {
    const [options, secrets] = [readOptions(row), decryptSecrets(row.secrets)];
    return {
      ...{ id: row.id, address: row.address, addressKey: row.address_key, teamId: row.team_id, host: row.host },
      ...{ displayName: row.display_name, isSender: row.is_sender === 1, way: row.way, paused: row.paused },
      ...{ unknownSenders: row.unknown_senders },
      ...{ incoming: readIncoming(row), outgoing: readOutgoing(row), options },
      secrets: withoutTokens(secrets),
      canSignIn: secrets !== null && (options.signIn === "password" || secrets.tokens !== undefined),
      trustedServer: row.trusted_server || row.learned_server,
      plusArrives: row.plus_arrives === null ? null : row.plus_arrives === 1,
    };
  });
}

function withoutTokens(secrets: MailSecrets | null): MailAccount["secrets"] {
  if (secrets === null) return null;
  const { tokens: _, consent: __, ...lasting } = secrets;
  return lasting;
}
