import { forUpdate } from "~/db/locks.server";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { type Lease, takeLease } from "~/features/jobs/lease.server";
import { MINUTE_MS } from "~/lib/durations";
import { readOptions } from "../addresses/address-columns.server";
import { noteFailure, pauseAfterRefusal } from "../addresses/address-health.server";
import { type MailOptions, needsConsent } from "../addresses/addresses";
import * as say from "../addresses/addresses-copy";
import { decryptSecrets, encryptSecrets, type MailSecrets } from "../addresses/mail-secrets.server";
import type { MailAuth } from "./mail-server";
import { OAuthRefused } from "./oauth-refused";
import {
  applicationTokens,
  exchangeCode,
  google,
  microsoft365,
  type OAuthProvider,
  type OAuthTokens,
  refreshTokens,
} from "./oauth-tokens.server";

/* Access tokens of addresses at Microsoft 365 and Google. A separate job fetches them; connections only read them. */

export type ProviderOf = (options: Pick<MailOptions, "signIn" | "tenant">) => OAuthProvider;

export const providerOf: ProviderOf = ({ signIn, tenant }) => (signIn === "google" ? google() : microsoft365(tenant));

/** An address's sign-in with its newest token, which is renewed before it expires. */
export const tokenAuth = (db: Db, id: number): MailAuth => ({
  async accessToken(refused) {
    const tokens = (await secretsOf(db, id))?.tokens;
    if (!tokens) throw new Error(say.consentWaits);
    // The server refuses the new token too, so show its reason.
    if (tokens.access === refused && tokens.isAfterRefusal) return tokens.access;
    if (tokens.access === refused) await changeSecrets(db, id, (secrets) => withoutToken(secrets, refused));
    else if (tokens.expiresAt > Date.now()) return tokens.access;
    throw new Error(say.tokenRenews);
  },
});

/** Requests a token renewal, unless it has already happened. */
const withoutToken = (secrets: MailSecrets, refused: string): MailSecrets =>
  secrets.tokens?.access === refused
    ? { ...secrets, tokens: { ...secrets.tokens, expiresAt: 0, isRefused: true } }
    : secrets;

async function secretsOf(db: Db, id: number): Promise<MailSecrets | null> {
  const row = await db.selectFrom("mail_address").select("secrets").where("id", "=", id).executeTakeFirst();
  return row ? decryptSecrets(row.secrets) : null;
}

/** Changes the current secrets; a no-op if they can't be read. */
const changeSecrets = (db: Db, id: number, change: (secrets: MailSecrets) => MailSecrets) =>
  inTransaction(db, async (tx) => {
    const row = await forUpdate(
      tx,
      tx.selectFrom("mail_address").select("secrets").where("id", "=", id),
    ).executeTakeFirst();
    const secrets = row && decryptSecrets(row.secrets);
    if (!secrets) return;
    const changed = encryptSecrets(change(secrets));
    await tx.updateTable("mail_address").set({ secrets: changed }).where("id", "=", id).execute();
  });

/** How long before its expiry a token is renewed. */
const EARLY_MS = 10 * MINUTE_MS;
/** Delay after a failure at the provider. */
const RETRY_MS = MINUTE_MS;
const LEASE_MS = 2 * MINUTE_MS;

export type RenewTokens = {
  providerOf?: ProviderOf;
  /** When to retry an address whose provider failed, by its id. Kept by the caller. */
  notBefore: Map<number, number>;
};

/**
 * Exchanges new consents, and renews tokens that expire soon, in one process at a time. Pauses an address whose token
 * is refused.
 */
export async function renewTokens(
  db: Db,
  holder: string,
  { providerOf: provider = providerOf, notBefore }: RenewTokens,
  now: number,
): Promise<void> {
  const lease: Lease = { name: "mail_tokens", holder };
  for (const { id, way, options, secrets } of await dueAddresses(db, now)) {
    if ((notBefore.get(id) ?? 0) > now || !(await takeLease(db, lease, Date.now(), LEASE_MS))) continue;
    try {
      const tokens = await fetchTokens(provider(options), options, secrets);
      await changeSecrets(db, id, (current) => withTokens(current, secrets, tokens));
    } catch (error) {
      notBefore.set(id, now + RETRY_MS);
      const words = error instanceof Error ? error.message : String(error);
      await noteFailure(db, id, way === "imap" ? "in" : "out", words, now); // a success of the same direction ends it
      if (!(error instanceof OAuthRefused)) continue;
      await changeSecrets(db, id, ({ consent: _, ...rest }) => rest);
      await pauseAfterRefusal(db, id, words, now);
    }
  }
}

async function dueAddresses(db: Db, now: number) {
  const rows = await db
    .selectFrom("mail_address")
    .select(["id", "way", "options", "secrets", "paused"])
    .where("deleted_at", "is", null)
    .where("options", "like", '%"signIn"%') // only those that differ from a password
    .execute();
  return rows.flatMap((row) => {
    const [options, secrets] = [readOptions(row), decryptSecrets(row.secrets)];
    if (options.signIn === "password" || !secrets?.clientSecret) return [];
    const { tokens, consent } = secrets;
    const endsSoon = tokens ? tokens.expiresAt - EARLY_MS <= now : !needsConsent(options);
    return consent || (endsSoon && row.paused === null) ? [{ id: row.id, way: row.way, options, secrets }] : [];
  });
}

function fetchTokens(provider: OAuthProvider, options: MailOptions, secrets: MailSecrets): Promise<OAuthTokens> {
  const { consent, tokens } = secrets;
  const client = {
    ...{ clientId: options.clientId, clientSecret: secrets.clientSecret ?? "" },
    redirectUri: consent?.redirectUri ?? "",
  };
  if (!needsConsent(options)) return applicationTokens(provider, client);
  if (consent) return exchangeCode(provider, client, consent.code, consent.verifier);
  return refreshTokens(provider, client, tokens?.refresh ?? "");
}

/** Drops tokens that were requested with a client secret replaced in the meantime. */
function withTokens(current: MailSecrets, asked: MailSecrets, made: OAuthTokens): MailSecrets {
  if (current.clientSecret !== asked.clientSecret) return current;
  const { consent, tokens, ...rest } = current;
  return {
    ...rest,
    ...(consent && consent.code !== asked.consent?.code && { consent }),
    tokens: {
      ...{ access: made.accessToken, refresh: made.refreshToken ?? tokens?.refresh ?? null, expiresAt: made.expiresAt },
      consentUntil: made.refreshExpiresAt ?? tokens?.consentUntil ?? null,
      ...(tokens?.isRefused && !asked.consent && { isAfterRefusal: true }),
    },
  };
}
