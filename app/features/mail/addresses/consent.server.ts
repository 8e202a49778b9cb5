import { createHmac, timingSafeEqual } from "node:crypto";
import type { Db } from "~/db/types";
import { logSecurity } from "~/features/security-log/security-log.server";
import type { Viewer } from "~/features/users/users";
import { MINUTE_MS } from "~/lib/durations";
import { secretOf, settings } from "~/lib/settings.server";
import { providerOf } from "../transport/mail-tokens.server";
import { startConsent } from "../transport/oauth-tokens.server";
import { readOptions } from "./address-columns.server";
import { needsConsent } from "./addresses";
import * as say from "./addresses-copy";
import { changeAddresses } from "./mail-address-changes.server";
import { decryptSecrets, encryptSecrets } from "./mail-secrets.server";

/*
 * An admin's consent at the provider. `state` is signed for the session that started it, so no other browser can finish
 * it. The code is exchanged by a job (transport/mail-tokens).
 */

/** The URL to which the provider returns admins. */
export const consentRedirect = (origin: string) => `${origin}/settings/addresses/consent`;

const LASTS_MS = 15 * MINUTE_MS;

const digest = (purpose: string, text: string) =>
  createHmac("sha256", secretOf(settings())).update(`mail consent ${purpose} ${text}`).digest("base64url");

/** Proves to the provider that the exchange belongs to the start (PKCE), without being kept anywhere. */
const verifierOf = (state: string) => digest("verifier", state);

function stateFor(sessionId: string, addressId: number, now: number): string {
  const claim = `${addressId}.${now}`;
  return `${claim}.${digest("state", `${claim} ${sessionId}`)}`;
}

/** The address a consent was requested for; null for a state that is forged, expired or from another session. */
export function readState(state: string, sessionId: string, now: number): number | null {
  const [, claim = "", id, at, mac = ""] = /^((\d{1,9})\.(\d{1,15}))\.([\w-]{43})$/.exec(state) ?? [];
  const right = digest("state", `${claim} ${sessionId}`);
  if (mac.length !== right.length || !timingSafeEqual(Buffer.from(mac), Buffer.from(right))) return null;
  return now - Number(at) <= LASTS_MS ? Number(id) : null;
}

/** The provider's consent URL; null for an address that needs no consent. */
export async function consentUrl(
  db: Db,
  id: number,
  { sessionId, origin }: { sessionId: string; origin: string },
  now: number,
): Promise<string | null> {
  const row = await db
    .selectFrom("mail_address")
    .select(["address", "options"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) return null;
  const options = readOptions(row);
  if (!needsConsent(options)) return null;
  const state = stateFor(sessionId, id, now);
  const client = { clientId: options.clientId, clientSecret: "", redirectUri: consentRedirect(origin) };
  return startConsent(providerOf(options), client, { state, verifier: verifierOf(state) }, row.address);
}

/** Stores the provider's code. It replaces earlier tokens once exchanged. */
export async function takeConsent(
  db: Db,
  viewer: Viewer,
  { id, code, state, origin }: { id: number; code: string; state: string; origin: string },
  now: number,
) {
  type Taken = { ok: true; address: string; paused: boolean } | { ok: false; why: "not_allowed" | "no_such_address" };
  return changeAddresses<Taken>(db, viewer, async (tx) => {
    const row = await tx
      .selectFrom("mail_address")
      .select(["address", "team_id", "secrets", "options", "paused"])
      .where("id", "=", id)
      .where("deleted_at", "is", null)
      .executeTakeFirst();
    const secrets = row && decryptSecrets(row.secrets);
    if (!secrets || !needsConsent(readOptions(row))) return { ok: false, why: "no_such_address" };
    const consent = { code, verifier: verifierOf(state), redirectUri: consentRedirect(origin) };
    await tx
      .updateTable("mail_address")
      .set({ secrets: encryptSecrets({ ...secrets, consent }), updated_at: now })
      .where("id", "=", id)
      .execute();
    const details = { Of: row.address, [say.consent]: say.secretChanged };
    await logSecurity(tx, { kind: "mail_address_changed", actorId: viewer.id, teamId: row.team_id, details }, now);
    return { ok: true, address: row.address, paused: row.paused !== null };
  });
}
