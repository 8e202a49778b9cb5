import { domainToASCII, domainToUnicode } from "node:url";

/** The longest name there is (RFC 1035, 2.3.4), and what `domainToASCII` would cut off without a word. */
const LONGEST = 253;
const NOT_IN_A_DOMAIN = /[/\\?#@:]/;

const isNone = (domain: string) => domain.length > LONGEST || NOT_IN_A_DOMAIN.test(domain);

/** A domain as mail servers compare it: "Müller.example" and "xn--mller-kva.example" are one. */
export function domainKey(domain: string): string {
  const lower = domain.toLowerCase();
  return isNone(lower) ? lower : domainToASCII(lower) || lower;
}

/** A domain as people read it, "müller.example", in whichever form it was written. */
export function readableDomain(domain: string): string {
  const key = domainKey(domain);
  return isNone(key) ? key : domainToUnicode(key) || key;
}

/** The forms in which people look for an address: as it was typed first, then with its domain written otherwise. */
export function formsOfAddress(email: string): string[] {
  const at = email.lastIndexOf("@") + 1;
  const [mailbox, domain] = [email.slice(0, at), email.slice(at)];
  const others = [domainKey(domain), readableDomain(domain)].filter((form) => form !== domain.toLowerCase());
  return [email, ...others.map((form) => mailbox + form)];
}
