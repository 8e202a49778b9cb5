import { closeSync, openSync } from "node:fs";

const hadTerminal = process.stdin.isTTY === true;

/** Whether the terminal that started this process has closed: SIGHUP then only reports that, and requests nothing. */
export function isTerminalGone() {
  if (!hadTerminal) return false;
  try {
    closeSync(openSync("/dev/tty", "r"));
    return false;
  } catch {
    return true;
  }
}
