import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";

/** Which rooms a room may import from, besides itself. */
const DOORS: Record<string, string[]> = {
  routes: ["features", "shell", "ui", "http", "db", "lib"],
  "features/views": [
    ...["features/search", "features/security-log", "features/tasks", "features/users"],
    ...["ui", "db", "lib"],
  ],
  "features/macros": ["features/tasks", "features/users", "features/views", "ui", "db", "lib"],
  "features/bulk": [
    ...["features/jobs", "features/macros", "features/search", "features/tasks", "features/users", "features/views"],
    ...["ui", "db", "lib"],
  ],
  "features/search": ["features/organizations", "features/tasks", "features/users", "ui", "db", "lib"],
  "features/charts": ["features/search", "features/tasks", "features/users", "ui", "db", "lib"],
  "features/catalogue": ["features/security-log", "features/tasks", "features/users", "ui", "db", "lib"],
  "features/teams": ["features/security-log", "features/tasks", "features/users", "ui", "db", "lib"],
  "features/organizations": ["features/security-log", "features/users", "ui", "db", "lib"],
  "features/tasks": ["features/files", "features/jobs", "features/security-log", "features/users", "ui", "db", "lib"],
  "features/files": ["features/jobs", "db", "lib"],
  "features/jobs": ["db", "lib"],
  "features/live": ["features/auth", "features/tasks", "features/users", "db", "lib"],
  "features/imports": ["features/tasks", "features/users", "db", "lib"],
  "features/auth": ["features/security-log", "features/users", "ui", "http", "db", "lib"],
  "features/users": ["features/security-log", "ui", "db", "lib"],
  "features/security-log": ["ui", "db", "lib"],
  "features/branding": ["features/files", "features/security-log", "features/users", "ui", "db", "lib"],
  "features/operations": ["db", "lib"],
  shell: ["ui", "lib"],
  ui: ["lib"],
  http: ["lib"],
  db: ["lib"],
  lib: [],
};

/** "features/tasks/task-form.tsx" lies in "features/tasks", "ui/button.tsx" in "ui", "root.tsx" in "". */
const roomOf = (path: string) =>
  path
    .split("/")
    .slice(0, -1)
    .slice(0, path.startsWith("features/") ? 2 : 1)
    .join("/");

const FILES = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));

/** What a file imports of ours, as paths below app/: `~/db/types` and `./types` alike. */
function importsOf(file: string, source: string): string[] {
  const imports = source.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*"(~\/|\.{1,2}\/)([^"]+)"/g);
  return [...imports].map(([, start = "", rest = ""]) => (start === "~/" ? rest : join(dirname(file), start, rest)));
}

const imports = FILES.flatMap((file) =>
  importsOf(file, readFileSync(`app/${file}`, "utf8")).map((to) => ({ file, to })),
);

/**
 * Files whose words nobody looks for in a `*-texts.ts`: such a file itself; steps of the database, which stay as they were released;
 * what speaks to the terminal alone.
 */
const SAYS = (file: string) =>
  file.endsWith("-texts.ts") || file.startsWith("db/migrations/") || file.startsWith("features/imports/");

/** Attributes whose text people read or hear, whatever it begins with. */
const READ =
  /^(label|title|alt|placeholder|heading|hint|lead|words|none|nothing|button|head|aria-(label|description|roledescription|valuetext)|data-(label|command))$/;
/** What goes by such a name in an object is read as well. */
const READ_FIELDS = /^(label|hint|message|toast|sentence|said)$/;
/** Functions that people read what they are given of. */
const READ_CALLS = /^(titled|withToast|announce|(toast|toasts)\.\w+)$/;
const TOAST_TYPES = /^(loading|success|error|warning|info|default)$/;

/** What the log, the terminal and the database are given: errors that tell of a bug or end a command, and SQL. */
const UNREAD_ERRORS = /^((Setting|Upgrade|NewerDatabase|DeskCopy)?Error|StorageAway)$/;
const UNREAD_CALLS = /^(log|console)\.\w+$|^warn$|\.(exec|prepare|raw)$/;

const WORD = "\\p{L}[\\p{L}'’-]*";
/**
 * What people may read, wherever it stands: a text that begins like a sentence ("Account enabled", "Team …"), has three words
 * in a row, or several words and a full stop. Names of columns and classes, keys, headers and queries are none of these.
 */
const SENTENCE = new RegExp(
  [
    `^["“(]?\\p{Lu}[\\p{L}'’-]*[,:]? ["“(#]?[\\p{L}\\d…]`,
    `(?<![:\\p{L}])(?:…|${WORD}) ${WORD} ${WORD}`,
    `\\p{L}.* .*\\p{L}[.?!]( |$)`,
  ].join("|"),
  "u",
);
/** "user as actor", as Kysely has it. */
const ALIAS = /^[\w.]+ as \w+$/;

/** The words of a text, with "…" for each value in it. */
const wordsOf = (node: ts.StringLiteralLike | ts.TemplateExpression) =>
  ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("…")
    : node.text;

/** Words that stand in a file instead of in the `*-texts.ts` of its room. */
function wordsIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(`app/${file}`, "utf8"), ts.ScriptTarget.Latest, true);
  const found = new Set<string>();
  const keep = (node: ts.Node, words: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.add(`app/${file}:${line + 1} ${words.trim()}`);
  };
  /** What an expression may come to, as far as that stands there. */
  function read(node: ts.Node): void {
    if (ts.isParenthesizedExpression(node) || ts.isAsExpression(node)) read(node.expression);
    else if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(read);
    else if (ts.isBinaryExpression(node)) {
      const isChosen = /^(&&|\|\||\?\?|\+)$/.test(node.operatorToken.getText());
      if (isChosen) [node.left, node.right].forEach(read);
    } else if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const words = wordsOf(node);
      if (/\p{L}/u.test(words) && !TOAST_TYPES.test(words)) keep(node, words);
    }
  }
  function visit(node: ts.Node): void {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isNewExpression(node) && UNREAD_ERRORS.test(node.expression.getText())) return;
    if (ts.isCallExpression(node) && UNREAD_CALLS.test(node.expression.getText())) return;
    if (ts.isTaggedTemplateExpression(node)) {
      if (ts.isTemplateExpression(node.template)) node.template.templateSpans.forEach(visit);
      return;
    }
    if (ts.isJsxText(node) && /\p{L}/u.test(node.text)) keep(node, node.text);
    else if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent)) read(node.expression);
    else if (ts.isJsxAttribute(node) && node.initializer) {
      if (node.name.getText() === "className") return;
      const value = ts.isJsxExpression(node.initializer) ? node.initializer.expression : node.initializer;
      const begins =
        node.name.getText() !== "aria-keyshortcuts" &&
        value &&
        ts.isStringLiteralLike(value) &&
        /^\p{Lu}\p{Ll}/u.test(value.text);
      if (value && (begins || READ.test(node.name.getText()))) read(value);
    } else if (ts.isPropertyAssignment(node)) {
      if (node.name.getText() === "className") return;
      if (READ_FIELDS.test(node.name.getText())) read(node.initializer);
    } else if (ts.isCallExpression(node) && READ_CALLS.test(node.expression.getText())) {
      node.arguments.forEach(read);
    } else if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const words = wordsOf(node);
      if (SENTENCE.test(words) && !ALIAS.test(words)) keep(node, words);
    }
    ts.forEachChild(node, visit);
  }
  visit(source);
  return [...found];
}

/** Pieces of sentences among the words of a room: what begins or ends with a blank, or begins in the middle of a sentence. */
function piecesIn(file: string): string[] {
  const found: string[] = [];
  function visit(node: ts.Node): void {
    if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) return;
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const words = wordsOf(node);
      if (/^[\s,.;:]|\s$/u.test(words) && /\p{L}/u.test(words)) found.push(`app/${file} ${words}`);
    }
    ts.forEachChild(node, visit);
  }
  visit(ts.createSourceFile(file, readFileSync(`app/${file}`, "utf8"), ts.ScriptTarget.Latest, true));
  return found;
}

describe("architecture", () => {
  test("imports only go through doors", () => {
    const trespasses = imports
      .filter(({ file }) => roomOf(file) !== "") // the document, the entries and the front door bring the rooms together
      .filter(({ file, to }) => {
        const doors = [roomOf(file), ...(DOORS[roomOf(file)] ?? [])];
        return !doors.some((door) => to.startsWith(`${door}/`));
      })
      .map(({ file, to }) => `${file} may not import ${to}`);
    expect(trespasses).toEqual([]);
  });

  test("every room is in the drawing", () => {
    const rooms = new Set(FILES.map(roomOf).filter((room) => room !== ""));
    expect([...rooms].filter((room) => !(room in DOORS))).toEqual([]);
  });

  test("words stand in one place of each room, and nowhere else", { timeout: 120_000 }, () => {
    expect(FILES.filter((file) => !SAYS(file)).flatMap(wordsIn)).toEqual([]);
  });

  test("a room has its words in the file of its name, and in one more at most", () => {
    const texts = FILES.filter((file) => file.endsWith("-texts.ts"));
    for (const folder of new Set(texts.map((file) => dirname(file)))) {
      const names = texts.filter((file) => dirname(file) === folder).map((file) => basename(file));
      expect(names, folder).toContain(`${basename(folder)}-texts.ts`);
      expect(names.length, folder).toBeLessThanOrEqual(2);
    }
  });

  test("the words of a room are whole sentences, which can be put in another order", () => {
    expect(FILES.filter((file) => file.endsWith("-texts.ts")).flatMap(piecesIn)).toEqual([]);
  });

  test("only routes ask who is looking", () => {
    const askers = FILES.filter((file) => /\bviewerOf\(/.test(readFileSync(`app/${file}`, "utf8"))).filter(
      (file) => roomOf(file) !== "routes" && !file.endsWith("features/auth/session.server.ts"),
    );
    expect(askers).toEqual([]);
  });

  test("only routes, the document and the front door take the connection", () => {
    const takers = imports
      .filter(({ to }) => to === "db/db.server")
      .map(({ file }) => file)
      .filter((file) => roomOf(file) !== "routes" && roomOf(file) !== "");
    expect(takers).toEqual([]);
  });

  test("what tests of several files share is replaced by none of them", () => {
    const changers = readdirSync("tests", { recursive: true, encoding: "utf8" })
      .filter((file) => /^(db|features\/(?!auth\/)).*\.test\.ts$/.test(file)) // those that vitest.config.ts calls sharing
      .filter((file) => /vi\.(do)?mock\(|\bprocess\.env\.\w+ \??\??=[^=]/.test(readFileSync(`tests/${file}`, "utf8")));
    expect(changers).toEqual([]);
  });
});
