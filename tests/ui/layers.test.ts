import { describe, expect, test } from "vitest";
import { LAYER_BASES, type LayerKind, type Layers, nextLayer, openLayer } from "~/ui/layers";

describe("behaviour 10: layering", () => {
  test("base values match the seed", () => {
    expect(LAYER_BASES).toEqual({ modal: 1100, overlay: 1000, menu: 1000, tooltip: 1100 });
  });

  const cases: [string, Layers, LayerKind, number][] = [
    ["the first menu: its base + 1", [], "menu", 1001],
    ["the first modal: its base + 1", [], "modal", 1101],
    ["a modal above a modal: the highest + 1", [{ kind: "modal", z: 1101 }], "modal", 1102],
    ["a tooltip above a menu: the highest + its base + 1", [{ kind: "menu", z: 1001 }], "tooltip", 2102],
    ["a menu above an overlay, though both have base 1000", [{ kind: "overlay", z: 1001 }], "menu", 2002],
    [
      "counts from the highest layer, not the last",
      [
        { kind: "modal", z: 1101 },
        { kind: "menu", z: 2102 },
        { kind: "modal", z: 3203 },
      ],
      "menu",
      4204,
    ],
  ];
  test.each(cases)("%s", (_, open, kind, z) => {
    expect(nextLayer(open, kind)).toBe(z);
  });

  test("closing a layer frees its z-index", () => {
    const menu = openLayer("menu");
    const modal = openLayer("modal");
    expect([menu.z, modal.z]).toEqual([1001, 2102]);
    modal.close();
    const again = openLayer("modal");
    expect(again.z).toBe(2102);
    again.close();
    menu.close();
    const first = openLayer("tooltip");
    expect(first.z).toBe(1101);
    first.close();
  });
});
