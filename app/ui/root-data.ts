import { useRouteLoaderData } from "@remix-run/react";
import type { Flash } from "~/lib/flash";
import type { Logo } from "./brand";
import type { Shown } from "./display-preferences";
import * as say from "./ui-copy";

/** Root loader data, fetched on every navigation for the shell and layout; pages have their own loaders. */
export type RootData = {
  /** Null for signed-out visitors, who only see the sign-in page. */
  session: {
    user: { id: number; name: string; email: string | null; role: "requester" | "agent" | "admin" };
    /** ISO 8601, UTC. */
    expires: string;
  } | null;
  /** Unread notifications, up to 100. */
  unread: number;
  /** Views pinned to an agent's sidebar; absent for none. */
  pins?: { key: string; name: string }[];
  /** The name of the host's site; null for a host without one. */
  siteName: string | null;
  site?: { colour?: string; logo?: Logo };
  /** The viewer's display preferences; absent for all defaults. */
  shown?: Shown;
  /** The viewer has an Apple keyboard; absent otherwise. */
  onApple?: true;
  /** Changes others made to the viewer's sign-in details, until dismissed; absent for none. */
  accountChanges?: {
    changes: { id: number; at: number; what: string; address: string | null; by: string | null }[];
    now: number;
  };
  /** For forms that sign in or out. */
  csrfToken: string;
  flash: Flash | null;
  /** The client's labels for statuses and types, once an admin has changed the built-in ones (features/tasks/catalogue). */
  catalogue?: string;
  client: { buildId: string; buildCheckSeconds: number; sessionRefreshSeconds: number; attachmentMib: number };
};

/** The desk's name, which automatic changes are credited to. */
export const useDeskName = () => useRootData()?.siteName || say.taskdesk;

/** Undefined if the root loader failed. */
export const useRootData = () => useRouteLoaderData("root") as RootData | undefined;
