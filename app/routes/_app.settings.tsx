import type { LinksFunction } from "@remix-run/node";
import styles from "~/ui/styles/settings.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

/** Layout of all settings: only their style sheet. */
export { Outlet as default } from "@remix-run/react";
