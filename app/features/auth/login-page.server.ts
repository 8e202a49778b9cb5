import { readCookie } from "~/http/cookies.server";
import { authOrigin } from "~/http/origin.server";
import { type Settings, settings } from "~/lib/settings.server";
import { authCookies, cookiesOf } from "./auth-cookies.server";
import { BASE_PATH } from "./auth-request.server";
import { acceptedCallbackUrl, pathOf } from "./callback-url";
import { EXTERNAL_ID } from "./external-sign-in.server";
import { hasSignedOut, takeTypedEmail, typedEmailCookie } from "./oidc-cookies.server";
import { signInSentence } from "./sign-in-errors";

export type Provider = { id: string; name: string; type: "credentials" | "oauth" };

/** By password always, and through an external provider if one is configured. */
export function providersOf({ oidc }: Pick<Settings, "oidc">): Provider[] {
  const byPassword: Provider = { id: "credentials", name: "Credentials", type: "credentials" };
  return oidc ? [byPassword, { id: EXTERNAL_ID, name: oidc.name, type: "oauth" }] : [byPassword];
}

/** Providers as clients read them: keyed by id, with absolute URLs and without secrets. */
export function providersAnswer(providers: Provider[], origin: string) {
  return Object.fromEntries(
    providers.map(({ id, name, type }) => {
      const address = (action: string) => `${origin}${BASE_PATH}/${action}/${id}`;
      return [id, { id, name, type, signinUrl: address("signin"), callbackUrl: address("callback") }];
    }),
  );
}

/** Login page data, and the cookies to send with it. `callbackUrl`: from a form, if it isn't in the URL. */
export function loginPage(request: Request, callbackUrl: string | null = null) {
  const origin = authOrigin(request, settings()) ?? "";
  const cookies = authCookies(origin);
  const { searchParams: query } = new URL(request.url);
  const wanted = callbackUrl ?? query.get("to") ?? query.get("callbackUrl") ?? readCookie(request, cookies.callbackUrl);
  const typed = takeTypedEmail(request, cookies);
  const external = providersOf(settings()).filter((provider) => provider.type !== "credentials");
  return {
    page: {
      /** Error message of the last attempt; null for none. */
      refusal: signInSentence(query.get("error")),
      /** Prefilled after a refused sign-in. */
      email: typed.email,
      /** The link that the visitor has just asked for. */
      sent: sentIn(query),
      /** The visitor has just set a password. */
      isReady: query.get("ready") === "yes",
      /** The last user signed out, so the browser deletes its copies of their drafts. */
      signedOut: hasSignedOut(request, cookies),
      /** A path: the page must not repeat a host taken from a header. */
      callbackUrl: pathOf(acceptedCallbackUrl(wanted, origin), origin),
      external: external.map(({ id, name }) => ({ id, name })),
    },
    cookies: typed.setCookie ? [typed.setCookie] : [],
  };
}

function sentIn(query: URLSearchParams): "sign_in" | "password" | null {
  const sent = query.get("sent");
  return sent === "sign_in" || sent === "password" ? sent : null;
}

/** Cookies that prefill the address on the sign-in page. */
export const emailOnLoginPage = (request: Request, email: string) => typedEmailCookie(cookiesOf(request), email);
