/**
 * Finds what leaked from `*.server.ts` files into the browser build.
 *
 * Remix's compiler puts an empty module in the place of each such file. Where the page still uses something of it, the
 * build does not fail: `x.hashPassword` is `undefined` in the browser. The empty module stays in the bundle, so we look
 * for reads from it. Shapes as esbuild 0.17 minifies them, also after rollup has
 * made one file of what pages share:
 *
 *   var Z=s((a,b)=>{b.exports={}});   the empty module
 *   var i=r(Z(),1);                   somebody imports it
 *   (0,i.hashPassword)("a")           and uses it: a leak
 */

import { posix } from "node:path";

const ID = "[\\w$]+";
const EMPTY = new RegExp(`(${ID})=${ID}\\(\\(${ID},(${ID})\\)=>\\{\\2\\.exports=\\{\\};?\\}\\)`, "g");
const EXPORTS = /\bexport\s*\{([^}]*)\}/g;
const IMPORTS = /\bimport\s*\{([^}]*)\}from\s*["']([^"']+)["']/g;

/** "a as b,c" as [["a", "b"], ["c", "c"]]. */
const pairs = (list: string) =>
  list
    .split(",")
    .filter(Boolean)
    .map((item) => item.trim().split(" as "))
    .map(([name = "", as = name]) => [name, as] as const);

const quoted = (name: string) => name.replaceAll("$", "\\$");

function emptyModulesIn(text: string): Set<string> {
  return new Set([...text.matchAll(EMPTY)].map((match) => match[1] ?? ""));
}

/** Names read from any of these modules. */
function readsFrom(text: string, modules: ReadonlySet<string>): string[] {
  return [...modules].flatMap((module) => {
    const imported = text.matchAll(new RegExp(`(${ID})=${ID}\\(${quoted(module)}\\(\\)(?:,1)?\\)`, "g"));
    return [...imported].flatMap(([, variable = ""]) =>
      [...text.matchAll(new RegExp(`(?<![\\w$.])${quoted(variable)}\\.(${ID})`, "g"))].map((read) => read[1] ?? ""),
    );
  });
}

/** The names that browser files read from server files, by the file that reads. `files`: public path to text. */
export function readsOfServerFiles(files: ReadonlyMap<string, string>): Map<string, string[]> {
  // Modules that several pages import stand in a file of their own, which exports them under another name.
  const shared = new Map(
    [...files].map(([path, text]) => {
      const empty = emptyModulesIn(text);
      const exported = [...text.matchAll(EXPORTS)].flatMap(([, list = ""]) => pairs(list));
      return [path, new Set(exported.filter(([name]) => empty.has(name)).map(([, as]) => as))];
    }),
  );
  const found = new Map<string, string[]>();
  for (const [path, text] of files) {
    const modules = emptyModulesIn(text);
    for (const [, list = "", from = ""] of text.matchAll(IMPORTS)) {
      const source = from.startsWith(".") ? posix.join(posix.dirname(path), from) : from;
      for (const [name, as] of pairs(list)) if (shared.get(source)?.has(name)) modules.add(as);
    }
    const reads = readsFrom(text, modules);
    if (reads.length > 0) found.set(path, [...new Set(reads)]);
  }
  return found;
}
