import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderMessage } from "~/features/conversation/markdown.server";
import { fillTemplate } from "~/features/macros/fill-template.server";

const ADA = { id: 1, name: "Ada", email: "ada@example.org" };

const render = (template: string, value: string) => {
  const { text } = fillTemplate(template, new Map([["field.x", value]]));
  return { body: text, ...renderMessage(text, { mentions: [ADA] }) };
};

const seen = (html: string) =>
  html
    .replace(/<[^>]+>/g, "")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");

const VALUES = [
  "https://track.example/p_a/r_c",
  "https://track.example/p_a/r_c?x=*1*&y=%41#_z_",
  "see https://track.example/p_a *now*",
  "a_b@track.example",
  "# hash",
  "+ x",
  "- x",
  "> x",
  "1.",
  "1. x",
  "01) x",
  "---",
  "===",
  "***",
  "|a|b|",
  "```",
  "`a`",
  "``b`",
  "&amp; &copy; &#42;",
  "<b>bold</b>",
  "\\\\server\\share\\a_b\\_c\\*",
  "\\*not\\*",
  "\\",
  "a\\",
  "**bold** _it_ ~~x~~",
  "[a](https://evil.example)",
  "![a](/attachments/1)",
  "[x]: y",
  "@Ada and @ada@example.org",
  "{{task.title}}",
  "[ ] box",
  "C:\\temp\\*.log",
  "2*3*4",
  "(x)",
  "x)",
  '"x"',
  "$& $1 $$",
];

const TEMPLATES = [
  "{{field.x}}",
  "Hello {{field.x}}, bye",
  "Hello,\n{{field.x}}\nbye",
  "Hello,\n\n{{field.x}}\n\nbye",
  "**{{field.x}}** and _{{field.x}}_",
  "# {{field.x}}",
  "> {{field.x}}",
  "- {{field.x}}\n- b",
  "3. {{field.x}}",
  "| a | b |\n|---|---|\n| {{field.x}} | c |",
  "`{{field.x}}`",
  "`a {{field.x}} b` and `c`",
  "```\na\n{{field.x}}\nb\n```",
  "    {{field.x}}",
  "See {{field.x}}.",
  "({{field.x}})",
  "<{{field.x}}>",
  "a{{field.x}}b",
  "{{field.x}} {{field.x}}",
  "{{field.x}}. first",
  "*{{field.x}}",
  "[{{field.x}}](https://desk.example/)",
];

describe("a macro's value appears unchanged in the message", () => {
  test.each(VALUES)("%j, whatever surrounds it", (value) => {
    for (const template of TEMPLATES) {
      const { body, html, text } = render(template, value);
      expect(text, `${template} → ${body}`).toContain(value);
      if (!/^(?:3|\{\{field\.x\}\}\.)/.test(template)) expect(seen(html), body).toContain(value);
      expect(html, body).not.toMatch(/class="mention"|<img/);
    }
  });

  test("for any value in any text", () => {
    const signs = fc.constantFrom(
      ..."*_~`[]()<>#+-.!|&@{}:\\/=\"'$ 1aé山".split(""),
      "https://",
      "www.",
      "&amp;",
      "@Ada",
      "\n",
    );
    const line = fc.array(signs, { minLength: 1, maxLength: 10 }).map((parts) => parts.join(""));
    const around = fc.array(
      fc.constantFrom(...["\n", "\n\n", "a", " ", ".", "**", "_", "> ", "- ", "1. ", "`", "# ", "(", ")"]),
      {
        maxLength: 4,
      },
    );
    fc.assert(
      fc.property(line, around, around, (typed, before, behind) => {
        const value = typed.replace(/\s+/g, " ").trim();
        fc.pre(value !== "");
        const { body, text, html } = render(`${before.join("")}{{field.x}}${behind.join("")}`, typed);
        expect(text.replaceAll("\n", " "), body).toContain(value);
        expect(html, body).not.toMatch(/class="mention"|<img/);
      }),
      { numRuns: 600 },
    );
  });

  test("an address links to itself, alone and as the target of a link", () => {
    const address = "https://track.example/p_a/r_c";
    expect(render("See {{field.x}}", address)).toMatchObject({
      body: `See ${address}`,
      html: `<p>See <a href="${address}" class="is-bare" rel="noopener nofollow">${address}</a></p>\n`,
    });
    expect(render("[here]({{field.x}})", address).html).toContain(`<a href="${address}"`);
    expect(render("[here](https://track.example/{{field.x}})", "a_b (c) d").html).toContain(
      'href="https://track.example/a_b%20%28c%29%20d"',
    );
  });

  test("very many values in one text are all filled in", () => {
    const { text } = render("{{field.x}}, ".repeat(700), "INC_1*");
    expect(text).toBe("INC_1*, ".repeat(700).trim());
  });
});
