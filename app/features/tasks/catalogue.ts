import { type Catalogue, learnCatalogue } from "./tasks";

/*
 * What tasks can be, on its way to the browser. As long as no admin has changed what the desk began with, both sides know it
 * and nothing is sent. It is one text, made once for each version and role: to write it costs a page nothing.
 */

let learned: string | undefined;

/** In the browser, before anything is drawn: statuses and types are those that came with the page. */
export function learnFromPage(sent: string | undefined) {
  if (typeof document === "undefined" || sent === undefined || sent === learned) return;
  learned = sent;
  learnCatalogue(JSON.parse(sent) as Catalogue);
}
