import { formatTimeCursor, parseTimeCursor, type TimeCursor } from "~/lib/time-cursor";

export type MessagePlace =
  | { kind: "newest" }
  | { kind: "before" | "after"; position: TimeCursor }
  /** The page that holds this message. */
  | { kind: "message"; id: number };

/**
 * Reads the page of a conversation from a URL.
 *
 * Shape   `?message=123`, or a cursor: `?before=1772357400000~123`, `?after=…`
 * Else    the newest page: a stale bookmark shows a conversation, not an error
 */
export function parseMessagePlace(parameters: URLSearchParams): MessagePlace {
  const id = /^[1-9]\d{0,8}$/.exec(parameters.get("message") ?? "");
  if (id) return { kind: "message", id: Number(id[0]) };
  for (const kind of ["before", "after"] as const) {
    const position = parseTimeCursor(parameters.get(kind));
    if (position) return { kind, position };
  }
  return { kind: "newest" };
}

/**
 * The parameters of the page's URL that links in a conversation keep: the list the task was opened from (`list`), and
 * whether an agent is viewing it as the requester (`as`).
 */
export const keptIn = (address: URLSearchParams) =>
  String(new URLSearchParams([...address].filter(([name]) => name === "list" || name === "as")));

/** URL of a message, whichever page it is on. */
export const messageHref = (taskId: number, id: number, kept = "") =>
  `/tasks/${taskId}?message=${id}${kept && `&${kept}`}#message-${id}`;

/** URL of the page before or after a message. */
export const pageHref = (taskId: number, side: "before" | "after", position: TimeCursor, kept: string) =>
  `/tasks/${taskId}?${side}=${formatTimeCursor(position)}${kept && `&${kept}`}#conversation`;

/** URL of the newest page. */
export const newestHref = (taskId: number, kept: string) => `/tasks/${taskId}${kept && `?${kept}`}#conversation`;

/** URL of a page that loads the remote pictures of one message. */
export const picturesHref = (taskId: number, id: number, kept: string) =>
  `/tasks/${taskId}?message=${id}&pictures=${id}${kept && `&${kept}`}#message-${id}`;

/** The message whose remote pictures the reader asked for; null for none. */
export function parsePictures(parameters: URLSearchParams): number | null {
  const id = /^[1-9]\d{0,8}$/.exec(parameters.get("pictures") ?? "");
  return id && Number(id[0]);
}
