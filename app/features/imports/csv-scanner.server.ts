import { isUtf8 } from "node:buffer";
import { MAX_ROW_BYTES, MAX_ROW_LINES, quoted } from "./import-refusal";

/** A row of the file, or why it couldn't be read. `line` is the row's first line, counted from 1. */
export type CsvRow = { line: number; cells: string[] } | { line: number; trouble: string };

const NEWLINE = 10;
const CARRIAGE_RETURN = 13;

const NOT_UTF8 = "the text isn't UTF-8; save the file as UTF-8";

const NOT_CLOSED_SOON = "opens a quotation mark that isn't closed within the longest row allowed";

/** How many times the lines after a bad row are rescanned before they are discarded with it. */
const MOST_GIVEN_UP = 20;

/** One line of the file. `broken`: its bytes aren't UTF-8, and `text` only serves to find the end of the row. */
type Line = { number: number; text: string; broken: boolean };

/**
 * A streaming CSV scanner (RFC 4180).
 *
 * A bad row never spoils the rest of the file, and memory stays below a few MiB. If a row is too long, has broken UTF-8 or
 * an unclosed quotation mark, only its first line is dropped; scanning resumes on the next line. (csv-parse stops there,
 * or takes the rest of the file for one cell.)
 * Skips blank lines and a byte-order mark. Lines end in LF or CRLF, or in CR if `lineEnd` says so.
 */
export class CsvScanner {
  readonly #lineEnd: number;
  readonly #splitter: RowSplitter;
  #lines = 0;
  /** The start of a line whose end hasn't arrived. */
  #pieces: Buffer[] = [];
  #pieceBytes = 0;
  /** Whether the current line is longer than a row may be, so its bytes are dropped. */
  #dropping = false;
  /** Lines of a row with an open quotation mark. */
  #held: Line[] = [];
  #heldBytes = 0;

  constructor({ delimiter, lineEnd = "\n" }: { delimiter: string; lineEnd?: "\n" | "\r" }) {
    this.#lineEnd = lineEnd === "\r" ? CARRIAGE_RETURN : NEWLINE;
    this.#splitter = new RowSplitter(delimiter);
  }

  /** Returns the rows that end in this chunk. The scanner keeps the buffer, so don't reuse it. */
  push(chunk: Buffer): CsvRow[] {
    const rows: CsvRow[] = [];
    let start = 0;
    for (let end = chunk.indexOf(this.#lineEnd); end !== -1; end = chunk.indexOf(this.#lineEnd, start)) {
      this.#endLine(chunk.subarray(start, end), rows);
      start = end + 1;
    }
    this.#hold(chunk.subarray(start));
    return rows;
  }

  /** Returns the rows that end at the end of the file. */
  end(): CsvRow[] {
    const rows: CsvRow[] = [];
    if (this.#pieceBytes > 0 || this.#dropping) this.#endLine(Buffer.alloc(0), rows);
    this.#giveUpOpenRow(rows);
    return rows;
  }

  #hold(piece: Buffer) {
    if (this.#dropping || piece.length === 0) return;
    this.#pieces.push(piece);
    this.#pieceBytes += piece.length;
    if (this.#pieceBytes <= MAX_ROW_BYTES) return;
    this.#dropping = true;
    this.#pieces = [];
    this.#pieceBytes = 0;
  }

  #endLine(lastPiece: Buffer, rows: CsvRow[]) {
    this.#hold(lastPiece);
    this.#lines++;
    const bytes = this.#pieces.length === 1 ? (this.#pieces[0] as Buffer) : Buffer.concat(this.#pieces);
    const tooLong = this.#dropping;
    this.#pieces = [];
    this.#pieceBytes = 0;
    this.#dropping = false;

    if (tooLong) {
      this.#giveUpOpenRow(rows);
      rows.push({ line: this.#lines, trouble: `the row is longer than ${MAX_ROW_BYTES / 1024} KiB` });
      return;
    }
    let text = bytes.toString("utf8");
    if (text.endsWith("\r")) text = text.slice(0, -1);
    if (this.#lines === 1 && text.startsWith("\ufeff")) text = text.slice(1);
    this.#takeLine({ number: this.#lines, text, broken: !isUtf8(bytes) }, rows);
  }

  #takeLine(line: Line, rows: CsvRow[]) {
    const waiting = [line];
    let givenUp = 0;
    let overflowed = false;
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      if (this.#held.length === 0 && next.text.trim() === "" && !next.broken) continue;
      this.#held.push(next);
      this.#heldBytes += next.text.length;
      const state = this.#splitter.take(next.text);
      if (state === "complete") {
        this.#giveRow(rows);
        continue;
      }
      const tooMuch = this.#heldBytes > MAX_ROW_BYTES || this.#held.length > MAX_ROW_LINES;
      if (state === "open" && !tooMuch) continue;
      overflowed ||= tooMuch;

      // Without a limit, lines that each open a quotation mark would be rescanned in quadratic time.
      const others = ++givenUp <= MOST_GIVEN_UP ? this.#held.slice(1) : [];
      this.#giveUp(state === "open" ? NOT_CLOSED_SOON : state.trouble, rows);
      waiting.push(...others.reverse());
    }
    const stillMuch = this.#heldBytes > MAX_ROW_BYTES / 2 || this.#held.length > MAX_ROW_LINES / 2;
    if (overflowed && stillMuch) this.#giveUp(NOT_CLOSED_SOON, rows);
  }

  #giveRow(rows: CsvRow[]) {
    const first = this.#held[0] as Line;
    const broken = this.#held.find((held) => held.broken);
    if (broken) rows.push({ line: broken.number, trouble: NOT_UTF8 });
    else rows.push({ line: first.number, cells: this.#splitter.cells() });
    this.#forget();
  }

  #giveUp(trouble: string, rows: CsvRow[]) {
    const [first] = this.#held;
    if (first) rows.push({ line: first.number, trouble: first.broken ? NOT_UTF8 : trouble });
    this.#forget();
  }

  /** The open quotation mark never closes: reports its first line as bad and rescans the others as rows. */
  #giveUpOpenRow(rows: CsvRow[]) {
    for (let round = 0; this.#held.length > 0; round++) {
      const others = round < MOST_GIVEN_UP ? this.#held.slice(1) : [];
      this.#giveUp("opens a quotation mark that is never closed", rows);
      for (const line of others) this.#takeLine(line, rows);
    }
  }

  #forget() {
    this.#held = [];
    this.#heldBytes = 0;
    this.#splitter.reset();
  }
}

/** Splits one row into cells, line by line. */
class RowSplitter {
  readonly #delimiter: string;
  #cells: string[] = [];
  #cell = "";
  #inQuotes = false;

  constructor(delimiter: string) {
    this.#delimiter = delimiter;
  }

  cells(): string[] {
    return this.#cells;
  }

  reset() {
    this.#cells = [];
    this.#cell = "";
    this.#inQuotes = false;
  }

  take(line: string): "open" | "complete" | { trouble: string } {
    if (!this.#inQuotes && !line.includes('"')) {
      this.#cells = line.split(this.#delimiter);
      return "complete";
    }
    if (this.#inQuotes) this.#cell += "\n";

    let at = 0;
    for (;;) {
      if (!this.#inQuotes && line[at] === '"') {
        this.#inQuotes = true;
        at++;
      }
      if (!this.#inQuotes) {
        // A quotation mark inside an unquoted cell (5" pipe) is a plain character.
        const end = line.indexOf(this.#delimiter, at);
        this.#cells.push(end === -1 ? line.slice(at) : line.slice(at, end));
        if (end === -1) return "complete";
        at = end + this.#delimiter.length;
        continue;
      }
      const mark = line.indexOf('"', at);
      this.#cell += mark === -1 ? line.slice(at) : line.slice(at, mark);
      if (mark === -1) return "open";
      at = mark + 1;
      if (line[at] === '"') {
        this.#cell += '"';
        at++;
        continue;
      }
      const rest = line.slice(at, at + 20);
      if (rest !== "" && !rest.startsWith(this.#delimiter)) {
        return { trouble: `a quotation mark closes before ${quoted(rest)}, where a cell should end` };
      }
      this.#cells.push(this.#cell);
      this.#cell = "";
      this.#inQuotes = false;
      if (rest === "") return "complete";
      at += this.#delimiter.length;
    }
  }
}
