import * as say from "./auth-copy";

/** For a sign-in the server has no room for; its page has status 503. */
export const TOO_MANY_SIGN_INS = "TooManySignIns";

/** For a sign-in link in an email that has been used or has expired. */
export const LINK_USED = "SignInLink";

/**
 * The page of links in emails that act, open to everyone: a key is all it takes. It shows a button first, because mail
 * scanners open links, too.
 */
export const LINK_PAGE = "/login/link";

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
  [LINK_USED]: say.signInLinkUsed,
  [TOO_MANY_SIGN_INS]: say.tooManySignIns,
  AccessDenied: say.accountCannotSignIn,
});
