/** What the login page says for the code in its address. Null for none. */
export function signInSentence(code: string | null): string | null {
  if (!code) return null;
  return SENTENCES[code] ?? "Signing in did not work.";
}

const SENTENCES: Partial<Record<string, string>> = Object.assign(Object.create(null), {
  CredentialsSignin: "The e-mail or password is not right.",
  SessionRequired: "Sign in to open that page.",
  Invitation: "This link has been used, or is too old. Ask for a new one.",
  AccessDenied: "This account may not sign in.",
});
