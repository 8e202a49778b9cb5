/**
 * Makes a few files of everything that pages share: the first pages of somebody's day with all they need, and what the page of a
 * task needs besides as others do; what the others have in common, what comes with a part of a page or the first press, and what
 * no page needs before somebody does something. What the page of a task needs alone is in its own file. The Remix compiler cuts a
 * chunk for every set of pages that have something in common: four dozen of a few hundred bytes each, whose headers weigh
 * more than they do.
 *
 * Browsers keep these files for good, so the name of each has a hash of what is in it in the end: the compiler's, which are
 * of what it had before, go.
 */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Plugin, rollup } from "rollup";
import { minify } from "terser";

/** What the compiler puts into the name of a file. */
const HASH = /-[A-Z0-9]{8}(?=\.js$)/;
/** What wakes a page up, what is around it, and the pages that people open first. */
const CLIENT = "entry.client";
const FIRST = /^(entry\.client|root|routes\/(_app|_app\.tasks\._index))$/;
/** Where somebody is with one press from there. What they share with other pages is next to nothing, and goes along. */
const NEXT = /^routes\/_app\.(_index|notifications\._index)$/;
/** The page that is opened most often after those, and the others. */
const TASK = /^routes\/_app\.tasks\.\$id$/;
const NO_TASK = /^(?!routes\/_app\.tasks\.\$id$)/;
/**
 * Parts (ui/part), each with what it has in common with pages: what a page of whoever asked has, one with fields of an
 * admin, and one with what few tasks have.
 */
const REQUESTER = /_shared\/requester-view-/;
const FIELDS = /_shared\/custom-fields\.island-/;
const SELDOM = /_shared\/(checklist-items|deleted-drafts|shared-drafts|rating|related-lists)-/;
/** What a page with messages has where one of them has files, or may be corrected. */
const FILES = /_shared\/(attached-files|correct-message)-/;
/**
 * Has Chromium compile the functions of a file aside, while it is read, instead of each on the main thread when it is called first.
 * For what runs anyway: the others would be compiled for nothing. https://v8.dev/blog/explicit-compile-hints
 */
const COMPILE_AHEAD = "//# allFunctionsCalledOnLoad";

/** What the shell needs after the first press, which is often the way to another page, and for the first toast. */
const PRESS = /_shared\/(ripple-drop|pick-boxes)-/;
const COMFORTS = /_shared\/(toast|toast-stack\.island|install-offers|auth-client)-/;
/** As parts do, each comes with what it has in common with pages, and without all else that those share. */
const KEYS = /_shared\/press-key-/;
const CHARTS = /_shared\/charts-/;
/** What keeps an open page up to date, once it has come to rest. */
const LIVE = /_shared\/live-pages-/;
const SCRIPT = /\/build\/[^"'\s]+\.js/g;
/** A module in CommonJS as the compiler imports it: `n=o(r(),1)`. */
const REQUIRED = /([\w$]+)=([\w$]+\([\w$]+\(\),1\))/g;
/** How it calls what a page uses of React. */
const REACT_CALL = /\(0,\s?([\w$]+)\.(jsxs?|use[A-Z]\w*)\)/g;
/** What it makes of a module of the server. */
const EMPTY = /=([\w$]+\(\([\w$]+,([\w$]+)\)=>\{\2\.exports=\{\}\}\))/g;
/** What is left of a route that is no page: its file goes, and its name stands for one that is there anyway. */
const NOTHING =
  /^(import\{[^}]*\}from"[^"]*";)?var ([\w$]+)=[\w$]+\(\([\w$]+,([\w$]+)\)=>\{\3\.exports=\{\}\}\)\(\);export\{\2 as default\};?\s*$/;
/** What a route imports, in both manifests. */
const IMPORTS = /("?imports"?:\s*)\[([^\]]*)\]/g;

/** Rewrites public/build, and what names its files: the route manifest there and the server's own. */
export async function mergeChunks(root = ".") {
  const dir = join(root, "public/build");
  const before = readdirSync(dir, { recursive: true, encoding: "utf8" }).filter(
    (name) => name.endsWith(".js") && !name.startsWith("manifest-"),
  );
  const chunks = before.filter((name) => name.startsWith("_shared/")).map((name) => resolve(dir, name));
  const entries = before.filter((name) => !name.startsWith("_shared/"));
  const all = entries.map((name) => [name.replace(HASH, "").slice(0, -".js".length), resolve(dir, name)] as const);
  const pages = (names: RegExp) => all.flatMap(([name, path]) => (names.test(name) ? path : []));
  let files: { name: string | undefined; holds: Set<string> }[] | undefined;
  const bundle = await rollup({
    input: { first: "first", ...Object.fromEntries(all.filter(([name]) => !FIRST.test(name))) },
    preserveEntrySignatures: "allow-extension", // what only one page needs is in its own file, parts import it from there
    plugins: [
      {
        name: "our own addresses",
        resolveId: (id) => (id === "first" ? id : id.startsWith("/build/") ? resolve(root, `public${id}`) : null),
        load: (id) => (id === "first" ? together(all.filter(([name]) => FIRST.test(name))) : null),
      },
      smaller,
    ],
    onwarn(warning) {
      throw new Error(warning.message);
    },
  });
  const { output } = await bundle.write({
    dir,
    format: "es",
    compact: true,
    sanitizeFileName: false, // "$" and "[" are parts of route names
    hashCharacters: "base36",
    entryFileNames: "[name]-[hash].js",
    chunkFileNames: "_shared/[name]-[hash].js",
    onlyExplicitManualChunks: true,
    manualChunks(id, { getModuleInfo }) {
      if (id === "first" || pages(FIRST).includes(id)) return "first";
      if (!id.includes("/_shared/")) return undefined;
      const importsOf = (page: string) => getModuleInfo(page)?.importedIds ?? [];
      const parts = (names: RegExp) => chunks.filter((chunk) => names.test(chunk));
      const elsewhere = [...pages(NO_TASK), ...parts(FIELDS), ...parts(SELDOM)];
      const shared = both(reachedFrom(pages(TASK), importsOf), reachedFrom(elsewhere, importsOf));
      files ??= [
        { name: "first", holds: new Set([...reachedFrom([...pages(FIRST), ...pages(NEXT)], importsOf), ...shared]) },
        { name: undefined, holds: reachedFrom(pages(TASK), importsOf) }, // a part of its own file
        { name: "keys", holds: reachedFrom(parts(KEYS), importsOf) },
        { name: "charts", holds: reachedFrom(parts(CHARTS), importsOf) },
        { name: "fields", holds: reachedFrom(parts(FIELDS), importsOf) },
        { name: "seldom", holds: reachedFrom(parts(SELDOM), importsOf) },
        { name: "further", holds: reachedFrom(pages(NO_TASK), importsOf) },
        { name: "files", holds: reachedFrom(parts(FILES), importsOf) },
        { name: "press", holds: reachedFrom(parts(PRESS), importsOf) },
        { name: "comforts", holds: reachedFrom(parts(COMFORTS), importsOf) },
        { name: "live", holds: reachedFrom(parts(LIVE), importsOf) },
        { name: "requester", holds: reachedFrom(parts(REQUESTER), importsOf) },
      ];
      const file = files.find(({ holds }) => holds.has(id));
      return file ? file.name : "later";
    },
  });
  await bundle.close();
  const now = new Map<string, string>();
  const first = output.find((file) => file.name === "first")?.fileName ?? "";
  for (const file of output) {
    if (file.type !== "chunk") continue;
    const isNothing = NOTHING.test(file.code);
    for (const name of before)
      if (file.moduleIds.includes(resolve(dir, name))) now.set(name, isNothing ? first : file.fileName);
    if (isNothing) rmSync(join(dir, file.fileName));
  }
  if (now.size < before.length) throw new Error("Something that pages share has got lost.");

  for (const name of before) if (![...now.values()].includes(name)) rmSync(join(dir, name));
  const manifest = readdirSync(dir).find((name) => name.startsWith("manifest-")) ?? "";
  const [ofPages, ofServer] = [join(dir, manifest), join(root, "build/index.js")];
  for (const file of [ofPages, ofServer]) {
    const named = readFileSync(file, "utf8").replace(SCRIPT, (address) => {
      const name = now.get(address.slice("/build/".length));
      return name ? `/build/${name}` : address;
    });
    writeFileSync(
      file,
      named.replace(IMPORTS, (_, start: string, list: string) => `${start}[${onceEach(list)}]`),
    );
  }
  writeFileSync(ofPages, shortManifest(readFileSync(ofPages, "utf8")));
  rehash(ofPages, ofServer);
}

/** What Remix's client asks of a route, as bits of one number. */
const BITS = ["index", "hasAction", "hasLoader", "hasClientAction", "hasClientLoader", "hasErrorBoundary"] as const;

type Route = { id: string; parentId?: string; path?: string; module: string } & {
  [bit in (typeof BITS)[number]]?: boolean;
};
type Manifest = { version: string; url: string; entry: { module: string }; routes: Record<string, Route> };

/**
 * The list of routes for browsers: one line for each instead of an object, and none for payloads, which are fetched and
 * never gone to.
 */
function shortManifest(text: string): string {
  const { version, url, entry, routes } = JSON.parse(text.replace(/^[^{]*|;\s*$/g, "")) as Manifest;
  const lines = Object.values(routes)
    .filter(({ path }) => !path?.endsWith("_payload.json"))
    .map((route) => {
      const bits = BITS.reduce((sum, bit, place) => sum + (route[bit] ? 2 ** place : 0), 0);
      const [start, end] = [`/build/${route.id}-`, ".js"];
      const module = route.module.startsWith(start) ? route.module.slice(start.length, -end.length) : "";
      if (module === "" && route.module !== entry.module)
        throw new Error(`${route.module} is not named after its route.`);
      return [route.id, route.parentId, route.path, bits, module].join();
    });
  const expanded = `([id,parentId,path,bits,hash])=>[id,{id,parentId,path:path||void 0,module:hash?"/build/"+id+"-"+hash+".js":first,${BITS.map((bit, place) => `${bit}:(bits&${2 ** place})>0`).join()}}]`;
  return `{const first=${JSON.stringify(entry.module)};window.__remixManifest={version:${JSON.stringify(version)},url:${JSON.stringify(url)},entry:{module:first,imports:[]},routes:Object.fromEntries(${JSON.stringify(lines.join("\n"))}.split("\\n").map(line=>line.split(",")).map(${expanded}))}}`;
}

/** The manifest is kept for good as well, and its version is the hash in its name. */
function rehash(ofPages: string, ofServer: string) {
  const [, old = ""] = /manifest-(\w+)\.js$/.exec(ofPages) ?? [];
  const anew = (text: string, hash: string) =>
    text.replaceAll(`manifest-${old}.js`, `manifest-${hash}.js`).replaceAll(`"${old.toLowerCase()}"`, `"${hash}"`);
  const [pages, server] = [readFileSync(ofPages, "utf8"), readFileSync(ofServer, "utf8")];
  const hash = createHash("sha256").update(anew(pages, "")).digest("hex").slice(0, 8);
  writeFileSync(ofPages, anew(pages, hash));
  writeFileSync(ofServer, anew(server, hash));
  renameSync(ofPages, ofPages.replace(old, hash));
}

/** What the compiler cannot see, as it looks at one chunk at a time. */
const smaller: Plugin = {
  name: "smaller",
  transform: (code) => ({
    code: code
      .replace(REQUIRED, (_, name, required) => `${name}=${PURE}${required.replace("(", `(${PURE}`)}`)
      .replace(EMPTY, `=${PURE}$1`),
    map: null,
  }),
  async renderChunk(code, { name }) {
    const { code: small } = await minify(withReactOnce(code), {
      module: true,
      ecma: 2020,
      mangle: { properties: { regex: REACTS_OWN } },
      format: { comments: false, ...(name === "first" && { preamble: COMPILE_AHEAD }) },
    });
    if (small === undefined) throw new Error(`Nothing is left of ${name}.`);
    return { code: small, map: null };
  },
};

const PURE = "/*@__PURE__*/";

/** Properties that React gives its own notes about a page, hundreds of times, and that nobody else reads. */
const REACTS_OWN =
  /^(memoizedProps|pendingProps|memoizedState|updateQueue|childLanes|subtreeFlags|elementType|stateNode|finishedWork|firstBaseUpdate|lastBaseUpdate|baseState|baseQueue|pendingLanes|expiredLanes|suspendedLanes|pingedLanes|entangledLanes|entanglements|eventTimes|expirationTimes|callbackNode|callbackPriority|containerInfo|finishedLanes|timeoutHandle|mutableReadLanes|mutableSourceEagerHydrationData|firstContext|memoizedValue|hasEagerState|eagerState|lastRenderedReducer|lastRenderedState|interleaved|pendingChildren|onRecoverableError|retryLane|treeContext|renderingStartTime|isBackwards|tailMode|blockedOn|targetContainers|domEventName|eventSystemFlags|dehydrated)$/;

/**
 * Each chunk has its own name for React and calls `(0,n.jsx)("p",…)`. Where several have become one file they share what
 * they call: `j("p",…)`.
 */
function withReactOnce(code: string) {
  const requires = new Map<string, string>();
  const plain = code.replaceAll(PURE, "");
  for (const [, name = "", required = ""] of plain.matchAll(REQUIRED)) requires.set(name, required);
  const taken = new Map<string, Set<string>>();
  const short = plain.replace(REACT_CALL, (call, name: string, member: string) => {
    const required = requires.get(name);
    if (!required) return call;
    taken.set(required, (taken.get(required) ?? new Set()).add(member));
    return sharedName(required, member);
  });
  return short.replace(REQUIRED, (_, name: string, required: string) => {
    const members = [...(taken.get(required) ?? [])].map(
      (member) => `,${sharedName(required, member)}=${name}.${member}`,
    );
    taken.delete(required); // only the first one makes them
    return `${name}=${PURE}${required.replace("(", `(${PURE}`)}${members.join("")}`;
  });
}

/** No name of anything else; it is made short afterwards. */
const sharedName = (required: string, member: string) => `${required.replace(/[(),]/g, "_")}_${member}`;

/** Several chunks of a route are one file now. */
const onceEach = (list: string) => [...new Set(list.split(/,\s*/))].join();

/** Modules, and all that they import. */
function reachedFrom(ids: readonly string[], importsOf: (id: string) => readonly string[]): Set<string> {
  const reached = new Set(ids);
  for (const id of reached) for (const imported of importsOf(id)) reached.add(imported); // a set is walked as it grows
  return reached;
}

/** The client with the first pages in its hands: `start` of entry.client is called with the others. */
function together(first: readonly (readonly [name: string, path: string])[]) {
  const names = first.filter(([name]) => name !== CLIENT);
  const imports = first.map(([name, path]) =>
    name === CLIENT
      ? `import {start as wake} from ${JSON.stringify(path)};`
      : `import * as r${names.findIndex(([other]) => other === name)} from ${JSON.stringify(path)};`,
  );
  const pages = names.map(([name], index) => `${JSON.stringify(name)}:r${index}`);
  return `${imports.join("")}export const start=(pages)=>wake({${pages.join()},...pages});`;
}

const both = (one: ReadonlySet<string>, other: ReadonlySet<string>) => new Set([...one].filter((id) => other.has(id)));
