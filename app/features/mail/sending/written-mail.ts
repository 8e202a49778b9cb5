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

/** Mail to agents. Its failed deliveries don't concern any requester. */
export const TO_AGENTS: readonly string[] = ["notification", "command_result"] satisfies WrittenKind[];

/**
 * A link in an email. Keys are created when the email is sent, so the queue never contains one.
 *
 * page      a page of the desk
 * sign_in   a page, with a key that signs the recipient in as a requester
 * others    pages under /login that show a button first
 */
export type MailLink = {
  to: string;
  key?: "sign_in" | "solved" | "not_solved" | "invitation" | "password" | "confirmation" | "unsubscribe";
};

/** The JSON in `outgoing_mail.content`. */
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
  /** Tasks that an agent must still have agent access to, or see, when the email is sent. */
  needs?: { work: number[]; see: number[] };
  /** The event kind that one-click unsubscribe turns off (RFC 8058). */
  unsubscribe?: string;
};

/** The JSON in `outgoing_mail.content` for a public reply. */
export type ReplyContent = {
  /** The reply resolved the request, so it asks the requester whether it is solved. */
  resolved?: boolean;
};
