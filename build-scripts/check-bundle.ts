/**
 * Searches what browsers are sent for what only the server may know. An import that leaks from a `*.server.ts` file does
 * not fail the build: it arrives as `undefined`, and its name stays.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Words that only server code has. */
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

/** Names too short or too common to tell a leak from a coincidence: only longer ones with a capital inside are searched. */
const TELLING = /^(?=.{6,})[a-z]+[A-Z]/;

export type Leak = { file: string; word: string };

const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => ending.test(name))
    .map((name) => join(folder, name));

/** What a source file offers to others, types aside. */
export function exportedNames(source: string): string[] {
  const declared = [...source.matchAll(/^export (?:async )?(?:function\*?|const|let|class) (\w+)/gm)];
  return declared.map((match) => match[1] ?? "");
}

/** The words of the server that stand in a text of the browser's. Names count where they are read: `.name`, `"name"`. */
export function leaksIn(text: string, serverNames: readonly string[]): string[] {
  const words = SERVER_WORDS.flatMap((word) => word.exec(text)?.[0] ?? []);
  const names = serverNames.filter((name) => new RegExp(`(?:\\.|["'{,])${name}\\b`).test(text));
  return [...words, ...names];
}

/** Every leak in the finished build. */
export function findLeaks(): Leak[] {
  const server = filesIn("app", /\.server\.tsx?$/).flatMap((file) => exportedNames(readFileSync(file, "utf8")));
  const telling = [...new Set(server)].filter((name) => TELLING.test(name));
  const sent = [...filesIn("public/build", /\.js$/), "build/sw.js", "build/login.js"];
  return sent.flatMap((file) => leaksIn(readFileSync(file, "utf8"), telling).map((word) => ({ file, word })));
}
