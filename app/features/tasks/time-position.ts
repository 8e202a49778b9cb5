/** A place in what is ordered by time: UTC milliseconds, then number. */
export type TimePosition = { at: number; id: number };

/** Before everything: how much somebody has seen of a conversation in which nothing was said. */
export const BEFORE_ALL: TimePosition = { at: 0, id: 0 };

/** As it stands in addresses and forms: `1772357400000~123`. */
export const printTimePosition = ({ at, id }: TimePosition) => `${at}~${id}`;

export function parseTimePosition(text: string | null): TimePosition | null {
  const found = /^(\d{1,15})~([1-9]\d{0,8})$/.exec(text ?? "");
  if (found) return { at: Number(found[1]), id: Number(found[2]) };
  return text === printTimePosition(BEFORE_ALL) ? BEFORE_ALL : null;
}
