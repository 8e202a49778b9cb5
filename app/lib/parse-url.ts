/** Parses a URL; null if it isn't one. `URL.canParse` is missing in Safari before 17 and Firefox before 115. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
