import { pageHref, parsePlace } from "~/lib/page-cursor";
import type { LogFilter, LogPlace, LogPosition } from "./security-log.server";
import * as say from "./security-log-copy";

export const SECURITY_KINDS = say.kinds;

export type SecurityKind = keyof typeof SECURITY_KINDS;

export const isSecurityKind = (kind: string): kind is SecurityKind => Object.hasOwn(SECURITY_KINDS, kind);

/** Filters and cursor in the log's URL; `person` as typed. */
type LogAddress = { kind: LogFilter["kind"]; person: string; place: LogPlace };

/** Reads `?kind=&person=&after=` or `&before=`. Skips unreadable values, so an old bookmark still opens. */
export function readLogAddress(parameters: URLSearchParams): LogAddress {
  const kind = parameters.get("kind") ?? "";
  return {
    kind: isSecurityKind(kind) ? kind : null,
    person: (parameters.get("person") ?? "").slice(0, 400),
    place: parsePlace(parameters, parsePosition),
  };
}

/** URL of a page of the log, without default values. */
export const logAddress = ({ kind, person, place }: LogAddress) =>
  pageHref("/settings/security-log", { kind, person: person.trim() }, place, ({ at, id }) => `${at}~${id}`);

function parsePosition(text: string | null): LogPosition | null {
  const match = /^(\d{1,15})~([1-9]\d{0,8})$/.exec(text ?? "");
  return match ? { at: Number(match[1]), id: Number(match[2]) } : null;
}
