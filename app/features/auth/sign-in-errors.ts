import * as say from "./auth-copy";

/** The code of a sign-in that the server had no room for; its page has status 503. */
export const TOO_MANY_SIGN_INS = "TooManySignIns";

/** The page an invitation link leads to, without its key. */
export const INVITATION_PAGE = "/login?invitation=open";

/** What the login page says for the code in its address. Null for none. */
export function signInSentence(code: string | null): string | null {
  if (!code) return null;
  return SENTENCES[code] ?? say.signingInDidNotWork;
}

const SENTENCES: Partial<Record<string, string>> = Object.assign(Object.create(null), {
  CredentialsSignin: say.emailOrPasswordWrong,
  SessionRequired: say.signInToOpenThat,
  Invitation: say.linkIsUsedOrOld,
  [TOO_MANY_SIGN_INS]: say.tooManySignIns,
  AccessDenied: say.accountMayNotSignIn,
});
