/** Signatures that phones and free mail services add, by language. The device name follows. */
const SENT_FROM = [
  /^(?:sent|get) (?:from|via|with|using) /i,
  /^(?:diese nachricht wurde )?(?:von (?:meinem|unterwegs)|gesendet (?:von|mit|mittels|über)|von mir) /i,
  /^(?:envoyée?|télécharge[rz]) (?:de(?:puis)?|à partir|avec|via|d['’])/i,
  /^(?:enviad[oa]) (?:desde|de|do|da|con|com|via|mediante|pelo) /i,
  /^(?:inviat[oa]|scaricat[oa]) (?:da|dal|dall['’]|con|tramite)/i,
  /^(?:verstuurd|verzonden) (?:vanaf|vanuit|met|via|van) /i,
  /^(?:skickat|skickades|sendt) (?:från|fra|med|via) /i,
  /^(?:wysłan[eoay]) (?:z|ze|za|przy|przez) /i,
  /^(?:отправлен[оа]|послано) (?:с|со|из|через|от) /iu,
  /^(?:lähetetty|odesláno|надіслано|trimis) /iu,
];
const DEVICE =
  /iphone|ipad|ipod|android|smartphone|handy|galaxy|blackberry|mobil|phone|tablet|outlook|windows|yahoo|mail|proton|nokia|xperia|huawei|samsung|pixel|телефон/iu;

const WHOLE = [
  /^(?:get|obtenez|télécharge[rz]|obtén|obtener|scarica|ottieni|baixe|obter|obtenha|download|hämta|hent|pobierz|скачать|holen sie sich) outlook /iu,
  /^outlook (?:für|pour|para|per|voor|för|dla|для) (?:ios|android)/iu,
  /^yahoo mail: /i,
  /(?:iphone|ipad|android|outlook).{0,20}から送信/iu,
  /^(?:发自|發自|傳送自|来自).{0,20}(?:iphone|ipad|android|手机|手機|邮箱|华为|小米|outlook|qq|三星)/iu,
  /^(?:获取|取得) ?outlook/iu,
  /^나의 .{0,10}(?:iphone|ipad)에서 보냄/iu,
];

/** Longer lines are sentences of the writer: "Sent from my office I get only mail with …". */
const MOST_CHARACTERS = 70;

/** Whether a line is a signature added by a phone or a free mail service. */
export function isMobileSignature(line: string): boolean {
  if (line.length > 500) return false;
  const text = line.replace(/[<(]?https?:\S+/g, "").trim();
  if (text.length > MOST_CHARACTERS) return false;
  return (
    WHOLE.some((pattern) => pattern.test(text)) ||
    (DEVICE.test(text) && SENT_FROM.some((pattern) => pattern.test(text)))
  );
}
