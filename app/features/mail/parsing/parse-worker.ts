/** The worker thread that parses emails, one at a time: see parse-mail.server.ts. */
import { readFile } from "node:fs/promises";
import { parentPort } from "node:worker_threads";
import { LimitExceeded, type ParseLimits } from "./parse-limits";
import type { MailFile, ParsedMail, ParseFailure } from "./parsed-mail";
import { readMail } from "./read-mail";

export type ParseOrder = { source: Uint8Array | string; limits: ParseLimits };
export type ParseAnswer = { mail: ParsedMail } | { why: ParseFailure; error?: string };

async function answer({ source, limits }: ParseOrder): Promise<ParseAnswer> {
  try {
    const bytes =
      typeof source === "string"
        ? await readFile(source)
        : Buffer.from(source.buffer, source.byteOffset, source.byteLength);
    return { mail: await readMail(bytes, limits) };
  } catch (error) {
    if (error instanceof LimitExceeded) return { why: error.why };
    return { why: "broken", error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

/** Copies a file out of its shared buffer, so it can be transferred to the other thread. */
function detached(file: MailFile): MailFile & { content: Uint8Array<ArrayBuffer> } {
  return { ...file, content: new Uint8Array(file.content) };
}

parentPort?.on("message", async (order: ParseOrder) => {
  const result = await answer(order);
  if (!("mail" in result)) return parentPort?.postMessage(result);
  const files = result.mail.files.map(detached);
  const moved = files.map(({ content }) => content.buffer);
  return parentPort?.postMessage({ mail: { ...result.mail, files } } satisfies ParseAnswer, moved);
});
