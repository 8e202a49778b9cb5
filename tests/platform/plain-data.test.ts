import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { writePlainDataQuickly } from "../../build-scripts/steps/plain-data.mjs";

const remixServe = createRequire(import.meta.url).resolve("@remix-run/serve/dist/cli.js");
const runtime = createRequire(createRequire(remixServe).resolve("@remix-run/node")).resolve(
  "@remix-run/server-runtime/dist/server.js",
);
const singleFetch = createRequire(runtime)("./single-fetch.js");

type Written = ReadableStream<Uint8Array> | string;
const itsOwn: unknown[] = [];
const encode = (data: unknown): Written => {
  const request = new AbortController();
  const written = singleFetch.encodeViaTurboStream(data, request.signal, 1_000, "production");
  request.abort();
  return written;
};
const quick = {
  encodeViaTurboStream: (data: unknown): Written => {
    itsOwn.push(data);
    return encode(data);
  },
};
writePlainDataQuickly(quick);

const textOf = (written: Written) => new Response(written).text();
const refuses = (text: Promise<string>) => text.catch(() => "refused");

describe("the data of a page, written without turbo-stream", () => {
  test("plain data become the same text", async () => {
    const plain = fc.object({ maxDepth: 4, withBoxedValues: false, withNullPrototype: false });
    await fc.assert(
      fc.asyncProperty(plain, async (values) => {
        const state = { root: { data: values }, page: [values, ...Object.values(values)], nothing: undefined };
        expect(await textOf(quick.encodeViaTurboStream(state))).toBe(await textOf(encode(state)));
      }),
      { numRuns: 500 },
    );
    const page = {
      root: { data: { name: "Léa \u2028 </script>", nobody: null } },
      page: { data: { list: [1, "1", 1.5] } },
    };
    itsOwn.length = 0;
    expect(await textOf(quick.encodeViaTurboStream(page))).toBe(await textOf(encode(page)));
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
    const page = { page: { data: { before: "x", value, after: ["x"] } } };
    itsOwn.length = 0;
    const answer = await refuses(textOf(quick.encodeViaTurboStream(page)));
    expect(answer).toBe(await refuses(textOf(encode(page))));
    expect(itsOwn).toEqual([page]);
  });

  test("those of a document are left to who writes it", async () => {
    itsOwn.length = 0;
    expect(await textOf(quick.encodeViaTurboStream({ loaderData: { root: null }, errors: null }))).toBe("");
    expect(itsOwn).toEqual([]);
  });

  test("so is a redirect of Remix, and data that are one value", async () => {
    const redirect = { [singleFetch.SingleFetchRedirectSymbol]: { redirect: "/login", status: 302 } };
    for (const data of [{ root: redirect }, redirect, "text", undefined]) {
      itsOwn.length = 0;
      expect(await textOf(quick.encodeViaTurboStream(data))).toBe(await textOf(encode(data)));
      expect(itsOwn).toEqual([data]);
    }
  });

  test("it is what the Remix of remix-serve asks", () => {
    expect(runtime).toBe(createRequire(remixServe).resolve("@remix-run/server-runtime/dist/server.js"));
    expect(readFileSync(runtime, "utf8")).toMatch(/Response\(singleFetch\.encodeViaTurboStream\(/);
  });
});
