/** A domain as every program compares it: "Müller.example" and "xn--mller-kva.example" are one. */
export function domainKey(domain: string): string {
  const lower = domain.toLowerCase();
  if (/^[\x00-\x7f]*$/.test(lower)) return lower;
  try {
    return new URL(`http://${lower}`).hostname; // what domainToASCII answers, in browsers too
  } catch {
    return lower;
  }
}
