import type { Db } from "~/db/types";
import type { MailAccount } from "../addresses/mail-addresses.server";
import type { MailAuth, MailServer } from "./mail-server";
import { tokenAuth } from "./mail-tokens.server";

/** The server an address fetches from; null without one, or while the address can't sign in. */
export function incomingServer(db: Db, account: MailAccount): MailServer | null {
  const { incoming, secrets } = account;
  if (!incoming || !secrets || !account.canSignIn) return null;
  return { ...incoming, auth: authOf(db, account, secrets.imapPassword) };
}

/** The server an address sends through. */
export function outgoingServer(db: Db, account: MailAccount): MailServer {
  const { outgoing, secrets } = account;
  return { ...outgoing, auth: authOf(db, account, secrets?.smtpPassword ?? secrets?.imapPassword) };
}

const authOf = (db: Db, { id, options }: MailAccount, password = ""): MailAuth =>
  options.signIn === "password" ? { password } : tokenAuth(db, id);
