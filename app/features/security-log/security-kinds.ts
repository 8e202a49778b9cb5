import { pageHref, parsePlace } from "~/lib/page-cursor";
import { formatTimeCursor, parseTimeCursor } from "~/lib/time-cursor";
import type { LogFilter, LogPlace } from "./security-log.server";
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
    place: parsePlace(parameters, parseTimeCursor),
  };
}

/** URL of a page of the log, without default values. */
export const logAddress = ({ kind, person, place }: LogAddress) =>
  pageHref("/settings/security-log", { kind, person: person.trim() }, place, formatTimeCursor);
