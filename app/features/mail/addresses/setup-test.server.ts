import { forUpdate } from "~/db/locks.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import type { Viewer } from "~/features/users/users";
import { MINUTE_MS } from "~/lib/durations";
import { randomToken } from "~/lib/random.server";
import { firstHeader } from "../parsing/header-lines";
import { readOptions } from "./address-columns.server";
import { NAMELESS_SERVER } from "./addresses";
import * as say from "./addresses-copy";
import { changeAddresses } from "./mail-address-changes.server";
import { isOver, type SetupStep, type SetupTest, type StepState } from "./setup-test";

/** The header of the two test messages: the test's key, then "plain" or "plus". */
export const TEST_HEADER = "x-taskdesk-test";

/** A test that takes longer has failed. */
const LASTS_MS = 4 * MINUTE_MS;

type Started = { ok: true } | { ok: false; why: "no_such_address" | "paused" };

/** Starts a setup test; a no-op while one runs. Background work performs it (transport/run-setup-test). */
export const startSetupTest = (db: Db, viewer: Viewer, id: number, now: number) =>
  changeAddresses<Started>(db, viewer, (tx) => beginTest(tx, id, now));

export async function beginTest(tx: Tx, id: number, now: number): Promise<Started> {
  const row = await tx
    .selectFrom("mail_address")
    .select(["paused", "testing_until"])
    .where("id", "=", id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!row) return { ok: false, why: "no_such_address" };
  if (row.paused !== null) return { ok: false, why: "paused" };
  if (row.testing_until !== null) return { ok: true };
  const waiting = () => ({ state: "waiting" as const, words: "" });
  const test: SetupTest = {
    ...{ key: randomToken(), startedAt: now, arrivedAt: null },
    steps: { fetch: waiting(), send: waiting(), arrival: waiting(), plus: waiting(), verdict: waiting() },
  };
  await tx
    .updateTable("mail_address")
    .set({ setup_test: JSON.stringify(test), testing_until: now + LASTS_MS })
    .where("id", "=", id)
    .execute();
  return { ok: true };
}

/** The latest test of an address, and whether it is running; null if it was never tested. */
export async function readSetupTest(db: Db, id: number): Promise<{ test: SetupTest; isRunning: boolean } | null> {
  const row = await db
    .selectFrom("mail_address")
    .select(["setup_test", "testing_until"])
    .where("id", "=", id)
    .executeTakeFirst();
  if (!row?.setup_test) return null;
  return { test: JSON.parse(row.setup_test) as SetupTest, isRunning: row.testing_until !== null };
}

type StepResult = [state: StepState, words?: string];
export type StepResults = Partial<Record<SetupStep, StepResult>>;

/** Records results of a running test. The test ends with its last step. */
export const noteSteps = (db: Db, id: number, key: string, results: StepResults) =>
  inTransaction(db, (tx) => changeTest(tx, id, key, (test) => withResults(test, results)));

const withResults = (test: SetupTest, results: StepResults): SetupTest => ({
  ...test,
  steps: {
    ...test.steps,
    ...Object.fromEntries(
      Object.entries(results).map(([step, [state, words = ""]]) => [step, { state, words: words.slice(0, 500) }]),
    ),
  },
});

/** False for a test that has been replaced or is over. */
async function changeTest(tx: Tx, id: number, key: string, change: (test: SetupTest) => SetupTest): Promise<boolean> {
  const running = tx
    .selectFrom("mail_address")
    .select("setup_test")
    .where("id", "=", id)
    .where("testing_until", "is not", null);
  const row = await forUpdate(tx, running).executeTakeFirst();
  const test = row?.setup_test ? (JSON.parse(row.setup_test) as SetupTest) : null;
  if (test?.key !== key) return false;
  const changed = change(test);
  await tx
    .updateTable("mail_address")
    .set({ setup_test: JSON.stringify(changed), ...(isOver(changed) && { testing_until: null }) })
    .where("id", "=", id)
    .execute();
  return true;
}

/**
 * Recognises a message of the running test and records what it shows: the receiving server's name in its verdicts, and
 * whether `name+tag@` arrives. False for any other message.
 */
export async function takeTestMail(
  tx: Tx,
  addressId: number,
  headers: readonly [name: string, value: string][],
  now: number,
): Promise<boolean> {
  const [key = "", kind] = firstHeader(headers, TEST_HEADER)?.trim().split(" ") ?? [];
  if (key === "") return false;
  if (kind === "plus") {
    const isKnown = await changeTest(tx, addressId, key, (test) =>
      withResults(test, { plus: ["done", say.plusWorks] }),
    );
    if (isKnown) await tx.updateTable("mail_address").set({ plus_arrives: 1 }).where("id", "=", addressId).execute();
    return isKnown;
  }
  const row = await tx.selectFrom("mail_address").select("options").where("id", "=", addressId).executeTakeFirst();
  const isMicrosoft = row !== undefined && readOptions(row).signIn === "microsoft";
  const server = serverNamedIn(firstHeader(headers, "authentication-results") ?? "", isMicrosoft);
  const verdict: StepResult = server === null ? ["absent", say.noVerdicts] : ["done", say.verdictsOf(server)];
  const isKnown = await changeTest(tx, addressId, key, (test) => ({
    ...withResults(test, { arrival: ["done"], verdict }),
    arrivedAt: now,
  }));
  if (isKnown)
    await tx.updateTable("mail_address").set({ learned_server: server }).where("id", "=", addressId).execute();
  return isKnown;
}

/** The authserv-id of a verdict (RFC 8601, 2.2). Exchange Online writes none. */
function serverNamedIn(verdict: string, isMicrosoft: boolean): string | null {
  const [first = ""] = verdict.replace(/\([^()]*\)/g, " ").split(";");
  if (first.includes("=")) return isMicrosoft ? NAMELESS_SERVER : null;
  return first.trim().split(/\s+/)[0]?.replaceAll('"', "").toLowerCase() || null;
}
