import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { describeError, ErrorView } from "~/ui/route-error";

/** What an error page is given of an answer that a loader threw. */
const answer = (status: number, statusText: string, data: unknown) => ({ status, statusText, data, internal: false });

describe("behaviour 4.2: generic error page", () => {
  test.each([
    ["a 404 is always Page Not Found", answer(404, "Not Found", "Page not found: /x"), 404, "Page Not Found"],
    ["a status message is the title", answer(403, "Forbidden", ""), 403, "Forbidden"],
    ["an empty status message counts as none", answer(418, " ", ""), 418, "Internal Server Error"],
    ["no status is 500", new Error("secret"), 500, "Internal Server Error"],
    ["a number is no status", 42, 500, "Internal Server Error"],
  ])("%s", (_, error, status, title) => {
    expect(describeError(error)).toMatchObject({ status, title });
  });

  test("the page shows code, title, message and the way back", () => {
    const html = renderToStaticMarkup(
      <ErrorView {...describeError(answer(404, "Not Found", "Page not found: /<b>"))} />,
    );
    expect(html).toContain('<p class="error-code">404</p><h1>Page Not Found</h1>');
    expect(html).toContain("Page not found: /&lt;b&gt;");
    expect(html).toMatch(/<a class="[^"]+" href="\/">Go to the start page<\/a>/);
  });

  test("what was not foreseen shows its reference and nothing of its inside", () => {
    const failed = answer(500, "Internal Server Error", { reference: "01JD8Y", cause: "SELECT * FROM secrets" });
    const html = renderToStaticMarkup(<ErrorView {...describeError(failed)} />);
    expect(html).toContain("Reference 01JD8Y");
    expect(html).not.toContain("secrets");
    expect(renderToStaticMarkup(<ErrorView {...describeError(new Error("secrets"))} />)).not.toContain("secrets");
  });
});
