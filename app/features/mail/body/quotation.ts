import { type Attribution, attributionsIn } from "./attribution";
import { headerBlockEnd } from "./header-block";
import type { Line } from "./line";
import { isMobileSignature } from "./mobile-signature";
import { isDashedLine, isForwardSeparator, isSeparator } from "./separators";

/**
 * A longer text after `-- `, or in an element a client marks as signature, counts as the writer's own. Specification,
 * section 7.
 */
const MOST_SIGNATURE_LINES = 40;

/** The most parts of an opening: without a limit, a text of nothing but "wrote:" takes quadratic time. */
const MOST_PARTS = 6;

/** How many lines of a client's container may precede its first blockquote. */
const MOST_LINES_BEFORE_QUOTE = 4;

/** The kind of a line. Neutral lines are dividers: they fold with the lines after them. */
type Kind = "own" | "quoted" | "signature" | "neutral" | "forwarded";

/** Where a quotation starts and where its text begins; a message has a header block, a reply an attribution. */
type Opening = { end: number; isMessage: boolean; isStrong: boolean };

/**
 * Finds the first line to fold: quotations and signatures after the last line of the writer's own. Null folds nothing,
 * because there's nothing to fold or because nothing would remain.
 *
 * `firstOfTask` marks the first mail of a task. A message that it forwards is its content.
 */
export function foldStart(lines: readonly Line[], { firstOfTask }: { firstOfTask: boolean }): number | null {
  const kinds = new Quotation(lines, firstOfTask).classify();
  let end = lines.length;
  while (end > 0 && !isContent(kinds[end - 1], lines[end - 1])) end--;
  const hasQuotation = kinds.slice(end).some((kind) => kind !== "neutral");
  return end > 0 && hasQuotation ? end : null;
}

const isContent = (kind: Kind | undefined, line: Line | undefined) =>
  kind === "forwarded" || (kind === "own" && !isMobileSignature(line?.text ?? ""));

/** Classifies each line in one pass from the top. */
class Quotation {
  private readonly kinds: Kind[] = [];
  private readonly attributions: Map<number, Attribution>;
  /** A signature element too long to be one: some clients put the whole message there. */
  private rejected: object | null = null;
  /** No quotation starts between the last signature delimiter and here. */
  private unbroken = 0;
  /** After an attribution, a plain blockquote is a quotation too; without one it may be an indented text. */
  private isQuoting = false;

  constructor(
    private readonly lines: readonly Line[],
    private readonly firstOfTask: boolean,
  ) {
    this.attributions = attributionsIn(lines);
  }

  classify(): Kind[] {
    for (let at = 0; at < this.lines.length; ) {
      const opening = this.openingAt(at);
      if (opening && this.firstOfTask && opening.isMessage) {
        this.mark(at, this.lines.length, "forwarded");
        break;
      }
      at = opening ? this.quote(at, opening) : this.single(at);
    }
    return this.kinds;
  }

  private mark(start: number, end: number, kind: Kind): number {
    for (let at = start; at < end; at++) this.kinds[at] = kind;
    return end;
  }

  /** Marks a quotation and returns the index after it. */
  private quote(start: number, { end }: Opening): number {
    this.isQuoting = true;
    const first = this.lines[end];
    const depth = this.lines[start]?.depth ?? 0;
    // The quotation is in blockquotes, or behind ">": lines outside of it are answers.
    if (!first || first.depth > depth || depth > 0) return this.mark(start, Math.max(end, start + 1), "quoted");
    // Otherwise it ends with its container, if it has one.
    const { container } = this.lines[start] as Line;
    // Lines before the container's first blockquote are an attribution, even in an unknown language.
    if (container && end === start) {
      for (let at = end; at < Math.min(end + MOST_LINES_BEFORE_QUOTE, this.lines.length); at++) {
        if (this.lines[at]?.container === container && (this.lines[at]?.depth ?? 0) > depth) {
          return this.mark(start, at, "quoted");
        }
      }
    }
    let after = end;
    while (after < this.lines.length && (!container || this.lines[after]?.container === container)) after++;
    return this.mark(start, after, "quoted");
  }

  /** Marks a line outside of an opening, or a signature, and returns the index after it. */
  private single(at: number): number {
    const line = this.lines[at] as Line;
    if (line.depth > 0) return this.mark(at, at + 1, line.isCited || this.isQuoting ? "quoted" : "own");
    const end = this.signatureEnd(at);
    if (end > at) return this.mark(at, end, "signature");
    return this.mark(at, at + 1, line.isRule || isDashedLine(line) ? "neutral" : "own");
  }

  /** The index after the signature that starts at a line; the line's own index if none does. */
  private signatureEnd(start: number): number {
    const first = this.lines[start] as Line;
    const isOpen = first.mark === "signature" || (first.isDelimiter && !first.signature);
    if (!isOpen && (!first.signature || first.signature === this.rejected)) return start;
    let end = isOpen ? Math.max(start + 1, this.unbroken) : start + 1;
    while (end < this.lines.length && end - start <= MOST_SIGNATURE_LINES) {
      const line = this.lines[end] as Line;
      if (line.depth > 0 || (!isOpen && line.signature !== first.signature) || this.openingAt(end)) break;
      end++;
    }
    if (isOpen) this.unbroken = end;
    if (end - start <= MOST_SIGNATURE_LINES) return end;
    this.rejected = first.signature;
    return start;
  }

  /** The quotation that starts at a line; null if none does. */
  private openingAt(start: number): Opening | null {
    const first = this.lines[start] as Line;
    const previous = this.lines[start - 1];
    if (first.depth > 0 && this.kinds[start - 1] === "quoted") return null; // a quotation of a quotation
    const entersContainer = first.container !== null && first.container !== previous?.container;
    const isMarked = first.mark === "message" || entersContainer;
    let opening: Opening = { end: start, isMessage: first.mark === "message", isStrong: isMarked };
    // Clients combine them: a rule, "-----Original Message-----", then headers.
    for (let parts = 0; parts < MOST_PARTS; parts++) {
      const line = this.lines[opening.end];
      if (!line || (line.depth > first.depth && !entersContainer)) break;
      const next = this.partOfOpening(opening, start);
      if (!next) break;
      opening = next;
    }
    if (opening.end === start && !isMarked) return null;
    if (opening.isStrong) return opening;
    // Words a person might write count as an attribution only right above a quotation.
    const next = this.lines[opening.end];
    return next && next.depth > first.depth && next.isCited ? opening : null;
  }

  private partOfOpening({ end, isMessage, isStrong }: Opening, start: number): Opening | null {
    const line = this.lines[end] as Line;
    if (line.isRule && isStrong) return { end: end + 1, isMessage, isStrong };
    if (isSeparator(line)) {
      const isForward = isForwardSeparator(line);
      // Quoted lines that mention one are part of their quotation, except where the quotation starts with it.
      if (line.depth > 0 && !isForward) return null;
      return { end: end + 1, isMessage: true, isStrong: true };
    }
    const attribution = this.attributions.get(end);
    if (attribution) {
      return { end: attribution.end, isMessage, isStrong: isStrong || attribution.isStrong };
    }
    const above = this.lines[end - 1];
    const isAnnounced = end > start ? isMessage || isStrong : above?.isRule === true || (above && isDashedLine(above));
    const block = headerBlockEnd(this.lines, end, isAnnounced === true);
    return block === null ? null : { end: block, isMessage: true, isStrong: true };
  }
}
