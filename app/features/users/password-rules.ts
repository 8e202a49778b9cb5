import { codePoints } from "~/lib/text";
import { USER_LIMITS } from "./user-words";

/** What is wrong with a new password, as a sentence; null when nothing is. It is never trimmed or changed. */
export function passwordProblem(password: string, { email }: { email: string | null }): string | null {
  const length = codePoints(password);
  if (length === 0) return "Enter a password.";
  if (length < USER_LIMITS.passwordMin) return `A password has at least ${USER_LIMITS.passwordMin} characters.`;
  if (length > USER_LIMITS.passwordMax) return `A password has at most ${USER_LIMITS.passwordMax} characters.`;
  if (email !== null && password.trim().toLowerCase() === email.toLowerCase()) {
    return "The e-mail address cannot be the password.";
  }
  return null;
}
