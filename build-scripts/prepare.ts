/**
 * Checks and prepares everything Taskdesk needs before it serves: settings, port, data folder, database, first account.
 * Runs in a short-lived process and sends the result to its parent:
 *
 *   { port, host, workers, metricsPort, account, unused }
 *                                      metricsPort: null without one
 *                                      account: { email, password } when just created, else null;
 *                                      password null when ADMIN_PASSWORD set it
 *                                      unused: the first admin's email until someone signs in, then null
 *   { trouble }                        one sentence for the person at the terminal; nothing was changed
 */
import { createServer } from "node:net";
import type { Settings } from "~/lib/settings.server";
import { describeDatabaseError, openDatabase } from "./database";
import { ExpectedError, foreseen } from "./expected-errors";

export type Prepared = {
  port: number;
  host: string | null;
  workers: number;
  metricsPort: number | null;
  account: { email: string; password: string | null } | null;
  unused: string | null;
};

const PORT_TROUBLE: Record<string, string> = {
  EADDRINUSE: "another program is using it. Stop that program or set PORT to another number",
  EACCES: "this account isn't allowed to use it. Set PORT to a number above 1023",
  EADDRNOTAVAIL: "HOST isn't an address of this machine. Set HOST to one that is, or remove it",
  ENOTFOUND: "HOST isn't a valid address. Set HOST to one of this machine's addresses, or remove it",
};

/** Listens briefly to find port problems early. Returns the port: a free one for 0. */
function tryPort(port: number, host: string | null, name = "PORT"): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (cause: NodeJS.ErrnoException) => {
      const reason = (PORT_TROUBLE[cause.code ?? ""] ?? cause.message).replace("PORT", name);
      reject(new ExpectedError(`Taskdesk can't listen on port ${port}: ${reason}.`, { cause }));
    });
    server.listen({ port, ...(host && { host }) }, () => {
      const address = server.address();
      server.close(() => resolve(address && typeof address === "object" ? address.port : port));
    });
  });
}

/** Rejected keys stop the start. An unreachable bucket doesn't: attachments are unavailable until it answers. */
async function checkBucket(settings: Settings) {
  if (!settings.bucket) return;
  const { storeAt } = await import("~/features/files/file-destination.server");
  const { StorageAway } = await import("~/lib/storage-unavailable.server");
  await storeAt(settings)
    .store.check()
    .catch((error: unknown) => {
      if (!(error instanceof StorageAway)) throw error;
      if (error.refused) {
        throw new ExpectedError(`${error.message}. Fix the S3_ settings or the bucket's permissions.`);
      }
      console.error(`taskdesk: ${error.message}. Attached files aren't available until this is fixed.`);
    });
}

async function prepare(): Promise<Prepared> {
  const { readSettings } = await import("~/lib/settings.server");
  const settings = readSettings(process.env);
  // With --serving, the running build holds the port.
  const port = process.argv.includes("--serving") ? settings.port : await tryPort(settings.port, settings.host);

  const { metricsPort } = settings;
  if (metricsPort && !process.argv.includes("--serving")) {
    await tryPort(metricsPort, settings.host ?? "127.0.0.1", "METRICS_PORT");
  }

  await checkBucket(settings);
  const db = await openDatabase(settings);
  try {
    const { createFirstAccount, adminBeforeFirstSignIn } = await import("~/features/users/user-queries.server");
    const { secretOf } = await import("~/lib/settings.server");
    const { generatePassword } = await import("~/features/users/password-rules.server");
    const { hashPassword } = await import("~/features/auth/password.server");
    const { passwordProblem } = await import("~/features/users/password-rules.server");
    const password = settings.adminPassword ?? generatePassword();
    const made = await createFirstAccount(
      db,
      {
        email: settings.adminEmail,
        async passwordHash() {
          const problem = await passwordProblem(password, { email: settings.adminEmail, name: "" });
          if (problem) throw new ExpectedError(`ADMIN_PASSWORD can't be used. ${problem}`);
          return hashPassword(password);
        },
      },
      Date.now(),
    );
    secretOf(settings); // written now, while a full disk can still be reported in a sentence
    const account = { email: settings.adminEmail, password: settings.adminPassword ? null : password };
    return {
      port,
      host: settings.host,
      workers: settings.workers,
      metricsPort,
      account: made === null ? null : account,
      unused: made === null ? await adminBeforeFirstSignIn(db) : null,
    };
  } catch (error) {
    throw describeDatabaseError(error, settings);
  } finally {
    await db.destroy();
  }
}

try {
  process.send?.(await prepare());
} catch (error) {
  const sentence = foreseen(error);
  if (!sentence) throw error;
  process.send?.({ trouble: sentence });
  process.exitCode = 1;
}
process.disconnect?.();
