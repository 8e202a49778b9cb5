import type { WriteStream } from "node:tty";

const REPORT_EVERY_MS = 5_000;
const REDRAW_EVERY_MS = 100;

/** Progress display: one redrawn line in a terminal, elsewhere a line every few seconds. */
export function progressLine(out: Pick<WriteStream, "write"> & Partial<WriteStream>) {
  const started = performance.now();
  let last = started;
  let drawn = false;

  function wipe() {
    if (drawn) out.write("\r\u001b[K");
    drawn = false;
  }

  return {
    /** Calls `line` only when an update is due, with the seconds since the start. */
    tell(line: (seconds: number) => string) {
      const now = performance.now();
      if (now - last < (out.isTTY ? REDRAW_EVERY_MS : REPORT_EVERY_MS)) return;
      last = now;
      const words = line((now - started) / 1000);
      wipe();
      out.write(out.isTTY ? words : `${words}\n`);
      drawn = !!out.isTTY;
    },
    /** Prints a separate line above the progress. */
    say(line: string) {
      wipe();
      out.write(`${line}\n`);
    },
    end: wipe,
  };
}
