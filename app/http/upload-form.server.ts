import { once } from "node:events";
import busboy, { type BusboyHeaders } from "@fastify/busboy";
import { FORM_BYTES } from "./body-limit.server";
import { badRequest, tooLarge } from "./error-responses.server";
import { MOST_FIELDS, noteForm, readForm } from "./form.server";
import * as say from "./http-copy";

/** A file in a form, as it arrives. The client chooses `fileName` and `declaredType`: don't trust them. */
export type FilePart = { fileName: string; declaredType: string; bytes: AsyncIterable<Uint8Array> };

/**
 * Returns a form's texts and the results of `take` for each file, in order. Files stream through and are never held; texts
 * share the limit of other forms. If the form breaks off, `bytes` throws midway and so does this function. A form without
 * files may use any encoding.
 */
export async function readUploadForm<T>(
  request: Request,
  take: (part: FilePart) => Promise<T>,
): Promise<{ form: FormData; files: T[] }> {
  const type = request.headers.get("Content-Type") ?? "";
  if (!request.body || !/^multipart\/form-data\b/i.test(type)) return { form: await readForm(request), files: [] };

  const form = new FormData();
  noteForm(form);
  const files: Promise<T>[] = [];
  const streams: { destroy(error?: Error): void }[] = [];
  const parser = parserOf(type);
  const stop = (error: unknown) => parser.destroy(error as Error);
  // Nothing catches errors around these listeners: an unhandled or thrown one would crash the server.
  parser.on("error", () => {}); // the first is awaited below, but a broken form may have several
  let textBytes = 0;
  parser.on("field", (name: string | undefined, value, nameCut, valueCut) => {
    if (name === undefined) return stop(unreadable());
    textBytes += Buffer.byteLength(name) + Buffer.byteLength(value);
    if (nameCut || valueCut || textBytes > FORM_BYTES) stop(tooLarge());
    else form.append(name, value);
  });
  for (const limit of ["partsLimit", "fieldsLimit", "filesLimit"] as const)
    parser.on(limit, () => stop(tooLarge(say.tooManyFields)));
  parser.on("file", (_name, bytes, fileName, _encoding, declaredType) => {
    streams.push(bytes);
    bytes.on("error", () => {}); // its reader also gets the error; without a reader it must not crash the server
    const taken = take({ fileName: unescaped(fileName ?? ""), declaredType, bytes });
    taken.catch(stop);
    files.push(taken);
  });
  const ended = once(parser, "finish");
  ended.catch(() => {}); // awaited below, maybe after it has rejected

  try {
    // The rest of a refused form stays unread: cancelling would cut the connection before the refusal is sent.
    for await (const chunk of request.body.values({ preventCancel: true })) {
      if (!parser.write(chunk)) await Promise.race([once(parser, "drain"), ended]);
    }
    parser.end();
    await ended;
    return { form, files: await Promise.all(files) };
  } catch (error) {
    for (const stream of streams) stream.destroy(new Error("The form was cut off."));
    await Promise.allSettled(files);
    if (error instanceof Response) throw error;
    if ((error as NodeJS.ErrnoException).code?.startsWith("E")) throw error; // a disk error, not a form error
    throw unreadable();
  }
}

const unreadable = () => badRequest(say.formUnreadable);

/** Undoes the only three escapes browsers use in file names: https://html.spec.whatwg.org/#multipart-form-data */
const unescaped = (name: string) => name.replace(/%22/g, '"').replace(/%0D|%0A/g, " ");

function parserOf(type: string) {
  try {
    const limits = { fields: MOST_FIELDS, files: MOST_FIELDS, fieldSize: FORM_BYTES, fieldNameSize: 200 };
    return busboy({ headers: { "content-type": type } as BusboyHeaders, limits });
  } catch {
    throw unreadable(); // no boundary in the content type
  }
}
