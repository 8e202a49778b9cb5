import { storableText } from "~/lib/text";
import type { ParsedMail } from "../parsing/parsed-mail";
import { contentIdsIn, hasRemoteImages, replaceImages } from "./html-images";
import { htmlLines } from "./html-lines";
import { type ElementNode, splitBefore } from "./html-tree";
import type { Line } from "./line";
import { parseHtml } from "./parse-html.server";
import { textOfLines } from "./plain-text.server";
import { prepareHtml } from "./prepare-html";
import { foldStart } from "./quotation";
import { safeHtml } from "./safe-html.server";
import { textToTree } from "./text-html";
import { textLines } from "./text-lines";
import { limitText } from "./visible-limit";

/** What we store and show of a mail: the writer's own part, and quotations and signatures to fold. */
export type MailBody = {
  /** Safe for our pages; "" for a mail without a body. */
  html: string;
  /** Null where nothing is folded. */
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
  /** Whether the mail creates a task: a message it forwards is then its content, and not folded. */
  firstOfTask: boolean;
};

type Parts = {
  own: ElementNode;
  folded: ElementNode | null;
  lines: readonly Line[];
  fold: number | null;
  truncated: boolean;
};

const hasText = (lines: readonly Line[]) => lines.some(({ text }) => text !== "");

function readHtml(html: string) {
  const { root, truncated } = parseHtml(html);
  const tree = replaceImages(prepareHtml(root));
  return { tree, lines: htmlLines(tree), truncated };
}

function partsOfHtml({ tree, lines, truncated }: ReturnType<typeof readHtml>, options: Options): Parts {
  const fold = foldStart(lines, options);
  const first = fold === null ? undefined : lines[fold];
  if (!first) return { own: tree, folded: null, lines, fold: null, truncated };
  const { before, after } = splitBefore(first.place);
  return { own: before, folded: after, lines, fold, truncated };
}

function partsOfText(text: string, options: Options): Parts {
  const { lines: rows, truncated } = limitText(storableText(text));
  const lines = textLines(rows);
  const fold = foldStart(lines, options);
  const place = fold === null ? undefined : lines[fold]?.place;
  const own = textToTree(rows.slice(0, place));
  return { own, folded: place === undefined ? null : textToTree(rows.slice(place)), lines, fold, truncated };
}

/** Takes the HTML if it has visible text, or if there's no text that has. */
function partsOf({ html, text }: Pick<ParsedMail, "html" | "text">, options: Options): Parts {
  const read = html === null ? null : readHtml(html);
  const isHtml = read !== null && (hasText(read.lines) || (text ?? "").trim() === "");
  return isHtml ? partsOfHtml(read, options) : partsOfText(text ?? "", options);
}

/** Makes of a mail's body what we store and show. Never throws, however broken the mail is, and takes linear time. */
export function readBody(mail: Pick<ParsedMail, "html" | "text">, options: Options): MailBody {
  const { own, folded, lines, fold, truncated } = partsOf(mail, options);
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
