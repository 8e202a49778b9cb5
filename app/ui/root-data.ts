import { useRouteLoaderData } from "@remix-run/react";
import type { Flash } from "~/lib/flash";
import type { Logo } from "./brand";
import type { Shown } from "./display-preferences";

/** What the root loader answers on every navigation. Shell and layout live on it; pages have loaders of their own. */
export type RootData = {
  /** Null for a visitor without a session, who only ever sees the login page. */
  session: {
    user: { id: number; name: string; email: string | null; role: "requester" | "agent" | "admin" };
    /** ISO 8601, UTC. */
    expires: string;
  } | null;
  /** How many notifications have not been read, up to 100. */
  unread: number;
  /** The views that an agent has in the sidebar; absent for none. */
  pins?: { key: string; name: string }[];
  /** The name of the site this host serves; null for a host without one. */
  siteName: string | null;
  /** How this site looks, where an admin has said so. */
  site?: { colour?: string; logo?: Logo };
  /** What this person has chosen of how pages look and answer; absent for nothing. */
  shown?: Shown;
  /** The reader has an Apple keyboard; absent for others. */
  onApple?: true;
  /** What others changed about how this person signs in, until they dismiss it; absent for nothing. */
  accountChanges?: {
    changes: { id: number; at: number; what: string; address: string | null; by: string | null }[];
    now: number;
  };
  /** For every form that signs in or out. */
  csrfToken: string;
  /** A toast that a redirect left behind. */
  flash: Flash | null;
  /** What the browser calls statuses and types by, once an admin has changed those it knows (features/tasks/catalogue). */
  catalogue?: string;
  client: { buildId: string; buildCheckSeconds: number; sessionRefreshSeconds: number; attachmentMib: number };
};

/** The root's data; undefined where the root itself has failed. */
export const useRootData = () => useRouteLoaderData("root") as RootData | undefined;
