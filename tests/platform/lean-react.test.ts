import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { leanText } from "../../build-scripts/steps/lean-libraries.mjs";
import { EVENTS, NO_HOOKS, PLAIN_NUMBERS, SVG_NAMES } from "../../build-scripts/steps/lean-react.mjs";

const FILE = "node_modules/react-dom/cjs/react-dom.production.min.js";

const textsIn = (folder: string, files: RegExp) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => files.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");

const ours = textsIn("app", /\.tsx?$/);
const libraries = [
  textsIn("node_modules/@remix-run/react/dist/esm", /\.js$/),
  textsIn("node_modules/react-router/dist", /^index\.js$/),
  textsIn("node_modules/react-router-dom/dist", /^index\.js$/),
  textsIn("node_modules/remix-utils/build/react", /^use-.*\.js$/),
  textsIn("node_modules/react-hot-toast/dist", /\.mjs$/),
].join("\n");

const found = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, name = ""]) => name))];
const missing = (text: string, pattern: RegExp, known: readonly string[]) =>
  found(text, pattern).filter((name) => !known.includes(name));

describe("what is left out of React DOM", () => {
  test("is an eighth of it, and the build stops for another version", () => {
    const text = readFileSync(FILE, "utf8");
    expect(leanText(`/desk/${FILE}`, text).length).toBeLessThan(text.length * 0.875);
    expect(() => leanText(`/desk/${FILE}`, `${text} `)).toThrow("not the React DOM");
  });

  test("is no event that something listens to", () => {
    const heard = ["Change", "Focus", "Blur", "PointerEnter", "PointerLeave"];
    const simple = EVENTS.split(" ").map((name) => name.charAt(0).toUpperCase() + name.slice(1));
    const own = ["Apple", "BehalfOf", "Height", "News", "Purpose"]; // of ours
    const listening = /\bon([A-Z]\w*)(?:=\{|: \w+[,\s}])/g; // as properties, and in an object of them
    expect(missing(ours, listening, [...heard, ...simple, ...own])).toEqual([]);
    expect(found(ours, listening)).toEqual(expect.arrayContaining(["PointerCancel", "PointerMove"]));
  });

  test("is no attribute, style or hook that is used", () => {
    const svg =
      /\s((?:stroke|fill|clip|font|marker|text|stop|flood|shape|paint|vector|dominant|alignment|letter|word|xlink|xml)[A-Z]\w*)=/g;
    const written = SVG_NAMES.split(" ").map((name) => name.replace(/-(.)/g, (_, sign: string) => sign.toUpperCase()));
    expect(missing(ours, svg, written)).toEqual([]);
    const plain =
      /\b(flex(?:Grow|Shrink)?|order|lineHeight|fontWeight|grid(?:Row|Column)|columnCount|zoom|aspectRatio|lineClamp):\s*\d/g;
    expect(missing(ours, plain, PLAIN_NUMBERS)).toEqual([]);
    expect(found(ours + libraries, new RegExp(`\\b(${NO_HOOKS.join("|")})\\(`, "g"))).toEqual([]);
  });
});
