import type { Db } from "~/db/types";
import type { MailLink } from "./written-mail";

export type LinkFor = {
  /** Such as `https://desk.example.org`; null where none is known: links are paths then. */
  origin: string | null;
  userId: number | null;
  address: string;
};

/** The address of a link in one recipient's mail. */
export async function linkAddress(_db: Db, { to }: MailLink, { origin }: LinkFor, _now: number): Promise<string> {
  return `${origin ?? ""}${to}`;
}
