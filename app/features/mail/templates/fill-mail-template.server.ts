import type { Db } from "~/db/types";
import { fillLine, fillTemplate, type TextValues } from "~/features/macros/fill-template.server";
import { mailValues, variableNames } from "~/features/macros/template-values.server";
import { DEFAULT_TEMPLATES, isSentByAgent, type TemplateKind, type TemplateText } from "./mail-templates";
import { type TemplatePlace, templateFor } from "./mail-templates.server";
import * as say from "./templates-copy";

/** A filled template: Markdown, and a subject of one line. */
type Filled = { subject: string; body: string };

type About = { taskId: number; origin: string | null; agent?: string | null };

/** The text of a mail about a task. If a variable is empty for this task, the default template is used. */
export async function fillMailTemplate(
  db: Db,
  place: TemplatePlace,
  { taskId, origin, agent = null }: About,
): Promise<Filled> {
  const values = await mailValues(db, taskId, { origin, agent });
  const custom = fill(await templateFor(db, place), values);
  return custom.missing.length === 0 ? custom : fill(DEFAULT_TEMPLATES[place.kind], values);
}

function fill(template: TemplateText, values: TextValues): Filled & { missing: string[] } {
  const [subject, body] = [fillLine(template.subject, values), fillTemplate(template.body, values)];
  return { subject: subject.text, body: body.text, missing: [...subject.missing, ...body.missing] };
}

const VARIABLE = /\{\{([^{}]*)\}\}/g;

/** A template's errors, by field. */
export async function templateErrors(
  db: Db,
  kind: TemplateKind,
  template: TemplateText,
): Promise<Record<string, string[]>> {
  const known = await variableNames(db);
  const isEmptySometimes = (name: string) =>
    name.startsWith("field.") || (name === "agent.name" && !isSentByAgent(kind));
  function errorOf(text: string): string | null {
    for (const [variable, inside = ""] of text.matchAll(VARIABLE)) {
      const [name = "", ...fallback] = inside.split("|").map((part) => part.trim());
      if (fallback.join("") !== "") continue;
      if (!known.includes(name)) return say.unknownVariable(variable);
      if (isEmptySometimes(name)) return say.mayBeEmpty(variable, `{{${name}|${say.nothing}}}`);
    }
    return /\{\{|\}\}/.test(text.replace(VARIABLE, "")) ? say.brokenVariable : null;
  }
  const errors = { subject: errorOf(template.subject), body: errorOf(template.body) };
  return Object.fromEntries(Object.entries(errors).flatMap(([field, error]) => (error ? [[field, [error]]] : [])));
}

/** The template filled with sample values. */
export const templatePreview = (template: TemplateText, agent: string, origin: string): Filled =>
  fill(
    template,
    new Map([
      ["requester.first_name", say.sample.firstName],
      ["requester.name", say.sample.name],
      ["task.number", "1042"],
      ["task.title", say.sample.title],
      ["task.url", `${origin}/tasks/1042`],
      ["agent.name", agent],
      ["team.name", say.sample.team],
    ]),
  );
