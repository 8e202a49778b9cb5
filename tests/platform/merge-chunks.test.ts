import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { runInNewContext } from "node:vm";
import { afterAll, describe, expect, test } from "vitest";
import { mergeChunks } from "../../build-scripts/merge-chunks";

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

/** What the compiler makes of a small app, and the files of it that browsers get in the end. */
async function built(words: { shared: string; late: string }) {
  const root = mkdtempSync(join(tmpdir(), "taskdesk-build-"));
  folders.push(root);
  const shares = 'import{a as b}from"/build/_shared/chunk-AAAAAAAA.js";';
  const module = (name: string) => `"/build/${name}"`;
  const route = (id: string, file: string, more = "") => `"${id}":{"id":"${id}","module":${module(file)}${more}}`;
  const task = '"parentId":"root","path":"tasks/:id","hasAction":true,"hasLoader":false';
  const routes = [
    route("root", "root-DDDDDDDD.js", `,"imports":[${module("_shared/chunk-AAAAAAAA.js")}]`),
    route("routes/_app.tasks.$id", "routes/_app.tasks.$id-EEEEEEEE.js", `,${task}`),
    route("routes/sends", "routes/sends-GGGGGGGG.js", ',"parentId":"root","path":"sends"'),
    route("routes/[_payload.json]", "routes/[_payload.json]-FFFFFFFF.js", ',"parentId":"root","path":"_payload.json"'),
  ];
  const assets = `{"entry":{"module":${module("entry.client-CCCCCCCC.js")},"imports":[${module("_shared/chunk-AAAAAAAA.js")}]},"routes":{${routes}},"version":"99999999","url":"/build/manifest-99999999.js"}`;
  const files = {
    "_shared/chunk-AAAAAAAA.js": `var a=${JSON.stringify(words.shared)};export{a};`,
    "_shared/chunk-BBBBBBBB.js": `var c=${JSON.stringify(words.late)};export{c as late};`,
    "entry.client-CCCCCCCC.js": `${shares}var s=p=>console.log("client",b,p);export{s as start};`,
    "root-DDDDDDDD.js": `${shares}import{a as h}from"/build/_shared/chunk-HHHHHHHH.js";console.log("root",b,h);export default 1;`,
    "routes/_app.tasks.$id-EEEEEEEE.js": `${shares}console.log(b);var l=()=>import("/build/_shared/chunk-BBBBBBBB.js");export{l as default};`,
    "routes/[_payload.json]-FFFFFFFF.js": "var d=1;export{d as default};",
    "routes/sends-GGGGGGGG.js": `import{a as b}from"/build/_shared/chunk-HHHHHHHH.js";var c=b((d,e)=>{e.exports={}}),f=c();export{f as default};`,
    "_shared/chunk-HHHHHHHH.js": "var a=(r,m)=>()=>(m||r((m={exports:{}}).exports,m),m.exports);export{a};",
    "manifest-99999999.js": `window.__remixManifest=${assets};`,
  };
  const put = (path: string, text: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  for (const [name, text] of Object.entries(files)) put(`public/build/${name}`, text);
  put("build/index.js", `var assets_manifest_default=${assets};`);
  await mergeChunks(root);
  const dir = join(root, "public/build");
  const names = readdirSync(dir, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".js"));
  return {
    files: new Map(names.map((name) => [name, readFileSync(join(dir, name), "utf8")])),
    server: readFileSync(join(root, "build/index.js"), "utf8"),
  };
}

describe("files that browsers keep for good", () => {
  test("never have the same name with something else in them", async () => {
    const [one, other] = [
      await built({ shared: "Hello", late: "Bye" }),
      await built({ shared: "Hello", late: "Until then" }),
    ];
    for (const [name, text] of other.files) if (one.files.has(name)) expect(one.files.get(name), name).toBe(text);
    const same = [...other.files.keys()].filter((name) => one.files.has(name));
    // The page's file names what comes late, and the manifest the page; the others are what they were.
    expect(same.map((name) => name.replace(/-\w+\.js$/, "")).sort()).toEqual(["first", "routes/[_payload.json]"]);
    expect(other.files.size).toBe(one.files.size);
  });

  test("keep their names where nothing has changed", async () => {
    const words = { shared: "Hello", late: "Bye" };
    expect((await built(words)).files).toEqual((await built(words)).files);
  });

  test("are there under the names by which they are asked for", async () => {
    const { files, server } = await built({ shared: "Hello", late: "Bye" });
    const [name = "", manifest = ""] = [...files].find(([name]) => name.startsWith("manifest-")) ?? [];
    const asked = [...server.matchAll(/\/build\/([^"]+\.js)/g)].map(([, name]) => name);
    expect(new Set(asked).size).toBe(4); // the client with the first page, another page, data, and the manifest
    for (const name of asked) expect([...files.keys()]).toContain(name);
    const window: { __remixManifest?: unknown } = {};
    runInNewContext(manifest, { window });
    const module = (start: string) => `/build/${[...files.keys()].find((file) => file.startsWith(start))}`;
    const nothing = { path: undefined, index: false, hasAction: false, hasLoader: false };
    const noClient = { hasClientAction: false, hasClientLoader: false, hasErrorBoundary: false };
    const id = "routes/_app.tasks.$id";
    const task = { id, parentId: "root", path: "tasks/:id", module: module(id), hasAction: true };
    expect(window.__remixManifest).toEqual({
      version: name.slice("manifest-".length, -".js".length),
      url: `/build/${name}`,
      entry: { module: module("first-"), imports: [] },
      routes: {
        root: { id: "root", parentId: "", module: module("first-"), ...nothing, ...noClient },
        [id]: { ...nothing, ...noClient, ...task },
        // No page: nothing of it is for browsers.
        "routes/sends": {
          id: "routes/sends",
          parentId: "root",
          module: module("first-"),
          ...nothing,
          ...noClient,
          path: "sends",
        },
      },
    });
    expect(server).toContain(`"version":"${name.slice("manifest-".length, -".js".length)}"`);
    for (const [name, text] of files) {
      for (const [, address = ""] of text.matchAll(/(?:from|import\()\s*"([^"]+)"/g))
        expect([...files.keys()], name).toContain(join(dirname(name), address));
    }
  });
});
