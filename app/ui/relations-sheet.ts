import type { LinksFunction } from "@remix-run/node";
import sheet from "./styles/relations.css";
import { TASK_SHEET } from "./task-sheet";

/** What the pages look like on which tasks are linked, merged and split: that of a task, and more that is not sent with each. */
export const RELATIONS_SHEETS = [TASK_SHEET, sheet];

/** In each of their routes: `export { relationsLinks as links } from "~/ui/relations-sheet"`, and the sheets named to `fromPayload`. */
export const relationsLinks: LinksFunction = () => RELATIONS_SHEETS.map((href) => ({ rel: "stylesheet", href }));
