import { Worker } from "node:worker_threads";
import { PARSE_LIMITS, type ParseLimits } from "./parse-limits";
import type { ParseAnswer, ParseOrder } from "./parse-worker";
import type { ParsedMail, ParseFailure } from "./parsed-mail";

export type ParseResult =
  | { ok: true; mail: ParsedMail }
  /** `error`: the thrown error, for the log. */
  | { ok: false; why: ParseFailure; error?: string };

/**
 * Parses an email in a worker thread, so a hostile message can kill the thread but not the server. Never throws.
 *
 * `source` holds the raw message, or is the path of its file. Calls run one after another in one thread, which is
 * replaced after a failure. The time limit starts when the thread takes the message.
 */
export function parseMail(source: Uint8Array | string, limits: Partial<ParseLimits> = {}): Promise<ParseResult> {
  const result = previous.then(() => parseNow({ source, limits: { ...PARSE_LIMITS, ...limits } }));
  previous = result;
  return result;
}

let previous: Promise<unknown> = Promise.resolve();
let idle: { worker: Worker; memoryMebibytes: number } | null = null;

/**
 * Remix's compiler bundles the server into one file, build/index.js. build-scripts/bundles.ts compiles the worker into
 * a file beside it, because starting TypeScript through tsx takes twice as long. When run from source, that file
 * doesn't exist.
 */
const WORKER_FILE = import.meta.url.endsWith(".ts") ? "worker-from-source.mjs" : "mail-worker.js";

function startWorker(memoryMebibytes: number): Worker {
  const file = new URL(WORKER_FILE, import.meta.url);
  const worker = new Worker(file, { resourceLimits: { maxOldGenerationSizeMb: memoryMebibytes } });
  worker.unref();
  // Also replaces a thread that ends between two messages.
  worker
    .on("error", () => {})
    .once("exit", () => {
      if (idle?.worker === worker) idle = null;
    });
  return worker;
}

async function takeWorker(memoryMebibytes: number): Promise<Worker> {
  const kept = idle;
  idle = null;
  if (kept?.memoryMebibytes === memoryMebibytes) return kept.worker;
  await kept?.worker.terminate();
  return startWorker(memoryMebibytes);
}

/** Failures found by counting, after which the thread can be reused. */
const REFUSALS = new Set<ParseFailure>(["too_many_parts", "too_deep", "headers_too_long", "too_many_addresses"]);

async function parseNow(order: ParseOrder): Promise<ParseResult> {
  const { memoryMebibytes } = order.limits;
  try {
    const worker = await takeWorker(memoryMebibytes);
    const answer = await ask(worker, order);
    if ("mail" in answer || REFUSALS.has(answer.why)) idle = { worker, memoryMebibytes };
    else await worker.terminate(); // it may still be busy, or hold a broken state
    return "mail" in answer ? { ok: true, mail: answer.mail } : failed(answer.why, answer.error);
  } catch (error) {
    return failed("broken", String(error));
  }
}

const failed = (why: ParseFailure, error?: string): ParseResult => ({
  ok: false,
  why,
  ...(error !== undefined && { error }),
});

/** Resolves with the worker's answer, or with the reason it ended. */
function ask(worker: Worker, order: ParseOrder): Promise<ParseAnswer> {
  const { promise, resolve } = withResolvers<ParseAnswer>();
  const timeout = setTimeout(() => resolve({ why: "too_slow" }), order.limits.milliseconds);
  const onError = (error: Error & { code?: string }) =>
    resolve({ why: error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "out_of_memory" : "broken", error: String(error) });
  const onExit = () => resolve({ why: "broken", error: "exit" });
  worker.once("message", resolve).once("error", onError).once("messageerror", onError).once("exit", onExit);
  worker.ref();
  worker.postMessage(order);
  return promise.finally(() => {
    clearTimeout(timeout);
    worker.off("message", resolve).off("error", onError).off("messageerror", onError).off("exit", onExit);
    worker.unref();
  });
}

function withResolvers<Value>() {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}
