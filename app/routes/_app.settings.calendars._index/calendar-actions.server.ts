import { type ActionFunctionArgs, data } from "@remix-run/node";
import type { Imported } from "~/features/service-levels/calendars/calendar-form";
import { CalendarForm } from "~/features/service-levels/calendars/calendar-schema";
import { type CalendarYear, calendarYear, chosenYear } from "~/features/service-levels/calendars/calendar-year";
import { CALENDAR_LIMITS, type CalendarFields, calendarOf } from "~/features/service-levels/calendars/calendars";
import * as say from "~/features/service-levels/calendars/calendars-copy";
import { type HolidayFile, readHolidayFile, withHolidays } from "~/features/service-levels/calendars/holiday-file";
import type { TrialResult } from "~/features/service-levels/what-if/what-if.server";
import { parseForm, refuse, textOf } from "~/http/form.server";
import { readUploadForm } from "~/http/upload-form.server";
import type { Refusal } from "~/lib/refusal";
import { timeZoneChoices } from "~/lib/time-zones";

/* Shared by the pages of calendars. */

/**
 * A form that wasn't saved.
 *
 * current   the calendar as others saved it meanwhile
 * year      the calendar as typed; null if it has mistakes
 * imported  the file whose holidays were added to the form
 * trial     the result of trying it on the last 90 days
 */
export type CalendarAnswer = {
  refusal: Refusal;
  current: CalendarFields | null;
  year: CalendarYear | null;
  imported: Imported | null;
  trial: TrialResult | null;
};

export const answer = (
  status: number,
  refusal: Refusal,
  { current = null, year = null, imported = null, trial = null }: Partial<CalendarAnswer> = {},
) => data<CalendarAnswer>({ refusal, current, year, imported, trial }, { status });

/** Page data besides the form. */
export function yearAndZones({ url }: Request, fields: Omit<CalendarFields, "name">, now: number) {
  const calendar = calendarOf(fields);
  const asked = chosenYear(new URL(url).searchParams.get("year"), now);
  return { year: calendar && calendarYear(calendar, asked), zones: timeZoneChoices(fields.zone) };
}

/** A form's file: its text, none, or too large. */
type SentFile = string | null | "too_large";

/** Reads a calendar's form, and answers the buttons that save nothing. */
export async function readCalendarForm(
  { request }: Pick<ActionFunctionArgs, "request">,
  now: number,
): Promise<{ form: FormData; unsaved: ReturnType<typeof answer> | null }> {
  const { form, files } = await readUploadForm(request, ({ bytes }) => textIn(bytes));
  const pressed = textOf(form, "do");
  if (pressed === "import") return { form, unsaved: addFromFile(request, form, files[0] ?? null, now) };
  return { form, unsaved: pressed === "preview" ? preview(request, form, now) : null };
}

/** At most as much as a file may have; the rest is read, but not kept. */
async function textIn(bytes: AsyncIterable<Uint8Array>): Promise<SentFile> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.byteLength;
    if (size <= CALENDAR_LIMITS.fileKiB * 1024) chunks.push(chunk);
  }
  if (size === 0) return null; // browsers send an empty file when none is chosen
  return size > CALENDAR_LIMITS.fileKiB * 1024 ? "too_large" : Buffer.concat(chunks).toString("utf8");
}

/** Shows the year of the form as typed, with its mistakes. A missing name doesn't matter yet. */
function preview(request: Request, form: FormData, now: number) {
  const { name: _, ...errors } = mistakesIn(form);
  if (Object.keys(errors).length > 0) return answer(422, refuse(form, errors));
  return answer(200, refuse(form, {}), { year: typedYear(request, form, now) });
}

function mistakesIn(form: FormData): Refusal["errors"] {
  const parsed = parseForm(form, CalendarForm);
  return parsed.ok ? {} : parsed.refusal.errors;
}

function typedYear(request: Request, form: FormData, now: number): CalendarYear | null {
  const named = new FormData();
  for (const [name, value] of form) named.append(name, value);
  named.set("name", "x");
  const parsed = parseForm(named, CalendarForm);
  return parsed.ok ? yearAndZones(request, parsed.value, now).year : null;
}

/** Adds a file's holidays to the form, which is shown again: nothing is saved before the admin has seen them. */
function addFromFile(request: Request, form: FormData, file: SentFile, now: number) {
  const read = file === null || file === "too_large" ? null : readHolidayFile(file);
  if (!read) return answer(422, refuse(form, { file: [whyNoHolidays(file)] }));
  const { holidays, skipped }: HolidayFile = read;
  const { text, added } = withHolidays(textOf(form, "holidays").replaceAll("\r\n", "\n"), holidays);
  form.set("holidays", text);
  const imported = { at: now, added, skipped };
  return answer(200, refuse(form, {}), { imported, year: typedYear(request, form, now) });
}

function whyNoHolidays(file: SentFile): string {
  if (file === "too_large") return say.fileTooLarge(CALENDAR_LIMITS.fileKiB);
  return file === null ? say.chooseAFile : say.notACalendarFile;
}
