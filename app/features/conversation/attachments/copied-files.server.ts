import type { Tx } from "~/db/transaction.server";
import { PICTURE_ADDRESS, pictureAddress } from "./attachment-words";

type Owner = { message_id: number; draft_id: null } | { message_id: null; draft_id: number };

/**
 * Copies attachments by reference: their content lies in the store once. Answers what makes a text that shows them show
 * the copies, because who may see the ones need not see the others.
 */
export async function copyFiles(
  tx: Tx,
  column: "message_id" | "draft_id",
  from: number,
  to: Owner & { task_id: number },
): Promise<(text: string) => string> {
  const files = await tx.selectFrom("attachment").selectAll().where(column, "=", from).orderBy("id").execute();
  const copies = new Map<number, number>();
  for (const { id, ...file } of files) {
    const copy = await tx
      .insertInto("attachment")
      .values({ ...file, ...to })
      .returning("id")
      .executeTakeFirstOrThrow();
    copies.set(id, copy.id);
  }
  return (text) =>
    text.replace(PICTURE_ADDRESS, (address, id) => {
      const copy = copies.get(Number(id));
      return copy ? pictureAddress(copy) : address;
    });
}
