import type { LinksFunction } from "@remix-run/node";
import sheet from "./styles/bulk.css";

/** What only the pages about changing many tasks look like. */
export const BULK_SHEET = sheet;

/** In each of their routes: `export { bulkLinks as links } from "~/ui/bulk-sheet"`, and the sheet named to `fromPayload`. */
export const bulkLinks: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];
