import { Authenticator } from "remix-auth";
import { FormStrategy } from "remix-auth-form";
import type { Db } from "~/db/types";
import { findForSignIn } from "~/features/users/user-queries.server";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import { USER_LIMITS } from "~/features/users/users";
import { textOf } from "~/http/form.server";
import { Busy, fairQueue } from "~/lib/fair-queue";
import { networksOf } from "~/lib/network-address.server";
import { cleanLine } from "~/lib/text";
import type { Fields } from "./auth-request.server";
import { verifyPassword } from "./password.server";
import { knownDevice } from "./sign-in-device.server";
import { type Attempt, countFailure, delayOf, forgiveFailures, isTrusted } from "./sign-in-limits.server";

/** Attempts this process delays at a time: limits what strangers can hold up, and their guesses. */
const MOST = {
  all: 200,
  account: 8,
  /** Per IPv4 address or IPv6 /48, so that one stranger can't take all places of an account. */
  site: 4,
};

/** Counts attempts while they are delayed. */
function delayedAttempts() {
  const counts = new Map<string, number>();

  /** Delays this attempt by `wait`. Throws `Busy` when too many are delayed already. */
  return async function delay({ login, address }: Attempt, wait: () => Promise<void>): Promise<void> {
    const { site, network } = networksOf(address);
    const places: [string, number][] = [
      ["all", MOST.all],
      [`account ${login}`, MOST.account],
      [`site ${site ?? network}`, MOST.site],
    ];
    if (places.some(([key, most]) => (counts.get(key) ?? 0) >= most)) throw new Busy();
    for (const [key] of places) counts.set(key, (counts.get(key) ?? 0) + 1);
    try {
      await wait();
    } finally {
      for (const [key] of places) {
        const left = (counts.get(key) ?? 0) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      }
    }
  };
}

/**
 * passwordHash   the hash the password was checked against; absent for an external sign-in
 * userId         on failure, the account that was tried, if it exists
 * isBeyondLimit  too many failures came before this one
 * busy           too many sign-ins at the moment; nothing was checked
 */
export type SignIn =
  | { ok: true; userId: number; passwordHash?: string | undefined }
  | { ok: false; why: "wrong" | "not_allowed"; userId?: number | undefined; isBeyondLimit?: boolean }
  | { ok: false; why: "busy"; userId?: undefined };

/** `request` has the device cookie; `address` is the browser's network address; `wait` delays an attempt. */
type SignInContext = { db: Db; request: Request; address: string; wait: Wait };

export type Wait = (ms: number) => Promise<void>;

/**
 * Signs in with the fields `email` and `password`.
 *
 * Ignores case and outer spaces of the email; uses the password as typed. An unknown person and a wrong password look alike,
 * in response and timing.
 */
export function signInWithPassword(context: SignInContext, fields: Fields): Promise<SignIn> {
  const authenticator = new Authenticator<SignIn>();
  const strategy = new FormStrategy<SignIn>(({ form }) => checkCredentials(context, form));
  authenticator.use(strategy, "credentials");
  // The body is already read, and may have been JSON: the strategy gets the same fields as a form.
  const body = new URLSearchParams([...fields].map(([name, value]): [string, string] => [name, value]));
  return authenticator.authenticate("credentials", new Request("http://desk/", { method: "POST", body }));
}

/** Two checks at a time; on a small machine, the last in the queue waits about four seconds. */
const inTurn = fairQueue({ atOnce: 2, mostWaiting: 40 });

const delay = delayedAttempts();

/**
 * Checks `password` against `hash`; a null hash matches nothing. A wrong password counts as a failed sign-in. After too many,
 * each further attempt is delayed before it is checked, except in a browser that has signed in to the account before. Each is
 * counted before the next is checked, so many at once don't get around the limits.
 */
export async function checkPassword(
  db: Db,
  attempt: Attempt,
  { password, hash }: { password: string; hash: string | null },
  wait: Wait,
): Promise<{ seen: "right" | "wrong" | "busy"; isBeyondLimit: boolean }> {
  const trusted = await isTrusted(db, attempt);
  const { site, network } = networksOf(attempt.address);
  const key = trusted ? (attempt.device ?? "") : (site ?? network); // an IPv6 /48 has enough /64s to fill the queue
  let waitedMs = 0;
  try {
    for (;;) {
      const checked = await inTurn({ key, trusted }, async () => {
        const delayMs = await delayOf(db, attempt);
        if (!trusted && delayMs > waitedMs) return { seen: null, delayMs };
        const isRight = await verifyPassword(password, hash);
        await (isRight ? forgiveFailures(db, attempt) : countFailure(db, attempt));
        return { seen: isRight ? "right" : "wrong", delayMs } as const;
      });
      const { seen, delayMs } = checked;
      if (seen !== null) return { seen, isBeyondLimit: delayMs > 0 };
      await delay(attempt, () => wait(delayMs - waitedMs));
      waitedMs = delayMs;
    }
  } catch (error) {
    if (error instanceof Busy) return { seen: "busy", isBeyondLimit: true };
    throw error;
  }
}

async function checkCredentials({ db, request, address, wait }: SignInContext, form: FormData): Promise<SignIn> {
  const login = emailKeyOf(cleanLine(textOf(form, "email").slice(0, 2 * USER_LIMITS.email)));
  const person = await findForSignIn(db, login);
  const hash = person?.password_hash ?? null;
  const device = person ? knownDevice(request, { id: person.id, passwordHash: hash }) : null;
  // Counts failures per account, whichever of its addresses is used.
  const attempt = { login: person?.email_key ?? login, address, device };
  const { seen, isBeyondLimit } = await checkPassword(db, attempt, { password: textOf(form, "password"), hash }, wait);
  if (seen === "busy") return { ok: false, why: "busy" };
  if (!person || seen === "wrong") return { ok: false, why: "wrong", userId: person?.id, isBeyondLimit };
  return person.state === "active"
    ? { ok: true, userId: person.id, passwordHash: hash ?? undefined }
    : { ok: false, why: "not_allowed", userId: person.id };
}
