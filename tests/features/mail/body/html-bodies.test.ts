import { describe, expect, test } from "vitest";
import { readBody } from "~/features/mail/body/mail-body.server";
import { expectSplit } from "./body-case";
import { HTML_REPLIES, HTML_RULES } from "./html-cases";

describe("HTML", () => {
  test.each(HTML_REPLIES)("reply: $name", expectSplit);
  test.each(HTML_RULES.filter(({ text }) => text === undefined))("rule: $name", expectSplit);

  test.each(HTML_RULES.filter(({ text }) => text !== undefined))("rule: $name", ({ html = "", text = "", own }) => {
    expect(readBody({ html, text }, { firstOfTask: false }).text).toBe(own);
  });
});
