import { isUtf8 } from "node:buffer";
import * as z from "zod/v4";
import { TASK_FIELDS } from "~/features/tasks/task-schema";
import {
  DEFAULT_PRIORITY,
  defaultOf,
  defaultType,
  PRIORITY_KEYS,
  statuses,
  TASK_LIMITS,
  types,
  UPDATE_FIELD,
} from "~/features/tasks/tasks";
import { USER_LIMITS } from "~/features/users/users";
import { normalized } from "~/lib/text";
import { timeZoneNamed } from "~/lib/time-zones";
import { openFile } from "./csv-file.server";
import { dateReader } from "./import-dates";
import { ImportRefusal, MAX_MAP_BYTES, quoted } from "./import-refusal";
import { columnsOf, templateTrouble } from "./import-text-template";
import { findJsonTrouble } from "./json-error-position";

/*
 * The map of an import assigns a meaning to each CSV column. docs/import.md explains it by example;
 * docs/examples/incident-event-log.map.json is a complete one.
 */

const Column = z.string().min(1, "must be the name of a column");

const Template = z
  .string()
  .max(10_000, "must have at most 10,000 characters")
  .superRefine((template, context) => {
    const trouble = templateTrouble(template);
    if (trouble) context.addIssue(trouble);
  });

/** A type, status or priority key: always the same, or from a column. Without `values`, its cells already hold our keys. */
function word<const Keys extends readonly [string, ...string[]]>(keys: Keys, otherwise: Keys[number]) {
  const Word = z.enum(keys, `must be one of ${keys.join(", ")}`);
  return z
    .union([
      z.strictObject({ always: Word }),
      z.strictObject({ column: Column, values: z.record(z.string(), Word).optional(), otherwise: Word.optional() }),
    ])
    .default({ always: otherwise } as { always: never });
}

const person = z.strictObject({
  column: Column,
  /** Whether cells hold names, or email addresses, which also match existing people. */
  by: z.enum(["name", "email"], "must be name or email").default("name"),
});

const PersonName = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(USER_LIMITS.name, `must have at most ${USER_LIMITS.name} characters`);

/** Field names that history already uses. */
const OUR_FIELDS = [...TASK_FIELDS, "follow_up_of", UPDATE_FIELD] as const satisfies readonly string[];

const FieldName = z
  .string()
  .min(1)
  .max(60, "must have at most 60 characters")
  .refine((name) => !OUR_FIELDS.some((ours) => ours === name), "is reserved for the task history; choose another name");

const Dates = z.strictObject({
  format: z
    .string()
    .refine(
      (format) => dateReader(format, "UTC") !== null,
      "must be ISO, unix, unix-ms or be made of YYYY MM M DD D HH H hh h mm ss SSS A, such as DD-MM-YYYY HH:mm",
    ),
  timeZone: z
    .string()
    .refine((name) => timeZoneNamed(name) !== null, "must be a time zone such as UTC or Europe/Berlin")
    .default("UTC"),
});

const keysOf = (all: readonly { key: string }[]) => all.map(({ key }) => key) as [string, ...string[]];

const asTuple = <T extends string>(keys: readonly T[]) => keys as unknown as readonly [T, ...T[]];

/** Built for each map because it uses the desk's current statuses and types. */
const mapSchema = () =>
  z.strictObject({
    /** A comment for readers of the map. */
    about: z.string().optional(),
    /** The source system: prefix of every external key. A different name creates separate tasks and people. */
    source: z.string().regex(/^[A-Za-z0-9._-]{1,60}$/, "must be 1 to 60 letters, digits, dots, dashes or underscores"),
    file: z
      .strictObject({
        delimiter: z
          .string()
          .regex(/^[^"\r\n]$/u, "must be one character, such as ; or \\t")
          .default(","),
        /** Cells that mean "unknown". Empty ones always do. */
        unknown: z.array(z.string()).default([]),
      })
      .prefault({}),
    dates: Dates,
    task: z.strictObject({
      key: Column,
      title: Template,
      description: Template.optional(),
      type: word(keysOf(types()), defaultType()),
      status: word(keysOf(statuses()), defaultOf("new")),
      priority: word(asTuple(PRIORITY_KEYS), DEFAULT_PRIORITY),
      requester: person.extend({ otherwise: PersonName.default("Unknown requester") }),
      assignee: person.optional(),
      openedBy: person.optional(),
      tags: z.array(Column).max(TASK_LIMITS.tags, `must name at most ${TASK_LIMITS.tags} columns`).optional(),
      openedAt: Column.optional(),
      resolvedAt: Column.optional(),
      closedAt: Column.optional(),
      dueAt: Column.optional(),
    }),
    /** Omit it when the file has one row per task and no history. */
    event: z
      .strictObject({
        at: Column.optional(),
        by: person.optional(),
        /** Columns that identify a row; defaults to all of them. */
        key: z.array(Column).min(1, "must name at least one column").optional(),
        /** Extra fields for history: history name to column. */
        fields: z.record(FieldName, Column).default({}),
      })
      .prefault({}),
    people: z
      .strictObject({
        /** State of newly created agents. Disabled by default: they shouldn't get access unless an admin says so. */
        newAgents: z.enum(["active", "disabled"], "must be active or disabled").default("disabled"),
      })
      .prefault({}),
  });

export type ImportMap = z.output<ReturnType<typeof mapSchema>>;
export type PersonColumn = z.output<typeof person>;

/** Parses a map. Throws `ImportRefusal` with one line for each error. */
export function readImportMap(text: string): ImportMap {
  const plain = normalized(text.replace(/^\ufeff/, ""), "NFC"); // headers are normalised to NFC too
  let json: unknown;
  try {
    json = JSON.parse(plain);
  } catch {
    const trouble = findJsonTrouble(plain);
    const found = trouble?.found ? `unexpected ${quoted(trouble.found)}` : "unexpected end of text";
    const place = trouble ? ` at line ${trouble.line}, column ${trouble.column}` : "";
    throw new ImportRefusal(`The map isn't valid JSON: ${found}${place}.`);
  }

  const parsed = mapSchema().safeParse(json, { reportInput: true });
  if (parsed.success) return parsed.data;
  const sentences = [...new Set(parsed.error.issues.flatMap((issue) => sentencesOf(issue, [])))];
  throw new ImportRefusal(`The map has errors.\n${sentences.map((sentence) => `  ${sentence}`).join("\n")}`);
}

type Issue = z.core.$ZodIssue;

function sentencesOf(issue: Issue, parents: readonly PropertyKey[]): string[] {
  const path = [...parents, ...issue.path];
  const place = path.length === 0 ? "the map" : pathText(path);
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => `${pathText([...path, key])} isn't a setting of the map.`);
  }
  if (issue.code === "invalid_union") {
    // The best matching branch has the fewest errors.
    const branches = issue.errors.map((errors) => errors.flatMap((error) => sentencesOf(error as Issue, path)));
    const best = branches.sort((a, b) => a.length - b.length)[0] ?? [];
    const isShape = issue.errors.every((errors) => errors.some((error) => error.path.length === 0));
    return isShape ? [`${place} must be {"always": "…"} or {"column": "…", "values": {…}}.`] : best;
  }
  if (issue.code === "invalid_type" && issue.input === undefined) return [`${place} is missing.`];
  if (issue.code === "invalid_type") return [`${place} must be ${KINDS[issue.expected] ?? `a ${issue.expected}`}.`];
  return [`${place} ${issue.message}.`];
}

const KINDS: Record<string, string> = {
  string: 'a text in quotation marks, "…"',
  object: "an object, {…}",
  record: "an object, {…}",
  array: "a list, […]",
};

/** A path into the map, such as `task.status.values."On hold"`. */
const pathText = (path: readonly PropertyKey[]) =>
  path.map((part) => (/^[A-Za-z0-9]+$/.test(String(part)) ? String(part) : quoted(String(part)))).join(".");

/** Every column in the map, with the settings that use it. */
export function columnsInMap(map: ImportMap): Map<string, string[]> {
  const columns = new Map<string, string[]>();
  const note = (place: string, column: string | undefined) => {
    if (column !== undefined) columns.set(column, [...(columns.get(column) ?? []), place]);
  };
  const { task, event } = map;
  note("task.key", task.key);
  for (const place of ["title", "description"] as const) {
    for (const column of columnsOf(task[place] ?? "")) note(`task.${place}`, column);
  }
  for (const place of ["type", "status", "priority"] as const) {
    const word = task[place];
    if ("column" in word) note(`task.${place}.column`, word.column);
  }
  for (const place of ["requester", "assignee", "openedBy"] as const) note(`task.${place}.column`, task[place]?.column);
  for (const column of task.tags ?? []) note("task.tags", column);
  for (const place of ["openedAt", "resolvedAt", "closedAt", "dueAt"] as const) note(`task.${place}`, task[place]);
  note("event.at", event.at);
  note("event.by.column", event.by?.column);
  for (const column of event.key ?? []) note("event.key", column);
  for (const [name, column] of Object.entries(event.fields)) note(`event.fields.${name}`, column);
  return columns;
}

/** Reads a map from a file. Throws `ImportRefusal` if it can't be used. */
export async function readMapFile(path: string): Promise<ImportMap> {
  const file = await openFile(path);
  try {
    const stat = await file.stat();
    if (!stat.isFile()) throw new ImportRefusal(`${path} isn't a file. Enter the path of the map, a JSON file.`);
    if (stat.size > MAX_MAP_BYTES) throw new ImportRefusal(`${path} is too large for a map. Is it the CSV file?`);
    const bytes = await file.readFile();
    if (!isUtf8(bytes)) throw new ImportRefusal(`The map ${path} isn't written in UTF-8. Save it as UTF-8.`);
    return readImportMap(bytes.toString("utf8"));
  } finally {
    await file.close();
  }
}
