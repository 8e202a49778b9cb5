import type { Category, PriorityKey } from "~/features/tasks/tasks";

/** A task's status as its clocks see it. */
export type StatusFact = {
  status: string;
  category: Category;
  /** Whether it gives the task up unfinished, as the shipped `cancelled` does. */
  cancels: boolean;
};

/**
 * What happened to a task, as far as its clocks are concerned. `at` in UTC milliseconds.
 *
 * created      always the first fact
 * policy       the policy selected for the task; null for none
 * status       also when only the status within a category changes, because another one may pause
 * type         whether requesters can choose the task's type
 * assignee     after a change of assignee or requester
 * message      a public message that is out, by mail from when it was received
 * reply_held   an agent's reply that can still be withdrawn, from when it was written
 * reply_sent   its window is over; the same for `reply_withdrawn`
 * away, back   merged into another task, spam or in the trash; and no longer
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
 * The order of facts of one moment: an agent's reply counts before the status it sets, a requester's message after the
 * reopening it causes.
 */
const rankOf = (fact: ClockFact) => {
  if (fact.kind === "created") return 0;
  if (fact.kind === "reply_held" || (fact.kind === "message" && fact.side === "agent")) return 1;
  return fact.kind === "message" ? 3 : 2;
};

export const inOrder = <F extends ClockFact>(facts: readonly F[]): F[] =>
  [...facts].sort((a, b) => a.at - b.at || rankOf(a) - rankOf(b));
