import type { LinksFunction } from "@remix-run/node";
import sheet from "./styles/further.css";

/** What pages look like that few people open: not sent with lists and tasks, nor with the login page. */
export const FURTHER_SHEET = sheet;

/** In each of their routes: `export { furtherLinks as links } from "~/ui/further-sheet"`, and the sheet named to `fromPayload`. */
export const furtherLinks: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];
