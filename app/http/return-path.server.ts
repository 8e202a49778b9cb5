/** Pages with buttons that change one of several tasks. */
const PAGES = /^\/(?:(?:notifications|settings\/rules\/\d{1,9})(?:\?[\x21-\x7e]{0,200})?)?$/;

/** The page to return to after such a button, as named by its form; otherwise `usual`. */
export const returnPath = (named: string | null, usual: string): string =>
  named !== null && PAGES.test(named) ? named : usual;
