import { type AddressObject, type Headers, parseAddressHeader, type StructuredHeader, simpleParser } from "mailparser";
import { cleanLine } from "~/lib/text";
import { cleanMailText } from "./charset";
import type { MailAddress } from "./parsed-mail";

type HeaderList = readonly [name: string, value: string][];

/** Decodes only these headers: mailparser handles names, encoded words and parameters, and needs no others. */
export async function decodedHeaders(headers: HeaderList, ...names: string[]): Promise<Headers> {
  const wanted = headers.filter(([name]) => names.includes(name)).map(([name, value]) => `${name}: ${value}\r\n`);
  if (wanted.length === 0) return new Map();
  const mail = await simpleParser(Buffer.from(`${wanted.join("")}\r\n`), { keepCidLinks: true, skipTextToHtml: true });
  return mail.headers;
}

/** A decoded header on one line. */
export const decodedLine = (value: unknown) => (typeof value === "string" ? cleanLine(cleanMailText(value)) : "");

/** Value and parameters of a header such as Content-Disposition. */
export function structured(headers: Headers, name: string): StructuredHeader {
  const value = headers.get(name);
  const isStructured = typeof value === "object" && "params" in value;
  return isStructured ? (value as StructuredHeader) : { value: "", params: {} };
}

/** The longest address of SMTP has 254 bytes; a few more are none. */
const ADDRESS = /^[^\s@<>"(),;:\\]{1,100}@[^\s@<>"(),;:\\]{1,255}$|^"[^"\\\r\n]{1,100}"@[^\s@<>"(),;:\\]{1,255}$/;
const MAX_NAME_CHARACTERS = 200;

/** The usable addresses of a decoded header, groups expanded. */
export function addressesIn(headers: Headers, name: string): MailAddress[] {
  const value = headers.get(name);
  const objects = (Array.isArray(value) ? value : [value]) as (AddressObject | undefined)[];
  return objects.flatMap((object) => usable(object?.value ?? []));
}

/** The usable addresses of a header value that isn't decoded yet. */
export const parseAddresses = (value: string): MailAddress[] => usable(parseAddressHeader(value).value);

function usable(parsed: AddressObject["value"]): MailAddress[] {
  return parsed.flatMap(({ name, address, group }) => {
    if (group) return usable(group);
    const trimmed = decodedLine(address);
    const words = [...decodedLine(name)].slice(0, MAX_NAME_CHARACTERS).join("");
    return ADDRESS.test(trimmed) ? [{ name: words === trimmed ? "" : words, address: trimmed }] : [];
  });
}

/**
 * The most addresses a header may hold, without parsing it: each has an "@", and a separator before the next. A name may have
 * either, "Nair, Priya" or "p.nair@one.example", but hardly both.
 */
export const countAddresses = (header: string) => Math.min(header.split("@").length - 1, header.split(/[,;]/).length);
