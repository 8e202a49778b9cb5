import { setImmediate } from "node:timers/promises";
import type { Db } from "~/db/types";
import { listVisibleFields } from "~/features/custom-fields/custom-fields.server";
import { fieldName } from "~/features/custom-fields/field-name";
import { addDetails, logSecurity } from "~/features/security-log/security-log.server";
import { hasServiceLevels, withClocks } from "~/features/service-levels/list-clocks.server";
import { withFields } from "~/features/task-list/field-columns.server";
import type { ListedTask } from "~/features/task-list/listed-tasks.server";
import { CLOCK_COLUMNS, COLUMN_KEYS, COLUMNS, type ListedClocks } from "~/features/task-list/task-columns";
import { type TaskExtra, withExtra } from "~/features/task-list/task-columns.server";
import { listTasks } from "~/features/task-list/task-list.server";
import { priorityOf, statusOf } from "~/features/tasks/tasks";
import { zoneOf } from "~/features/users/preferences.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { dayOf } from "~/lib/calendar-day";
import { formatNumber } from "~/lib/numbers";
import { isoTime } from "~/lib/zoned-time";
import type { ListConditions, ParsedList } from "./parse-list-url.server";
import { MOST_TASKS_EXPORTED } from "./views";
import * as say from "./views-copy";

/** Start of a cell that a spreadsheet would run as a formula. East Asian versions also accept full-width signs. */
const FORMULA = /^(?=[=+\-@＝＋－＠\t\r\n])/;

/**
 * Formula start after any character that can separate cells: a spreadsheet that doesn't split at commas ignores quotes inside
 * a line. Matches the quotes forward from the separator: looking back from each sign took minutes for a cell of quotes.
 */
const FORMULA_INSIDE = /([;\t\r\n]"*)(?=[=+\-@＝＋－＠])/g;

/** A plain negative number is no formula. */
const NUMBER = /^-\d+(?:\.\d+)?$/;

/**
 * Formats a line of a CSV file (RFC 4180). Strangers write these texts: an apostrophe stops a spreadsheet from running one as
 * a formula.
 */
export const csvLine = (cells: readonly string[]) => `${cells.map(cellOf).join(",")}\r\n`;

function cellOf(text: string) {
  const harmless = NUMBER.test(text) ? text : text.replace(FORMULA_INSIDE, "$1'").replace(FORMULA, "'");
  return /[",;\t\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** Without it, spreadsheets read UTF-8 as an older encoding. */
const BYTE_ORDER_MARK = "\uFEFF";

/** A list whose query is valid. */
type Readable = ParsedList & { asked: ListConditions };

/** Rows per read; other requests run between reads. */
const ROWS_PER_READ = 200;

/**
 * Streams a list as CSV in its own order, up to `most` rows, with clocks and custom fields last. Logs the export in the security log and
 * adds the row count at the end. `isGone`: the client has disconnected.
 */
export async function* listAsCsv(
  db: Db,
  viewer: Viewer,
  meant: Readable,
  { origin, isGone, most = MOST_TASKS_EXPORTED }: { origin: string; isGone: () => boolean; most?: number },
  now: number,
): AsyncGenerator<string> {
  const zone = zoneOf(viewer);
  const details = { list: inWords(meant) };
  const event = await logSecurity(db, { kind: "list_exported", actorId: viewer.id, details }, now);
  let written = 0;
  try {
    const fields = await listVisibleFields(db, viewer);
    const hasClocks = isAgent(viewer) && (await hasServiceLevels(db));
    yield BYTE_ORDER_MARK +
      csvLine([...say.headings, ...(hasClocks ? CLOCK_HEADINGS : []), ...fields.map(({ label }) => label)]);
    let after: readonly (number | null)[] | null = null;
    do {
      const position = after && { side: "after" as const, values: after };
      const limit = Math.min(ROWS_PER_READ, most - written);
      const { tasks, next } = await listTasks(db, viewer, {
        ...meant.asked,
        sort: meant.address.sort,
        position,
        limit,
      });
      const extra = await withFields(db, await withExtra(db, tasks, COLUMN_KEYS), fields, { forFile: true });
      const rows = await withClocks(db, extra, COLUMN_KEYS, now);
      const ofClocks = ({ clocks }: (typeof rows)[number]) =>
        hasClocks ? METRICS.flatMap((metric) => clockCells(clocks?.[metric], zone)) : [];
      const ofFields = (row: (typeof rows)[number]) => fields.map(({ key }) => row.fields?.[fieldName(key)] ?? "");
      yield rows.map((row) => csvLine([...cellsOf(row, origin, zone), ...ofClocks(row), ...ofFields(row)])).join("");
      written += tasks.length;
      after = next;
      await setImmediate();
    } while (after && written < most && !isGone());
    if (after && !isGone()) yield csvLine([say.exportStopsHere(formatNumber(most))]);
  } finally {
    await addDetails(db, event, { ...details, tasks: formatNumber(written) });
  }
}

const METRICS = ["first", "next", "resolution"] as const;
const CLOCK_HEADINGS = METRICS.flatMap((metric) => CLOCK_COLUMNS[metric].map((key) => COLUMNS[key]));

const clockCells = (clock: ListedClocks["first"], zone: string) =>
  clock ? [clock.state, clock.dueAt === null ? "" : isoTime(clock.dueAt, zone), String(clock.used)] : ["", "", ""];

const cellsOf = (
  { id, title, status, inner, dueAt, changedAt, extra }: ListedTask & { extra?: TaskExtra },
  origin: string,
  zone: string,
) => [
  String(id),
  title,
  inner ? statusOf(status).name : statusOf(status).requesterName,
  inner?.requester ?? "",
  inner?.assignee ?? "",
  ...(extra ? [extra.team, extra.organization, extra.type] : ["", "", ""]),
  inner ? priorityOf(inner.priority).name : "",
  inner?.tags.join(" ") ?? "",
  ...[dayOf(dueAt), extra ? isoTime(extra.createdAt, zone) : "", isoTime(changedAt, zone)],
  `${origin}/tasks/${id}`,
];

/** Describes the list for the security log. */
function inWords({ view, texts, address }: ParsedList): string {
  const asked = view ? [`${view.name}: ${view.query}`] : Object.entries(texts).filter(([, text]) => text !== "");
  const words = asked.map((one) => (typeof one === "string" ? one : one.join(": ")));
  const { key } = address.sort;
  return words.length > 0 ? say.exported(words.join(", "), key) : say.exportedAllOpen(key);
}
