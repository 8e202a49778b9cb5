/** The URL that a text means, or null: `URL.canParse` is missing in Safari before 17 and Firefox before 115. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
