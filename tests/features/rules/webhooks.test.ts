import { expect, test } from "vitest";
import { isPublic, postWebhook, signatureOf } from "~/features/rules/webhooks/post-webhook.server";
import { sendWebhooks, WAITS_MS } from "~/features/rules/webhooks/send-webhooks.server";
import { onEachDatabase } from "../../support/database";
import { aTask, NOON } from "../../support/factories";
import { runLog, runRuleJobs, storedAction, storeRule } from "./desk";

const PRIVATE = ["127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "0.0.0.0", "100.64.0.1"];

test.each([...PRIVATE, "::1", "fe80::1", "fc00::1", "::ffff:127.0.0.1", "64:ff9b::7f00:1", "no address"])(
  "webhooks can't call %s",
  (address) => {
    expect(isPublic(address)).toBe(false);
  },
);

test.each(["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"])("webhooks can call %s", (address) => {
  expect(isPublic(address)).toBe(true);
});

const post = { id: 1, ruleId: 1, body: "{}", at: NOON };

test("a webhook is refused without https and when its host is in a private network", async () => {
  expect(await postWebhook({ ...post, url: "http://example.org/" })).toMatchObject({ ok: false });
  for (const url of ["https://localhost/", "https://127.0.0.1/", "https://[::1]/", "https://2130706433/"]) {
    expect(await postWebhook({ ...post, url })).toEqual({
      ok: false,
      result: expect.stringContaining("private network"),
    });
  }
});

test("a signature is repeatable and depends on the timestamp", () => {
  expect(signatureOf("secret", "1772452800", "{}")).toBe(signatureOf("secret", "1772452800", "{}"));
  expect(signatureOf("secret", "1772452801", "{}")).not.toBe(signatureOf("secret", "1772452800", "{}"));
});

onEachDatabase("webhooks of rules (service-levels 4.2)", (test) => {
  test("are posted once, retried after failures, and fail the run after the last attempt", async ({ db }) => {
    await storeRule(db, {
      name: "Hook",
      trigger: "created",
      actions: [storedAction("webhook", "https://example.org/hook")],
    });
    const { id } = await aTask(db, { title: "Printer" });
    await runRuleJobs(db);
    const posts: string[] = [];
    const send = (ok: boolean) => async (sent: { body: string }) => {
      posts.push(sent.body);
      return { ok, result: ok ? "The server responded with 200." : "The server responded with 500." };
    };
    expect(await sendWebhooks(db, NOON, send(true))).toBe(1);
    expect(await sendWebhooks(db, NOON, send(true))).toBe(0);
    expect(JSON.parse(posts[0] ?? "")).toMatchObject({ rule: "Hook", task: { id, title: "Printer" } });

    const other = await aTask(db);
    await runRuleJobs(db);
    let now = NOON;
    for (const wait of [...WAITS_MS, 0]) {
      expect(await sendWebhooks(db, now, send(false))).toBe(1);
      expect(await sendWebhooks(db, now + wait - 1, send(false))).toBe(0);
      now += wait;
    }
    expect(posts).toHaveLength(11);
    expect(await runLog(db)).toEqual([
      `Hook on #${id}: done Called example.org`,
      `Hook on #${other.id}: failed Called example.org; The webhook failed: The server responded with 500.`,
    ]);
    expect(await db.selectFrom("rule").select("failures").where("name", "=", "Hook").executeTakeFirst()).toEqual({
      failures: 1,
    });
  });
});
