import { setTimeout } from "node:timers/promises";
import { turns } from "~/lib/concurrency-limit";

/** How long a write in a request waits for SQLite's write lock. */
export const REQUEST_LOCK_WAIT_MS = 5_000;

/** How long command-line tools wait: another process may be upgrading a large database. */
export const COMMAND_LOCK_WAIT_MS = 60_000;

/** Pauses before each retry; the last one repeats. The first are short: another process commits within milliseconds. */
const PAUSES_MS = [1, 2, 5, 10, 15, 20, 25, 50];
const pauseBefore = (retry: number) => PAUSES_MS[Math.min(retry, PAUSES_MS.length - 1)] as number;

/** Whether another process holds the lock that this statement needs. */
export const isLocked = (error: unknown) =>
  String((error as { code?: unknown } | null)?.code).startsWith("SQLITE_BUSY");

/** Retries `work` until SQLite's lock is free; throws SQLite's error at the deadline. */
export type UntilUnlocked = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Retries work that another process's SQLite lock kept from starting; SQLite's own busy timeout would block this whole
 * process. New work tries once, then queues: only the first in the queue polls the lock, and each has its own deadline.
 */
export function retryWhileLocked(lockMs: number): UntilUnlocked {
  const inTurn = turns(1);

  return async function untilUnlocked(work) {
    const deadline = performance.now() + lockMs;
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error)) throw error;
    }
    return inTurn(async () => {
      for (let retry = 0; ; retry++) {
        await setTimeout(Math.max(0, Math.min(pauseBefore(retry), deadline - performance.now())));
        try {
          return await work();
        } catch (error) {
          if (!isLocked(error) || performance.now() >= deadline) throw error;
        }
      }
    });
  };
}
