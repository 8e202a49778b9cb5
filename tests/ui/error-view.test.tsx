import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { asInAddressBar, describeError, ErrorView } from "~/ui/route-error";

/** The error that an error page gets for a response that a loader threw. */
const answer = (status: number, statusText: string, data: unknown) => ({ status, statusText, data, internal: false });

describe("behaviour 4.2: generic error page", () => {
  test.each([
    ["a 404 is always Page Not Found", answer(404, "Not Found", "Page not found: /x"), 404, "Page Not Found"],
    ["a status message is the title", answer(403, "Forbidden", ""), 403, "Forbidden"],
    ["an empty status message counts as none", answer(418, " ", ""), 418, "Internal Server Error"],
    ["an error without a status is a 500", new Error("secret"), 500, "Internal Server Error"],
    ["a thrown number is a 500", 42, 500, "Internal Server Error"],
  ])("%s", (_, error, status, title) => {
    expect(describeError(error)).toMatchObject({ status, title });
  });

  test.each([
    ["Page not found: /nope?x=a+b", "/nope", "?x=a%20b", "Page not found: /nope?x=a%20b"],
    ["Page Not Found: /tasks/7?x=", "/tasks/7/", "?x&index", "Page Not Found: /tasks/7/?x&index"],
    ["Page not found: /nope?x=a+b", "/nope", "?x=a", "Page not found: /nope?x=a+b"],
    ["Page not found: /nope", "/elsewhere", "", "Page not found: /nope"],
    ["The team has moved: /teams", "/teams", "?x", "The team has moved: /teams"],
  ])("%s is shown with the address bar's URL, at %s%s", (message, pathname, search, shown) => {
    expect(asInAddressBar(message, { pathname, search })).toBe(shown);
  });

  test("the page shows code, title, message and a link to the start page", () => {
    const html = renderToStaticMarkup(
      <ErrorView {...describeError(answer(404, "Not Found", "Page not found: /<b>"))} />,
    );
    expect(html).toContain('<p class="error-code">404</p><h1>Page Not Found</h1>');
    expect(html).toContain("Page not found: /&lt;b&gt;");
    expect(html).toMatch(/<a class="[^"]+" href="\/">Go to the start page<\/a>/);
  });

  test("an unexpected error shows its reference and no internals", () => {
    const failed = answer(500, "Internal Server Error", { reference: "01JD8Y", cause: "SELECT * FROM secrets" });
    const html = renderToStaticMarkup(<ErrorView {...describeError(failed)} />);
    expect(html).toContain("Reference 01JD8Y");
    expect(html).not.toContain("secrets");
    expect(renderToStaticMarkup(<ErrorView {...describeError(new Error("secrets"))} />)).not.toContain("secrets");
  });
});
