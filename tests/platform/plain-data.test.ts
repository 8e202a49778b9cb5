import { createRequire } from "node:module";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writePlainDataQuickly } from "../../build-scripts/steps/plain-data.mjs";

const remixServe = createRequire(import.meta.url).resolve("@remix-run/serve/dist/cli.js");
const turboStream = createRequire(remixServe)("turbo-stream");

const itsOwn: unknown[] = [];
const quick = {
  ...turboStream,
  encode: (input: unknown, options?: object) => {
    itsOwn.push(input);
    return turboStream.encode(input, options);
  },
};
writePlainDataQuickly(quick);

const textOf = (stream: ReadableStream<Uint8Array>) => new Response(stream).text();
const refuses = (text: Promise<string>) => text.catch(() => "refused");

describe("the data of a page, written without turbo-stream", () => {
  test("plain data become the same text", async () => {
    const plain = fc.object({ maxDepth: 4, withBoxedValues: false, withNullPrototype: false });
    await fc.assert(
      fc.asyncProperty(plain, async (values) => {
        const state = { loaderData: { root: values, page: [values, ...Object.values(values)] }, actionData: undefined };
        expect(await textOf(quick.encode(state))).toBe(await textOf(turboStream.encode(state)));
      }),
      { numRuns: 500 },
    );
    const page = {
      loaderData: { root: { name: "Léa \u2028 </script>", nobody: null }, page: { list: [1, "1", 1.5] } },
    };
    itsOwn.length = 0;
    expect(await textOf(quick.encode(page))).toBe(await textOf(turboStream.encode(page)));
    expect(itsOwn).toEqual([]);
  });

  test.each<[string, unknown]>([
    ["a date", new Date(0)],
    ["a set", new Set([1])],
    ["a map", new Map([[1, 2]])],
    ["a promise", Promise.resolve(7)],
    ["an object of a class", new URL("http://localhost/")],
    ["an object without prototype", Object.create(null)],
    ["a number with a mark of its own", -0],
    ["no number", Number.NaN],
    ["more than any number", Number.POSITIVE_INFINITY],
    ["a large number", 2n ** 70n],
    ["a symbol", Symbol.for("x")],
    ["a list with a hole", Object.assign(new Array(3), { 0: 1, 2: 3 })],
    ["a function", () => 7],
    ["an error", new Error("no")],
  ])("%s is left to turbo-stream", async (_, value) => {
    const page = { loaderData: { page: { before: "x", value, after: ["x"] } } };
    itsOwn.length = 0;
    const answer = await refuses(textOf(quick.encode(page)));
    expect(answer).toBe(await refuses(textOf(turboStream.encode(page))));
    expect(itsOwn).toEqual([page]);
  });

  test("so is what a plugin takes, and data that are one value", async () => {
    const redirect = Symbol("redirect");
    const plugins = [(value: object) => (redirect in value ? ["Redirect", { to: "/login" }] : undefined)];
    for (const data of [{ root: { [redirect]: true } }, "text", undefined]) {
      itsOwn.length = 0;
      expect(await textOf(quick.encode(data, { plugins }))).toBe(await textOf(turboStream.encode(data, { plugins })));
      expect(itsOwn).toEqual([data]);
    }
  });

  test("it is the turbo-stream of remix-serve's Remix that is told", () => {
    const runtime = createRequire(remixServe).resolve("@remix-run/server-runtime/dist/server.js");
    expect(createRequire(runtime).resolve("turbo-stream")).toBe(createRequire(remixServe).resolve("turbo-stream"));
  });
});
