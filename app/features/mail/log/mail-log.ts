import { type PagePlace, pageHref, parsePlace } from "~/lib/page-cursor";
import * as say from "./log-copy";

export const LOG_HREF = "/settings/addresses/log";
export const QUARANTINE_HREF = "/settings/addresses/quarantine";

export type Outcome = keyof typeof say.outcomes;

/** The page cursor: the id of the first or last message. */
export type MailPlace = PagePlace<number>;

/** `sender`: a part of the sender's name or address, as typed. `address`: an id. */
export type MailFilter = { outcome: Outcome | null; address: number | null; sender: string };

const idOf = (text: string | null) => (text !== null && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);

export const readPlace = (parameters: URLSearchParams): MailPlace => parsePlace(parameters, idOf);

/** Reads `?outcome=&address=&sender=&after=` or `&before=`. Skips unreadable values, so an old bookmark still opens. */
export function readLogUrl(parameters: URLSearchParams): MailFilter & { place: MailPlace } {
  const outcome = parameters.get("outcome") ?? "";
  return {
    outcome: Object.hasOwn(say.outcomes, outcome) ? (outcome as Outcome) : null,
    address: idOf(parameters.get("address")),
    sender: (parameters.get("sender") ?? "").trim().slice(0, 200),
    place: readPlace(parameters),
  };
}

export const logHref = ({ outcome, address, sender }: MailFilter, place: MailPlace) =>
  pageHref(LOG_HREF, { outcome, address: address === null ? null : String(address), sender }, place, String);

export const quarantineHref = (place: MailPlace) => pageHref(QUARANTINE_HREF, {}, place, String);

export const sourceHref = (id: number) => `${LOG_HREF}/${id}/source`;
