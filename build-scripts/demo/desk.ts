import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "../database";
import { fillDesk } from "./fill";
import { fillMail } from "./mail";

const { storeAt } = await import("~/features/files/file-destination.server");
const { hashPassword } = await import("~/features/auth/password.server");
const { generatePassword } = await import("~/features/users/password-rules.server");

/**
 * Creates a desk with sample data in a folder that is deleted when this process exits. `serve` starts the product
 * on it; all accounts share one password.
 */
export async function createDemoDesk() {
  const dataDir = mkdtempSync(join(tmpdir(), "taskdesk-demo-"));
  process.once("exit", () => rmSync(dataDir, { recursive: true, force: true }));
  process.env.DATA_DIR = dataDir; // keys of email come from the desk's own secret
  const password = generatePassword();
  const db = await openDatabase({ dataDir, databaseUrl: null });
  const cast = await fillDesk(db, { passwordHash: await hashPassword(password), now: Date.now() });
  await fillMail(db, storeAt({ dataDir }), cast.priya, Date.now());
  await db.destroy();

  const serve = (env: Record<string, string> = {}, stdio: "inherit" | "pipe" = "inherit"): ChildProcess =>
    spawn(process.execPath, ["build-scripts/taskdesk.mjs", "start"], {
      env: {
        ...process.env,
        ...{ DATA_DIR: dataDir, DATABASE_URL: "", LOG_LEVEL: process.env.LOG_LEVEL ?? "warn" },
        ...env,
      },
      stdio,
    });
  return { password, cast, serve };
}
