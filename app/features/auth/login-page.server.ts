import { readCookie } from "~/http/cookies.server";
import { authOrigin } from "~/http/origin.server";
import { settings } from "~/lib/settings.server";
import { authCookies, cookiesOf } from "./auth-cookies.server";
import { acceptedCallbackUrl, pathOf } from "./callback-url";
import { hasSignedOut, rememberTypedEmail, takeTypedEmail } from "./oidc-cookies.server";
import { providersOf } from "./providers.server";
import { signInSentence } from "./sign-in-words";

/** What the login page shows, and the cookies to send with it. */
export function loginPage(request: Request) {
  const origin = authOrigin(request, settings()) ?? "";
  const cookies = authCookies(origin);
  const { searchParams: query } = new URL(request.url);
  const wanted = query.get("callbackUrl") ?? readCookie(request, cookies.callbackUrl);
  const typed = takeTypedEmail(request, cookies);
  const external = providersOf(settings()).filter((provider) => provider.type !== "credentials");
  return {
    page: {
      /** Why the visitor is here again; null on a first visit. */
      refusal: signInSentence(query.get("error")),
      email: typed.email,
      /** Somebody has just chosen their password. */
      isReady: query.get("ready") === "yes",
      signedOut: hasSignedOut(request, cookies),
      /** A path: the page must not repeat a host that only a header names. */
      callbackUrl: pathOf(acceptedCallbackUrl(wanted, origin), origin),
      external: external.map(({ id, name }) => ({ id, name })),
    },
    cookies: typed.setCookie ? [typed.setCookie] : [],
  };
}

/** The cookies with which the login page, opened next, knows the address already. */
export const emailOnLoginPage = (request: Request, email: string) => rememberTypedEmail(cookiesOf(request), email);
