import type { ShownFile } from "./attachments";

/**
 * A file the writer chose. `key` is its index in the order chosen.
 *
 * failed   may succeed on retry
 * refused  never will
 */
export type Upload = { key: number; name: string; size: number } & (
  | { state: "waiting" }
  | { state: "sending"; sent: number }
  | { state: "done"; file: ShownFile }
  | { state: "failed" | "refused"; why: string }
);

/** Files chosen since the form opened, and ids of attached files removed since. */
export type UploadList = { uploads: readonly Upload[]; removed: readonly number[] };

export const NOTHING_CHOSEN: UploadList = { uploads: [], removed: [] };

export type UploadEvent =
  | { type: "chosen"; files: readonly { key: number; name: string; size: number }[] }
  | { type: "sending"; key: number /** 0 to 1 */; sent: number }
  | { type: "done"; key: number; file: ShownFile }
  | { type: "failed" | "refused"; key: number; why: string }
  | { type: "again"; key: number }
  | { type: "cancelled"; key: number }
  /** Send without the refused files. */
  | { type: "left_out" }
  | { type: "removed"; id: number }
  /** A draft was deleted, perhaps in another tab: of the uploaded files, only `left` remain. */
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

/** The files listed in the form: those the page came with, then those chosen since, each once. */
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

/** How many files the form has or will have. Failed and refused ones don't count. */
export function filesToBe(there: readonly ShownFile[], list: UploadList): number {
  const { before, since } = listed(there, list);
  return before.length + since.filter(({ state }) => state !== "failed" && state !== "refused").length;
}

/**
 * Whether the form may be sent. It waits for uploads, and for failed files that a retry may still bring. If files were
 * refused, the writer decides whether to send without them.
 */
export function readyToSend({ uploads }: UploadList): "ready" | "wait" | "failed" | "refused" {
  const some = (...states: Upload["state"][]) => uploads.some(({ state }) => states.includes(state));
  if (some("failed")) return "failed";
  if (some("waiting", "sending")) return "wait";
  return some("refused") ? "refused" : "ready";
}
