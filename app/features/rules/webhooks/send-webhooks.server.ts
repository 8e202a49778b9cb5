import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/lib/durations";
import * as say from "../rules-copy";
import { countFailure } from "../run-rules.server";
import { type Post, type Posted, postWebhook } from "./post-webhook.server";

/** Delays between attempts: ten attempts in all. */
export const WAITS_MS = [
  ...[MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS, DAY_MS],
];
const AT_ONCE = 5;

type Send = (post: Post) => Promise<Posted>;

/**
 * Posts due webhooks. Each is claimed first by scheduling its next attempt, so it is retried if the process dies. A
 * receiver may therefore get it twice, with the same delivery number. Returns how many it posted.
 */
export async function sendWebhooks(db: Db, now: number, send: Send = postWebhook): Promise<number> {
  const due = await db
    .selectFrom("webhook_call")
    .select(["id", "rule_id", "run_id", "url", "body", "attempts"])
    .where("state", "=", "waiting")
    .where("try_at", "<=", now)
    .orderBy("try_at")
    .limit(AT_ONCE)
    .execute();
  let posted = 0;
  for (const call of due) {
    const tryAgain = now + (WAITS_MS[call.attempts] ?? DAY_MS);
    const claimed = await db
      .updateTable("webhook_call")
      .set({ attempts: call.attempts + 1, try_at: tryAgain })
      .where("id", "=", call.id)
      .where("attempts", "=", call.attempts)
      .where("state", "=", "waiting")
      .executeTakeFirst();
    if (claimed.numUpdatedRows === 0n) continue; // by another process
    const { id, rule_id: ruleId, url, body } = call;
    await settle(db, { ...call, attempts: call.attempts + 1 }, await send({ id, ruleId, url, body, at: now }), now);
    posted++;
  }
  return posted;
}

type Tried = { id: number; rule_id: number; run_id: number; attempts: number };

/** Stores the result of an attempt. After the last failed attempt, the run fails. */
const settle = (db: Db, call: Tried, { ok, result }: Posted, now: number) =>
  inTransaction(db, async (tx) => {
    const ends = ok || call.attempts > WAITS_MS.length;
    const state = ok ? ("sent" as const) : ends ? ("failed" as const) : ("waiting" as const);
    const set = { state, result, ...(ends && { settled_at: now, try_at: null }) };
    await tx.updateTable("webhook_call").set(set).where("id", "=", call.id).execute();
    if (state !== "failed") return;
    const reason = say.failedWebhook(result);
    await tx
      .updateTable("rule_run")
      .set((eb) => ({ outcome: "failed" as const, did: eb(eb.ref("did"), "||", `\n${reason}`) }))
      .where("id", "=", call.run_id)
      .execute();
    const rule = await tx.selectFrom("rule").select(["id", "name"]).where("id", "=", call.rule_id).executeTakeFirst();
    if (rule) await countFailure(tx, rule, reason, now);
  });

export const sweepWebhooks = (db: Db, now: number) =>
  db
    .deleteFrom("webhook_call")
    .where("settled_at", "<", now - 30 * DAY_MS)
    .execute();
