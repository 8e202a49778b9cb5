import { expect } from "vitest";
import { htmlLines } from "~/features/mail/body/html-lines";
import { textOfLines } from "~/features/mail/body/line";
import { readBody } from "~/features/mail/body/mail-body.server";
import { parseHtml } from "~/features/mail/body/parse-html.server";
import { prepareHtml } from "~/features/mail/body/prepare-html";

/** A mail body as a client writes it, and its expected split: `own` lines, and the first `folded` line. */
export type BodyCase = {
  name: string;
  html?: string;
  text?: string;
  own: string;
  /** Null if nothing is folded. */
  folded: string | null;
  firstOfTask?: boolean;
};

/** The words of a text, without the `>` of quotations. */
export const wordsOf = (text: string) => text.split(/[\s>]+/).filter((word) => word !== "");

/** The visible text of HTML, one line per block: no styles, and links by their text only. */
export const plainText = (html: string) => textOfLines(htmlLines(prepareHtml(parseHtml(html).root)));

/** Checks where a mail is split, and that both parts together hold every word. */
export function expectSplit({ html = undefined, text = undefined, own, folded, firstOfTask = false }: BodyCase) {
  const body = readBody({ html: html ?? null, text: text ?? null }, { firstOfTask });
  expect(body.text).toBe(own.trim());
  expect(body.foldedText?.split("\n")[0] ?? null).toBe(folded);
  const whole = html === undefined ? (text ?? "") : plainText(html);
  expect([...wordsOf(body.text), ...wordsOf(body.foldedText ?? "")]).toEqual(wordsOf(whole));
  // The HTML of both parts has the same words.
  expect(wordsOf(plainText(body.html))).toEqual(wordsOf(body.text));
  expect(wordsOf(plainText(body.foldedHtml ?? ""))).toEqual(wordsOf(body.foldedText ?? ""));
}
