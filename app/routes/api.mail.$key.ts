import { STATUS_CODES } from "node:http";
import type { ActionFunctionArgs } from "@remix-run/node";
import { db } from "~/db/db.server";
import { fileStore, incoming } from "~/features/files/files.server";
import { type ReceivedByHttp, receiveByHttp } from "~/features/mail/transport/receive-by-http.server";
import * as say from "~/features/mail/transport/transport-copy";
import { jsonError } from "~/http/error-responses.server";

export { refuseGet as loader } from "~/http/error-responses.server";

/** Mail systems call it; each message is signed. */
export const access = "public";
export const anyOrigin = true;
export const rawBody = true;

const REFUSALS: Record<Exclude<ReceivedByHttp, { ok: true }>["why"], [status: number, message: string]> = {
  unsigned: [401, say.wrongSignature],
  too_large: [413, say.largerThanSetting],
  too_slow: [408, say.tooSlow],
  too_many: [429, say.twoAtOnce],
  empty: [400, say.emptyMessage],
  not_now: [503, say.cannotStore],
  disk_full: [507, say.cannotStore],
  storage_away: [503, say.cannotStore],
};

/** Takes a raw message as its body. 202 once it is stored. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { headers, body } = request;
  const received = await receiveByHttp(
    db,
    { store: fileStore, incoming },
    {
      key: params.key ?? "",
      timestamp: headers.get("Taskdesk-Timestamp"),
      signature: headers.get("Taskdesk-Signature"),
      length: headers.has("Content-Length") ? Number(headers.get("Content-Length")) : null,
      body: body && unread(body),
    },
    Date.now(),
  );
  if (received.ok) return new Response(null, { status: 202 });
  const [status, message] = REFUSALS[received.why];
  return jsonError(request, { status, statusText: STATUS_CODES[status] ?? "", message });
}

/** Cancelling would cut the connection before a refusal is sent. */
async function* unread(body: ReadableStream<Uint8Array>) {
  const reader = body.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
}
