/** A cursor in time order: UTC milliseconds, then id. */
export type TimePosition = { at: number; id: number };

/** Before everything: the seen position in an empty conversation. */
export const BEFORE_ALL: TimePosition = { at: 0, id: 0 };

/** Format in URLs and forms: `1772357400000~123`. */
export const printTimePosition = ({ at, id }: TimePosition) => `${at}~${id}`;

export function parseTimePosition(text: string | null): TimePosition | null {
  const found = /^(\d{1,15})~([1-9]\d{0,8})$/.exec(text ?? "");
  if (found) return { at: Number(found[1]), id: Number(found[2]) };
  return text === printTimePosition(BEFORE_ALL) ? BEFORE_ALL : null;
}
