/**
 * Subject prefixes of absence notes by Outlook, Exchange, Gmail, GMX, Notes, Zimbra and vacation programs, lower case.
 */
const BEGINNINGS: Record<string, RegExp> = {
  english:
    /^(?:auto(?:mat(?:ic|ed))?[ -]?(?:reply|response)|autoresponse|auto:|out[ -]of[ -](?:the[ -])?office|ooo\b|away:|away from my mail|on (?:annual )?(?:vacation|holiday|leave)|vacation:|i(?: a|')m (?:currently )?out of|absence notice|currently away)/,
  german:
    /^(?:autom(?:atische|\.) (?:rück)?antwort|abwesenheit(?:snotiz|smeldung|sbenachrichtigung)?|(?:ich bin )?abwesend|(?:ich bin )?nicht im büro|außer haus|(?:ich bin )?(?:im )?urlaub)/,
  french:
    /^(?:r[ée]ponse automatique|absen(?:t|te|ce)(?: du bureau)?|(?:message|notification) d'absence|(?:je suis )?(?:en congés?|absente?))/,
  spanish:
    /^(?:(?:auto ?)?respuesta autom[áa]tica|auto ?respuesta|fuera de (?:la )?oficina|ausencia|ausente|de vacaciones)/,
  italian: /^(?:risposta automatica|risponditore automatico|fuori (?:sede|ufficio)|assente|assenza|in ferie)/,
  portuguese:
    /^(?:resposta autom[áa]tica|fora do escrit[óo]rio|aus[êe]ncia(?: tempor[áa]ria)?|(?:estou )?ausente|(?:estou )?(?:em|de) f[ée]rias)/,
  dutch:
    /^(?:automatisch (?:antwoord|bericht)|automatische (?:reactie|e-?mail)|(?:ik ben )?afwezig(?:heid|heidsbericht)?|niet aanwezig|(?:met|op) vakantie)/,
  swedish:
    /^(?:autosvar|automatiskt svar|frånvaro(?:meddelande)?|frånvarande|(?:ej|inte) på kontoret|(?:på )?semester)/,
  polish:
    /^(?:automatyczna odpowiedź|odpowiedź automatyczna|autoodpowiedź|poza biurem|nieobecno(?:ść|ści)|(?:jestem )?(?:na urlopie|nieobecn[ya]))/,
  russian: /^(?:автоматический ответ|автоответ(?:чик)?|нет на месте|вне офиса|(?:я )?отсутствую|(?:я )?в отпуске)/,
  japanese: /^[【[(（]?(?:自動(?:応答|返信|返答)|不在(?:通知|のお知らせ|[:】])|外出中|休暇中)/,
  chinese: /^[【[(（]?(?:自动(?:回复|答复|回覆)|自動(?:回覆|回复|答覆)|不在办公室|不在辦公室|外出[中:]|休假中?)/,
};

/**
 * Whether a subject starts like an absence note. Not conclusive alone: "Out of office printer" is a request. "Re:"
 * isn't skipped: a person may answer a request titled "Urlaub".
 */
export function isAbsenceSubject(subject: string): boolean {
  const plain = subject.normalize("NFC").replaceAll("：", ":").replaceAll("’", "'").toLowerCase().trim().slice(0, 200);
  return Object.values(BEGINNINGS).some((beginning) => {
    const found = beginning.exec(plain)?.[0];
    return found !== undefined && !isMidWord(found, plain[found.length] ?? "");
  });
}

const LETTER_OF_WORDS = /[\p{Script=Latin}\p{Script=Cyrillic}]/u;

/** "Urlaub bis Montag" begins with the word, "Urlaubsantrag" doesn't. Japanese and Chinese have no spaces. */
const isMidWord = (found: string, next: string) =>
  LETTER_OF_WORDS.test(found.at(-1) ?? "") && LETTER_OF_WORDS.test(next);
