const MAX_REFERENCES = 100;
/** Longer texts aren't ids; a header line has at most 998 characters (RFC 5322, 2.1.1). */
const ID = /<\s*([^<>\s]{1,998})\s*>/g;

/** The ids in a header, without angle brackets. A lone word without brackets counts too. */
export function messageIdsIn(header: string | null): string[] {
  if (header === null) return [];
  const ids = [...header.matchAll(ID)].map(([, id = ""]) => id);
  if (ids.length > 0) return ids;
  const bare = header.trim();
  return /^[^<>\s]{1,998}$/.test(bare) ? [bare] : [];
}

/** The ids a message replies to, newest first: In-Reply-To, then References from the end; each id once. */
export function referencesOf(inReplyTo: string | null, references: string | null): string[] {
  const newestFirst = [...messageIdsIn(inReplyTo), ...messageIdsIn(references).reverse()];
  return [...new Set(newestFirst)].slice(0, MAX_REFERENCES);
}
