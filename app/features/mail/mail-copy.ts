/** Product copy. docs/decisions/0020 says how to add to it. */

/** The sign that marks a message as automatic (features/mail/parsing/automatic-mail). */
const signs: Record<string, string> = {
  empty_return_path: "The message has no return address.",
  mail_system: "The message comes from a mail system.",
  auto_submitted: "The Auto-Submitted header says so.",
  autoreply_header: "The auto-reply header says so.",
  suppressed_responses: "A mailbox rule sent the message.",
  absence_subject: "The subject says the sender is away.",
  precedence: "The Precedence header says so.",
  list: "The message comes from a mailing list.",
};

/**
 * Reasons for the outcomes of received messages, by the key in `inbound_mail.reason`: `key` or `key:detail`. The detail of
 * `same_message` is the number of the other message, which isn't shown; that of `automatic` is a key of `signs`.
 */
export const reasons = {
  too_large: () => "The message is too large. Only its headers were kept.",
  too_slow: () => "Reading this message took too long.",
  too_many_parts: () => "This message has too many parts.",
  too_deep: () => "The parts of this message are nested too deeply.",
  headers_too_long: () => "The headers of this message are too long.",
  too_many_addresses: () => "This message has too many addresses.",
  out_of_memory: () => "Reading this message took too much memory.",
  broken: () => "This message can't be read.",
  own_message: () => "Taskdesk sent this message itself.",
  same_message: () => "The same message was already received.",
  delivery_report: () => "A delivery report for a message that Taskdesk sent.",
  unmatched_report: () => "A delivery report that doesn't match any sent message and recipient.",
  read_receipt: () => "A read receipt.",
  abuse_report: () => "The recipient's provider reported a message as spam.",
  absence_note: () => "An automatic reply from someone who is away.",
  automatic: (sign: string) => `Sent automatically. ${signs[sign] ?? ""}`.trim(),
  list_mail: () => "Sent through a mailing list.",
  blocked_sender: () => "The sender is blocked.",
  unknown_sender: () => "The sender is unknown, and this address accepts only known senders.",
  no_sender: () => "The message has no sender.",
  too_many_from_sender: () => "The sender sent too many messages in an hour.",
  too_many_people: () => "This address received email from too many new senders in an hour.",
  wrong_signed_address: () => "The message was sent to someone else's reply address.",
  released: () => "Processed from quarantine.",
  spam_task: () => "The message belongs to a task that was marked as spam.",
  setup_test: () => "A test message.",
  new_task: () => "Created a task.",
  answer: () => "Added to a task.",
  thanks: () => "Added to a task. The message only says thanks, so the status didn't change.",
  note: () => "Added to a task as an internal note, because it comes from an agent.",
  forwarded: () => "Created a task for the sender of the forwarded message.",
  outsider: () => "Added to a task. The sender wasn't part of its conversation.",
  not_fetched: () => "The mail server couldn't deliver this message. Look for it in the mailbox.",
  no_source: () => "The stored source is missing.",
  follow_up: () => "Created a follow-up to a closed task.",
  command: () => "Ran the commands in the message.",
} satisfies Record<string, (detail: string) => string>;
