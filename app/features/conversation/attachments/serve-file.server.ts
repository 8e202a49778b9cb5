import { createReadableStreamFromReadable } from "@remix-run/node";
import type { ByteRange, FileStore } from "~/features/files/file-store.server";
import { OTHER_TYPE, PICTURE_TYPES, shownSize } from "~/features/files/picture.server";

type File = {
  name: string;
  sha256: string;
  size: number;
  type: string | null;
  width: number | null;
  height: number | null;
};

/**
 * Serves a file; null if the store doesn't have it. Pictures show inline, everything else downloads: an untrusted file must
 * not become a page on our origin. Supports single ranges (RFC 9110, section 14).
 */
export async function fileAnswer(store: FileStore, file: File, request: Request): Promise<Response | null> {
  const etag = `"${file.sha256}"`;
  const isPicture = PICTURE_TYPES.some((type) => type === file.type) && shownSize(file) !== null;
  const headers = new Headers({
    "Content-Type": isPicture ? String(file.type) : OTHER_TYPE,
    "Content-Disposition": disposition(isPicture ? "inline" : "attachment", file.name),
    "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "Cache-Control": "private, no-cache", // cached but revalidated: access can change
    "Accept-Ranges": "bytes",
    ETag: etag,
  });
  if (namesTag(request.headers.get("If-None-Match"), etag)) return new Response(null, { status: 304, headers });

  const asked = rangeOf(request.headers, file.size, etag);
  if (asked === "unsatisfiable") {
    headers.set("Content-Range", `bytes */${file.size}`);
    return new Response(null, { status: 416, headers });
  }
  const bytes = await store.read(file.sha256, asked ?? undefined);
  if (!bytes) return null;
  headers.set("Content-Length", String(asked ? asked.end - asked.start + 1 : file.size));
  if (asked) headers.set("Content-Range", `bytes ${asked.start}-${asked.end}/${file.size}`);
  const status = asked ? 206 : 200;
  if (request.method === "HEAD") {
    bytes.destroy();
    return new Response(null, { status, headers });
  }
  return new Response(createReadableStreamFromReadable(bytes), { status, headers });
}

/** Content-Disposition for every browser (RFC 6266): an ASCII name for old ones, and the exact name. */
function disposition(kind: "inline" | "attachment", name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${exact}`;
}

const namesTag = (header: string | null, etag: string) =>
  header?.split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, ""))) ?? false;

/** The requested range; null for the whole file, also if several ranges or another version are requested. */
function rangeOf(headers: Headers, size: number, etag: string): ByteRange | "unsatisfiable" | null {
  const condition = headers.get("If-Range");
  if (condition !== null && condition !== etag) return null;
  const [, first = "", last = ""] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(headers.get("Range") ?? "") ?? [];
  if (first === "" && last === "") return null;
  if (first === "") return last === "0" ? "unsatisfiable" : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const range = { start: Number(first), end: last === "" ? size - 1 : Math.min(Number(last), size - 1) };
  if (range.start >= size) return "unsatisfiable";
  return range.start > range.end ? null : range;
}
