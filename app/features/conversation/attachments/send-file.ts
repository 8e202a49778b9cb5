import type { DraftPlace } from "../drafts/drafts";
import * as say from "../writing-copy";
import type { ShownFile } from "./attachments";

/** `refused`: a retry won't help. */
type SentFile = { ok: true; file: ShownFile } | { ok: false; why: string; refused?: boolean };

/** Uploads one file to the draft. Never rejects. After `cancel`, `answer` never settles. */
export function sendFile(place: DraftPlace, file: File, onProgress: (sent: number) => void) {
  const request = new XMLHttpRequest(); // fetch can't report upload progress
  const answer = new Promise<SentFile>((resolve) => {
    request.open("POST", "/uploads");
    request.setRequestHeader("Accept", "application/json");
    request.responseType = "json";
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = () => resolve({ ok: false, why: say.cannotReachServer });
    request.onload = () => resolve(read(request));
    const body = new FormData();
    body.append("kind", place.kind);
    if (place.taskId !== null) body.append("task", String(place.taskId));
    body.append("files", file);
    request.send(body);
  });
  return { answer, cancel: () => request.abort() };
}

function read({ status, response, responseURL }: XMLHttpRequest): SentFile {
  if (new URL(responseURL, location.href).pathname === "/login" || status === 401)
    return { ok: false, why: say.sessionEnded };
  const { file, message } = (response ?? {}) as { file?: ShownFile; message?: string };
  if (status === 200 && file) return { ok: true, file };
  return { ok: false, why: message || say.uploadFailed, refused: status === 422 };
}

/** Removes a file from the draft. Returns whether it is gone. */
export async function deleteUpload(id: number): Promise<boolean> {
  const answer = await fetch(`/uploads/${id}/removal`, {
    method: "POST",
    headers: { Accept: "application/json" },
  }).catch(() => null);
  return answer !== null && !answer.redirected && (answer.ok || answer.status === 404);
}
