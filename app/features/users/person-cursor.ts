/** Where a page of people begins or ends: what they are sorted by. */
export type PersonCursor = { nameKey: string; id: number };

/** "12~ada lovelace": the id first, because it cannot contain the sign between them. */
export const formatPersonCursor = ({ nameKey, id }: PersonCursor) => `${id}~${nameKey}`;

/** Null for no position or one that cannot be read: a stale bookmark shows page one, not an error. */
export function parsePersonCursor(text: string | null): PersonCursor | null {
  const match = /^([1-9]\d{0,8})~([^\0]{0,2000})$/su.exec(text ?? "");
  return match ? { id: Number(match[1]), nameKey: match[2] ?? "" } : null;
}
