import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { isToastType, ToastIcon } from "~/shell/toast-item";

describe("behaviour 6.2: one icon for each type of toast", () => {
  const iconOf = (type: Parameters<typeof ToastIcon>[0]["type"]) => renderToStaticMarkup(<ToastIcon type={type} />);
  const types = ["success", "error", "warning", "info", "loading"] as const;

  test.each(types)("%s, hidden from screen readers", (type) => {
    expect(iconOf(type)).toContain(`data-icon="${type}"`);
    expect(iconOf(type)).toContain('aria-hidden="true"');
  });

  test("draws each icon differently, and none for the plain toast", () => {
    const drawings = types.map((type) => iconOf(type).replace(/data-icon="\w+"/, ""));
    expect(new Set(drawings).size).toBe(types.length);
    expect(iconOf("default")).toBe("");
  });

  test.each([
    ["default", true],
    ["loading", true],
    ["", false],
    [undefined, false],
  ])("%j is a type: %s", (name, known) => {
    expect(isToastType(name)).toBe(known);
  });
});
