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
  test("a message belongs to its field, for the eye and for a screen reader", () => {
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

  test("a field that is right says nothing", () => {
    const html = renderToStaticMarkup(<TextArea label="Text" name="text" defaultValue="as it was" />);
    expect(html).toContain("as it was</textarea>");
    expect(html).not.toContain("aria-");
  });

  test("what was chosen stays chosen", () => {
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

  test("a password is never written back", () => {
    expect(
      renderToStaticMarkup(<TextField label="Secret" name="secret" type="password" refusal={refused} />),
    ).not.toContain("hunter2");
  });

  test("two fields of one name on a page have ids of their own", () => {
    expect(renderToStaticMarkup(<TextArea label="Note" name="body" id="note-body" />)).toContain('for="note-body"');
  });

  test("the summary speaks up and leads to the fields", () => {
    const html = renderToStaticMarkup(<FormErrors refusal={refused} />);
    expect(html).toContain('role="alert"');
    expect(html).toContain("Somebody was faster.");
    expect(html).toContain('<a href="#field-title">Too loud.</a>');
    expect(renderToStaticMarkup(<FormErrors refusal={null} />)).toBe("");
  });
});

describe("a control that shows what is stored", () => {
  test("comes back as stored after a reload, also in Firefox; text comes back as typed", () => {
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

  test("an empty day is marked as empty: Safari draws today in it", () => {
    for (const type of ["date", "datetime-local"]) {
      expect(renderToStaticMarkup(<TextField label="Due" name="due" type={type} />)).toContain('data-empty=""');
      const set = <TextField label="Due" name="due" type={type} defaultValue="2026-11-26" />;
      expect(renderToStaticMarkup(set)).not.toContain("data-empty");
    }
    expect(renderToStaticMarkup(<TextField label="Title" name="title" />)).not.toContain("data-empty");
  });
});
