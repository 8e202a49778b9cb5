/** Scans the browser files for server-only code. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const SERVER_WORDS = [
  /better-sqlite3/,
  /kysely/i,
  /["'`]node:/,
  /scrypt/,
  /DATABASE_URL/,
  /SESSION_SECRET/,
  /ADMIN_PASSWORD/,
  /password_hash/,
  /process\.env/,
];

export const serverWordsIn = (text: string) => SERVER_WORDS.flatMap((word) => word.exec(text)?.[0] ?? []);

/** One sentence per leak in the finished build. */
export function findLeaks(): string[] {
  const names = readdirSync("public/build", { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".js"),
  );
  const files = [...names.map((name) => join("public/build", name)), "build/sw.js", "build/login.js"];
  return files.flatMap((file) =>
    serverWordsIn(readFileSync(file, "utf8")).map(
      (word) => `${file} contains "${word}", which belongs to server code.`,
    ),
  );
}
