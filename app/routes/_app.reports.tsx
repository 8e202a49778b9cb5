import type { LinksFunction } from "@remix-run/node";
import styles from "~/ui/styles/pages/reports.css";

export const links: LinksFunction = () => [{ rel: "stylesheet", href: styles }];

/** Layout of all reports: only their style sheet. */
export { Outlet as default } from "@remix-run/react";
