/** Kinds of automatic email. A public reply has the kind `reply` and takes its text from its message. */
export type WrittenKind =
  | "acknowledgement"
  | "resolved"
  | "reminder"
  | "command_result"
  | "notification"
  | "sign_in"
  | "invitation"
  | "confirmation"
  | "password"
  | "security";

/** Mail about a task to its requester and people in copy. */
export const TO_OUTSIDE: readonly (WrittenKind | "reply")[] = ["reply", "acknowledgement", "resolved", "reminder"];

/** Mail to agents, which no requester misses. */
export const TO_AGENTS: readonly string[] = ["notification", "command_result"] satisfies WrittenKind[];

/**
 * A link in a mail. Those with a key are made when the mail is sent, so the queue never holds a key.
 *
 * page      a page of the desk
 * sign_in   a page, with a key that signs the recipient in as a requester
 * others    pages under /login that show a button first
 */
export type MailLink = {
  to: string;
  key?: "sign_in" | "solved" | "not_solved" | "invitation" | "password" | "confirmation" | "unsubscribe";
};

/** What `outgoing_mail.content` holds as JSON. */
export type WrittenContent = {
  subject: string;
  /** Markdown above the body: a filled template. Its links are as written; text in it may look like `link:view`. */
  text?: string;
  /**
   * Markdown of the desk. `[View this request](link:view)` leads to `links.view`. Text that people typed must be escaped by
   * `plainMarkdown`, or it could place such a link, whose address may have a key.
   */
  body: string;
  links: Record<string, MailLink>;
  /** Tasks that an agent must still work on, or see, when the mail is sent. */
  needs?: { work: number[]; see: number[] };
  /** The event kind that one click of the recipient's mail program turns off (RFC 8058). */
  unsubscribe?: string;
};

/** What `outgoing_mail.content` holds for a public reply. */
export type ReplyContent = {
  /** The reply resolved the request, so it asks the requester whether it is solved. */
  resolved?: boolean;
};
