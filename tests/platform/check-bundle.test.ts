import { describe, expect, test } from "vitest";
import { exportedNames, leaksIn } from "../../build-scripts/check-bundle";

describe("the search of what browsers are sent", () => {
  test("knows what a server file offers, types aside", () => {
    const source = `
export async function createTask() {}
export const SESSION_MS = 1;
export type Task = {};
const hidden = 1;`;
    expect(exportedNames(source)).toEqual(["createTask", "SESSION_MS"]);
  });

  test.each<[string, string[]]>([
    ['import{scrypt}from"x"', ["scrypt"]],
    ['const a=require("node:crypto")', ['"node:']],
    ["(0,b.createTask)(1)", ["createTask"]],
    ["var{createTask:a}=b", ["createTask"]],
    ["b.createTaskList()", []],
    ["{node:1}", []],
  ])("%s", (text, found) => {
    expect(leaksIn(text, ["createTask"])).toEqual(found);
  });
});
