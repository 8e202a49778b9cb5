import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { setTimeout as pause } from "node:timers/promises";
import { AwsClient } from "aws4fetch";
import type { Bucket } from "~/lib/settings.server";
import { StorageAway } from "~/lib/storage-unavailable.server";
import { type FileStore, isSha256, type ReceivedFile, storageKey } from "./file-store.server";
import { discard } from "./receive-file.server";

/*
 * Only this server talks to the bucket. It checks access on every read, and its headers keep an uploaded file from running
 * as a page. Why there are no signed links: docs/decisions/0019-files-in-a-bucket.md.
 */

/** Deadline for a response to start, retries included. Short, because transactions wait for it. */
const PATIENCE_MS = 5_000;

/** Uploads get extra time by size; anything slower than this means a broken network. */
const SLOWEST_BYTES_PER_MS = 128;

const MOST_AGAIN = 3;

/** Backoff of about 100, 200, 400 ms, with jitter so that requests refused together don't retry together. */
const retryDelay = (again: number) => 100 * 2 ** again * (0.5 + Math.random());

const isBusy = (status: number) => status >= 500 || status === 429;

type Question = {
  method: "GET" | "HEAD" | "PUT" | "DELETE";
  headers?: Record<string, string>;
  /** Opened again for each attempt. Not a web stream: Node reads a whole file to make one. */
  body?: () => Readable;
  longerMs?: number;
};

/** A store in a bucket, with the same layout as a folder store. */
export function s3Store(
  { url, region, accessKeyId, secretAccessKey }: Bucket,
  { pageSize = 1_000, patienceMs = PATIENCE_MS } = {},
): FileStore {
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3" });
  const addressOf = (sha256: string) => `${url}/${storageKey(sha256)}`;

  /** Sends a request; null for a missing file. Retries network errors and busy storage, so every request must be idempotent. */
  async function ask(address: string, question: Question): Promise<Response | null> {
    const impatience = new AbortController();
    const timer = setTimeout(() => impatience.abort(), patienceMs + (question.longerMs ?? 0));
    try {
      for (let again = 0; ; again++) {
        const answer = await sendOnce(address, question, impatience.signal);
        if (!(answer instanceof StorageAway)) return answer;
        if (answer.refused || again === MOST_AGAIN || impatience.signal.aborted) throw answer;
        await pause(retryDelay(again));
      }
    } finally {
      clearTimeout(timer);
    }
  }

  const silent = (method: string, error: unknown, late = false) =>
    new StorageAway(`The bucket ${url} isn't responding (${method}: ${late ? "timed out" : reasonOf(error)})`, false);

  async function sendOnce(address: string, { method, headers = {}, body }: Question, signal: AbortSignal) {
    let answer: Response;
    try {
      const signed = await aws.sign(address, { method, headers });
      // Node's fetch accepts any async iterable; the DOM types don't say so.
      const sent = body && {
        body: body() as AsyncIterable<Uint8Array> as unknown as ReadableStream,
        duplex: "half" as const,
      };
      // With "manual" or "follow", fetch would buffer the whole body in memory in case it had to resend it.
      const redirect = body ? "error" : "manual";
      answer = await fetch(address, { method, headers: signed.headers, redirect, signal, ...sent });
    } catch (error) {
      return silent(method, error, signal.aborted);
    }
    if (answer.ok) return answer;
    const code = tagIn(await answer.text().catch(() => ""), "Code") ?? "";
    const isMissing = answer.status === 404 && method !== "PUT" && code !== "NoSuchBucket";
    if (isMissing) return null;
    const said = [answer.status, code].join(" ").trim();
    return new StorageAway(`The bucket ${url} responded to ${method} with ${said}`, !isBusy(answer.status));
  }

  /** A readable response body. Destroying it cancels the response; a broken connection becomes `StorageAway`. */
  function arriving(body: ReadableStream<Uint8Array>) {
    const reader = body.getReader();
    return new Readable({
      read() {
        reader.read().then(
          ({ value }) => this.push(value ?? null),
          (error) => this.destroy(silent("GET", error)),
        );
      },
      destroy(error, done) {
        const end = () => done(error);
        reader.cancel().then(end, end);
      },
    });
  }

  async function bring({ path, sha256, size }: ReceivedFile): Promise<void> {
    const there = await ask(addressOf(sha256), { method: "HEAD" });
    if (there && Number(there.headers.get("Content-Length")) === size) return;
    const answer = await ask(addressOf(sha256), {
      method: "PUT",
      // The storage verifies the hash and rejects a partial upload.
      headers: {
        "Content-Length": String(size),
        "Content-Type": "application/octet-stream",
        "X-Amz-Content-Sha256": sha256,
      },
      body: () => createReadStream(path),
      longerMs: size / SLOWEST_BYTES_PER_MS,
    });
    await answer?.body?.cancel();
  }

  /** One page of a listing, with ListObjects version 1: every S3-compatible storage supports it. */
  async function listing(query: Record<string, string>): Promise<string> {
    const answer = await ask(`${url}/?${new URLSearchParams(query)}`, { method: "GET" });
    if (!answer) throw new StorageAway(`There is no bucket at ${url}`, true);
    return answer.text();
  }

  return {
    prepare: bring,

    async put(file) {
      await bring(file);
      await discard(file);
    },

    async read(sha256, range) {
      const headers: Record<string, string> = range ? { Range: `bytes=${range.start}-${range.end}` } : {};
      const answer = await ask(addressOf(sha256), { method: "GET", headers });
      return answer?.body ? arriving(answer.body as ReadableStream<Uint8Array>) : null;
    },

    async remove(sha256) {
      const answer = await ask(addressOf(sha256), { method: "DELETE" });
      await answer?.body?.cancel();
    },

    async *list(digit) {
      let isMore = true;
      for (let marker = ""; isMore; ) {
        const page = await listing({ prefix: digit, marker, "max-keys": String(pageSize) });
        isMore = tagIn(page, "IsTruncated") === "true";
        for (const [, object = ""] of page.matchAll(/<Contents>(.*?)<\/Contents>/gs)) {
          marker = unescaped(tagIn(object, "Key") ?? "");
          const sha256 = marker.slice(marker.lastIndexOf("/") + 1);
          if (!isSha256(sha256) || marker !== storageKey(sha256)) continue;
          yield { sha256, changedAt: Date.parse(tagIn(object, "LastModified") ?? "") };
        }
      }
    },

    async check() {
      await listing({ "max-keys": "1" });
    },
  };
}

/** The text of the first element with this name; enough XML parsing for S3's responses. */
const tagIn = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];

const SIGNS: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#34": '"', "#39": "'" };
const unescaped = (text: string) => text.replace(/&(#?\w+);/g, (whole, name: string) => SIGNS[name] ?? whole);

/** A failed fetch's reason: its `cause` has the network error. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  const { code, message: inside } = (cause ?? {}) as NodeJS.ErrnoException;
  return code ?? inside ?? message;
}
