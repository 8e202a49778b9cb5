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
import { type Attempt, countFailure, forgiveFailures, mayAttempt } from "./sign-in-limits.server";

/**
 * `passwordHash` is what the password was checked against, where it was one; `userId` whose account it was, if anybody's.
 * `unseen`: there had been too many, and nothing was looked at.
 */
export type SignIn =
  | { ok: true; userId: number; passwordHash?: string | undefined }
  | { ok: false; why: "wrong" | "not_allowed"; userId?: number | undefined; unseen?: boolean };

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

/**
 * Whether `password` is the one of `hash`, or of nobody where that is null; a wrong one counts as a failed sign-in.
 * Null when there have been too many: then it was not looked at.
 */
export function isRightPassword(
  db: Db,
  attempt: Attempt,
  password: string,
  hash: string | null,
): Promise<boolean | null> {
  return inTurn(async () => {
    if (!(await mayAttempt(db, attempt))) return null;
    const isRight = await verifyPassword(password, hash);
    await (isRight ? forgiveFailures(db, attempt) : countFailure(db, attempt));
    return isRight;
  });
}

async function checkCredentials({ db, address }: Around, form: FormData): Promise<SignIn> {
  const login = emailKeyOf(cleanLine(textOf(form, "email").slice(0, 2 * USER_LIMITS.email)));
  const person = await findForSignIn(db, login);
  const hash = person?.password_hash ?? null;
  // However many addresses an account has, the failures are its own.
  const attempt = { login: person?.email_key ?? login, address };
  const isRight = await isRightPassword(db, attempt, textOf(form, "password"), hash);
  if (isRight === null) await pretendToVerify();
  if (!person || !isRight) return { ok: false, why: "wrong", userId: person?.id, unseen: isRight === null };
  return person.state === "active"
    ? { ok: true, userId: person.id, passwordHash: hash ?? undefined }
    : { ok: false, why: "not_allowed", userId: person.id };
}
