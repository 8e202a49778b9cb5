import type { Line } from "./line";

/** Labels of the headers above a quoted message, as clients translate them. */
const LABELS = {
  from: `from|von|de|da|van|från|od|от|от кого|差出人|送信者|发件人|發件人|寄件者|寄件人|fra|lähettäjä|feladó|kimden|gönderen|від|보낸 사람|보낸사람|de la|από|expéditeur|remitente|mittente|afzender|avsändare|nadawca|отправитель|absender`,
  sent: `sent|date|gesendet|gesendet am|datum|envoyé|envoyé le|date d'envoi|enviado|enviado el|enviado em|enviada em|enviada el|fecha|inviato|inviata|data invio|data|verzonden|verzonden op|skickat|wysłano|wysłane|отправлено|дата|送信日時|日付|日時|发送时间|日期|發送時間|寄件日期|傳送日期|发送日期|sendt|dato|lähetetty|päivämäärä|odesláno|elküldve|dátum|gönderildi|gönderme tarihi|tarih|надіслано|보낸 날짜|날짜|보낸날짜|trimis|στάλθηκε|ημερομηνία|erstellt am`,
  to: `to|an|à|a|para|aan|till|do|кому|宛先|收件人|收件者|til|vastaanottaja|komu|címzett|kime|alıcı|받는 사람|받는사람|către|προς|destinataire|destinatario|empfänger`,
  cc: `cc|kopie|kopie an|copie à|copie|copia|bcc|kopia|dw|копия|抄送|副本|kopi|kopio|másolatot kap|bilgi|копія|참조|cópia|reply-to|antwort an|répondre à|importance|wichtigkeit|attachments|anlagen`,
  subject: `subject|betreff|objet|asunto|oggetto|assunto|onderwerp|ämne|temat|тема|件名|主题|主題|主旨|emne|aihe|předmět|tárgy|konu|제목|subiect|θέμα|sujet`,
};

type Kind = keyof typeof LABELS;

const KINDS = new Map(
  (Object.keys(LABELS) as Kind[]).flatMap((kind) => LABELS[kind].split("|").map((label) => [label, kind] as const)),
);

/** Where the colon of a label may be, the signs of bold text included. */
const LONGEST_START = 30;
/** A long list of recipients wraps. */
const MOST_LINES_OF_A_VALUE = 3;
const MOST_LINES = 20;

/** Reads the kind of a header line; null for other lines. */
function kindOf(text: string): Kind | null {
  const start = text.slice(0, LONGEST_START);
  const colon = start.search(/[:：]/u);
  if (colon < 1) return null;
  const label = start.slice(0, colon).replace(/[*_]/g, "").trim();
  return KINDS.get(label.toLowerCase().replace("’", "'")) ?? null;
}

/**
 * Measures the header block that starts at a line: the index after it, or null if there's none.
 *
 * Anyone may write "From: Berlin, To: Paris, Date: …", so a block needs a subject or an address, unless `isAnnounced`
 * says that a rule or a client's mark precedes it.
 */
export function headerBlockEnd(lines: readonly Line[], start: number, isAnnounced: boolean): number | null {
  const first = lines[start];
  if (!first || kindOf(first.text) === null) return null;
  const kinds = new Set<Kind>();
  let hasAddress = false;
  let end = start;
  for (let at = start; at < Math.min(lines.length, start + MOST_LINES); at++) {
    const line = lines[at] as Line;
    const kind = kindOf(line.text);
    const endsBlock = line.depth !== first.depth || (at > start && (line.isRule || line.isDelimiter));
    // Two times "From:" are two blocks.
    if (endsBlock || (kind === "from" && kinds.has("from")) || at - end >= MOST_LINES_OF_A_VALUE) break;
    if (!kind) continue;
    kinds.add(kind);
    hasAddress ||= line.text.includes("@");
    end = at + 1;
  }
  const isBlock =
    kinds.has("from") &&
    (isAnnounced ? kinds.size >= 2 : kinds.size >= 3 && (kinds.has("subject") || hasAddress) && hasTimeOrTo(kinds));
  if (!isBlock) return null;
  return withLastValue(lines, end);
}

const hasTimeOrTo = (kinds: ReadonlySet<Kind>) => kinds.has("sent") || kinds.has("to");

/** The value of the first "From:" among these lines, which may be on the line below its label; null without one. */
export function fromValueIn(lines: readonly Line[]): string | null {
  const at = lines.slice(0, MOST_LINES).findIndex(({ text }) => kindOf(text) === "from");
  const line = lines[at];
  if (!line) return null;
  const value = line.text.slice(line.text.search(/[:：]/u) + 1).trim();
  return /^[*_\s]*$/.test(value) ? (lines[at + 1]?.text ?? null) : value;
}

/** A label alone on the last line has its value on the next. */
function withLastValue(lines: readonly Line[], end: number): number {
  const last = lines[end - 1];
  const next = lines[end];
  return last && next && /[:：][*_\s]*$/u.test(last.text) && next.depth === last.depth && !next.afterGap
    ? end + 1
    : end;
}
