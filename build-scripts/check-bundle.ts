/** Searches what browsers are sent for what only the server may know. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readsOfServerFiles } from "./empty-modules";

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

export const serverWordsIn = (text: string) => SERVER_WORDS.flatMap((word) => word.exec(text)?.[0] ?? []);

/** A sentence for every leak in the finished build. */
export function findLeaks(): string[] {
  const names = readdirSync("public/build", { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".js"),
  );
  const files = new Map(names.map((name) => [`/build/${name}`, readFileSync(join("public/build", name), "utf8")]));
  const all = [
    ...files,
    ...["build/sw.js", "build/login.js"].map((file) => [file, readFileSync(file, "utf8")] as const),
  ];
  const words = all.flatMap(([file, text]) =>
    serverWordsIn(text).map((word) => `${file} holds "${word}", a word of the server.`),
  );
  const reads = [...readsOfServerFiles(files)].flatMap(([file, names]) =>
    names.map((name) => `${file} uses "${name}" of a .server file: it is undefined there.`),
  );
  return [...words, ...reads];
}
