import { AsyncLocalStorage } from "node:async_hooks";
import { pino } from "pino";
import { settings } from "./settings.server";
import type { TimeStyle } from "./time-style";

/** What is known of the request being answered (http/request-notes); the front door adds route and person. */
export type RequestNotes = {
  readonly id: string;
  /** Path and query as they were sent: a `Request` has them in its own spelling. */
  readonly address: string;
  /** Network address of the browser, or of what stands before it when no proxy is trusted; "" where the server doesn't say. */
  readonly clientAddress: string;
  /** The Origin header named another site. */
  readonly foreignOrigin: boolean;
  /** The query had `_data`, by which Remix would run a single loader. */
  readonly dataParameter: boolean;
  /** The path ends in `.data`, which Remix takes from it. */
  readonly dataAddress: boolean;
  /** Set-Cookie lines to send before the response's own. */
  cookies?: readonly string[];
  /** What was sent, once it has been read. */
  form?: FormData;
  route?: string;
  personId?: number;
  /** How the one who asks writes times; absent for nobody. */
  times?: TimeStyle;
};

const current = new AsyncLocalStorage<RequestNotes>();

/** Runs `work`; in it, and in everything that starts from it, `requestNotes` answers these notes. */
export const withNotes = <T>(notes: RequestNotes, work: () => T): T => current.run(notes, work);

/** The notes of the request being answered; undefined outside of one. */
export const requestNotes = () => current.getStore();

/** So long lines wait for others: one errand for many requests, where each had its own. */
const TOGETHER_MS = 250;

const output = pino.destination({ sync: true, minLength: 4096, periodicFlush: TOGETHER_MS });
process.once("exit", () => output.flushSync());

/** Errors wait for nothing: they are what is looked for when the process has ended in another way. */
function write(line: string) {
  output.write(line);
  if (line.startsWith('{"level":"error"')) output.flushSync();
}

/** Structured lines on standard output. Never hand it bodies, cookies or queries: those hold secrets. */
export const log = pino(
  {
    level: settings().logLevel,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    mixin() {
      const notes = requestNotes();
      return notes ? { request: notes.id } : {};
    },
  },
  { write },
);

/** An error nobody foresaw: logged once, with its cause and the request's id. */
export const logUnexpected = (error: unknown) => log.error({ err: error }, "Something went wrong that should not");

/**
 * The database, or the storage of files, cannot be used, whoever asked: in one line each time, as the trouble is not in
 * the program.
 */
export const logTrouble = (error: unknown, trouble: string) =>
  log.error(
    { trouble, reason: error instanceof Error ? error.message || String((error as { code?: unknown }).code) : null },
    trouble === "no_files" ? "The storage of files could not be used" : "The database could not be used",
  );
