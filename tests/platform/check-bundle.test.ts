import { describe, expect, test } from "vitest";
import { serverWordsIn } from "../../build-scripts/check-bundle";
import { readsOfServerFiles } from "../../build-scripts/empty-modules";

describe("the search of what browsers are sent", () => {
  test.each<[string, string[]]>([
    ['import{scrypt}from"x"', ["scrypt"]],
    ['const a=require("node:crypto")', ['"node:']],
    ["{node:1}", []],
  ])("words: %s", (text, found) => {
    expect(serverWordsIn(text)).toEqual(found);
  });

  const reads = (files: Record<string, string>) =>
    Object.fromEntries(readsOfServerFiles(new Map(Object.entries(files))));

  test("what is called, read or handed on from a server file is found", () => {
    const text =
      "var m=s((O,l)=>{l.exports={}});var i=r(m(),1);var o=1;x(o.b,[1].map(i.toRow),i.LIMIT,()=>(0,i.hashPassword)(1))";
    expect(reads({ "/build/a.js": text })).toEqual({ "/build/a.js": ["toRow", "LIMIT", "hashPassword"] });
  });

  test("also through a file that several pages share", () => {
    expect(
      reads({
        "/build/shared.js": "var $=s((O,l)=>{l.exports={}});export{$ as a,b};",
        "/build/page.js": 'import{a as q,b as c}from"/build/shared.js";var i=r(q(),1);(0,i.find)(c.other)',
      }),
    ).toEqual({ "/build/page.js": ["find"] });
  });

  test("also as rollup writes it, with relative addresses", () => {
    expect(
      reads({
        "/build/_shared/shared-1.js": "var p$b=n$4((r,e)=>{e.exports={};});export{p$b as Z};",
        "/build/routes/page.js": "import {n,Z as z$1}from'../_shared/shared-1.js';var i$2=r(z$1(),1);(0,i$2.find)(1)",
      }),
    ).toEqual({ "/build/routes/page.js": ["find"] });
  });

  test("an import that the page no longer uses is no leak", () => {
    expect(reads({ "/build/a.js": "var m=s((O,l)=>{l.exports={}});var i=r(m(),1);may.setPassword&&ui.x" })).toEqual({});
  });
});
