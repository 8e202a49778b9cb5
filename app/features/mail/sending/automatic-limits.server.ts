import type { Tx } from "~/db/transaction.server";
import { emailKeyOf } from "~/features/users/user-search-keys.server";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/lib/durations";
import type { WrittenKind } from "./written-mail";

/*
 * Limits that stop mail loops between two machines. They trust no headers and count sent mail instead. Mail caused by
 * an agent, such as a resolved request, isn't limited.
 */

/** Kinds of mail not caused by an agent. */
const AUTOMATIC: readonly WrittenKind[] = ["acknowledgement", "reminder", "command_result"];
const PER_HOUR = 2;
const ACKNOWLEDGEMENTS_PER_DAY = 10;

/** Whether the desk may send this address another email not caused by an agent. */
export const mayWriteAutomatically = async (tx: Tx, address: string, now: number): Promise<boolean> =>
  (await countSent(tx, address, AUTOMATIC, now - HOUR_MS)) < PER_HOUR;

/** Whether the desk may acknowledge another request from this address. */
export const mayAcknowledge = async (tx: Tx, address: string, now: number): Promise<boolean> =>
  (await mayWriteAutomatically(tx, address, now)) &&
  (await countSent(tx, address, ["acknowledgement"], now - 10 * MINUTE_MS)) === 0 &&
  (await countSent(tx, address, ["acknowledgement"], now - DAY_MS)) < ACKNOWLEDGEMENTS_PER_DAY;

async function countSent(tx: Tx, address: string, kinds: readonly string[], since: number): Promise<number> {
  const { sent } = await tx
    .selectFrom("delivery")
    .innerJoin("outgoing_mail", "outgoing_mail.id", "delivery.outgoing_id")
    .select(({ fn }) => fn.countAll<number | string>().as("sent"))
    .where("delivery.address_key", "=", emailKeyOf(address))
    .where("delivery.created_at", ">", since)
    .where("outgoing_mail.kind", "in", [...kinds])
    .executeTakeFirstOrThrow();
  return Number(sent);
}
