import type { Subject } from "~/features/tasks/subjects.server";
import { UNDELIVERED } from "./delivery-failed.server";
import * as say from "./delivery-reports-copy";

export const deliverySubject: Subject = {
  history: {
    has: (field) => field === UNDELIVERED,
    label: () => say.delivery,
    says: (_field, _from, to) => say.notDelivered(to ?? ""),
  },
  /** Moves a message's mail along when a merge moves the message. */
  async onMessagesMoved(tx, { from, to }) {
    await tx
      .updateTable("outgoing_mail")
      .set({ task_id: to })
      .where("task_id", "=", from)
      .where("message_id", "in", tx.selectFrom("message").select("id").where("task_id", "=", to))
      .execute();
  },
};
