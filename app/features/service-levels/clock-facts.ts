import type { Category, PriorityKey } from "~/features/tasks/tasks";

/** The aspects of a task's status that matter to its clocks. */
export type StatusFact = {
  status: string;
  category: Category;
  /** Whether it closes the task unfinished, like the default `cancelled` status. */
  cancels: boolean;
};

/**
 * An event in a task's history that affects its clocks. `at` in UTC milliseconds.
 *
 * created      always the first fact
 * policy       the policy selected for the task; null for none
 * status       also when only the status within a category changes, because another one may pause
 * type         whether requesters can choose the task's type
 * assignee     after a change of assignee or requester
 * message      a public message, once sent; for email, as of its receipt
 * reply_held   an agent's held reply, as of when it was written
 * reply_sent   its undo window has ended; likewise `reply_withdrawn`
 * away, back   merged, marked as spam or moved to trash; and restored
 * imported     the end of the imported history; `messages`: whether it includes the task's messages
 */
export type ClockFact = { at: number } & (
  | ({
      kind: "created";
      priority: PriorityKey;
      policy: number | null;
      portalVisible: boolean;
      requesterIsAssignee: boolean;
    } & StatusFact)
  | ({ kind: "status" } & StatusFact)
  | { kind: "priority"; priority: PriorityKey }
  | { kind: "policy"; policy: number | null }
  | { kind: "type"; portalVisible: boolean }
  | { kind: "assignee"; requesterIsAssignee: boolean }
  | { kind: "message"; side: "agent" | "requester"; automated?: boolean; acknowledgement?: boolean }
  | { kind: "reply_held"; message: number }
  | { kind: "reply_sent" | "reply_withdrawn"; message: number }
  | { kind: "away" | "back"; why: "merged" | "spam" | "trash" }
  | { kind: "imported"; messages: boolean }
);

/**
 * The order of simultaneous facts: an agent's reply precedes the status it sets, a requester's message follows the
 * reopening it causes.
 */
const rankOf = (fact: ClockFact) => {
  if (fact.kind === "created") return 0;
  if (fact.kind === "reply_held" || (fact.kind === "message" && fact.side === "agent")) return 1;
  return fact.kind === "message" ? 3 : 2;
};

export const inOrder = <F extends ClockFact>(facts: readonly F[]): F[] =>
  [...facts].sort((a, b) => a.at - b.at || rankOf(a) - rankOf(b));
