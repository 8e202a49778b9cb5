const THOUSANDS = /\B(?=(?:\d{3})+$)/g;

/**
 * "1,000" of 1000, a whole number. Not by `Intl`: the first format of a page makes the browser read its tables of languages,
 * which on a phone takes a tenth of a second before anything answers.
 */
export const formatNumber = (value: number) => String(value).replace(THOUSANDS, ",");
