import type { Configuration } from "openid-client";
import type { Db } from "~/db/types";
import { verifyAddress } from "~/features/users/addresses.server";
import { emailKeyOf } from "~/features/users/user-keys.server";
import { findForSignIn } from "~/features/users/user-queries.server";
import type { Settings } from "~/lib/settings.server";
import type { SignIn } from "./credentials.server";

/** The provider's id in our addresses: `/api/auth/callback/oidc`. */
export const EXTERNAL_ID = "oidc";

const TIMEOUT_SECONDS = 10;

/** Most desks never need it: it is loaded with the first sign-in of this kind. */
const openidClient = () => import("openid-client");

type Provider = NonNullable<Settings["oidc"]>;

/** What the browser keeps for us until it comes back: proves that it began this sign-in itself. */
export type Errand = { state: string; verifier: string; nonce: string };

/** Where to send the browser, and what it has to bring back. Throws when the provider cannot be reached. */
export async function beginExternal(provider: Provider, redirectUri: string): Promise<{ url: string } & Errand> {
  const openid = await openidClient();
  const configuration = await configurationOf(provider);
  const errand = {
    state: openid.randomState(),
    verifier: openid.randomPKCECodeVerifier(),
    nonce: openid.randomNonce(),
  };
  const url = openid.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: ["openid", "email", "profile"].join(" "),
    state: errand.state,
    nonce: errand.nonce,
    code_challenge: await openid.calculatePKCECodeChallenge(errand.verifier),
    code_challenge_method: "S256",
  });
  return { url: url.href, ...errand };
}

/**
 * Who came back from the provider. Only people we know may enter: a verified address decides, and an account is made by
 * an admin, not by the owner of a mailbox. Only confirmed addresses count: otherwise agents could enter their own address for a
 * requester and sign in as them. `currentUrl` is the address the browser came back to, with its query.
 * Throws for an answer that is forged, stale, of another browser, or a refusal.
 */
export async function finishExternal(db: Db, provider: Provider, currentUrl: URL, errand: Errand): Promise<SignIn> {
  const openid = await openidClient();
  const configuration = await configurationOf(provider);
  const tokens = await openid.authorizationCodeGrant(configuration, currentUrl, {
    expectedState: errand.state,
    expectedNonce: errand.nonce,
    pkceCodeVerifier: errand.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new Error("The provider sent no identity.");
  // Many providers name the address only when asked for it.
  const told = claims.email ? claims : await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub);
  if (typeof told.email !== "string" || told.email_verified !== true) return { ok: false, why: "not_allowed" };
  const emailKey = emailKeyOf(told.email);
  const person = await findForSignIn(db, emailKey);
  if (person?.state !== "active") return { ok: false, why: "not_allowed" };
  await verifyAddress(db, emailKey, Date.now());
  return { ok: true, userId: person.id };
}

const known = new Map<string, Promise<Configuration>>();

/** What the provider says about itself, asked for once; a failed question is asked again. */
function configurationOf({ issuer, clientId, clientSecret }: Provider): Promise<Configuration> {
  const key = `${issuer} ${clientId}`;
  const asked = known.get(key);
  if (asked) return asked;
  const address = new URL(issuer);
  // Secrets travel over plain http on this machine at most: for trying things out, and for tests.
  const isHere = address.protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(address.hostname);
  const answer = openidClient().then(({ discovery, allowInsecureRequests }) =>
    discovery(address, clientId, clientSecret, undefined, {
      timeout: TIMEOUT_SECONDS,
      ...(isHere && { execute: [allowInsecureRequests] }),
    }),
  );
  known.set(key, answer);
  answer.catch(() => known.delete(key));
  return answer;
}
