import { ownDayInWords } from "~/ui/time-words";
import { type StatusKey, statusOf } from "../task-words";

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
  if (outcome === "not_solved") return "Reopened: we look into it again";
  if (outcome === "solved") {
    return `${statusOf(status).category === "closed" ? "Closed" : "Resolved"}: you told us that it is solved`;
  }
  return body === "" ? "Thank you for the answer" : "Reply sent";
}

/** What is happening with a request and what happens next, told to whoever asked. Times in UTC milliseconds. */
export function whatHappensNext({ status, answered, closesAt, reopensUntil }: Told, now: number): string {
  const told = `${answered?.by ?? "You"} told us that it is`;
  switch (statusOf(status).category) {
    case "new":
      return "We have received this and will look at it.";
    case "active":
      if (answered?.outcome === "not_solved") return `${told} not solved. We look into it again.`;
      return "We are working on this.";
    case "waiting":
      return statusOf(status).awaits === "requester"
        ? "We need your answer to go on."
        : "We are waiting for somebody else and go on as soon as we can.";
    case "resolved":
      if (answered?.outcome === "solved") {
        const closing = closesAt === null ? "" : ` We close it on ${ownDayInWords(closesAt, now)}.`;
        return `${told} solved.${closing}`;
      }
      if (closesAt === null) return "We think that this is solved. Is it?";
      return `We think that this is solved. We close it on ${ownDayInWords(closesAt, now)} unless you answer.`;
    case "closed": {
      const isConfirmed = answered?.outcome === "solved";
      const closed = isConfirmed ? `${told} solved, so this is closed.` : "This is closed.";
      const done = status === "cancelled" ? "This was cancelled." : closed;
      if (reopensUntil === null || now > reopensUntil) return `${done} Your answer opens a new request.`;
      return `${done} Until ${ownDayInWords(reopensUntil, now)} your answer opens it again; a later one opens a new request.`;
    }
  }
}
