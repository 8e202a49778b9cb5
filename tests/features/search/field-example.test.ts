import { expect } from "vitest";
import { fieldExample } from "~/features/search/field-lookups.server";
import { onEachDatabase } from "../../support/database";
import { aCustomField, anAgent, aRequester } from "../../support/factories";

onEachDatabase("domain B7: the example of a field search", (test) => {
  test("uses the first field the viewer can search, or is null without one", async ({ db }) => {
    const [ada, ana] = [await anAgent(db), await aRequester(db)];
    expect(await fieldExample(db, ada)).toBeNull();
    await aCustomField(db, { key: "cost", label: "Cost", kind: "number", visibility: "agents" });
    expect(await fieldExample(db, ada)).toEqual({ write: "field.cost:>10", label: "Cost" });
    expect(await fieldExample(db, ana)).toBeNull();
    const options = [{ key: "north", label: "North wing", enabled: true }];
    await aCustomField(db, { key: "place", label: "Place", kind: "select", options, visibility: "requester_read" });
    expect(await fieldExample(db, ana)).toEqual({ write: 'field.place:"North wing"', label: "Place" });
  });
});
