import type { LinksFunction } from "@remix-run/node";
import sheet from "./styles/seldom.css";
import { TASK_SHEET } from "./task-sheet";

/** What pages look like that are seldom opened, for themselves; it is not sent with those that everybody opens. */
export const SELDOM_SHEET = sheet;

/** In each of their routes: `export { seldomLinks as links } from "~/ui/seldom-sheet"`, and the sheet named to `fromPayload`. */
export const seldomLinks: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];

/** Those around a task: they look like its own page, too. */
export const AROUND_TASK_SHEETS = [TASK_SHEET, sheet];

export const aroundTaskLinks: LinksFunction = () => AROUND_TASK_SHEETS.map((href) => ({ rel: "stylesheet", href }));
