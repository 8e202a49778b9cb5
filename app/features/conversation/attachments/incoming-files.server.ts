import type { ReceivedFile } from "~/features/files/file-store.server";
import { discard, receiveFile } from "~/features/files/receive-file.server";
import { cleanLine } from "~/lib/text";
import type { FileLimits, NotAttached } from "./file-limits";

const MOST_CHARACTERS = 255;

/** Marks that turn the direction of writing: with one of them `gpj.exe` is shown as `exe.jpg`. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/**
 * The name of a file as we keep and show it: the last part of a path, on one line, of at most 255 characters. One that
 * is too long is shortened before its ending; one of which nothing is left is called "file".
 */
export function fileName(given: string): string {
  const last = given.split(/[/\\]/).at(-1) ?? "";
  const name = cleanLine(last.replace(DIRECTIONS, ""));
  if (/^\.*$/.test(name)) return "file";
  const characters = [...name];
  if (characters.length <= MOST_CHARACTERS) return name;
  const ending = [...(/\.[^.\s]{1,16}$/u.exec(name)?.[0] ?? "")];
  return [...characters.slice(0, MOST_CHARACTERS - ending.length), ...ending].join("");
}

/** A file of a form: received, or why not. Who has it either attaches it or discards it. */
export type Arrived = { name: string; declaredType: string } & (
  | { file: ReceivedFile; why?: undefined }
  | { file?: undefined; why: NotAttached }
);

type Part = { fileName: string; declaredType: string; bytes: AsyncIterable<Uint8Array> };

/**
 * Receives the files of one form into `folder` as `take`, and keeps to the limits of one sending. `arrived` has them in
 * order; the empty field a browser sends where nothing was chosen is none.
 */
export function filesArriving(folder: string, limits: FileLimits) {
  const arrived: Arrived[] = [];
  let bytesKept = 0;
  let count = 0;
  let before = Promise.resolve();

  /** One after another: how much room a file has is known once the one before it is counted. */
  function take(part: Part): Promise<void> {
    before = before.then(() => receive(part));
    return before;
  }

  async function receive({ fileName: given, declaredType, bytes }: Part): Promise<void> {
    const room = limits.submissionBytes - bytesKept;
    const mostBytes = count++ < limits.perMessage ? Math.min(limits.eachBytes, room) : 0;
    const received = await receiveFile(folder, bytes, mostBytes);
    if (!received.ok && received.why === "empty" && given === "") return;

    const about = { name: fileName(given), declaredType: declaredType.slice(0, 255) };
    if (received.ok) {
      bytesKept += received.file.size;
      arrived.push({ ...about, file: received.file });
    } else if (received.why !== "too_large") arrived.push({ ...about, why: received.why });
    else if (mostBytes === 0 && count > limits.perMessage) arrived.push({ ...about, why: "too_many" });
    else arrived.push({ ...about, why: room < limits.eachBytes ? "too_much" : "too_large" });
  }

  return { arrived, take, discardAll: () => discardArrived(arrived) };
}

/** Throws away what nobody attached. What a store has taken is not touched. */
export async function discardArrived(arrived: readonly Arrived[]): Promise<void> {
  for (const { file } of arrived) if (file) await discard(file);
}
