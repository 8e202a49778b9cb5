import type { Line } from "./line";

const ORIGINAL = [
  /original (?:message|e?-?mail|appointment)/i,
  /ursprüngliche (?:nachricht|e-?mail)|original-?nachricht/i,
  /message (?:d['’]origine|original|initial)/i,
  /mensaje (?:original|de origen)|mensagem original|mesaj original/i,
  /messaggio (?:originale|originario)/i,
  /(?:oorspronkelijk|origineel) bericht/i,
  /ursprungligt meddelande|originalmeddelande|oprindelig (?:meddelelse|besked)|opprinnelig melding/i,
  /oryginalna wiadomość|wiadomość (?:oryginalna|pierwotna|źródłowa)/i,
  /(?:исходное|оригинальное|первоначальное) сообщение|оригінальне повідомлення/iu,
  /元の(?:メッセージ|メール)/u,
  /原始(?:邮件|信息|郵件)|原邮件|邮件原件/u,
  /alkuperäinen viesti|původní (?:zpráva|e-mail)|eredeti üzenet|orijinal (?:mesaj|ileti)/i,
  /αρχικό μήνυμα|원본 (?:메일|메시지)/iu,
];

const FORWARDED = [
  /(?:begin )?forwarded (?:message|mail|email|by)/i,
  /(?:anfang der )?weitergeleitete[nr]? (?:nachricht|e-?mail|mail)|weitergeleitet (?:von|durch)/i,
  /(?:début du )?message (?:transféré|réexpédié)/i,
  /(?:inicio del )?mensaje reenviado/i,
  /(?:inizio (?:del )?)?messaggio inoltrato/i,
  /(?:início da )?mensagem (?:encaminhada|reencaminhada)/i,
  /(?:begin )?doorgestuurd bericht/i,
  /vidarebefordrat (?:meddelande|mejl|brev)|videresendt (?:meddelelse|besked|melding|e-post)/i,
  /przekazana wiadomość|wiadomość przekazana|początek przekazywanej wiadomości|treść przekazanej wiadomości/i,
  /(?:начало )?(?:пересылаемо|пересланно|переадресованно)(?:е|го) сообщени[ея]|переслане повідомлення/iu,
  /転送された?(?:メッセージ|メール)|以下は転送/u,
  /转发的?(?:邮件|信息)|被转发的邮件|轉寄的?郵件|開始轉寄/u,
  /välitetty viesti|přeposlaná zpráva|továbbított üzenet|iletilen (?:mesaj|ileti)|mesaj redirecționat|전달된 메일/i,
];

const isAny = (patterns: readonly RegExp[], text: string) => patterns.some((pattern) => pattern.test(text));

const MOST_CHARACTERS = 120;

/** Removes the dashes around a line: "-----Original Message-----". Null if it has none on one side. */
function betweenDashes(text: string): string | null {
  const start = /^[-_=*—–─━~\s]*/u.exec(text)?.[0].length ?? 0;
  let end = text.length;
  while (end > start && /[-_=*—–─━~\s:：]/u.test(text[end - 1] ?? "")) end--;
  const isDashed = start >= 2 && text.length - end >= 2;
  return isDashed ? text.slice(start, end) : null;
}

/** Whether a line announces a quoted or forwarded message, like "-----Original Message-----". */
export function isSeparator({ text }: Pick<Line, "text">): boolean {
  if (text.length > MOST_CHARACTERS) return false;
  const words = betweenDashes(text);
  if (words !== null) return words !== "" && (isAny(ORIGINAL, words) || isAny(FORWARDED, words));
  return isForwardStart(text);
}

/** Apple's "Begin forwarded message:" has no dashes: the line is nothing else. */
const isForwardStart = (text: string) =>
  /[:：]$/u.test(text) &&
  FORWARDED.some((pattern) => {
    const found = pattern.exec(text);
    return found?.index === 0 && found[0].length >= text.length - 3;
  });

/** Whether a line is a forward's: "---------- Forwarded message ---------". */
export const isForwardSeparator = (line: Pick<Line, "text">) => isSeparator(line) && isAny(FORWARDED, line.text);

/** Whether a line is words between dashes in a language we don't know, or Notes' "Lea Moreau---03/03/2025 10:15---Printer". */
export const isDashedLine = ({ text }: Pick<Line, "text">) =>
  text.length <= MOST_CHARACTERS && (/^[-_=]{3}.*[-_=]{3}$/.test(text) || /---\d[^-]*---/.test(text));
