import SqliteDatabase from "better-sqlite3";
import pg from "pg";
import { log } from "~/lib/log.server";
import { rawOf } from "./connect.server";
import type { Db } from "./types";

/** How often the file of SQLite is looked at. What that takes is not to be measured. */
const LOOK_EVERY_MS = 100;

/** PostgreSQL's name for what the triggers of migration 0023 tell. */
const CHANNEL = "taskdesk_live";

/** How long a lost connection is left alone, the first time and at most. */
const AGAIN_MS = { first: 200, most: 5_000 };

/**
 * A connection that has nothing to tell looks like one whose server is gone, so it is asked for an answer this often.
 * One that does not answer within `answerMs` is given up.
 */
const LOOK = { everyMs: 15_000, answerMs: 5_000 };

/**
 * Calls `changed` soon after something has been committed, by this process or any other: at least once after each commit,
 * never with what it was. It may be called for nothing. A connection that is lost comes back by itself, and `changed` is
 * called then. Answers the end of it.
 */
export function watchChanges(db: Db, changed: () => void, look = LOOK): () => Promise<void> {
  const raw = rawOf(db);
  return raw.engine === "sqlite" ? lookAtFile(raw.handle.name, changed) : listen(raw.pool, changed, look);
}

/** A connection of its own, to which everybody's commits are somebody else's. It waits for nobody: the next look is near. */
function lookAtFile(file: string, changed: () => void) {
  const watcher = new SqliteDatabase(file, { readonly: true, fileMustExist: true, timeout: 0 });
  let known: unknown; // the first look is a change: nobody knows what came just before
  const timer = setInterval(() => {
    const now = version();
    if (now === known) return;
    known = now;
    changed();
  }, LOOK_EVERY_MS);
  /** Null where that cannot be said; what happens meanwhile is a change once it can. */
  function version(): unknown {
    try {
      return watcher.pragma("data_version", { simple: true });
    } catch (err) {
      if (known !== null)
        log.warn({ err }, "The SQLite file cannot be looked at; open pages hear of changes when it can");
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
      log.warn({ err: error }, "PostgreSQL does not tell of changes any more; open pages hear of them when it is back");
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
      changed(); // what was told before
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
