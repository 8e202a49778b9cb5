import { momentOf } from "~/ui/format-time";
import * as say from "./service-levels-copy";

/** Tells a requester when to expect a first response, or that it's late. Both in UTC milliseconds. */
export function FirstAnswerBy({ at, now }: { at: number; now: number }) {
  const { dateTime, title } = momentOf(at);
  return <p>{at < now ? say.firstAnswerIsLate : say.firstAnswerBy(<time dateTime={dateTime}>{title}</time>)}</p>;
}
