import type { Db } from "~/db/types";
import { endSession, findSession } from "~/features/auth/session-queries.server";
import { liveOf } from "~/features/live/live.server";
import type { Word } from "~/features/live/stream.server";
import { cookieOf } from "./session";

export type Listener = {
  /** Events since the stream opened, without the opening event. */
  words: Word[];
  /** Cursor of the last event. */
  last: () => number;
  isOver: () => boolean;
  leave: () => void;
  /** Ends the session that listens. */
  signOut: () => Promise<void>;
};

type From = Parameters<ReturnType<typeof liveOf>["open"]>[2];

/** Listens to changes in this process as this user. Resolves once the stream is open. */
export async function listen(db: Db, who: { id: number }, from: From = null): Promise<Listener> {
  const cookie = (await cookieOf(db, who)).split("=")[1] ?? "";
  const session = await findSession(db, cookie, Date.now());
  if (!session) throw new Error("The user isn't signed in.");
  const { id, role, sharedOrganizationId: shared } = session.viewer;
  const leaving = new AbortController();
  const viewer = { id, role, ...(shared !== undefined && { sharedOrganizationId: shared }) };
  const stream = liveOf(db).open(viewer, session.idHash, from, leaving.signal);
  if (!stream) throw new Error("The process is about to end.");
  const heard = readEventStream(stream);
  await heard.opened;
  return { ...heard, leave: () => leaving.abort(), signOut: () => endSession(db, cookie) };
}

/** Reads an event stream. `opened` resolves with its opening event, or when the stream ends. */
export function readEventStream(stream: ReadableStream<Uint8Array>) {
  const words: Word[] = [];
  let last = 0;
  let over = false;
  let begin = () => {};
  const opened = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const read = async () => {
    const decoder = new TextDecoder();
    let text = "";
    for await (const bytes of stream) {
      text += decoder.decode(bytes, { stream: true });
      const blocks = text.split("\n\n");
      text = blocks.pop() ?? "";
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1];
        if (data === undefined) continue;
        last = Number(/^id: (\d+)$/m.exec(block)?.[1]);
        const word = JSON.parse(data) as Word;
        if (word.kind === "open") begin();
        else words.push(word);
      }
    }
  };
  void read()
    .catch(() => {})
    .finally(() => {
      over = true;
      begin();
    });
  return { words, opened, last: () => last, isOver: () => over };
}
