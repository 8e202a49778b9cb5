import * as z from "zod/v4";

const Rules = z.enum(["allow", "block"]);
export type Rule = z.output<typeof Rules>;

const Id = z.number().int().positive().max(999_999_999);
const Moment = z.number().int().nonnegative().nullable();

/** The data to undo the handling of a message: its former state, and the sender's former rule if that changed. */
const Undo = z.object({
  id: Id,
  did: z.enum(["release", "take_off"]),
  was: z.object({
    reason: z.string().max(500),
    attempts: z.number().int().nonnegative().max(1_000),
    processedAt: Moment,
    handledAt: Moment,
  }),
  rule: z
    .object({
      key: z.string().min(1).max(1_000),
      set: Rules,
      was: Rules.nullable(),
    })
    .optional(),
});
export type HandlingUndo = z.output<typeof Undo>;

/** Reads undo data from the toast's form; null for anything else. */
export function parseUndo(text: string): HandlingUndo | null {
  try {
    return Undo.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null; // not JSON
  }
}
