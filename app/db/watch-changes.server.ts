import SqliteDatabase from "better-sqlite3";
import pg from "pg";
import { log } from "~/lib/log.server";
import { rawOf } from "./connect.server";
import type { Db } from "./types";

/** How often to poll the SQLite file. The cost is too small to measure. */
const LOOK_EVERY_MS = 100;

/** The NOTIFY channel of migration 0023's triggers. */
const CHANNEL = "taskdesk_live";

/** Reconnect backoff. */
const AGAIN_MS = { first: 200, most: 5_000 };

/** Heartbeat: a quiet connection looks like one whose server is gone. Without an answer in `answerMs` it is dropped. */
const LOOK = { everyMs: 15_000, answerMs: 5_000 };

/**
 * Calls `changed` soon after each commit by any process, without details and sometimes for no reason. Reconnects on its own
 * and then calls `changed`. Returns a function that stops it.
 */
export function watchChanges(db: Db, changed: () => void, look = LOOK): () => Promise<void> {
  const raw = rawOf(db);
  return raw.engine === "sqlite" ? lookAtFile(raw.handle.name, changed) : listen(raw.pool, changed, look);
}

/** Polls over a separate connection, because `data_version` only counts other connections' commits. Never waits for a lock. */
function lookAtFile(file: string, changed: () => void) {
  const watcher = new SqliteDatabase(file, { readonly: true, fileMustExist: true, timeout: 0 });
  let known: unknown; // undefined, so the first poll reports a change: something may have just been committed
  const timer = setInterval(() => {
    const now = version();
    if (now === known) return;
    known = now;
    changed();
  }, LOOK_EVERY_MS);
  /** Null while the file can't be read; commits in between count as a change afterwards. */
  function version(): unknown {
    try {
      return watcher.pragma("data_version", { simple: true });
    } catch (err) {
      if (known !== null) log.warn({ err }, "The SQLite file can't be read; open pages update again once it can");
      return null;
    }
  }
  timer.unref();
  return async () => {
    clearInterval(timer);
    watcher.close();
  };
}

function listen(pool: pg.Pool, changed: () => void, { everyMs, answerMs }: typeof LOOK) {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let pause = AGAIN_MS.first;
  let ended = false;

  async function begin() {
    const mine = new pg.Client({ ...pool.options, keepAlive: true, query_timeout: answerMs });
    client = mine;
    let isLost = false;
    const lost = (error?: Error) => {
      if (isLost || ended) return;
      isLost = true;
      clearTimeout(timer);
      log.warn(
        { err: error },
        "The connection that listens for PostgreSQL changes was lost; open pages update again once it's back",
      );
      void mine.end().catch(() => {});
      timer = setTimeout(() => void begin(), pause);
      timer.unref();
      pause = Math.min(pause * 2, AGAIN_MS.most);
    };
    const look = () => {
      timer = setTimeout(() => mine.query("select 1").then(look, lost), everyMs);
      timer.unref();
    };
    mine.on("error", lost);
    mine.on("end", lost);
    mine.on("notification", changed);
    try {
      await mine.connect();
      await mine.query(`listen ${CHANNEL}`);
      pause = AGAIN_MS.first;
      changed(); // notifications may have been missed
      look();
    } catch (error) {
      lost(error as Error);
    }
  }
  void begin();
  return async () => {
    ended = true;
    clearTimeout(timer);
    await client?.end().catch(() => {});
  };
}
