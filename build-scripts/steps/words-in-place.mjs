/*
 * Gives each file of the browser build only the words that it says. A room has its words in one module, `*-texts.ts`, and
 * the compiler divides code among files by whole modules: what one page says would come along to all that say anything of
 * that room. So a word stands in the code again where it is said, and a sentence with values is a module by itself.
 */
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";

const IMPORT = /^import \* as say from "([^"]+-texts)";$/m;
const USE = /\bsay\.(\w+)/g;
const WORD = /^export const (\w+) =\s+("(?:[^"\\\n]|\\.)*");$/gm;
const SENTENCE = /^export (?=(?:const|function) (\w+))/gm;

/**
 * `code` with the words of `texts`, the module that it imports as `say`: `say.newTask` is `"New task"`, and of a sentence
 * with values `say_removeNamed`, from `./tasks-texts?removeNamed`.
 */
export function withWords(code, texts) {
  const words = new Map([...texts.matchAll(WORD)].map(([, name, word]) => [name, word]));
  const sentences = new Set([...texts.matchAll(SENTENCE)].map(([, name]) => name));
  const apart = new Set();
  const said = code.replace(USE, (_, name) => {
    if (!sentences.has(name)) throw new Error(`There are no words "${name}".`);
    if (words.has(name)) return words.get(name);
    apart.add(name);
    return `say_${name}`;
  });
  return said.replace(IMPORT, (_, from) =>
    [...apart].map((name) => `import { ${name} as say_${name} } from "${from}?${name}";`).join(""),
  );
}

/** A module of words with one of them to be had from outside: the compiler leaves out the rest. */
export const onlySentence = (texts, wanted) => texts.replace(SENTENCE, (start, name) => (name === wanted ? start : ""));

export const wordsInPlace = {
  name: "words in place",
  setup(build) {
    const find = async (path, from) => {
      const found = await build.resolve(path, { ...from, kind: "import-statement" });
      if (found.errors.length > 0) throw new Error(`There is no ${path}.`);
      return found.path;
    };
    build.onLoad({ filter: /\/app\/.*\.tsx?$/ }, async ({ path, suffix }) => {
      const loader = path.endsWith("x") ? "tsx" : "ts";
      const code = await readFile(path, "utf8");
      if (suffix) return { contents: onlySentence(code, suffix.slice(1)), loader };
      const [, module] = IMPORT.exec(code) ?? [];
      if (!module) return null;
      const texts = await find(module, { importer: path, resolveDir: dirname(path) });
      return { contents: withWords(code, await readFile(texts, "utf8")), loader };
    });
    build.onResolve({ filter: /-texts\?\w+$/ }, async ({ path, resolveDir, importer }) => {
      const [module, wanted] = path.split("?");
      return { path: await find(module, { importer, resolveDir }), suffix: `?${wanted}`, sideEffects: false };
    });
  },
};
