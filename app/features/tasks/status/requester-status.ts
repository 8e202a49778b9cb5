import { ownDayInWords } from "~/ui/format-time";
import * as say from "../task-details-copy";
import { type StatusKey, statusOf } from "../tasks";

type Told = {
  status: StatusKey;
  /** What was said on the requester's side, where the status is what it is because of that. */
  answered: Answered | null;
  /** When a resolved request closes by itself, and until when a closed one can be opened again; null for never. */
  closesAt: number | null;
  reopensUntil: number | null;
};

/** What somebody on the requester's side has said of a request, and when. `by` is their name; null for whoever reads it. */
export type Answered = { outcome: "solved" | "not_solved"; at: number; by: string | null };

/** What a toast says of an answer: what became of the request by it, not only that it arrived. */
export function sentenceOfAnswer(
  status: StatusKey,
  { body, outcome }: { body: string; outcome?: Answered["outcome"] | undefined },
) {
  if (outcome === "not_solved") return say.reopened;
  if (outcome === "solved") {
    return statusOf(status).category === "closed" ? say.closedByYou : say.resolvedByYou;
  }
  return body === "" ? say.thankYouForTheAnswer : say.replySent;
}

/** What is happening with a request and what happens next, told to whoever asked. Times in UTC milliseconds. */
export function whatHappensNext({ status, answered, closesAt, reopensUntil }: Told, now: number): string {
  const by = answered?.by ?? null;
  switch (statusOf(status).category) {
    case "new":
      return say.received;
    case "active":
      if (answered?.outcome === "not_solved") return say.notSolved(by);
      return say.beingWorkedOn;
    case "waiting":
      return statusOf(status).awaits === "requester" ? say.needsYourAnswer : say.waitsForSomebodyElse;
    case "resolved":
      if (answered?.outcome === "solved") {
        return closesAt === null ? say.solved(by) : say.solvedClosesOn(by, ownDayInWords(closesAt, now));
      }
      if (closesAt === null) return say.isThisSolved;
      return say.solvedUnlessYouAnswer(ownDayInWords(closesAt, now));
    case "closed": {
      const isConfirmed = answered?.outcome === "solved";
      const closed = isConfirmed ? say.solvedSoClosed(by) : say.isClosed;
      const done = status === "cancelled" ? say.wasCancelled : closed;
      if (reopensUntil === null || now > reopensUntil) return `${done} ${say.answerOpensNew}`;
      return `${done} ${say.answerOpensAgainUntil(ownDayInWords(reopensUntil, now))}`;
    }
  }
}
