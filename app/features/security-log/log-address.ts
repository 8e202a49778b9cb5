import { isSecurityKind } from "./security-kinds";
import type { LogFilter, LogPlace, LogPosition } from "./security-log.server";

/** What the address of the log says: `person` as typed. */
export type LogAddress = { kind: LogFilter["kind"]; person: string; place: LogPlace };

/** Reads `?kind=&person=&after=` or `&before=`. What cannot be read counts as not said: an old bookmark still opens. */
export function readLogAddress(parameters: URLSearchParams): LogAddress {
  const kind = parameters.get("kind") ?? "";
  const [before, after] = [parsePosition(parameters.get("before")), parsePosition(parameters.get("after"))];
  return {
    kind: isSecurityKind(kind) ? kind : null,
    person: (parameters.get("person") ?? "").slice(0, 400),
    place: before ? { before } : after ? { after } : null,
  };
}

/** The address of a page of the log; defaults are left out of it. */
export function logAddress({ kind, person, place }: LogAddress): string {
  const parameters = new URLSearchParams();
  if (kind) parameters.set("kind", kind);
  if (person.trim()) parameters.set("person", person.trim());
  if (place && "before" in place) parameters.set("before", printPosition(place.before));
  if (place && "after" in place) parameters.set("after", printPosition(place.after));
  return parameters.size > 0 ? `/settings/security-log?${parameters}` : "/settings/security-log";
}

const printPosition = ({ at, id }: LogPosition) => `${at}~${id}`;

function parsePosition(text: string | null): LogPosition | null {
  const match = /^(\d{1,15})~([1-9]\d{0,8})$/.exec(text ?? "");
  return match ? { at: Number(match[1]), id: Number(match[2]) } : null;
}
