import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { Db } from "~/db/types";
import { emailKeyOf } from "~/features/users/user-keys";
import { findForSignIn } from "~/features/users/user-queries.server";
import { USER_LIMITS } from "~/features/users/user-words";
import { textOf } from "~/http/form.server";
import { cleanLine } from "~/lib/text";
import { turns } from "~/lib/turns";
import type { Fields } from "./auth-request.server";
import { pretendToVerify, verifyPassword } from "./password.server";
import { countFailure, forgiveFailures, mayAttempt } from "./sign-in-limits.server";

export type SignIn = { ok: true; userId: number } | { ok: false; why: "wrong" | "not_allowed" };

/** `address` is the network address of the browser. */
type Around = { db: Db; address: string };

/**
 * Signs in with the fields `email` and `password`.
 *
 * Blanks around the e-mail are dropped and its case does not count; the password is taken as it is. An unknown person, a
 * wrong password and too many failures look alike, in the answer and in time.
 */
export function signInWithPassword(around: Around, fields: Fields): Promise<SignIn> {
  const authenticator = new Authenticator<SignIn>();
  const strategy = new FormStrategy<SignIn>(({ form }) => checkCredentials(around, form));
  authenticator.use(strategy, "credentials");
  // The body has been read, and may have been JSON: the strategy gets the same fields as a form.
  const body = new URLSearchParams([...fields].map(([name, value]): [string, string] => [name, value]));
  return authenticator.authenticate("credentials", new Request("http://desk/", { method: "POST", body }));
}

/** Two attempts at a time, each counted before the next is looked at: many at once are no way around the limit. */
const inTurn = turns(2);

async function checkCredentials({ db, address }: Around, form: FormData): Promise<SignIn> {
  const login = emailKeyOf(cleanLine(textOf(form, "email").slice(0, 2 * USER_LIMITS.email)));
  const password = textOf(form, "password");
  const attempt = { login, address };

  const seen = await inTurn(async (): Promise<SignIn | null> => {
    if (!(await mayAttempt(db, attempt))) return null;
    const person = await findForSignIn(db, login);
    const isRight = await verifyPassword(password, person?.password_hash ?? null);
    if (!person || !isRight) {
      await countFailure(db, attempt);
      return { ok: false, why: "wrong" };
    }
    await forgiveFailures(db, attempt);
    return person.state === "active" ? { ok: true, userId: person.id } : { ok: false, why: "not_allowed" };
  });
  if (seen) return seen;
  await pretendToVerify();
  return { ok: false, why: "wrong" };
}
