import { spawn } from "node:child_process";

/**
 * Runs a program and waits for it.
 *
 * `quiet` captures the output: `output` has both streams in order of arrival.
 * Never throws for a failed program: check `code` (1 when it couldn't start or was killed).
 */
export function run(command, args, { quiet = false, env = process.env, timeoutMs = 0 } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, stdio: quiet ? ["ignore", "pipe", "pipe"] : "inherit" });
    let output = "";
    const timer = timeoutMs > 0 ? setTimeout(() => child.kill("SIGKILL"), timeoutMs) : undefined;
    for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => (output += chunk));
    // Ctrl+C reaches the child directly, so only wait for it; SIGTERM reaches only us, so forward it.
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

/** Runs a script with Node, through tsx if it ends in `.ts`. */
export function runNode(script, args = [], options = {}) {
  const loader = script.endsWith(".ts") ? ["--import", "tsx"] : [];
  return run(process.execPath, [...loader, script, ...args], options);
}
