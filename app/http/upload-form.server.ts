import { once } from "node:events";
import busboy, { type BusboyHeaders } from "@fastify/busboy";
import { FORM_BYTES } from "./body-limit.server";
import { MOST_FIELDS, noteForm, readForm } from "./form.server";
import * as say from "./http-copy";
import { badRequest, tooLarge } from "./refusals.server";

/** A file in a form, as it arrives. `fileName` and `declaredType` are whatever the sender says. */
export type FilePart = { fileName: string; declaredType: string; bytes: AsyncIterable<Uint8Array> };

/**
 * The texts of a form, and what `take` made of each of its files, in order. Files pass by as they arrive and are never
 * held; texts may have as many bytes as those of any other form. Of a form that breaks off `take` hears by an error in
 * the middle of `bytes`, and this throws. A form without files may come as any other form does.
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
  // Nobody is above these listeners: an error nobody hears, or one of their own, would end the server.
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
    bytes.on("error", () => {}); // whoever reads it is told; when nobody does, it is no reason to end the server
    const taken = take({ fileName: unescaped(fileName ?? ""), declaredType, bytes });
    taken.catch(stop);
    files.push(taken);
  });
  const ended = once(parser, "finish");
  ended.catch(() => {}); // awaited below, perhaps after it has failed

  try {
    // Of a form that is refused the rest is left: cancelling would cut the connection before the refusal has gone out.
    for await (const chunk of request.body.values({ preventCancel: true })) {
      if (!parser.write(chunk)) await Promise.race([once(parser, "drain"), ended]);
    }
    parser.end();
    await ended;
    return { form, files: await Promise.all(files) };
  } catch (error) {
    for (const stream of streams) stream.destroy(new Error("The form broke off."));
    await Promise.allSettled(files);
    if (error instanceof Response) throw error;
    if ((error as NodeJS.ErrnoException).code?.startsWith("E")) throw error; // of the disk, not of the form
    throw unreadable();
  }
}

const unreadable = () => badRequest(say.formUnreadable);

/** Browsers write three signs of a file's name like this, and no other: https://html.spec.whatwg.org/#multipart-form-data */
const unescaped = (name: string) => name.replace(/%22/g, '"').replace(/%0D|%0A/g, " ");

function parserOf(type: string) {
  try {
    const limits = { fields: MOST_FIELDS, files: MOST_FIELDS, fieldSize: FORM_BYTES, fieldNameSize: 200 };
    return busboy({ headers: { "content-type": type } as BusboyHeaders, limits });
  } catch {
    throw unreadable(); // it does not say where parts end
  }
}
