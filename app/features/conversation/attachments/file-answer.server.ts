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
 * A file as an HTTP answer, or null when the store does not have it. Pictures are shown, everything else is saved: a file
 * of a stranger must not become a page of ours. Parts of it can be asked for (RFC 9110, section 14), one at a time.
 */
export async function fileAnswer(store: FileStore, file: File, request: Request): Promise<Response | null> {
  const etag = `"${file.sha256}"`;
  const isPicture = PICTURE_TYPES.some((type) => type === file.type) && shownSize(file) !== null;
  const headers = new Headers({
    "Content-Type": isPicture ? String(file.type) : OTHER_TYPE,
    "Content-Disposition": disposition(isPicture ? "inline" : "attachment", file.name),
    "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
    "Cache-Control": "private, no-cache", // kept by the browser, but asked for again: who may read it can change
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

/** The name for every browser (RFC 6266): in ASCII for old ones, and as it is. */
function disposition(kind: "inline" | "attachment", name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`);
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${exact}`;
}

const namesTag = (header: string | null, etag: string) =>
  header?.split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, ""))) ?? false;

/** The part that is asked for; null for all of it, as when it asks for several, or for a part of another version. */
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
