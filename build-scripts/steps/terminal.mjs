import { closeSync, openSync } from "node:fs";

const hadTerminal = process.stdin.isTTY === true;

/** Whether this process was started in a terminal that is closed by now: SIGHUP then says so, and asks for nothing. */
export function isTerminalGone() {
  if (!hadTerminal) return false;
  try {
    closeSync(openSync("/dev/tty", "r"));
    return false;
  } catch {
    return true;
  }
}
