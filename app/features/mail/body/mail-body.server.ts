import { storableText } from "~/lib/text";
import type { MailAddress, ParsedMail } from "../parsing/parsed-mail";
import { forwardedSender, forwardStart } from "./forwarded-message";
import { contentIdsIn, hasRemoteImages, replaceImages } from "./html-images";
import { htmlLines } from "./html-lines";
import { type ElementNode, splitBefore } from "./html-tree";
import { type Line, textOfLines } from "./line";
import { parseHtml } from "./parse-html.server";
import { prepareHtml } from "./prepare-html";
import { foldStart } from "./quotation";
import { safeHtml } from "./safe-html.server";
import { textToTree } from "./text-html";
import { textLines } from "./text-lines";
import { limitText } from "./visible-limit";

/** The stored and displayed body of an email: the writer's own text, and the quotations and signatures to fold. */
export type MailBody = {
  /** Safe for our pages; "" for a mail without a body. */
  html: string;
  /** Null if nothing is folded. */
  foldedHtml: string | null;
  /** For search and previews: a line per block. */
  text: string;
  foldedText: string | null;
  /** Content ids of attached images, as `withInlineImages` takes them. */
  contentIds: string[];
  foldedContentIds: string[];
  /** Whether a reader may ask for remote images, in either part. */
  hasRemoteImages: boolean;
  /** Whether the end was cut: too much text to display. */
  truncated: boolean;
};

/** How a mail is read. */
type Options = {
  /** Whether the email creates a task. If so, a message it forwards is its content and isn't folded. */
  firstOfTask: boolean;
};

type Parts = {
  own: ElementNode;
  folded: ElementNode | null;
  lines: readonly Line[];
  fold: number | null;
  truncated: boolean;
};

/** Finds the first line of the part to fold; null for none. */
type FindFold = (lines: readonly Line[]) => number | null;

const hasText = (lines: readonly Line[]) => lines.some(({ text }) => text !== "");

function readHtml(html: string) {
  const { root, truncated } = parseHtml(html);
  const tree = replaceImages(prepareHtml(root));
  return { tree, lines: htmlLines(tree), truncated };
}

function partsOfHtml({ tree, lines, truncated }: ReturnType<typeof readHtml>, foldIn: FindFold): Parts {
  const fold = foldIn(lines);
  const first = fold === null ? undefined : lines[fold];
  if (!first) return { own: tree, folded: null, lines, fold: null, truncated };
  const { before, after } = splitBefore(first.place);
  return { own: before, folded: after, lines, fold, truncated };
}

function partsOfText(text: string, foldIn: FindFold): Parts {
  const { lines: rows, truncated } = limitText(storableText(text));
  const lines = textLines(rows);
  const fold = foldIn(lines);
  const place = fold === null ? undefined : lines[fold]?.place;
  const own = textToTree(rows.slice(0, place));
  return { own, folded: place === undefined ? null : textToTree(rows.slice(place)), lines, fold, truncated };
}

/** Uses the HTML part if it has visible text, or if the plain text has none. */
function partsOf({ html, text }: Pick<ParsedMail, "html" | "text">, foldIn: FindFold): Parts {
  const read = html === null ? null : readHtml(html);
  const isHtml = read !== null && (hasText(read.lines) || (text ?? "").trim() === "");
  return isHtml ? partsOfHtml(read, foldIn) : partsOfText(text ?? "", foldIn);
}

/** Converts an email's body for storage and display. Never throws, even for broken mail, and takes linear time. */
export function readBody(mail: Pick<ParsedMail, "html" | "text">, options: Options): MailBody {
  const { own, folded, lines, fold, truncated } = partsOf(mail, (all) => foldStart(all, options));
  return {
    html: safeHtml(own),
    foldedHtml: folded && safeHtml(folded),
    text: textOfLines(lines.slice(0, fold ?? undefined)),
    foldedText: fold === null ? null : textOfLines(lines.slice(fold)),
    contentIds: contentIdsIn(own),
    foldedContentIds: folded ? contentIdsIn(folded) : [],
    hasRemoteImages: hasRemoteImages(own) || (folded !== null && hasRemoteImages(folded)),
    truncated,
  };
}

/** A forwarded message, and the forwarder's own text; null for none. */
export type ForwardedBody = { from: MailAddress; message: MailBody; comment: MailBody | null };

/** The message that a mail forwards in its own text; null if there is none, or if it doesn't name its sender's address. */
export function readForwardedBody(mail: Pick<ParsedMail, "html" | "text" | "subject">): ForwardedBody | null {
  const { own, folded, lines, fold, truncated } = partsOf(mail, (all) => forwardStart(all, mail.subject));
  const from = fold === null ? null : forwardedSender(lines.slice(fold));
  if (!from || !folded || fold === null) return null;
  const above = textOfLines(lines.slice(0, fold));
  return {
    from,
    message: wholeBody(folded, textOfLines(lines.slice(fold)), truncated),
    comment: above === "" ? null : wholeBody(own, above, false),
  };
}

const wholeBody = (tree: ElementNode, text: string, truncated: boolean): MailBody => ({
  ...{ html: safeHtml(tree), foldedHtml: null, text, foldedText: null },
  ...{ contentIds: contentIdsIn(tree), foldedContentIds: [], hasRemoteImages: hasRemoteImages(tree), truncated },
});
