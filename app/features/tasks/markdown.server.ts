import MarkdownIt from "markdown-it";

/**
 * Markdown to HTML that is safe to put on a page: CommonMark with tables and automatic links, without raw HTML, so
 * that tags come out as text, and without links that run something.
 * Pictures stay links: one from elsewhere would tell its server who reads this, and our pages refuse it anyway.
 */
const markdown = new MarkdownIt("default", { html: false, linkify: true, breaks: true, maxNesting: 40 }).disable(
  "image",
);

/** Addresses of this or another site, of a mailbox or a telephone. Other schemes start programs of whoever follows them. */
const FOLLOWED = /^(?:https?:|mailto:|tel:|(?![a-z][a-z0-9+.-]*:))/i;
markdown.validateLink = (address) => FOLLOWED.test(address.trim());

const plainLink = markdown.renderer.rules.link_open;
markdown.renderer.rules.link_open = (tokens, index, options, env, self) => {
  tokens[index]?.attrSet("rel", "noopener nofollow");
  return plainLink ? plainLink(tokens, index, options, env, self) : self.renderToken(tokens, index, options);
};

// Column alignment comes as style="…", which our pages do not allow: a class says the same.
for (const cell of ["th_open", "td_open"] as const) {
  markdown.renderer.rules[cell] = (tokens, index, options, _env, self) => {
    const token = tokens[index];
    const alignment = /^text-align:(left|center|right)$/.exec(String(token?.attrGet("style") ?? ""))?.[1];
    if (token?.attrs) token.attrs = token.attrs.filter(([name]) => name !== "style");
    if (alignment) token?.attrSet("class", `align-${alignment}`);
    return self.renderToken(tokens, index, options);
  };
}

/** "[ ]" and "[x]" at the start of a list item, as boxes nobody can tick. */
const TASK_BOX = /<li>(<p>)?\[([ xX])\] /g;

export function renderMarkdown(text: string): string {
  return markdown.render(text).replace(TASK_BOX, (_, paragraph: string | undefined, mark: string) => {
    const box = `<input type="checkbox" disabled${mark === " " ? "" : " checked"}>`;
    return `<li class="task-box">${paragraph ?? ""}${box} `;
  });
}
