import { ownDayInWords } from "~/ui/format-time";
import * as say from "../task-details-copy";
import { type StatusKey, statusOf } from "../tasks";

type Told = {
  status: StatusKey;
  /** The requester's verdict, if it caused the current status. */
  answered: Answered | null;
  /** When a resolved request closes automatically, and until when a closed one can be reopened; null for never. */
  closesAt: number | null;
  reopensUntil: number | null;
};

/** A verdict from the requester's side. `by` is the author's name; null when it's the viewer. */
export type Answered = { outcome: "solved" | "not_solved"; at: number; by: string | null };

/** The toast after a reply, which also says what happened to the request. */
export function answerToast(
  status: StatusKey,
  { body, outcome }: { body: string; outcome?: Answered["outcome"] | undefined },
) {
  if (outcome === "not_solved") return say.reopened;
  if (outcome === "solved") {
    return statusOf(status).category === "closed" ? say.closedByYou : say.resolvedByYou;
  }
  return body === "" ? say.thanksForReply : say.replySent;
}

/** The request's state and next step, for the requester's page. Times in UTC milliseconds. */
export function nextStepText({ status, answered, closesAt, reopensUntil }: Told, now: number): string {
  const by = answered?.by ?? null;
  switch (statusOf(status).category) {
    case "new":
      return say.received;
    case "active":
      if (answered?.outcome === "not_solved") return say.notSolved(by);
      return say.beingWorkedOn;
    case "waiting":
      return statusOf(status).awaits === "requester" ? say.waitingForYourReply : say.waitingOnThirdParty;
    case "resolved":
      if (answered?.outcome === "solved") {
        return closesAt === null ? say.solved(by) : say.solvedClosesOn(by, ownDayInWords(closesAt, now));
      }
      if (closesAt === null) return say.isThisSolved;
      return say.solvedUnlessYouReply(ownDayInWords(closesAt, now));
    case "closed": {
      const isConfirmed = answered?.outcome === "solved";
      const closed = isConfirmed ? say.solvedSoClosed(by) : say.isClosed;
      const done = status === "cancelled" ? say.wasCancelled : closed;
      if (reopensUntil === null || now > reopensUntil) return `${done} ${say.replyOpensNew}`;
      return `${done} ${say.replyReopensUntil(ownDayInWords(reopensUntil, now))}`;
    }
  }
}
