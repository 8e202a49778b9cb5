import { expect, onTestFinished, test } from "vitest";
import type { Db } from "~/db/types";
import { replyToTask } from "~/features/conversation/task-reply.server";
import { nextTry } from "~/features/mail/sending/delivery-state";
import { sendDue } from "~/features/mail/sending/send-due.server";
import { keyIn, readBounceKey, readSignedKey } from "~/features/mail/threading/signed-address.server";
import { openRelay } from "~/features/mail/transport/smtp-sender.server";
import { putInCopy } from "~/features/people/participants.server";
import { HOUR_MS, MINUTE_MS } from "~/lib/durations";
import { onEachDatabase } from "../../../support/database";
import { aKey, anAgent, aRequester, aTask, NOON } from "../../../support/factories";
import { aMailAddress } from "../../../support/mail";
import { startSmtpSink } from "../../../support/smtp-sink";

async function deskOf(db: Db) {
  const sink = await startSmtpSink();
  onTestFinished(() => sink.stop());
  const server = { host: "127.0.0.1", port: sink.port, user: "", encryption: "none" as const };
  await aMailAddress(db, { outgoing: JSON.stringify(server), display_name: "IT-HELP" });
  const ada = await anAgent(db, { name: "Ada" });
  const rita = await aRequester(db, { name: "Rita", email: "rita@one.example" });
  const { id } = await aTask(db, { requester: rita, title: "The printer is on fire" });
  const failures: unknown[] = [];
  async function send() {
    const relay = openRelay({ ...server, auth: { password: "" } });
    const sender = { address: "help@example.org", plusArrives: true, origin: "https://desk.example.org" };
    await sendDue(db, "test", {
      relayOf: () => relay,
      senderOf: () => ({ ...sender, nameOf: (author) => `${author} (IT-HELP)` }),
      failed: (error) => void failures.push(error),
    });
    relay.close();
    expect(failures).toEqual([]);
  }
  const reply = (body: string) => replyToTask(db, ada, id, { body, requestKey: aKey() }, NOON);
  const states = async () =>
    (await db.selectFrom("delivery").select(["address", "state", "status"]).orderBy("id").execute()).map(
      ({ address, state, status }) => `${address} ${state}${status === null ? "" : ` ${status}`}`,
    );
  return { sink, ada, rita, id, send, reply, states };
}

const headerOf = (source: string, name: string) =>
  new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, "im").exec(source)?.[1]?.replace(/\r\n[ \t]+/g, " ") ?? null;

onEachDatabase("a public reply", (test) => {
  test("goes to the requester and everyone in copy, each with an address of their own to answer to", async ({ db }) => {
    const { sink, ada, rita, id, send, reply, states } = await deskOf(db);
    const otto = await aRequester(db, { name: "Otto", email: "otto@one.example" });
    await putInCopy(db, ada, id, "otto@one.example", NOON);
    await reply("Please **stand back**.");
    await send();
    expect(await states()).toEqual(["rita@one.example sent", "otto@one.example sent"]);
    expect(sink.messages.map(({ to }) => to)).toEqual([["rita@one.example"], ["otto@one.example"]]);
    const [hers, his] = sink.messages.map(({ source }) => source) as [string, string];
    for (const name of ["Message-ID", "To", "Cc", "Subject", "From"])
      expect(headerOf(hers, name)).toBe(headerOf(his, name));
    expect(headerOf(hers, "Subject")).toBe(`Re: The printer is on fire [#${id}]`);
    expect(headerOf(hers, "From")).toContain("<help@example.org>");
    expect(headerOf(hers, "To")).toContain("rita@one.example");
    expect(headerOf(hers, "Cc")).toContain("otto@one.example");
    expect(hers).toContain("stand back");
    for (const [source, person] of [
      [hers, rita],
      [his, otto],
    ] as const) {
      expect(readSignedKey(keyIn(headerOf(source, "Reply-To") ?? "") ?? "")).toMatchObject({
        taskId: id,
        userId: person.id,
      });
    }
    const senders = sink.messages.map(({ from }) => readBounceKey(keyIn(from) ?? ""));
    expect(new Set(senders).size).toBe(2);
    expect(senders).not.toContain(null);
  });

  test("has a state for each recipient: one refused for good doesn't hold up the other", async ({ db }) => {
    const { sink, ada, id, send, reply, states } = await deskOf(db);
    await aRequester(db, { name: "Otto", email: "otto@one.example" });
    await putInCopy(db, ada, id, "otto@one.example", NOON);
    sink.faults.rcpt = (to) => (to.startsWith("rita") ? "550 5.1.1 No such user" : "451 4.2.1 Try later");
    await reply("Hello.");
    await send();
    expect(await states()).toEqual(["rita@one.example failed 5.1.1", "otto@one.example deferred 4.2.1"]);
    sink.faults = {};
    await db.updateTable("delivery").set({ try_at: 0 }).where("state", "=", "deferred").execute();
    await send();
    expect(await states()).toEqual(["rita@one.example failed 5.1.1", "otto@one.example sent"]);
    expect(sink.messages).toHaveLength(1);
  });

  test("whose end is unclear is sent again with the same Message-ID", async ({ db }) => {
    const { sink, send, reply, states } = await deskOf(db);
    sink.faults.data = () => "drop";
    await reply("Hello.");
    await send();
    expect(await states()).toEqual(["rita@one.example deferred"]);
    sink.faults = {};
    await db.updateTable("delivery").set({ try_at: 0 }).execute();
    await send();
    expect(await states()).toEqual(["rita@one.example sent"]);
    const ids = sink.messages.map(({ source }) => headerOf(source, "Message-ID"));
    expect(new Set(ids).size).toBe(1);
  });

  test("waits while its address is paused, and a desk without an address writes to nobody", async ({ db }) => {
    const { sink, send, reply, states } = await deskOf(db);
    await db.updateTable("mail_address").set({ paused: "Sign-in refused" }).execute();
    await reply("Hello.");
    await send();
    expect(await states()).toEqual(["rita@one.example queued"]);
    await db.updateTable("mail_address").set({ deleted_at: NOON }).execute();
    await reply("Hello again.");
    await send();
    expect(await states()).toEqual(["rita@one.example queued"]);
    expect(sink.messages).toEqual([]);
  });
});

test("a refusal for now is tried again after 1, 5, 15 and 60 minutes, then hourly for two days", () => {
  const waits = [1, 2, 3, 4, 5, 6].map((attempts) => (nextTry({ attempts, firstTriedAt: NOON }, NOON) ?? 0) - NOON);
  expect(waits).toEqual([1, 5, 15, 60, 60, 60].map((minutes) => minutes * MINUTE_MS));
  expect(nextTry({ attempts: 50, firstTriedAt: NOON }, NOON + 48 * HOUR_MS)).toBeNull();
});
