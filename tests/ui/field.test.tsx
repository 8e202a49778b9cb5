import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { Refusal } from "~/lib/refusal";
import { CheckField, SelectField, TextArea, TextField } from "~/ui/field";
import { FormErrors } from "~/ui/page-form";

const refused: Refusal = {
  values: { title: "Typed & kept", size: "2", secret: "hunter2", agree: "on" },
  errors: { title: ["Too long.", "Too loud."] },
  formErrors: ["Somebody was faster."],
};

describe("behaviour 11: a rejected form keeps the entered values and shows errors beside the fields", () => {
  test("an error message is tied to its field, also for screen readers", () => {
    const html = renderToStaticMarkup(
      <TextField label="Title" name="title" hint="Short" refusal={refused} maxLength={200} />,
    );
    expect(html).toContain('<label class="field-label" for="field-title">Title</label>');
    expect(html).toContain('aria-describedby="field-title-hint field-title-error"');
    expect(html).toContain('aria-invalid="true"');
    expect(html).toContain('value="Typed &amp; kept"');
    expect(html).toContain('maxLength="200"');
    expect(html).toMatch(/id="field-title-error">.*Too long\. Too loud\.<\/p>/);
  });

  test("a valid field shows no message", () => {
    const html = renderToStaticMarkup(<TextArea label="Text" name="text" defaultValue="as it was" />);
    expect(html).toContain("as it was</textarea>");
    expect(html).not.toContain("aria-");
  });

  test("a select keeps the chosen option", () => {
    const choices = [
      { value: 1, label: "One" },
      { value: 2, label: "Two" },
    ];
    const html = renderToStaticMarkup(
      <SelectField label="Size" name="size" none="None" choices={choices} refusal={refused} defaultValue={1} />,
    );
    expect(html).toContain('<option value="">None</option>');
    expect(html).toContain('<option value="2" selected="">Two</option>');
  });

  test("never fills a password back in", () => {
    expect(
      renderToStaticMarkup(<TextField label="Secret" name="secret" type="password" refusal={refused} />),
    ).not.toContain("hunter2");
  });

  test("a second field with the same name can have its own id", () => {
    expect(renderToStaticMarkup(<TextArea label="Note" name="body" id="note-body" />)).toContain('for="note-body"');
  });

  test("the error summary is an alert and links to the fields", () => {
    const html = renderToStaticMarkup(<FormErrors refusal={refused} />);
    expect(html).toContain('role="alert"');
    expect(html).toContain("Somebody was faster.");
    expect(html).toContain('<a href="#field-title">Too loud.</a>');
    expect(renderToStaticMarkup(<FormErrors refusal={null} />)).toBe("");
  });
});

describe("a control with a stored value", () => {
  test("shows the stored value after a reload, also in Firefox; text stays as typed", () => {
    for (const control of [
      <SelectField key="select" label="Status" name="status" choices={[{ value: 1, label: "One" }]} />,
      <CheckField key="check" label="Confidential" name="confidential" />,
      <TextField key="date" label="Due" name="due" type="date" />,
      <TextField key="time" label="From" name="from" type="datetime-local" />,
    ])
      expect(renderToStaticMarkup(control)).toMatch(/<(select|input)[^>]*autoComplete="off"/i);
    expect(renderToStaticMarkup(<TextArea label="Reply" name="body" />)).not.toMatch(/autoComplete/i);
    expect(renderToStaticMarkup(<TextField label="Title" name="title" />)).not.toMatch(/autoComplete/i);
  });

  test("is marked as empty if it has no date, because Safari shows today in it", () => {
    for (const type of ["date", "datetime-local"]) {
      expect(renderToStaticMarkup(<TextField label="Due" name="due" type={type} />)).toContain('data-empty=""');
      const set = <TextField label="Due" name="due" type={type} defaultValue="2026-11-26" />;
      expect(renderToStaticMarkup(set)).not.toContain("data-empty");
    }
    expect(renderToStaticMarkup(<TextField label="Title" name="title" />)).not.toContain("data-empty");
  });
});
