/** Where a page of hits in order of relevance ends: the level, then the task's number. */
export type SearchCursor = { rank: number; id: number };

/**
 * The page position in an address.
 *
 * Shape  "2~1042": level, "~", task number.
 * Null   for no position or one we cannot read: a stale bookmark shows page one, not an error.
 */
export function parseSearchCursor(text: string | null): SearchCursor | null {
  const match = /^([0-2])~([1-9]\d{0,8})$/.exec(text ?? "");
  return match ? { rank: Number(match[1]), id: Number(match[2]) } : null;
}

export const printSearchCursor = ({ rank, id }: SearchCursor) => `${rank}~${id}`;
