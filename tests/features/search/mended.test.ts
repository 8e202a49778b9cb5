import { expect } from "vitest";
import { compileTaskQuery } from "~/features/search/compile-query.server";
import { onEachDatabase } from "../../support/database";
import { aCustomField, anAgent, NOON } from "../../support/factories";

onEachDatabase("domain B7: a query refused for a typo", (test) => {
  test("comes with a suggestion for the whole query", async ({ db }) => {
    const ada = await anAgent(db);
    const options = [{ key: "north", label: "North wing", enabled: true }];
    await aCustomField(db, { key: "place", label: "Place of work", kind: "select", options });
    const sizes = ["None", ">small", "Any"].map((label, i) => ({ key: `s${i}`, label, enabled: true }));
    await aCustomField(db, { key: "size", label: "Size", kind: "select", options: sizes });
    for (const [key, label] of Object.entries({ plus: "C++", sharp: "C#", stars: "★★" })) {
      await aCustomField(db, { key, label, kind: "text" });
    }
    const cases: [string, string | undefined][] = [
      ["druck status:resovled jam", "druck status:resolved jam"],
      ["druck -Status:statu,OPNE", undefined],
      ["druck -status:open,OPNE (jam)", "druck -status:open,open (jam)"],
      ['status:"In progres" jam', 'status:"in progress" jam'],
      ["is:opne jam", "is:open jam"],
      ['jam sort:"updatde"', "jam sort:updated"],
      ["priority:>=hihg", "priority:>=high"],
      ["field.plcae:any jam", "field.place:any jam"],
      ['jam field."Place of wrk":any', "jam field.place:any"],
      ['field."Place of work":"north wnig"', 'field."Place of work":"north wing"'],
      ["status:open,ope jam", "status:open,open jam"],
      ["status:in_progress,in_progres", "status:in_progress,in_progress"],
      ['status:"open","ope" jam', 'status:"open",open jam'],
      ["is:open,ope jam", "is:open,open jam"],
      ["field.place:north,nort", "field.place:north,north"],
      ['field."Place of \\"wrk":any', "field.place:any"],
      ['FIELD."Place of wrk":any,"Place of wrk"', 'FIELD.place:any,"Place of wrk"'],
      ['jam status:"ope', "jam status:open"],
      ["status:xyzzy", undefined],
      ["status:!open", undefined],
      ["type:!incident", undefined],
      ["field.size:nonee", 'field.size:"none"'],
      ["field.size:smalll", 'field.size:">small"'],
      ["field.size:any", "read"],
      ['field.size:"none"', "read"],
      ['field."C++":any', "read"],
      ['field."c#":any', "read"],
      ['field."c":any', undefined],
      ['field."!!":any', undefined],
    ];
    const answers = [];
    for (const [text] of cases) {
      const compiled = await compileTaskQuery(db, ada, text, NOON);
      answers.push([text, compiled.ok ? "read" : compiled.error.suggestion]);
    }
    expect(answers).toEqual(cases);
  });
});
