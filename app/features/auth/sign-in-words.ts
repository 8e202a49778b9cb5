import * as say from "./auth-texts";

/** What the login page says for the code in its address. Null for none. */
export function signInSentence(code: string | null): string | null {
  if (!code) return null;
  return SENTENCES[code] ?? say.signingInDidNotWork;
}

const SENTENCES: Partial<Record<string, string>> = Object.assign(Object.create(null), {
  CredentialsSignin: say.emailOrPasswordWrong,
  SessionRequired: say.signInToOpenThat,
  Invitation: say.linkIsUsedOrOld,
  AccessDenied: say.accountMayNotSignIn,
});
