import type { LinksFunction } from "@remix-run/node";
import sheet from "./styles/settings.css";

/** What only the pages below /settings look like: not sent with those that everybody opens. */
export const SETTINGS_SHEET = sheet;

/** In each of their routes: `export { settingsLinks as links } from "~/ui/settings-sheet"`, and the sheet named to `fromPayload`. */
export const settingsLinks: LinksFunction = () => [{ rel: "stylesheet", href: sheet }];
