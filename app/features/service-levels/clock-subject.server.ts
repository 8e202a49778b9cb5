import type { Tx } from "~/db/transaction.server";
import type { HeldReply, Subject } from "~/features/tasks/subjects.server";
import type { NewEvent } from "~/features/tasks/write-task-history.server";
import { isOwnField, isQuiet } from "./clock-events";
import type { ClockFact } from "./clock-facts";
import { addToClocks, deleteClocks, lockClocks, type StoredClocks } from "./clock-store.server";
import { loadServiceLevels } from "./service-levels-data.server";
import { says } from "./service-levels-history";
import { updateClocks } from "./update-clocks.server";

/** Records a change's effect on clocks, in its transaction. Without any policy, this is one small query. */
async function onEvents(tx: Tx, events: readonly NewEvent[]): Promise<void> {
  const concerned = events.filter(
    (event) => event.kind !== "noted" && !(event.kind === "changed" && isQuiet(event.field)),
  );
  if (concerned.length === 0) return;
  const desk = await loadServiceLevels(tx);
  if (!desk) return;
  const deleted = concerned.flatMap((event) => (isDeletion(event) ? event.taskId : []));
  if (deleted.length > 0) await deleteClocks(tx, deleted);
  const rest = concerned.filter(({ taskId }) => !deleted.includes(taskId));
  if (rest.length > 0) await updateClocks(tx, rest, desk);
}

const isDeletion = (event: NewEvent) =>
  event.kind === "changed" && event.field === "put_away" && "to" in event && event.to === "deleted";

/** A held reply delays breaches of the clocks it would stop. */
async function onHeldReply(tx: Tx, { taskId, messageId, became, at }: HeldReply): Promise<void> {
  const desk = await loadServiceLevels(tx);
  const before = desk && (await lockClocks(tx, [taskId])).get(taskId);
  if (!desk || !before || (became === "withdrawn" && !isHeld(before, messageId))) return;
  const fact: ClockFact = { kind: became === "held" ? "reply_held" : "reply_withdrawn", at, message: messageId };
  await addToClocks(tx, taskId, { before, facts: [fact], known: before.known }, desk, at);
}

const isHeld = ({ history }: StoredClocks, message: number) =>
  history.tail.some((fact) => fact.kind === "reply_held" && fact.message === message);

export const clockSubject: Subject = {
  onEvents,
  onHeldReply,
  history: { has: isOwnField, label: says.label, says: says.entry },
};
