import { spawn } from "node:child_process";

/**
 * Runs a program and waits for it.
 *
 * `quiet` keeps its output back; the returned `output` (both streams, in order of arrival) is there for a failure.
 * Never throws for a program that ends badly: `code` tells (1 when it could not be started or was killed).
 */
export function run(command, args, { quiet = false, env = process.env, timeoutMs = 0 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, stdio: quiet ? ["ignore", "pipe", "pipe"] : "inherit" });
    let output = "";
    const timer = timeoutMs > 0 ? setTimeout(() => child.kill("SIGKILL"), timeoutMs) : undefined;
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
    // Ctrl+C reaches the program as well, and what it does then is waited for; what is sent to us alone is passed on.
    const passOn = () => child.kill("SIGTERM");
    const wait = () => {};
    process.on("SIGTERM", passOn).on("SIGINT", wait);
    const end = (code) => {
      clearTimeout(timer);
      process.off("SIGTERM", passOn).off("SIGINT", wait);
      resolve({ code, output });
    };
    child.once("error", (error) => {
      output += String(error);
      end(1);
    });
    child.once("close", (code) => end(code ?? 1));
  });
}

/** Node's own program with our arguments; scripts ending in `.ts` run through tsx. */
export function runNode(script, args = [], options = {}) {
  const loader = script.endsWith(".ts") ? ["--import", "tsx"] : [];
  return run(process.execPath, [...loader, script, ...args], options);
}
