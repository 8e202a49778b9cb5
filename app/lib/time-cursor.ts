/** A cursor in time order: UTC milliseconds, then id. */
export type TimeCursor = { at: number; id: number };

/** Before any message; also the read position of an empty conversation. */
export const BEFORE_ALL: TimeCursor = { at: 0, id: 0 };

/** Format in URLs and forms: `1772357400000~123`. */
export const formatTimeCursor = ({ at, id }: TimeCursor) => `${at}~${id}`;

export function parseTimeCursor(text: string | null): TimeCursor | null {
  const found = /^(\d{1,15})~([1-9]\d{0,8})$/.exec(text ?? "");
  if (found) return { at: Number(found[1]), id: Number(found[2]) };
  return text === formatTimeCursor(BEFORE_ALL) ? BEFORE_ALL : null;
}
