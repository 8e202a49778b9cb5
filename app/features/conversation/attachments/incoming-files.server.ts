import type { ReceivedFile } from "~/features/files/file-store.server";
import { discard, receiveFile } from "~/features/files/receive-file.server";
import { cleanLine } from "~/lib/text";
import type { FileLimits, NotAttached } from "./file-limits";

const MAX_NAME_CHARACTERS = 255;
export const MAX_TYPE_CHARACTERS = 255;

/** Text direction marks: one of them can display `gpj.exe` as `exe.jpg`. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * File name as we store and show it: the last part of a path, on one line, at most 255 characters. Cuts a long name before
 * its extension. An empty one becomes "file".
 */
export function cleanFileName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? "";
  const name = cleanLine(last.replace(DIRECTION_MARKS, ""));
  if (/^\.*$/.test(name)) return "file";
  const characters = [...name];
  if (characters.length <= MAX_NAME_CHARACTERS) return name;
  const ending = [...(/\.[^.\s]{1,16}$/u.exec(name)?.[0] ?? "")];
  return [...characters.slice(0, MAX_NAME_CHARACTERS - ending.length), ...ending].join("");
}

/** A received file of a form, or why it was refused. The caller attaches or discards it. */
export type IncomingFile = { name: string; declaredType: string } & (
  | { file: ReceivedFile; why?: undefined }
  | { file?: undefined; why: NotAttached }
);

type Part = { fileName: string; declaredType: string; bytes: AsyncIterable<Uint8Array> };

/**
 * Receives the files of one form into `folder`, within the limits of one submission. `incoming` lists them in order. Skips the
 * empty part a browser sends when no file is chosen.
 */
export function receiveFormFiles(folder: string, limits: FileLimits) {
  const arrived: IncomingFile[] = [];
  let bytesKept = 0;
  let count = 0;
  let previous = Promise.resolve();

  /** Receives one file at a time: the room left depends on the ones before. */
  function take(part: Part): Promise<void> {
    previous = previous.then(() => receive(part));
    return previous;
  }

  async function receive({ fileName: given, declaredType, bytes }: Part): Promise<void> {
    const room = limits.submissionBytes - bytesKept;
    const mostBytes = count++ < limits.perMessage ? Math.min(limits.eachBytes, room) : 0;
    const received = await receiveFile(folder, bytes, mostBytes);
    if (!received.ok && received.why === "empty" && given === "") return;

    const details = { name: cleanFileName(given), declaredType: declaredType.slice(0, MAX_TYPE_CHARACTERS) };
    if (received.ok) {
      bytesKept += received.file.size;
      arrived.push({ ...details, file: received.file });
    } else if (received.why !== "too_large") arrived.push({ ...details, why: received.why });
    else if (mostBytes === 0 && count > limits.perMessage) arrived.push({ ...details, why: "too_many" });
    else arrived.push({ ...details, why: room < limits.eachBytes ? "too_much" : "too_large" });
  }

  return { arrived, take, discardAll: () => discardIncoming(arrived) };
}

/** Discards files that weren't attached. Files already in a store stay. */
export async function discardIncoming(arrived: readonly IncomingFile[]): Promise<void> {
  for (const { file } of arrived) if (file) await discard(file);
}
