/** A visible line with information about its position. Lines without content are omitted. */
export type Line<Place = unknown> = {
  /** Where it starts in the mail: a node, or the number of a line. */
  place: Place;
  /** Trimmed, without `>`, and each run of white space as one space. */
  text: string;
  /** Number of `>` or blockquotes around it. */
  depth: number;
  /** Whether the blockquote is known to be a quotation: people also use them to indent. */
  isCited: boolean;
  /** Whether blank lines precede it. */
  afterGap: boolean;
  /** A dividing line: `<hr>`, or nothing but dashes. */
  isRule: boolean;
  /** `-- ` with its space: the rest is a signature. */
  isDelimiter: boolean;
  /** The element its client put around the whole quotation; null outside of one. */
  container: object | null;
  /** The element its client put around the signature; null outside of one. */
  signature: object | null;
  /** The part that starts here, according to a marker of the client. */
  mark: "attribution" | "message" | "signature" | null;
};

export const RULE = /^[-_=*—–─━~]{5,}$/;

/** `-- ` as RFC 3676 has it. A no-break space keeps the space in HTML. */
export const DELIMITER = /^--[ \u00a0]$/;

/**
 * Trims a text and collapses white space to single spaces. Tests first, because replacing is expensive in a long text.
 */
export const withSingleSpaces = (text: string) => (/\s\s|[^\S ]/.test(text) ? text.replace(/\s+/g, " ") : text).trim();

/** Joins lines to text for search and previews. */
export const textOfLines = (lines: readonly Line[]) =>
  lines
    .map(({ text }) => text)
    .filter((text) => text !== "")
    .join("\n");
