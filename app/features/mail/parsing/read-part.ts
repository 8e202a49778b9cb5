import { decodedHeaders, decodedLine, structured } from "./decoded-headers";
import { firstHeader } from "./header-lines";
import type { MimePart } from "./mime-parts";
import { decodeTransfer } from "./transfer-decoding";

/** A part's properties from its headers, decoded. */
export type PartDetails = {
  type: string;
  disposition: "attachment" | "inline" | "";
  /** As given, decoded; "" without a name. */
  fileName: string;
  contentId: string | null;
  charset: string;
  flowed: boolean;
  delSp: boolean;
  /** "enveloped-data" and the like, of S/MIME; lower case. */
  smimeType: string;
};

export async function partDetails(part: MimePart): Promise<PartDetails> {
  const headers = await decodedHeaders(part.headers, "content-type", "content-disposition");
  const { params } = structured(headers, "content-type");
  const disposition = structured(headers, "content-disposition");
  const how = disposition.value.trim().toLowerCase();
  return {
    type: part.type,
    // An unknown disposition is treated as an attachment (RFC 2183, 2.8).
    disposition: how === "" || how === "inline" ? how : "attachment",
    fileName: decodedLine(disposition.params.filename ?? params.name),
    contentId: contentIdOf(firstHeader(part.headers, "content-id")),
    charset: params.charset ?? "",
    flowed: params.format?.trim().toLowerCase() === "flowed",
    delSp: params.delsp?.trim().toLowerCase() === "yes",
    smimeType: (params["smime-type"] ?? "").trim().toLowerCase(),
  };
}

const contentIdOf = (header: string | null) => header?.trim().replace(/^<|>$/g, "").trim() || null;

/** The decoded bytes of a leaf. */
export const partBytes = (source: Buffer, part: MimePart): Buffer =>
  decodeTransfer(
    source.subarray(part.bodyStart, part.bodyEnd),
    part.type.startsWith("multipart/") ? "" : (firstHeader(part.headers, "content-transfer-encoding") ?? ""),
  );
