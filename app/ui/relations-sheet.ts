import type { LinksFunction } from "@remix-run/node";
import sheet from "./styles/relations.css";

/** What the pages look like on which tasks are linked, merged and split: not sent with each task. */
export const RELATIONS_SHEET = sheet;

/** In each of their routes: `export { relationsLinks as links } from "~/ui/relations-sheet"`, and the sheet named to `fromPayload`. */
export const relationsLinks: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];
