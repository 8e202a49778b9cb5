import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import ts from "typescript";
import { describe, expect, test } from "vitest";

/**
 * Rooms from the ground up, each with the rooms in `features` that it may import. All may import `ui`, `db` and `lib`.
 */
const ROOMS: Record<string, string[]> = {
  jobs: [],
  files: ["jobs"],
  "security-log": [],
  users: ["security-log"],
  records: ["users"],
  branding: ["files", "records", "security-log", "users"],
  auth: ["records", "security-log", "users"],
  organizations: ["records", "security-log", "users"],
  operations: [],
  "custom-fields": ["jobs", "users"],

  // The kernel: policy, status machine, terms, events, row writes. Rooms further down register what they add to it
  // (app/subjects.server).
  tasks: ["custom-fields", "jobs", "security-log", "users"],
  people: ["tasks", "users"],
  history: ["custom-fields", "people", "tasks", "users"],
  conversation: ["custom-fields", "files", "jobs", "people", "tasks", "users"],
  relations: ["conversation", "history", "tasks", "users"],
  trash: ["conversation", "files", "jobs", "relations", "security-log", "tasks", "users"],

  "task-list": ["custom-fields", "tasks", "users"],
  "new-task": ["conversation", "custom-fields", "people", "relations", "tasks", "users"],
  portal: ["new-task", "task-list", "tasks", "users"],
  "task-page": [
    ...["conversation", "custom-fields", "history", "people", "relations", "task-list", "tasks", "trash", "users"],
  ],

  search: ["custom-fields", "organizations", "task-list", "tasks", "users"],
  views: [
    "custom-fields",
    "records",
    "search",
    "security-log",
    "service-levels",
    "task-list",
    "tasks",
    "trash",
    "users",
  ],
  charts: ["search", "tasks", "users"],
  // Policies are queries. Clocks react to task events.
  "service-levels": ["jobs", "records", "search", "security-log", "task-list", "tasks", "users"],
  // Counts what queries list, and links its numbers to them.
  reports: ["charts", "jobs", "mail", "records", "search", "security-log", "service-levels", "tasks", "users", "views"],
  actions: ["custom-fields", "people", "records", "tasks", "trash", "users"],
  macros: ["actions", "conversation", "custom-fields", "records", "tasks", "trash", "users", "views"],
  bulk: [...["actions", "conversation", "history", "jobs", "macros", "task-list", "tasks", "trash", "users", "views"]],

  board: ["bulk", "task-list", "tasks", "users"],

  // These rooms react to task events.
  notifications: ["conversation", "jobs", "tasks", "users"],
  live: ["auth", "custom-fields", "task-list", "tasks"],
  // Agents' commands by email are actions.
  mail: [
    ...["actions", "auth", "branding", "conversation", "files", "jobs", "macros", "notifications", "organizations"],
    ...["people", "records", "security-log", "tasks", "teams", "users"], // email templates have the variables of macros
  ],

  // Rules automate what people do in the rooms above.
  rules: [
    ...["actions", "conversation", "custom-fields", "jobs", "macros", "mail", "new-task", "notifications", "records"],
    ...["history", "relations", "search", "security-log", "tasks", "users", "views"],
  ],

  catalogue: ["custom-fields", "records", "security-log", "service-levels", "tasks", "users"],
  teams: ["records", "security-log", "tasks", "users"],
  "people-admin": ["conversation", "files", "jobs", "people", "security-log", "tasks", "users"],
  imports: ["conversation", "service-levels", "tasks", "users"],
  // The first steps of a desk: one screen each, built on the rooms above.
  "first-run": [
    ...[
      "auth",
      "branding",
      "catalogue",
      "conversation",
      "mail",
      "new-task",
      "people-admin",
      "records",
      "tasks",
      "teams",
    ],
    ...["trash", "users"], // sample data is created as people would create it, and deleted for good
  ],
};

/** The rooms that a room may import from, besides itself. */
const ALLOWED_IMPORTS: Record<string, string[]> = {
  routes: ["features", "shell", "ui", "http", "db", "lib"],
  ...Object.fromEntries(
    Object.entries(ROOMS).map(([room, allowed]) => [
      `features/${room}`,
      [...allowed.map((name) => `features/${name}`), ...(room === "auth" ? ["http"] : []), "ui", "db", "lib"],
    ]),
  ),
  shell: ["ui", "lib"],
  ui: ["lib"],
  http: ["lib"],
  db: ["lib"],
  lib: [],
};

/** "features/tasks/task-form.tsx" is in "features/tasks", "ui/button.tsx" in "ui", "root.tsx" in "". */
const roomOf = (path: string) =>
  path
    .split("/")
    .slice(0, -1)
    .slice(0, path.startsWith("features/") ? 2 : 1)
    .join("/");

const FILES = readdirSync("app", { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file));

type Import = { file: string; to: string; isType: boolean };

/** Our modules that a file imports, as paths below app/: `~/db/types` and `./types` alike. */
function importsOf(file: string, source: string): Import[] {
  const statements = source.matchAll(
    /(?:\b(?:import|export)\s+(type\s)?(?:(?:\*\s*as\s+)?\w+|\{([^}]*)\}|\*)\s*from\s*|\bimport\s*\(?\s*)"(~\/|\.{1,2}\/)([^"]+)"/g,
  );
  return [...statements].map(([, type, names, start = "", rest = ""]) => ({
    file,
    to: start === "~/" ? rest : join(dirname(file), start, rest),
    isType: type !== undefined || (names?.split(",").every((name) => /^\s*(type\s|$)/.test(name)) ?? false),
  }));
}

const imports = FILES.flatMap((file) => importsOf(file, readFileSync(`app/${file}`, "utf8")));

/** The first import cycle, as a path that ends where it starts; undefined if there is none. */
function findCycle(edges: readonly { from: string; to: string }[]): string[] | undefined {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of edges) next.set(from, (next.get(from) ?? new Set()).add(to));
  const done = new Set<string>();
  function walk(at: string, trail: string[]): string[] | undefined {
    if (trail.includes(at)) return [...trail.slice(trail.indexOf(at)), at];
    if (done.has(at)) return undefined;
    for (const to of next.get(at) ?? []) {
      const cycle = walk(to, [...trail, at]);
      if (cycle) return cycle;
    }
    done.add(at);
    return undefined;
  }
  for (const start of next.keys()) {
    const cycle = walk(start, []);
    if (cycle) return cycle;
  }
  return undefined;
}

/**
 * Files that may contain text outside of a `*-copy.ts`: such files themselves, migrations, which never change after
 * their release, and code that only writes to the terminal.
 */
const mayContainCopy = (file: string) =>
  file.endsWith("-copy.ts") || file.startsWith("db/migrations/") || file.startsWith("features/imports/");

/** Attributes whose text users read or hear, however it starts. */
const READ =
  /^(label|title|alt|placeholder|heading|hint|lead|words|none|nothing|button|head|aria-(label|description|roledescription|valuetext)|data-(label|command))$/;
/** Properties of objects whose text users read. */
const READ_FIELDS = /^(label|hint|message|toast|sentence|said)$/;
/** Functions whose arguments users read. */
const READ_CALLS = /^(titled|withToast|announce|(toast|toasts)\.\w+)$/;
const TOAST_TYPES = /^(loading|success|error|warning|info|default)$/;

/** Text for the log, the terminal and the database: errors that report a bug or end a command, and SQL. */
const UNREAD_ERRORS = /^((Setting|Upgrade|NewerDatabase|DeskCopy)?Error|StorageAway)$/;
const UNREAD_CALLS = /^(log|console)\.\w+$|^warn$|\.(exec|prepare|raw)$/;

const WORD = "\\p{L}[\\p{L}'’-]*";
/**
 * Text that users may read, wherever it appears. It starts like a sentence ("Account enabled", "Team …"), has three
 * words in a row, or has several words and a full stop. Names of columns and classes, keys, headers and queries don't
 * match.
 */
const SENTENCE = new RegExp(
  [
    `^["“(]?\\p{Lu}[\\p{L}'’-]*[,:]? ["“(#]?[\\p{L}\\d…]`,
    `(?<![:\\p{L}])(?:…|${WORD}) ${WORD} ${WORD}`,
    `\\p{L}.* .*\\p{L}[.?!]( |$)`,
  ].join("|"),
  "u",
);
/** An alias in Kysely, such as "user as actor". */
const ALIAS = /^[\w.]+ as \w+$/;

/** The text of a literal, with "…" for each value in it. */
const wordsOf = (node: ts.StringLiteralLike | ts.TemplateExpression) =>
  ts.isTemplateExpression(node)
    ? [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join("…")
    : node.text;

/** Text in a file that belongs in the `*-copy.ts` of its room. */
function wordsIn(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(`app/${file}`, "utf8"), ts.ScriptTarget.Latest, true);
  const found = new Set<string>();
  const keep = (node: ts.Node, words: string) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart());
    found.add(`app/${file}:${line + 1} ${words.trim()}`);
  };
  /** Collects the literals that an expression may evaluate to. */
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

/** Sentence fragments in a room's copy: text that starts or ends with a space, or starts mid-sentence. */
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
  test("rooms import only from rooms in their list", () => {
    const violations = imports
      .filter(({ file }) => roomOf(file) !== "") // files directly in app/ connect the rooms
      .filter(({ file, to }) => {
        const allowed = [roomOf(file), ...(ALLOWED_IMPORTS[roomOf(file)] ?? [])];
        return !allowed.some((name) => to.startsWith(`${name}/`));
      })
      .map(({ file, to }) => `${file} may not import ${to}`);
    expect(violations).toEqual([]);
  });

  test("neither files nor rooms import each other in a cycle at run time", () => {
    const pathOf = new Map(FILES.map((file) => [file.replace(/\.tsx?$/, ""), file]));
    const atRunTime = imports.flatMap(({ file, to, isType }) => {
      const target = pathOf.get(to);
      return isType || !target || target === file ? [] : [{ from: file, to: target }];
    });
    expect(findCycle(atRunTime)).toBeUndefined();
    const betweenRooms = atRunTime
      .map(({ from, to }) => ({ from: roomOf(from), to: roomOf(to) }))
      .filter(({ from, to }) => from !== to);
    expect(findCycle(betweenRooms)).toBeUndefined();
  });

  test("every room is in the list of allowed imports", () => {
    const rooms = new Set(FILES.map(roomOf).filter((room) => room !== ""));
    expect([...rooms].filter((room) => !(room in ALLOWED_IMPORTS))).toEqual([]);
  });

  test("all copy is in the copy files of the rooms", { timeout: 120_000 }, () => {
    expect(FILES.filter((file) => !mayContainCopy(file)).flatMap(wordsIn)).toEqual([]);
  });

  test("a room has a copy file with its own name and at most one more", () => {
    const texts = FILES.filter((file) => file.endsWith("-copy.ts"));
    for (const folder of new Set(texts.map((file) => dirname(file)))) {
      const names = texts.filter((file) => dirname(file) === folder).map((file) => basename(file));
      expect(names, folder).toContain(`${basename(folder)}-copy.ts`);
      expect(names.length, folder).toBeLessThanOrEqual(2);
    }
  });

  test("copy consists of whole sentences, which can be reordered", () => {
    expect(FILES.filter((file) => file.endsWith("-copy.ts")).flatMap(piecesIn)).toEqual([]);
  });

  test("only routes and auth read the viewer", () => {
    const askers = FILES.filter((file) => /\bviewerOf\(/.test(readFileSync(`app/${file}`, "utf8"))).filter(
      (file) => roomOf(file) !== "routes" && !/features\/auth\/(session|require-viewer)\.server\.ts$/.test(file),
    );
    expect(askers).toEqual([]);
  });

  test("only routes and files directly in app/ import the database connection", () => {
    const takers = imports
      .filter(({ to }) => to === "db/db.server")
      .map(({ file }) => file)
      .filter((file) => roomOf(file) !== "routes" && roomOf(file) !== "");
    expect(takers).toEqual([]);
  });

  test("tests that share modules with other files don't mock modules or set environment variables", () => {
    const changers = readdirSync("tests", { recursive: true, encoding: "utf8" })
      .filter((file) => /^(db|features\/(?!auth\/)).*\.test\.ts$/.test(file)) // the "sharing" project of vitest
      .filter((file) => /vi\.(do)?mock\(|\bprocess\.env\.\w+ \??\??=[^=]/.test(readFileSync(`tests/${file}`, "utf8")));
    expect(changers).toEqual([]);
  });
});
