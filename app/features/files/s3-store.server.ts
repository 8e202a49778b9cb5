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
 * Nobody but this server talks to the bucket: who may read a file is asked each time, and the headers that keep a stranger's
 * file from becoming a page are ours. Why there are no signed links: docs/decisions/0019-files-in-a-bucket.md.
 */

/** How long an answer may take to begin, with all that is tried again. Transactions wait for it, so it is short. */
const PATIENCE_MS = 5_000;

/** Longer for a file that is sent, by its size: what goes more slowly than this has a network that is broken. */
const SLOWEST_BYTES_PER_MS = 128;

const MOST_AGAIN = 3;

/** About 100, 200, 400 ms; never the same for two, or all that were refused together would come back together. */
const retryDelay = (again: number) => 100 * 2 ** again * (0.5 + Math.random());

/** Statuses that another try may change. */
const isBusy = (status: number) => status >= 500 || status === 429;

type Question = {
  method: "GET" | "HEAD" | "PUT" | "DELETE";
  headers?: Record<string, string>;
  /** Begun anew with each try. Not a web stream: Node, making one of a file, reads all of it at once. */
  body?: () => Readable;
  longerMs?: number;
};

/** Keeps files in a bucket, each in the place it has in a folder. `pageSize`: how many the bucket lists at once. */
export function s3Store(
  { url, region, accessKeyId, secretAccessKey }: Bucket,
  { pageSize = 1_000, patienceMs = PATIENCE_MS } = {},
): FileStore {
  const aws = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3" });
  const addressOf = (sha256: string) => `${url}/${storageKey(sha256)}`;

  /** Null for what is not there. Asks again when the network fails or the storage is busy: all of this may happen twice. */
  async function ask(address: string, question: Question): Promise<Response | null> {
    const impatience = new AbortController();
    const timer = setTimeout(() => impatience.abort(), patienceMs + (question.longerMs ?? 0));
    try {
      for (let again = 0; ; again++) {
        const answer = await askOnce(address, question, impatience.signal);
        if (!(answer instanceof StorageAway)) return answer;
        if (answer.refused || again === MOST_AGAIN || impatience.signal.aborted) throw answer;
        await pause(retryDelay(again));
      }
    } finally {
      clearTimeout(timer);
    }
  }

  const silent = (method: string, error: unknown, late = false) =>
    new StorageAway(
      `The bucket ${url} does not answer (${method}: ${late ? "no answer in time" : reasonOf(error)})`,
      false,
    );

  async function askOnce(address: string, { method, headers = {}, body }: Question, signal: AbortSignal) {
    let answer: Response;
    try {
      const signed = await aws.sign(address, { method, headers });
      // The fetch of Node takes whatever can be iterated, which the types of browsers do not know.
      const sent = body && {
        body: body() as AsyncIterable<Uint8Array> as unknown as ReadableStream,
        duplex: "half" as const,
      };
      // Wherever a redirect could be looked at, fetch would keep what it sends, all of it in memory, to send it again.
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
    return new StorageAway(`The bucket ${url} answers ${method} with ${said}`, !isBusy(answer.status));
  }

  /** What arrives. Who reads no further destroys it, which ends the answer; one that breaks off by itself says so. */
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
      // The storage compares what arrives with the hash, and keeps all of it or nothing.
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

  /** One page of what the bucket has, in the first of two forms that S3 has for it: everything that speaks S3 knows it. */
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

/** What stands in the first element of this name: all that is needed of what S3 answers. */
const tagIn = (xml: string, name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];

const SIGNS: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", "#34": '"', "#39": "'" };
const unescaped = (text: string) => text.replace(/&(#?\w+);/g, (whole, name: string) => SIGNS[name] ?? whole);

/** What a fetch that failed says: its reason is that of the connection. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  const { code, message: inside } = (cause ?? {}) as NodeJS.ErrnoException;
  return code ?? inside ?? message;
}
