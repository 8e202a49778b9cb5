import * as say from "./auth-copy";

/** For a sign-in the server has no room for; its page has status 503. */
export const TOO_MANY_SIGN_INS = "TooManySignIns";

/** The page an invitation link leads to, without its key. */
export const INVITATION_PAGE = "/login?invitation=open";

/** Login page message for the error code in its URL; null for none. */
export function signInSentence(code: string | null): string | null {
  if (!code) return null;
  return SENTENCES[code] ?? say.signInFailed;
}

const SENTENCES: Partial<Record<string, string>> = Object.assign(Object.create(null), {
  CredentialsSignin: say.emailOrPasswordWrong,
  SessionRequired: say.signInToOpenThat,
  Invitation: say.linkUsedOrExpired,
  [TOO_MANY_SIGN_INS]: say.tooManySignIns,
  AccessDenied: say.accountCannotSignIn,
});
