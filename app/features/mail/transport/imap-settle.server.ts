import type { ImapFlow } from "imapflow";
import type { ImapConnection } from "./imap-connection.server";

/** The action for a message on the server once it is stored. */
export type AfterFetch =
  | { action: "leave" | "read" | "delete" }
  /** Creates the folder if it is missing. */
  | { action: "move"; folder: string };

export const DEFAULT_AFTER_FETCH: AfterFetch = { action: "move", folder: "Taskdesk" };

/**
 * Moves, marks or deletes stored messages. Messages that no longer exist don't matter. Returns the server's words if it
 * refuses, else null.
 */
export async function settle(
  { client, lastRefusal }: ImapConnection,
  after: AfterFetch,
  uids: readonly number[],
): Promise<string | null> {
  const range = uids.join(",");
  const done = await act(client, after, range);
  if (done) return null;
  // imapflow returns false for a lost connection too.
  if (!client.usable) throw Object.assign(new Error(), { code: "NoConnection" });
  return lastRefusal();
}

async function act(client: ImapFlow, after: AfterFetch, range: string): Promise<boolean> {
  switch (after.action) {
    case "leave":
      return true;
    case "read":
      return client.messageFlagsAdd(range, ["\\Seen"], { uid: true });
    case "delete":
      return client.messageDelete(range, { uid: true });
    case "move": {
      if (await client.messageMove(range, after.folder, { uid: true })) return true;
      if (!client.usable) return false;
      const created = await client.mailboxCreate(after.folder).catch(() => null);
      return created !== null && Boolean(await client.messageMove(range, after.folder, { uid: true }));
    }
  }
}
