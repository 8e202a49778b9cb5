import { AsyncLocalStorage } from "node:async_hooks";
import { pino } from "pino";
import { settings } from "./settings.server";
import type { TimeStyle } from "./time-style";

/** Context of the current request (http/request-notes); the front door adds route and person. */
export type RequestNotes = {
  readonly id: string;
  /** Path and query as sent: a `Request` re-encodes them. */
  readonly address: string;
  /** Network address of the browser, or of the proxy if none is trusted; "" if the server doesn't report one. */
  readonly clientAddress: string;
  readonly foreignOrigin: boolean;
  /** The query had `_data`, which makes Remix run a single loader. */
  readonly dataParameter: boolean;
  /** The path as sent ends in `.data`, which Remix strips. */
  readonly dataAddress: boolean;
  /** Set-Cookie lines to send before the response's own. */
  cookies?: readonly string[];
  form?: FormData;
  route?: string;
  personId?: number;
  /** The reader asked for the remote pictures of an email. */
  remotePictures?: boolean;
  /** The viewer's time style; absent when signed out. */
  times?: TimeStyle;
};

const current = new AsyncLocalStorage<RequestNotes>();

/** Runs `work` with these notes as `requestNotes`, including everything it starts. */
export const withNotes = <T>(notes: RequestNotes, work: () => T): T => current.run(notes, work);

export const requestNotes = () => current.getStore();

/** Log flush interval: one write for many requests. Milliseconds. */
const TOGETHER_MS = 250;

const output = pino.destination({ sync: true, minLength: 4096, periodicFlush: TOGETHER_MS });
process.once("exit", () => output.flushSync());

/** Flushes errors at once: they matter most if the process dies. */
function write(line: string) {
  output.write(line);
  if (line.startsWith('{"level":"error"')) output.flushSync();
}

/** Structured lines on standard output. Never log bodies, cookies or queries: they hold secrets. */
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

/** Logs an unexpected error once, with its cause and the request's id. */
export const logUnexpected = (error: unknown) => log.error({ err: error }, "Unexpected error");

/** Logs an unavailable database or file storage in one line, without a stack: the fault is outside the program. */
export const logTrouble = (error: unknown, trouble: string) =>
  log.error(
    { trouble, reason: error instanceof Error ? error.message || String((error as { code?: unknown }).code) : null },
    trouble === "no_files" ? "The file storage couldn't be used" : "The database couldn't be used",
  );
