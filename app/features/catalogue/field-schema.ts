import * as z from "zod/v4";
import type { FieldOption } from "~/features/custom-fields/field-rules";
import { line, lines } from "~/features/records/form-schema";
import { cleanLine, codePoints } from "~/lib/text";
import * as say from "./catalogue-copy";
import { freeKey, KEY_PATTERN, keyFrom } from "./entries";
import { CHOOSE, NewEntry, TickedKeys } from "./entry-schema";
import {
  CONDITION_NAMES,
  CUSTOM_FIELD_LIMITS,
  type CustomFieldFields,
  hasOptions,
  KIND_NAMES,
  REQUIRED_NAMES,
  VISIBILITY_NAMES,
} from "./fields";

const oneOf = (names: object) => z.string(CHOOSE).refine((key) => Object.hasOwn(names, key), CHOOSE);

const Option = z.object({
  key: z.string().regex(new RegExp(`^${KEY_PATTERN}$`)),
  label: z.string(),
  enabled: z.boolean(),
});

const Options = z
  .string()
  .default("[]")
  .transform((text, context) => {
    const read = z.array(Option).safeParse(parseJson(text));
    if (read.success) return read.data;
    context.addIssue(say.optionsUnreadable);
    return z.NEVER;
  })
  .refine((all) => all.length <= CUSTOM_FIELD_LIMITS.options, say.tooManyOptions(CUSTOM_FIELD_LIMITS.options))
  .refine(
    (all) => all.every(({ label }) => codePoints(label) <= CUSTOM_FIELD_LIMITS.option),
    say.optionTooLong(CUSTOM_FIELD_LIMITS.option),
  )
  .refine((all) => {
    const labels = all.map(({ label }) => label.toLowerCase());
    return new Set(labels).size === labels.length && new Set(all.map(({ key }) => key)).size === all.length;
  }, say.duplicateOptionNames);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Breaks a tie with the option already at that place: moving up goes before it, moving down after it. */
const sortKeyOf = (place: number, from: number) => place + Math.sign(place - from) / 2;

/** Replaces the form's option controls with one JSON text, `options`. An option without a label is removed. */
export function arrangeOptions(form: FormData): void {
  const texts = (name: string) => form.getAll(name).map((text) => (typeof text === "string" ? text : ""));
  const [labels, places, offered] = [texts("optionLabel"), texts("optionPlace"), new Set(texts("optionOffered"))];
  const there = texts("optionKey").map((key, index) => ({
    option: { key, label: cleanLine(labels[index] ?? ""), enabled: offered.has(key) },
    place: sortKeyOf(Number(places[index]) || 0, index + 1),
  }));
  const options: FieldOption[] = there.sort((a, b) => a.place - b.place).map(({ option }) => option);
  for (const text of texts("newOptions").join("\n").split("\n").map(cleanLine).filter(Boolean)) {
    const key = freeKey(keyFrom(text) || "option", (taken) => options.some((option) => option.key === taken));
    options.push({ key, label: text, enabled: true });
  }
  for (const name of ["optionKey", "optionLabel", "optionPlace", "optionOffered", "newOptions"]) form.delete(name);
  form.set("options", JSON.stringify(options.filter(({ label }) => label !== "")));
}

const fields = {
  label: line(CUSTOM_FIELD_LIMITS.label, say.labelTooLong(CUSTOM_FIELD_LIMITS.label), say.enterALabel),
  help: lines(CUSTOM_FIELD_LIMITS.help, say.helpTooLong(CUSTOM_FIELD_LIMITS.help)),
  kind: oneOf(KIND_NAMES),
  options: Options,
  types: TickedKeys,
  visibility: oneOf(VISIBILITY_NAMES),
  required: oneOf(REQUIRED_NAMES),
  conditionField: z.string().default(""),
  conditionIs: oneOf(CONDITION_NAMES).default("is"),
  conditionValue: line(CUSTOM_FIELD_LIMITS.value, say.valueTooLong(CUSTOM_FIELD_LIMITS.value)).default(""),
};

/** Drops values that don't apply: options of a field without a list, and unused parts of a condition. */
const settled = ({ options, ...field }: Omit<CustomFieldFields, "options"> & { options: FieldOption[] }) => {
  const asked = field.conditionField === "" ? { conditionIs: "is", conditionValue: "" } : {};
  const valueless = field.conditionIs === "is_set" ? { conditionValue: "" } : {};
  return {
    ...{ ...field, ...asked, ...valueless, types: [...field.types].sort() },
    options: JSON.stringify(hasOptions(field.kind) ? options : []),
  } satisfies CustomFieldFields;
};

export const FieldForm = z.object(fields).transform((field): CustomFieldFields => settled(field));
export const NewFieldForm = z
  .object({ ...fields, ...NewEntry.shape })
  .transform(({ requestKey, key, ...field }) => ({ requestKey, key, fields: settled(field) as CustomFieldFields }));
