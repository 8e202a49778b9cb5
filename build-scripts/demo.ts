/**
 * `npm run demo` serves a small desk that is already busy, from a folder that goes away at the end.
 * Prints an account of each role. PORT and HOST are those of `npm start`.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "./database";
import { fillDesk } from "./demo/fill";

const { hashPassword } = await import("~/features/auth/password.server");
const { generatePassword } = await import("~/features/users/password-generator.server");

const dataDir = mkdtempSync(join(tmpdir(), "taskdesk-demo-"));
process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));

const password = generatePassword();
const db = await openDatabase({ dataDir, databaseUrl: null });
const cast = await fillDesk(db, { passwordHash: await hashPassword(password), now: Date.now() });
await db.destroy();

console.log(`A desk to look around in; what you do there is thrown away. Everybody's password is ${password}`);
for (const person of [cast.ada, cast.jonas, cast.lea]) {
  console.log(`  ${person.role.padEnd(9)}  ${person.email}`);
}

const server = spawn(process.execPath, ["build-scripts/taskdesk.mjs", "start"], {
  env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: "", LOG_LEVEL: process.env.LOG_LEVEL ?? "warn" },
  stdio: "inherit",
});
// Ctrl+C reaches the server as well; what is sent to this process alone has to be passed on.
process.on("SIGTERM", () => server.kill("SIGTERM"));
process.on("SIGINT", () => {});
const [code] = await once(server, "exit");
process.exit(code ?? 1);
