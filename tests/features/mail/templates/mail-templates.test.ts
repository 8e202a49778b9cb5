import { describe, expect, test } from "vitest";
import { renderMessage } from "~/features/conversation/markdown.server";
import { fillMailTemplate, templateErrors, templatePreview } from "~/features/mail/templates/fill-mail-template.server";
import { DEFAULT_TEMPLATES, TEMPLATE_KINDS } from "~/features/mail/templates/mail-templates";
import {
  listTemplates,
  readTemplate,
  resetTemplate,
  restoreTemplate,
  saveTemplate,
  templateFor,
} from "~/features/mail/templates/mail-templates.server";
import { templateSchema } from "~/features/mail/templates/template-schema";
import { onEachDatabase } from "../../../support/database";
import { aCustomField, anAdmin, anAgent, aTask, NOON } from "../../../support/factories";

const place = { kind: "acknowledgement", host: "" } as const;
const text = { subject: "Hello", body: "**We got it.**", days: 0 };

onEachDatabase("email templates", (test) => {
  test("apply from the site first, then from all sites, then from the default", async ({ db }) => {
    const root = await anAdmin(db);
    const bodyFor = async (host: string) => (await templateFor(db, { kind: "acknowledgement", host })).body;
    expect(await bodyFor("it.example")).toBe(DEFAULT_TEMPLATES.acknowledgement.body);
    await saveTemplate(db, root, { ...place, ...text, version: 0 }, NOON);
    await saveTemplate(db, root, { ...place, ...text, host: "it.example", body: "IT got it.", version: 0 }, NOON);
    expect(await bodyFor("it.example")).toBe("IT got it.");
    expect(await bodyFor("hr.example")).toBe("**We got it.**");
    expect((await listTemplates(db, "hr.example"))[0]).toMatchObject({ version: 0, isInherited: true });
  });

  test("refuse to overwrite a newer version, and can be reset and restored", async ({ db }) => {
    const root = await anAdmin(db);
    expect(await saveTemplate(db, root, { ...place, ...text, version: 0 }, NOON)).toEqual({ ok: true });
    expect(await saveTemplate(db, root, { ...place, ...text, version: 0 }, NOON)).toEqual({
      ok: false,
      why: "changed",
    });
    const { version } = await readTemplate(db, place);
    expect(await resetTemplate(db, root, { ...place, version: version + 1 }, NOON)).toMatchObject({ ok: false });
    expect(await resetTemplate(db, root, { ...place, version }, NOON)).toEqual({ ok: true });
    expect(await templateFor(db, place)).toEqual(DEFAULT_TEMPLATES.acknowledgement);
    expect(await restoreTemplate(db, root, place, NOON)).toEqual({ ok: true });
    expect((await templateFor(db, place)).body).toBe("**We got it.**");
    expect(await restoreTemplate(db, root, place, NOON)).toMatchObject({ ok: false });
    const log = await db.selectFrom("security_event").select("kind").orderBy("id").execute();
    expect(log.map(({ kind }) => kind)).toEqual(
      ["changed", "reset", "restored"].map((verb) => `mail_template_${verb}`),
    );
  });

  test("can be changed by admins only", async ({ db }) => {
    const ada = await anAgent(db);
    const refused = { ok: false, why: "not_allowed" };
    expect(await saveTemplate(db, ada, { ...place, ...text, version: 0 }, NOON)).toEqual(refused);
    expect(await resetTemplate(db, ada, { ...place, version: 0 }, NOON)).toEqual(refused);
    expect(await restoreTemplate(db, ada, place, NOON)).toEqual(refused);
  });

  const none = "isn't a variable. Use one from the list below.";
  test.for([
    { body: "Hello {{requester.first_name}}", error: null },
    { body: "Hello {{requester.nickname|there}}", error: null },
    { body: "Hello {{requester.nickname}}", error: `“{{requester.nickname}}” ${none}` },
    { body: "Hello {{}}", error: `“{{}}” ${none}` },
    { body: "By {{agent.name}}", error: "“{{agent.name}}” can be empty. Add a fallback, such as {{agent.name|none}}." },
    {
      body: "On {{field.floor}}",
      error: "“{{field.floor}}” can be empty. Add a fallback, such as {{field.floor|none}}.",
    },
    { body: "On {{field.floor|some floor}}", error: null },
    { body: "Hello {{requester.name", error: "A variable is incomplete. Write it between {{ and }}." },
  ])("are checked for invalid variables: $body", async ({ body, error }, { db }) => {
    await aCustomField(db, { key: "floor" });
    const errors = await templateErrors(db, "acknowledgement", { subject: body, body });
    expect(errors).toEqual(error === null ? {} : { subject: [error], body: [error] });
  });

  test("give way to the default if a variable is empty for the task", async ({ db }) => {
    const root = await anAdmin(db);
    const { id } = await aTask(db, { title: "A title\nof *two* lines" });
    const about = { taskId: id, origin: null };
    await saveTemplate(
      db,
      root,
      { ...place, subject: "{{task.title}}", body: "{{task.url}}", days: 0, version: 0 },
      NOON,
    );
    expect((await fillMailTemplate(db, place, about)).body).toContain("We've received your request");
    const filled = await fillMailTemplate(db, place, { ...about, origin: "https://desk.example" });
    expect(filled.body).toContain(`https://desk.example/tasks/${id}`);
    expect(filled.subject).not.toContain("\n");
  });

  test("have no errors as shipped", async ({ db }) => {
    for (const kind of TEMPLATE_KINDS) {
      const template = DEFAULT_TEMPLATES[kind];
      expect(await templateErrors(db, kind, template), kind).toEqual({});
      expect(templatePreview(template, "Ada", "https://desk.example").body).not.toContain("{{");
    }
  });
});

describe("the template form", () => {
  const parse = (kind: Parameters<typeof templateSchema>[0], form: object) =>
    templateSchema(kind).safeParse({ version: "0", ...form }).success;

  test("requires text except in a footer, and a valid number of days for a reminder", () => {
    expect(parse("acknowledgement", { subject: "a", body: "b" })).toBe(true);
    expect(parse("acknowledgement", { subject: " ", body: "b" })).toBe(false);
    expect(parse("acknowledgement", { subject: "a", body: " " })).toBe(false);
    expect(parse("footer", { body: "" })).toBe(true);
    expect(parse("reminder", { subject: "a", body: "b", days: "3" })).toBe(true);
    expect(parse("reminder", { subject: "a", body: "b", days: "91" })).toBe(false);
    expect(parse("reminder", { subject: "a", body: "b", days: "soon" })).toBe(false);
  });
});

test("a preview shows markup as text, and no link runs a script", () => {
  const hostile = "<script>alert(1)</script> <img src=x onerror=alert(1)> [Open](javascript:alert(1))";
  const { body } = templatePreview({ subject: "Hello", body: hostile }, "Ada", "https://desk.example");
  const { html } = renderMessage(body);
  expect(html).toContain("&lt;script&gt;");
  expect(html).not.toMatch(/<(?:script|img)|href="javascript/i);
});
