import { codePoints } from "~/lib/text";
import { USER_LIMITS } from "./user-words";
import * as say from "./users-texts";

/** What is wrong with a new password, as a sentence; null when nothing is. It is never trimmed or changed. */
export function passwordProblem(password: string, { email }: { email: string | null }): string | null {
  const length = codePoints(password);
  if (length === 0) return say.enterAPassword;
  if (length < USER_LIMITS.passwordMin) return say.passwordAtLeast(USER_LIMITS.passwordMin);
  if (length > USER_LIMITS.passwordMax) return say.passwordAtMost(USER_LIMITS.passwordMax);
  if (email !== null && password.trim().toLowerCase() === email.toLowerCase()) {
    return say.passwordIsTheAddress;
  }
  return null;
}
