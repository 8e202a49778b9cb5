import type { LinksFunction } from "@remix-run/node";
import sheet from "./styles/bulk.css";
import { TASK_SHEET } from "./task-sheet";

/** What only the pages look like on which many tasks are changed, and those of macros. */
export const BULK_SHEET = sheet;

/** In each of their routes: `export { bulkLinks as links } from "~/ui/bulk-sheet"`, and the sheet named to `fromPayload`. */
export const bulkLinks: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

/** Where a macro is used on a task. */
export const macroLinks: LinksFunction = () => [TASK_SHEET, sheet].map((href) => ({ rel: "stylesheet", href }));
