import { createHmac } from "node:crypto";
import { lookup } from "node:dns/promises";
import { request } from "node:https";
import ipaddr from "ipaddr.js";
import { keyedDigest } from "~/lib/keyed-digest.server";
import * as say from "../rules-copy";

/** A webhook request. `at` in UTC milliseconds. */
export type Post = { id: number; ruleId: number; url: string; body: string; at: number };

export type Posted = { ok: boolean; result: string };

/** Overrides for tests, whose server runs on localhost with its own certificate. */
type Network = { allows?: (address: string) => boolean; ca?: string };

const TIMEOUT_MS = 10_000;

/** The secret with which a receiver verifies that a request comes from this desk. Shown on the rule's page. */
export const webhookSecret = (ruleId: number) => keyedDigest("webhook", String(ruleId));

/** HMAC-SHA-256 over the timestamp in seconds, a full stop and the body, in hex. */
export const signatureOf = (secret: string, timestamp: string, body: string) =>
  createHmac("sha256", secret).update(`${timestamp}.${body}`).digest("hex");

/** Whether an IP address is public, not one of the desk's own network. */
export const isPublic = (address: string) => ipaddr.isValid(address) && ipaddr.process(address).range() === "unicast";

/**
 * Posts once. Resolves the name first and connects only to that address, so it can't change to a private one in
 * between. Redirects aren't followed; they count as failures.
 */
export async function postWebhook(post: Post, { allows = isPublic, ca }: Network = {}): Promise<Posted> {
  const url = URL.canParse(post.url) ? new URL(post.url) : null;
  if (url?.protocol !== "https:") return { ok: false, result: say.notHttps };
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const found = await lookup(host, { all: true }).catch(() => []);
  const [first] = found;
  if (!first) return { ok: false, result: say.unknownHost(host) };
  if (!found.every(({ address }) => allows(address))) return { ok: false, result: say.privateHost(host) };
  const timestamp = String(Math.floor(post.at / 1000));
  const options = {
    ...{ method: "POST", timeout: TIMEOUT_MS, signal: AbortSignal.timeout(TIMEOUT_MS), ca },
    lookup: ((_: string, given: { all?: boolean }, done: (...answer: unknown[]) => void) =>
      given.all ? done(null, [first]) : done(null, first.address, first.family)) as never,
    headers: {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(post.body),
      "user-agent": "Taskdesk",
      "x-taskdesk-delivery": String(post.id),
      "x-taskdesk-timestamp": timestamp,
      "x-taskdesk-signature": `sha256=${signatureOf(webhookSecret(post.ruleId), timestamp, post.body)}`,
    },
  };
  return new Promise((resolve) => {
    const sent = request(url, options, (response) => {
      const { statusCode = 0 } = response;
      response.resume();
      resolve({ ok: statusCode >= 200 && statusCode < 300, result: say.answeredWith(statusCode) });
    });
    sent.on("timeout", () => sent.destroy(new Error(say.noAnswerInTime)));
    sent.on("error", (error) => resolve({ ok: false, result: error.message.slice(0, 200) }));
    sent.end(post.body);
  });
}
