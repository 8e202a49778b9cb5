import { isUtf8 } from "node:buffer";
import iconv from "iconv-lite";

/** Decodes the bytes of headers: UTF-8, or else windows-1252, as old programs write names. */
const headerText = (bytes: Buffer) => (isUtf8(bytes) ? bytes.toString("utf8") : iconv.decode(bytes, "windows-1252"));

const NAME = /^[!-9;-~]{1,200}$/;

/**
 * Splits a header block into names in lower case and unfolded values, from the top. Skips lines that aren't headers,
 * with their continuation lines.
 */
export function headerLines(block: Buffer): [name: string, value: string][] {
  const headers: [string, string[]][] = [];
  let current: string[] | null = null;
  for (const raw of headerText(block).split("\n")) {
    const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
    if (line.startsWith(" ") || line.startsWith("\t")) {
      current?.push(line.replace(/^[ \t]+/, " "));
      continue;
    }
    const colon = line.indexOf(":");
    const name = colon < 0 ? "" : line.slice(0, Math.min(colon, 250)).trimEnd();
    current = NAME.test(name) ? [line.slice(colon + 1).trimStart()] : null;
    if (current) headers.push([name.toLowerCase(), current]);
  }
  return headers.map(([name, lines]) => [name, withoutControls(lines.join("")).trimEnd()]);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: removing them (all but tab) is the point.
const withoutControls = (value: string) => value.replace(/[\u0000-\u0008\u000a-\u001f\u007f]/g, "");

/** The first header with that name; null without one. */
export const firstHeader = (headers: readonly [string, string][], name: string): string | null =>
  headers.find(([one]) => one === name)?.[1] ?? null;

/** All headers with these names, from the top. */
export const headersNamed = (headers: readonly [string, string][], ...names: string[]): string[] =>
  headers.filter(([name]) => names.includes(name)).map(([, value]) => value);

/** A piece of a structured header: quoted, in a comment, or neither. */
const PIECES = /"((?:[^"\\]|\\.)*)"?|\((?:[^()\\]|\\.)*\)?|([;=\s])|([^;=\s"(]+|\()/gs;

/** Reads one parameter of a structured header such as Content-Type, also one that is split into `name*0`, `name*1`. */
export function parameter(header: string, wanted: string): string {
  const found = new Map<string, string>();
  let name = "";
  let value = "";
  let isValue = false;
  const keep = () => {
    const key = name.trim().toLowerCase().replace(/\*$/, "");
    if (key && isValue && !found.has(key)) found.set(key, value.trim());
    name = "";
    value = "";
    isValue = false;
  };
  for (const [, quoted, mark, plain] of header.matchAll(PIECES)) {
    if (mark === ";") keep();
    else if (mark === "=" && !isValue) isValue = true;
    else {
      const text = quoted === undefined ? (mark ?? plain ?? "") : quoted.replace(/\\(.)/gs, "$1");
      if (isValue) value += text;
      else name += text;
    }
  }
  keep();
  const whole = found.get(wanted);
  if (whole !== undefined) return whole;
  let joined = "";
  for (let n = 0; found.has(`${wanted}*${n}`); n++) joined += found.get(`${wanted}*${n}`);
  return joined;
}
