import { describe, expect, test } from "vitest";
import { renderMessage } from "~/features/conversation/markdown.server";
import { openBrowser } from "../support/browser";
import { ATTACKS } from "../support/markdown-attacks";

/** Elements allowed in a message, with the attributes allowed on each. */
const ALLOWED: Record<string, string[]> = {
  ...Object.fromEntries("p br hr em strong s pre blockquote table thead tbody tr".split(" ").map((tag) => [tag, []])),
  ...{
    h1: [],
    h2: [],
    h3: [],
    h4: [],
    h5: [],
    h6: [],
    ol: ["start", "class"],
    ul: ["class"],
    li: ["value", "class"],
    code: ["class"],
  },
  ...{ th: ["class"], td: ["class"], span: ["class"], input: ["type", "disabled", "checked"] },
  ...{ a: ["href", "title", "class", "rel"], img: ["src", "alt", "loading"] },
};

/** A user whose name is an attack as well. */
const EVIL = { id: 1, name: 'Ada"><script>attacked()</script>', email: "ada@example.org" };

describe("domain B1: malicious messages in a browser", () => {
  const newPage = openBrowser();

  test("run no script, load nothing external and have only allowed elements and attributes", async () => {
    const page = await newPage();
    const asked: string[] = [];
    await page.route("**/*", (route) => {
      asked.push(route.request().url());
      return route.fulfill({ status: 404, body: "" });
    });
    page.on("dialog", (dialog) => asked.push(`a dialog: ${dialog.message()}`));
    await page.route("https://desk.example/", (route) => {
      const articles = ATTACKS.map((text) => `<article>${renderMessage(text, { mentions: [EVIL] }).html}</article>`);
      // No content security policy here: the HTML alone has to be harmless.
      const html = `<!doctype html><script>ran=[];attacked=()=>ran.push(1)</script>${articles.join("\n")}<b id=end></b>`;
      return route.fulfill({ contentType: "text/html; charset=utf-8", body: html });
    });
    await page.goto("https://desk.example/");

    const found = await page.evaluate(async (allowed) => {
      const articles = [...document.querySelectorAll("body > article")];
      const strange = new Set<string>();
      const leadsTo = new Set<string>();
      for (const element of document.querySelectorAll("article *")) {
        const tag = element.tagName.toLowerCase();
        for (const { name } of element.attributes) {
          if (!allowed[tag]?.includes(name)) strange.add(`${tag} ${name}: ${element.outerHTML}`);
        }
        if (!allowed[tag]) strange.add(element.outerHTML);
        if (element instanceof HTMLAnchorElement) leadsTo.add(element.protocol);
        for (const kind of ["mouseover", "focus", "load", "error", "toggle"]) element.dispatchEvent(new Event(kind));
        if (element instanceof HTMLAnchorElement) {
          element.addEventListener("click", (event) => element.protocol !== "javascript:" && event.preventDefault());
          element.click();
        }
      }
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const { ran } = globalThis as unknown as { ran: number[] };
      const whole = articles.length === document.querySelectorAll("article").length && !!document.getElementById("end");
      return { ran, strange: [...strange], leadsTo: [...leadsTo].sort(), articles: articles.length, whole };
    }, ALLOWED);

    expect(found).toEqual({
      ran: [],
      strange: [],
      leadsTo: ["https:", "mailto:"],
      articles: ATTACKS.length,
      whole: true,
    });
    expect(asked.filter((address) => !address.startsWith("https://desk.example/"))).toEqual([]);
    expect(page.url()).toMatch(/^https:\/\/desk\.example\/(?:#|$)/);
  });
});
