import { expect } from "vitest";
import { htmlLines } from "~/features/mail/body/html-lines";
import { textOfLines } from "~/features/mail/body/line";
import { readBody } from "~/features/mail/body/mail-body.server";
import { parseHtml } from "~/features/mail/body/parse-html.server";
import { prepareHtml } from "~/features/mail/body/prepare-html";

/** A mail as one client writes it, and what its writer wrote: `own` as lines, `folded` by its first line. */
export type BodyCase = {
  name: string;
  html?: string;
  text?: string;
  own: string;
  /** Null where nothing folds. */
  folded: string | null;
  firstOfTask?: boolean;
};

/** The words of a text, without the marks of a quotation. */
export const wordsOf = (text: string) => text.split(/[\s>]+/).filter((word) => word !== "");

/** The words of HTML, a line per block: no styles, of links only their text. */
export const plainText = (html: string) => textOfLines(htmlLines(prepareHtml(parseHtml(html).root)));

/** Checks where a mail is split, and that both parts together are the whole mail. */
export function expectSplit({ html = undefined, text = undefined, own, folded, firstOfTask = false }: BodyCase) {
  const body = readBody({ html: html ?? null, text: text ?? null }, { firstOfTask });
  expect(body.text).toBe(own.trim());
  expect(body.foldedText?.split("\n")[0] ?? null).toBe(folded);
  const whole = html === undefined ? (text ?? "") : plainText(html);
  expect([...wordsOf(body.text), ...wordsOf(body.foldedText ?? "")]).toEqual(wordsOf(whole));
  // What a page shows has these words too.
  expect(wordsOf(plainText(body.html))).toEqual(wordsOf(body.text));
  expect(wordsOf(plainText(body.foldedHtml ?? ""))).toEqual(wordsOf(body.foldedText ?? ""));
}
