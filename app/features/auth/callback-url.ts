/** Longer than any address of ours; keeps the cookie that remembers it under what browsers store (4,096 bytes). */
const LONGEST = 1_000;

/**
 * The address a visitor may be sent to: on this site, always absolute.
 *
 * Result  A path is put behind the origin, an absolute address of exactly this origin stays as it is, character for
 *         character; everything else becomes the origin. `wanted` is checked again on every read, so that neither a link
 *         nor a planted cookie leads away.
 */
export function acceptedCallbackUrl(wanted: string | null | undefined, origin: string): string {
  if (!wanted || wanted.length > LONGEST || hasControls(wanted)) return origin;
  const text = wanted.startsWith("/") ? `${origin}${wanted}` : wanted;
  if (!URL.canParse(text)) return origin;
  const url = new URL(text);
  // "blob:https://here/…" has our origin too, and so has "https://somebody@here/"; a blank in front is read over here, but
  // travels on as the beginning of a path.
  const plain = /^https?:/i.test(text) && url.username === "" && url.password === "";
  return plain && url.origin === origin ? text : origin;
}

/** The path of an accepted URL, without its host. */
export function pathOf(accepted: string, origin: string): string {
  const rest = accepted.startsWith(origin) ? accepted.slice(origin.length) : "";
  if (rest.startsWith("/") || !URL.canParse(accepted)) return rest || "/";
  const { pathname, search, hash } = new URL(accepted);
  return pathname + search + hash;
}

/** The same address in characters that a header may carry. */
export const asHeader = (url: string) => url.replace(/[^\x21-\x7e]+/g, encodeURI);

/** Browsers drop tabs and newlines inside of an address ("/\t/host" would be another site); half a letter cannot travel. */
function hasControls(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20 || code === 0x7f || (code >= 0xd800 && code <= 0xdfff)) return true;
  }
  return false;
}
