import type { Configuration } from "openid-client";
import type { Db } from "~/db/types";
import { verifyAddress } from "~/features/users/addresses.server";
import { findForSignIn } from "~/features/users/user-queries.server";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import type { Settings } from "~/lib/settings.server";
import type { SignIn } from "./credentials.server";

/** The provider's id in our URLs: `/api/auth/callback/oidc`. */
export const EXTERNAL_ID = "oidc";

const TIMEOUT_SECONDS = 10;

/** Loaded on the first external sign-in, because most desks never need it. */
const openidClient = () => import("openid-client");

type Provider = NonNullable<Settings["oidc"]>;

/** Kept in the browser until it returns, to prove that it started this sign-in. */
export type Errand = { state: string; verifier: string; nonce: string };

/**
 * The URL to send the browser to, and the values its return is checked against. Throws if the provider can't be
 * reached.
 */
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
 * Signs in the person returning from the provider. Never creates an account: only admins do.
 * Only confirmed addresses count: otherwise agents could enter their own address for a requester and sign in as them.
 * Throws for a response that is forged, stale or a refusal, or from another browser.
 *
 * currentUrl  the URL the browser returned to, with its query
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
  // Many providers return the address only from the userinfo endpoint.
  const told = claims.email ? claims : await openid.fetchUserInfo(configuration, tokens.access_token, claims.sub);
  if (typeof told.email !== "string" || told.email_verified !== true) return { ok: false, why: "not_allowed" };
  const emailKey = emailKeyOf(told.email);
  const person = await findForSignIn(db, emailKey);
  if (person?.state !== "active") return { ok: false, why: "not_allowed" };
  await verifyAddress(db, emailKey, Date.now());
  return { ok: true, userId: person.id };
}

const known = new Map<string, Promise<Configuration>>();

/** The provider's discovery document, cached. A failed request is retried next time. */
function configurationOf({ issuer, clientId, clientSecret }: Provider): Promise<Configuration> {
  const key = `${issuer} ${clientId}`;
  const asked = known.get(key);
  if (asked) return asked;
  const address = new URL(issuer);
  // Allows plain http on this machine only, for trials and tests: secrets travel with it.
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
