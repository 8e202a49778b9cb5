import { expect, onTestFinished } from "vitest";
import type { Db } from "~/db/types";
import { freshDatabase, onEachDatabase } from "../../../support/database";
import { sendingDesk } from "./sending-desk";

/* domain B18.8: two desks that answer each other stop. */

/** Strips every header and tag by which a desk recognises automatic mail or its own. */
const withoutSigns = (source: string) =>
  source
    .replace(/\r\n/g, "\n")
    .replace(
      /^(?:Auto-Submitted|X-Auto-Response-Suppress|Precedence|X-Taskdesk-Loop|In-Reply-To|References):.*\n(?:[ \t].*\n)*/gim,
      "",
    )
    .replace(/\+[\w.]+@/g, "@");

/** Lets the desks acknowledge each other's mail until both are silent. Returns the number of mails sent. */
async function talk(one: Desk, other: Desk, change: (source: string) => string): Promise<number> {
  let sent = 0;
  for (let [from, to] = [one, other]; sent < 10; [from, to] = [to, from]) {
    await from.doJobs(Date.now());
    const mails = await from.sent();
    if (mails.length === 0) return sent;
    for (const { source } of mails) await to.receive(change(source).replace(/\r\n/g, "\n"));
    sent += mails.length;
  }
  return sent;
}

type Desk = Awaited<ReturnType<typeof sendingDesk>>;

async function twoDesks(db: Db, engine: "sqlite" | "postgres") {
  const fresh = await freshDatabase(engine);
  onTestFinished(() => fresh.drop());
  const one = await sendingDesk(db);
  const other = await sendingDesk(fresh.db, { address: "desk@two.example" });
  await one.receive("From: desk@two.example\nTo: help@example.org\nSubject: Hello\nMessage-ID: <1@two.example>\n\nHi.");
  return [one, other] as const;
}

onEachDatabase("two desks that write to each other", (test) => {
  test("stop after the first answer", async ({ db, engine }) => {
    expect(await talk(...(await twoDesks(db, engine)), (source) => source)).toBe(1);
  });

  test("stop after two answers when nothing marks their mail as automatic", async ({ db, engine }) => {
    expect(await talk(...(await twoDesks(db, engine)), withoutSigns)).toBe(2);
  });
});
