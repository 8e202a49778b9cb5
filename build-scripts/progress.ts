import type { WriteStream } from "node:tty";

const REPORT_EVERY_MS = 5_000;
const REDRAW_EVERY_MS = 100;

/** Tells how far long work is: in a terminal one line that is drawn again, elsewhere a line every few seconds. */
export function progressLine(out: Pick<WriteStream, "write"> & Partial<WriteStream>) {
  const started = performance.now();
  let last = started;
  let drawn = false;

  function wipe() {
    if (drawn) out.write("\r\u001b[K");
    drawn = false;
  }

  return {
    /** `line` is asked for when it is time for one, with the seconds since the beginning. */
    tell(line: (seconds: number) => string) {
      const now = performance.now();
      if (now - last < (out.isTTY ? REDRAW_EVERY_MS : REPORT_EVERY_MS)) return;
      last = now;
      const words = line((now - started) / 1000);
      wipe();
      out.write(out.isTTY ? words : `${words}\n`);
      drawn = !!out.isTTY;
    },
    /** A line of its own, above the progress. */
    say(line: string) {
      wipe();
      out.write(`${line}\n`);
    },
    end: wipe,
  };
}
