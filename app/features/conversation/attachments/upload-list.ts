import type { ShownFile } from "./attachments";

/**
 * A file the writer has chosen. `key` is its place in the order of choosing.
 *
 * failed    it may arrive at another try
 * refused   it cannot be attached, however often it is tried
 */
export type Upload = { key: number; name: string; size: number } & (
  | { state: "waiting" }
  | { state: "sending"; sent: number }
  | { state: "done"; file: ShownFile }
  | { state: "failed" | "refused"; why: string }
);

/** What was chosen since the form was opened, and the numbers of attached files that were taken away again. */
export type UploadList = { uploads: readonly Upload[]; removed: readonly number[] };

export const NOTHING_CHOSEN: UploadList = { uploads: [], removed: [] };

export type UploadEvent =
  | { type: "chosen"; files: readonly { key: number; name: string; size: number }[] }
  | { type: "sending"; key: number /** 0 to 1 */; sent: number }
  | { type: "done"; key: number; file: ShownFile }
  | { type: "failed" | "refused"; key: number; why: string }
  | { type: "again"; key: number }
  | { type: "cancelled"; key: number }
  /** It is to be sent without what was refused. */
  | { type: "left_out" }
  | { type: "removed"; id: number }
  /** Their draft is, in another tab perhaps: of what has arrived, these are left. */
  | { type: "deleted"; left: readonly number[] };

export function uploadList(list: UploadList, event: UploadEvent): UploadList {
  const change = (key: number, next: (upload: Upload) => Upload) => ({
    ...list,
    uploads: list.uploads.map((upload) => (upload.key === key ? next(upload) : upload)),
  });
  const about = ({ key, name, size }: Upload) => ({ key, name, size });
  switch (event.type) {
    case "chosen":
      return {
        ...list,
        uploads: [...list.uploads, ...event.files.map((file) => ({ ...file, state: "waiting" as const }))],
      };
    case "sending":
      return change(event.key, (upload) => ({ ...about(upload), state: "sending", sent: event.sent }));
    case "done":
      return change(event.key, (upload) => ({ ...about(upload), state: "done", file: event.file }));
    case "failed":
    case "refused":
      return change(event.key, (upload) => ({ ...about(upload), state: event.type, why: event.why }));
    case "again":
      return change(event.key, (upload) => ({ ...about(upload), state: "waiting" }));
    case "cancelled":
      return { ...list, uploads: list.uploads.filter(({ key }) => key !== event.key) };
    case "left_out":
      return { ...list, uploads: list.uploads.filter(({ state }) => state !== "refused") };
    case "removed":
      return {
        removed: [...list.removed, event.id],
        uploads: list.uploads.filter((upload) => upload.state !== "done" || upload.file.id !== event.id),
      };
    case "deleted":
      return {
        ...list,
        uploads: list.uploads.filter((upload) => upload.state !== "done" || event.left.includes(upload.file.id)),
      };
  }
}

/** What the form lists: the files the page came with, and then what was chosen since, each file once. */
export function listed(there: readonly ShownFile[], { uploads, removed }: UploadList) {
  const before = there.filter(({ id }) => !removed.includes(id));
  const known = new Set(before.map(({ id }) => id));
  const seen = (upload: Upload) => {
    if (upload.state !== "done") return false;
    if (known.has(upload.file.id)) return true;
    known.add(upload.file.id);
    return false;
  };
  return { before, since: uploads.filter((upload) => !seen(upload)) };
}

/** How many files there are or will be: what has failed or was refused takes no other's place. */
export function filesToBe(there: readonly ShownFile[], list: UploadList): number {
  const { before, since } = listed(there, list);
  return before.length + since.filter(({ state }) => state !== "failed" && state !== "refused").length;
}

/**
 * Whether the form may be sent: not while something is on its way, nor while something has failed that may still arrive. What
 * was refused will not: its writer decides whether to send the rest without it.
 */
export function readyToSend({ uploads }: UploadList): "ready" | "wait" | "failed" | "refused" {
  const some = (...states: Upload["state"][]) => uploads.some(({ state }) => states.includes(state));
  if (some("failed")) return "failed";
  if (some("waiting", "sending")) return "wait";
  return some("refused") ? "refused" : "ready";
}
