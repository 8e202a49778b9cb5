import { describe, expect, test } from "vitest";
import { serverWordsIn } from "../../build-scripts/check-bundle";

describe("the search of what browsers are sent", () => {
  test.each<[string, string[]]>([
    ['import{scrypt}from"x"', ["scrypt"]],
    ['const a=require("node:crypto")', ['"node:']],
    ["{node:1}", []],
  ])("words: %s", (text, found) => {
    expect(serverWordsIn(text)).toEqual(found);
  });
});
