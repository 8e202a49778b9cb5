import { domainToASCII, domainToUnicode } from "node:url";

/** The longest domain name (RFC 1035, 2.3.4). `domainToASCII` silently cuts off longer ones. */
const LONGEST = 253;
const NOT_IN_A_DOMAIN = /[/\\?#@:]/;

const isNone = (domain: string) => domain.length > LONGEST || NOT_IN_A_DOMAIN.test(domain);

/** Normalises a domain for comparison, as mail servers do: "Müller.example" equals "xn--mller-kva.example". */
export function domainKey(domain: string): string {
  const lower = domain.toLowerCase();
  return isNone(lower) ? lower : domainToASCII(lower) || lower;
}

/** Key that equal addresses share. Accents in a mailbox count, so ä@ and a@ differ; a domain has one form. */
export function emailKeyOf(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf("@") + 1;
  return address.slice(0, at) + domainKey(address.slice(at));
}

/** Returns a domain as people read it, "müller.example", from either form. */
export function readableDomain(domain: string): string {
  const key = domainKey(domain);
  return isNone(key) ? key : domainToUnicode(key) || key;
}

/** Returns the forms people search an address by: as typed first, then with its domain in the other form. */
export function formsOfAddress(email: string): string[] {
  const at = email.lastIndexOf("@") + 1;
  const [mailbox, domain] = [email.slice(0, at), email.slice(at)];
  const others = [domainKey(domain), readableDomain(domain)].filter((form) => form !== domain.toLowerCase());
  return [email, ...others.map((form) => mailbox + form)];
}
