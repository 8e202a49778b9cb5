import { dayInWords } from "~/ui/time-words";
import { type StatusKey, statusOf } from "../task-words";

type Told = {
  status: StatusKey;
  /** When a resolved request closes by itself, and until when a closed one can be opened again; null for never. */
  closesAt: number | null;
  reopensUntil: number | null;
};

/** What is happening with a request and what happens next, told to whoever asked. Times in UTC milliseconds. */
export function whatHappensNext({ status, closesAt, reopensUntil }: Told, now: number): string {
  switch (statusOf(status).category) {
    case "new":
      return "We have received this and will look at it.";
    case "active":
      return "We are working on this.";
    case "waiting":
      return status === "waiting_requester"
        ? "We need your answer to go on."
        : "We are waiting for somebody else and go on as soon as we can.";
    case "resolved":
      if (closesAt === null) return "We think that this is solved. Is it?";
      return `We think that this is solved. We close it on ${dayInWords(closesAt, now)} unless you answer.`;
    case "closed": {
      const done = status === "cancelled" ? "This was cancelled." : "This is closed.";
      if (reopensUntil === null || now > reopensUntil) return `${done} Your answer opens a new request.`;
      return `${done} Until ${dayInWords(reopensUntil, now)} your answer opens it again; after that, a new request.`;
    }
  }
}
