import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { onlySentence, withWords } from "../../build-scripts/steps/words-in-place.mjs";

const TEXTS = `
export const newTask = "New task";
export const long =
  "Its name is \\"Ada\\".";
export const remove = (name: string) => \`Remove ${"$"}{name}\`;
`;

describe("words in the build for browsers", () => {
  test("stand where they are said, and sentences with values are modules by themselves", () => {
    const code = `import { Button } from "./button";
import * as say from "./teams-texts";
export const Buttons = () => <Button title={say.long} label={say.remove("Ada")}>{say.newTask}{say.remove("Bo")}</Button>;
`;
    expect(withWords(code, TEXTS)).toBe(`import { Button } from "./button";
import { remove as say_remove } from "./teams-texts?remove";
export const Buttons = () => <Button title={"Its name is \\"Ada\\"."} label={say_remove("Ada")}>{"New task"}{say_remove("Bo")}</Button>;
`);
    expect(onlySentence(TEXTS, "remove").match(/^export .*$/gm)).toEqual([
      `export const remove = (name: string) => \`Remove ${"$"}{name}\`;`,
    ]);
  });

  test("that are not there stop the build", () => {
    expect(() => withWords(`import * as say from "./a-texts";\nsay.nothing;`, TEXTS)).toThrow(
      'There are no words "nothing".',
    );
  });

  test("come to a page only from what it says", () => {
    const files = readdirSync("public/build", { recursive: true, encoding: "utf8" }).filter((name) =>
      /\.js$/.test(name),
    );
    const said = (words: string) =>
      files
        .filter((name) => readFileSync(`public/build/${name}`, "utf8").includes(words))
        .map((name) => name.split("-")[0]);
    expect(said("An archived team takes no new tasks")).toEqual(["routes/_app.settings.teams.$id"]);
    expect(said("Macro saved")).toEqual([]); // the server says it
  });
});
