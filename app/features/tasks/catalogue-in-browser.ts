import { type Catalogue, setCatalogue } from "./tasks";

/*
 * The catalogue on its way to the browser. Until an admin changes it, both sides use the shipped one and nothing is
 * sent. It is serialized once per version and role, so pages send it at no cost.
 */

let learned: string | undefined;

/** Applies the page's catalogue in the browser, before the first render. */
export function learnFromPage(sent: string | undefined) {
  if (typeof document === "undefined" || sent === undefined || sent === learned) return;
  learned = sent;
  setCatalogue(JSON.parse(sent) as Catalogue);
}
