import type { ReactNode } from "react";
import { sentence } from "~/ui/sentence";

/** User-facing copy; docs/decisions/0020 says how to add to it. */

export const home = "Home";
export const recentlyViewed = "Recently viewed";
export const drafts = "Drafts";
export const newTask = "New task";
export const newRequest = "New request";
export const showAll = "Show all";
export const ofTask = (title: string) => `of “${title}”`;
export const reports = "Reports";
export const taskCharts = "Charts of created, resolved and open tasks";
export const settings = "Settings";
export const close = "Close";
export const loading = "Loading";
export const loadingPage = "Loading…";
export const installThisApp = "Install this app";
export const installHint = "Install this app to give it its own window and open it offline.";
export const install = "Install";
export const notNow = "Not now";
export const keyboardShortcuts = "Keyboard shortcuts";
export const turnOffSingleKeys = "Turn off single-key shortcuts";
export const leaveUnsaved = "Your changes on this page aren't saved yet. Leave anyway?";
export const showChanges = (count: number) => (count === 1 ? "Show 1 change" : `Show ${count} changes`);
export const offlineAsOf = (time: string) => `You're offline. This is the page as of ${time}.`;
export const closeToast = "Close toast";
export const notifications = "Notifications";
export const taskdesk = "Taskdesk";
export const pageNotFound = "Page Not Found";
export const menu = "Menu";
export const main = "Main";
export const tasks = "Tasks";
export const search = "Search";
export const people = "People";
export const skipToContent = "Skip to content";
export const unreadInBrackets = (unread: string) => `(${unread} unread)`;
export const requests = "Requests";
export const draftRestored = "Draft restored";
export const draftIsInForm = "The draft is now in your form";
export const contentWasRemoved = "This file was redacted, so it can't be opened.";
export const appDescription = "Tasks, conversations and their history.";
export const newMessageFrom = (names: readonly string[]) =>
  names.length === 1 ? `New message from ${names[0]}` : `New messages from ${names.join(", ")}`;
export const wentWrongTextKept =
  "Something went wrong on our side. What you typed is still here. Try again in a moment.";
export const notFoundTextKept =
  "This no longer exists, or you don't have access. What you typed is still here. Copy it before you leave this page.";
export const unreachableTextKept =
  "The server couldn't be reached. What you typed is still here. Try again in a moment.";
export const thatDidNotWork = "That didn't work. Try again.";
export const youAreSignedOut = "You're signed out";
export const signInToContinue = "What you typed is still here. Sign in again as the same person to continue.";
export const signIn = "Sign in";
/** `what` is a security log entry such as "Password set"; `by` is null for Taskdesk itself. */
export const yourAccountChanged = (what: string, address: string | null, by: string | null, time: ReactNode) => {
  const words = address === null ? what : `${what}: ${address}`;
  return by === null
    ? sentence`Your account changed (${time}). ${words}.`
    : sentence`${by} changed your account (${time}). ${words}.`;
};
export const tellAnAdmin = "If you didn't expect this, tell an admin.";
export const dismiss = "Dismiss";
export const offlinePages = "Pages available offline";
