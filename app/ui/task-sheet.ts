import type { LinksFunction } from "@remix-run/node";
import sheet from "./styles/task.css";

/** What only the pages about a task look like: not sent with lists, nor with the login page. */
export const TASK_SHEET = sheet;

/** In each of their routes: `export { taskLinks as links } from "~/ui/task-sheet"`, and the sheet named to `fromPayload`. */
export const taskLinks: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];
