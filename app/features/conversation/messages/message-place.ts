import { parseTimePosition, printTimePosition, type TimePosition } from "~/features/tasks/time-position";

/** Which page of a conversation is wanted. */
export type MessagePlace =
  | { kind: "newest" }
  | { kind: "before" | "after"; position: TimePosition }
  /** The page that holds this message. */
  | { kind: "message"; id: number };

/**
 * Reads from an address which page of a conversation it means.
 *
 * Shape   `?message=123`, or a position to go on from: `?before=1772357400000~123`, `?after=…`
 * Else    the newest page: a stale bookmark shows a conversation, not an error
 */
export function parseMessagePlace(parameters: URLSearchParams): MessagePlace {
  const id = /^[1-9]\d{0,8}$/.exec(parameters.get("message") ?? "");
  if (id) return { kind: "message", id: Number(id[0]) };
  for (const kind of ["before", "after"] as const) {
    const position = parseTimePosition(parameters.get(kind));
    if (position) return { kind, position };
  }
  return { kind: "newest" };
}

/** The address of one message, wherever in the conversation it stands. */
export const messageHref = (taskId: number, id: number) => `/tasks/${taskId}?message=${id}#message-${id}`;

/** The page before or after a message of the page in sight. */
export const pageHref = (taskId: number, side: "before" | "after", position: TimePosition) =>
  `/tasks/${taskId}?${side}=${printTimePosition(position)}#conversation`;
