import type { Line } from "./line";

/** The most lines over which "On … wrote:" wraps. */
const MOST_WRAPPED_LINES = 4;
const MOST_CHARACTERS = 400;

/** "wrote" in each language, at the end of an attribution or before the name. */
const VERBS = [
  /(?<!\p{L})(?:wrote|writes)(?!\p{L})/iu,
  /(?<!\p{L})(?:schrieb|schreibt|hat geschrieben)(?!\p{L})/iu,
  /(?<!\p{L})(?:a écrit|écrit|écrivait)(?!\p{L})/iu,
  /(?<!\p{L})(?:escribió|escribio|escribe|escreveu|escreve)(?!\p{L})/iu,
  /(?<!\p{L})(?:ha scritto|scrisse|a scris)(?!\p{L})/iu,
  /(?<!\p{L})(?:schreef|heeft geschreven|skrev|kirjoitti)(?!\p{L})/iu,
  /(?<!\p{L})(?:napisał(?:\(?a\)?)?|pisze|napsal(?:\(?a\)?)?|napísal(?:\(?a\)?)?)(?!\p{L})/iu,
  /(?<!\p{L})(?:написал(?:\(?а\)?)?|писал(?:\(?а\)?)?|пишет|написав(?:ла)?|пише)(?!\p{L})/iu,
  /(?<!\p{L})(?:írta|yazdı|έγραψε)(?!\p{L})/iu,
  /のメール|書きました|写道|寫道|写了|작성/u,
];
const VERB = new RegExp(VERBS.map(({ source }) => source).join("|"), "iu");

/** The start of an attribution, which may stand alone on its first line. */
const START =
  /^[-\s]*(?:(?:On|Am|Le|El|Il|In data|Em|No dia|Op|Den|Dnia|W dniu|В|Dne|Pe|Στις|在)\s|\p{L}{2,4}\.?,\s\d|\d{4}年)/iu;

const ADDRESS = /[^\s<>()@]{1,64}@[^\s<>()@]{1,255}/u;
const DATE = /(?<!\d)(?:19|20)\d\d(?!\d)|(?<!\d)\d{1,2}[./-]\d{1,2}[./-]\d{2,4}(?!\d)|\d月/u;
const TIME = /(?<!\d)\d{1,2}\s?[:.hH時点]\s?\d{2}(?!\d)/u;
/** A colon, or the dashes that Zoho puts instead. */
const END = /(?::|：|-{3,4})[\s"'“”„*_]*$/u;

export type Attribution = {
  start: number;
  end: number;
  /** Whether it was certainly written by a mail client. Otherwise it counts only right above a quotation. */
  isStrong: boolean;
};

function isStrong(text: string): boolean {
  if (text.length > MOST_CHARACTERS || !DATE.test(text)) return false;
  if (/-$/.test(text)) return VERB.test(text);
  return TIME.test(text) && (ADDRESS.test(text) || VERB.test(text));
}

const isWeak = (text: string) => VERB.test(text) || ADDRESS.test(text) || DATE.test(text);

/** Whether a line may continue the one above it. A sentence ends there, unless it's "3 mar." of a date. */
function continues(line: Line, above: Line | undefined): boolean {
  if (!above || above.depth !== line.depth || line.afterGap || above.isRule) return false;
  return above.text.length <= MOST_CHARACTERS && (!/[.!?:]$/.test(above.text) || START.test(above.text));
}

/** Finds the attribution that ends with a line, using as few lines as possible. */
function attributionEndingAt(lines: readonly Line[], last: number): Attribution | null {
  const end = lines[last];
  if (!end || end.text.length > MOST_CHARACTERS || !END.test(end.text)) return null;
  let text = end.text;
  for (let start = last; ; start--) {
    if (isStrong(text)) return { start: firstLine(lines, start, last), end: last + 1, isStrong: true };
    const above = lines[start - 1];
    if (last - start >= MOST_WRAPPED_LINES - 1 || !continues(lines[start] as Line, above)) break;
    text = `${above?.text} ${text}`;
  }
  return isWeak(end.text) && !/-$/.test(end.text)
    ? { start: firstLine(lines, last, last), end: last + 1, isStrong: false }
    : null;
}

/** Adds the lines above that start the attribution: "On 3 March 2025 at", with the time and name on the next line. */
function firstLine(lines: readonly Line[], start: number, last: number): number {
  for (let at = start; at > last - MOST_WRAPPED_LINES && at >= 0; at--) {
    const line = lines[at] as Line;
    if (START.test(line.text) && (at === start || DATE.test(line.text) || TIME.test(line.text))) return at;
    if (!continues(line, lines[at - 1])) break;
  }
  return start;
}

/** Finds all attributions, by the index of their first line. */
export function attributionsIn(lines: readonly Line[]): Map<number, Attribution> {
  const found = new Map<number, Attribution>();
  for (const [at, { mark }] of lines.entries()) {
    if (mark === "attribution") found.set(at, { start: at, end: at + 1, isStrong: true });
    else {
      const attribution = attributionEndingAt(lines, at);
      if (attribution) found.set(attribution.start, attribution);
    }
  }
  return found;
}
