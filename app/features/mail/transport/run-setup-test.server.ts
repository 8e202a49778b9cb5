import MailComposer from "nodemailer/lib/mail-composer";
import { inTransaction } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { type Lease, takeLease } from "~/features/jobs/lease.server";
import { MINUTE_MS } from "~/lib/durations";
import * as say from "../addresses/addresses-copy";
import { type MailAccount, mailAccounts } from "../addresses/mail-addresses.server";
import type { SetupTest } from "../addresses/setup-test";
import { noteSteps, readSetupTest, type StepResults, TEST_HEADER, takeTestMail } from "../addresses/setup-test.server";
import { headerLines } from "../parsing/header-lines";
import { LOOP_HEADER, loopMark, withKey } from "../threading/signed-address.server";
import { incomingServer, outgoingServer } from "./account-servers.server";
import { connectImap } from "./imap-connection.server";
import type { MailServer } from "./mail-server";
import { sendOne } from "./smtp-sender.server";

const LEASE_MS = 2 * MINUTE_MS;
const SILENCE_MS = 20_000;
/** How long after the other message the one to `name+tag@` may arrive. */
const PLUS_MS = MINUTE_MS;

export type RunSetupTest = {
  holder: string;
  /** Checks the mailbox itself, because no running server fetches from it. */
  looksItself?: boolean;
  /** The only address to test; all by default. */
  only?: number;
};

/** Advances every running test as far as possible, each in one process. */
export async function runSetupTests(db: Db, run: RunSetupTest, now: number): Promise<void> {
  const running = await db
    .selectFrom("mail_address")
    .select(["id", "testing_until"])
    .where("testing_until", "is not", null)
    .where("deleted_at", "is", null)
    .$if(run.only !== undefined, (query) => query.where("id", "=", run.only ?? 0))
    .execute();
  for (const { id, testing_until: until } of running) {
    const lease: Lease = { name: `setup_test_${id}`, holder: run.holder };
    if (!(await takeLease(db, lease, now, LEASE_MS))) continue;
    const [account] = await mailAccounts(db, { id });
    const found = await readSetupTest(db, id);
    if (!account || !found) continue;
    await advance(db, account, found.test, { ...run, isLate: now > (until ?? 0) }, now);
  }
}

async function advance(
  db: Db,
  account: MailAccount,
  { key, steps, arrivedAt }: SetupTest,
  { isLate, looksItself = false }: RunSetupTest & { isLate: boolean },
  now: number,
): Promise<void> {
  const note = (results: StepResults) => noteSteps(db, account.id, key, results);
  if (isLate && steps.arrival.state === "done") return noteLostPlus(db, account.id, key);
  if (isLate) return void (await note(lateResults(steps)));
  if (steps.fetch.state === "waiting") {
    await note({ fetch: ["running"] });
    return void (await note({ fetch: await trySignIn(db, account, looksItself) }));
  }
  if (steps.fetch.state === "running") {
    // The first connection only fetches mail that arrives after it.
    if (await hasConnected(db, account.id)) await note({ fetch: ["done"] });
    return;
  }
  if (steps.send.state === "waiting") {
    await note({ send: ["running"] });
    const sent = await sendTestMail(db, account, key);
    await note({ send: sent });
    if (sent[0] === "failed" || steps.fetch.state === "failed") {
      await note({ arrival: ["skipped"], plus: ["skipped"], verdict: ["skipped"] });
    }
    return;
  }
  if (looksItself) await lookForTestMail(db, account, key, now).catch(() => {}); // the next round looks again
  if (arrivedAt !== null && steps.plus.state === "waiting" && now > arrivedAt + PLUS_MS) {
    await noteLostPlus(db, account.id, key);
  }
}

/** Records that `name+tag@` doesn't arrive; replies then find their task by other means. */
async function noteLostPlus(db: Db, id: number, key: string): Promise<void> {
  await db.updateTable("mail_address").set({ plus_arrives: 0 }).where("id", "=", id).execute();
  await noteSteps(db, id, key, { plus: ["absent", say.plusLost] });
}

/** The results of a test that took too long. */
function lateResults(steps: SetupTest["steps"]): StepResults {
  const rest: StepResults = { plus: ["skipped"], verdict: ["skipped"] };
  if (["waiting", "running"].includes(steps.fetch.state)) {
    return { fetch: ["failed", say.notFetching], send: ["skipped"], arrival: ["skipped"], ...rest };
  }
  if (["waiting", "running"].includes(steps.send.state)) {
    return { send: ["failed", say.notSent], arrival: ["skipped"], ...rest };
  }
  return { arrival: ["failed", say.notArrived], ...rest };
}

type Result = NonNullable<StepResults["fetch"]>;

/** Signs in once to get the server's response. After that, the mailbox's watcher must be connected too. */
async function trySignIn(db: Db, account: MailAccount, looksItself: boolean): Promise<Result> {
  if (account.way !== "imap") return ["done", account.way === "listener" ? say.handedOver : say.postedByHttp];
  const server = incomingServer(db, account);
  if (!server) return ["failed", say.cannotSignIn];
  try {
    await withMailbox(server, async () => {});
  } catch (error) {
    return ["failed", error instanceof Error ? error.message : String(error)];
  }
  return looksItself ? ["done"] : ["running", say.signedIn];
}

async function withMailbox(
  server: MailServer,
  work: (client: Awaited<ReturnType<typeof connectImap>>["client"]) => Promise<void>,
) {
  const abort = new AbortController();
  const { client } = await connectImap(server, SILENCE_MS, abort.signal);
  try {
    await client.mailboxOpen("INBOX");
    await work(client);
  } finally {
    client.close();
  }
}

async function hasConnected(db: Db, id: number): Promise<boolean> {
  const row = await db.selectFrom("mail_address").select("cursor").where("id", "=", id).executeTakeFirst();
  return row !== undefined && row.cursor !== null;
}

/** Sends one message to the address and one to `name+test@`. */
async function sendTestMail(db: Db, account: MailAccount, key: string): Promise<Result> {
  const { address, secrets } = account;
  if (!secrets) return ["failed", say.cannotSignIn];
  let words = "";
  for (const [to, kind] of [
    [address, "plain"],
    [withKey(address, "test"), "plus"],
  ] as const) {
    const composer = new MailComposer({
      ...{ from: { name: account.displayName, address }, to, subject: say.testSubject, text: say.testBody },
      headers: { [TEST_HEADER]: `${key} ${kind}`, [LOOP_HEADER]: loopMark(), "auto-submitted": "auto-generated" },
    });
    const raw = await composer.compile().build();
    const result = await sendOne(outgoingServer(db, account), { from: address, to, raw });
    if (result.outcome === "sent") words ||= result.answer;
    else if (kind === "plain") return ["failed", result.words];
    else if (result.outcome === "failed") await noteLostPlus(db, account.id, key);
  }
  return ["done", words];
}

/** For a desk whose server isn't running: finds the messages in the mailbox and leaves them there. */
async function lookForTestMail(db: Db, account: MailAccount, key: string, now: number): Promise<void> {
  const server = incomingServer(db, account);
  if (!server) return;
  await withMailbox(server, async (client) => {
    const found = await client.search({ header: { [TEST_HEADER]: key } }, { uid: true });
    for (const uid of found || []) {
      const message = await client.fetchOne(String(uid), { headers: true }, { uid: true });
      const block = message ? message.headers : undefined;
      if (!block) continue; // it was moved meanwhile
      const headers = headerLines(block);
      await inTransaction(db, (tx) => takeTestMail(tx, account.id, headers, now));
    }
  });
}
