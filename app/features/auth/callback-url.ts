/** Longer than any URL of ours; keeps the cookie below the browser limit (4,096 bytes). */
const LONGEST = 1_000;

/**
 * The URL a visitor may be sent to: on this site, always absolute.
 *
 * Result  A path gets the origin in front, and a URL of exactly this origin stays as it is, character for character.
 *         Everything else becomes the origin. `wanted` is checked again on every read, so that neither a link nor a
 *         planted cookie leads off this site.
 */
export function acceptedCallbackUrl(wanted: string | null | undefined, origin: string): string {
  if (!wanted || wanted.length > LONGEST || hasControls(wanted)) return origin;
  const text = wanted.startsWith("/") ? `${origin}${wanted}` : wanted;
  if (!URL.canParse(text)) return origin;
  const url = new URL(text);
  // "blob:https://here/…" and "https://someone@here/" have our origin too. `URL` skips a leading space, which would start a
  // path when sent on.
  const plain = /^https?:/i.test(text) && url.username === "" && url.password === "";
  return plain && url.origin === origin ? text : origin;
}

/** An accepted URL without its origin. */
export function pathOf(accepted: string, origin: string): string {
  const rest = accepted.startsWith(origin) ? accepted.slice(origin.length) : "";
  if (rest.startsWith("/") || !URL.canParse(accepted)) return rest || "/";
  const { pathname, search, hash } = new URL(accepted);
  return pathname + search + hash;
}

/** Escapes characters a header can't carry. */
export const asHeader = (url: string) => url.replace(/[^\x21-\x7e]+/g, encodeURI);

/** Browsers drop tabs and newlines in a URL: "/\t/host" would be another site. Lone surrogates can't be sent. */
function hasControls(text: string): boolean {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code < 0x20 || code === 0x7f || (code >= 0xd800 && code <= 0xdfff)) return true;
  }
  return false;
}
