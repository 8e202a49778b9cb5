import { describe, expect, test } from "vitest";
import { serverWordsIn } from "../../build-scripts/check-bundle";

describe("the search for server code in browser files", () => {
  test.each<[string, string[]]>([
    ['import{scrypt}from"x"', ["scrypt"]],
    ['const a=require("node:crypto")', ['"node:']],
    ["{node:1}", []],
  ])("server-only words in: %s", (text, found) => {
    expect(serverWordsIn(text)).toEqual(found);
  });
});
