import { createHash } from "node:crypto";
import {
  PRIORITY_KEYS,
  type PriorityKey,
  rankOf,
  type StatusKey,
  statuses,
  TAG_PATTERN,
  TASK_LIMITS,
  type TypeKey,
  types,
} from "~/features/tasks/tasks";
import { nameBeside, parsePerson } from "~/features/users/parse-people.server";
import { emailKeyOf, nameFromAddress } from "~/features/users/user-search-keys.server";
import { EMAIL_PATTERN, USER_LIMITS } from "~/features/users/users";
import { formatNumber } from "~/lib/numbers";
import { cleanLine, cleanText, codePoints } from "~/lib/text";
import type { ImportMap, PersonColumn } from "./csv-column-map.server";
import { dateReader, dayReader, type ReadDate } from "./import-dates";
import { counted, quoted } from "./import-refusal";
import { templateFiller } from "./import-text-template";

export type ImportPerson = {
  /** The `external_key` (kind name) or the lower-case address (kind email). */
  key: string;
  kind: "name" | "email";
  name: string;
  email: string | null;
  /** The role for a new person. */
  role: "requester" | "agent";
};

/** A parsed row. `undefined`: not in the map. Null: unknown in this row. */
export type ImportRow = {
  line: number;
  /** Identifies the row across imports. */
  key: string;
  taskKey: string;
  /** UTC milliseconds; null if the map has no event time. */
  at: number | null;
  by: ImportPerson | null;
  title: string;
  /** Empty for none. */
  description: string;
  type: TypeKey;
  status: StatusKey;
  /** Rank. */
  priority: number;
  requester: ImportPerson;
  assignee: ImportPerson | null | undefined;
  openedBy: ImportPerson | null | undefined;
  tags: string[] | undefined;
  openedAt: number | null;
  resolvedAt: number | null;
  closedAt: number | null;
  /** A calendar day. */
  dueAt: number | null | undefined;
  /** Extra fields, in the order of `event.fields`. */
  fields: (string | null)[];
};

export type ReadRow = (line: number, cells: readonly string[]) => ImportRow | { line: number; trouble: string };

/** The row can't be imported; the message says why. */
class BadRow extends Error {}

const EMAIL = new RegExp(`^${EMAIL_PATTERN}$`, "u");
const TAG_CHARACTERS = new RegExp(TAG_PATTERN, "gu");
const MAX_FIELD_VALUE = 500;

/** A fast path for cells that are clean already, which most are: a million rows have tens of millions of cells. */
const PLAIN = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;

const cellText = (cell: string) => (PLAIN.test(cell) ? cell : cleanLine(cell));

/** Creates a row parser for a file with this header, which must have every column of the map. */
export function rowReader(map: ImportMap, header: readonly string[]): ReadRow {
  const unknown = new Set(["", ...map.file.unknown.map(cleanLine)]);
  const readTime = dateReader(map.dates.format, map.dates.timeZone);
  const readDay = dayReader(map.dates.format, map.dates.timeZone);
  if (!readTime || !readDay) throw new Error("The map has an unknown date format.");
  const index = new Map(header.map((name, at) => [name, at]));
  const keyColumns = (map.event.key ?? header).map((name) => index.get(name) ?? -1);

  type Cells = readonly string[];
  /** Reads a column's cell as one line; null for unknown. */
  const cellOf = (column: string) => {
    const at = index.get(column) ?? -1;
    return (cells: Cells) => {
      const text = cellText(cells[at] ?? "");
      return unknown.has(text) ? null : text;
    };
  };
  const readers = new Map(header.map((name) => [name, cellOf(name)]));

  function date(column: string | undefined, reader: ReadDate) {
    if (column === undefined) return () => null;
    const cell = cellOf(column);
    return (cells: Cells) => {
      const text = cell(cells);
      if (text === null) return null;
      const time = reader(text);
      if (time === null) throw new BadRow(`column "${column}" is ${quoted(text)}, not a date like ${map.dates.format}`);
      return time;
    };
  }

  function word<Key extends string>(
    as: { always: Key } | { column: string; values?: Record<string, Key> | undefined; otherwise?: Key | undefined },
    keys: readonly Key[],
  ) {
    if ("always" in as) return () => as.always;
    const cell = cellOf(as.column);
    const values = as.values && new Map(Object.entries(as.values).map(([from, to]) => [cleanLine(from), to]));
    return (cells: Cells): Key => {
      const text = cell(cells);
      const key = (text === null ? null : values ? values.get(text) : keys.find((one) => one === text)) ?? as.otherwise;
      if (key !== undefined) return key;
      if (text === null)
        throw new BadRow(`column "${as.column}" is empty or unknown, and the map has no "otherwise" for it`);
      throw new BadRow(`column "${as.column}" is ${quoted(text)}, which isn't mapped`);
    };
  }

  function person(as: PersonColumn | undefined, role: ImportPerson["role"]) {
    if (as === undefined) return () => null;
    const cell = cellOf(as.column);
    return (cells: Cells): ImportPerson | null => {
      const text = cell(cells);
      if (text === null) return null;
      if (as.by === "name") return byName(as.column, text, role);
      const typed = parsePerson(text);
      const { email, name } = typed && "email" in typed ? typed : { email: text, name: "" };
      if (!EMAIL.test(email) || codePoints(email) > USER_LIMITS.email) {
        throw new BadRow(`column "${as.column}" is ${quoted(text)}, not an email address`);
      }
      return { key: emailKeyOf(email), kind: "email", name: nameBeside(name) || nameFromAddress(email), email, role };
    };
  }

  function byName(column: string, name: string, role: ImportPerson["role"]): ImportPerson {
    if (codePoints(name) > USER_LIMITS.name) {
      throw new BadRow(
        `column "${column}" is ${quoted(name)}, longer than the ${USER_LIMITS.name} characters of a name`,
      );
    }
    return { key: `${map.source}/${name}`, kind: "name", name, email: null, role };
  }

  const { task, event } = map;
  const number = cellOf(task.key);
  const fillTitle = templateFiller(task.title);
  const fillDescription = templateFiller(task.description ?? "");
  const type = word<TypeKey>(task.type, keysOf(types()));
  const status = word<StatusKey>(task.status, keysOf(statuses()));
  const priority = word<PriorityKey>(task.priority, PRIORITY_KEYS);
  const requester = person(task.requester, "requester");
  const nobody = byName("", cleanLine(task.requester.otherwise), "requester");
  const assignee = person(task.assignee, "agent");
  const openedBy = person(task.openedBy, "agent");
  const by = person(event.by, "agent");
  const at = date(event.at, readTime);
  const openedAt = date(task.openedAt, readTime);
  const resolvedAt = date(task.resolvedAt, readTime);
  const closedAt = date(task.closedAt, readTime);
  const dueAt = date(task.dueAt, readDay);
  const tagCells = task.tags?.map(cellOf);
  const fieldCells = Object.values(event.fields).map(cellOf);

  function read(line: number, cells: Cells): ImportRow {
    if (cells.length !== header.length) {
      throw new BadRow(`it has ${counted(cells.length, "cell")}, but the header has ${header.length}`);
    }
    const name = number(cells);
    if (name === null) throw new BadRow(`column "${task.key}", which identifies tasks, is empty or unknown`);
    if (name.length > 200) throw new BadRow(`column "${task.key}" is ${quoted(name)}, longer than 200 characters`);
    const oneLine = (column: string) => readers.get(column)?.(cells) ?? null;
    const wholeText = (column: string) => {
      const text = cleanText(cells[index.get(column) ?? -1] ?? "");
      return unknown.has(text) ? null : text;
    };
    const description = cleanText(fillDescription(wholeText));
    if (codePoints(description) > TASK_LIMITS.message) {
      throw new BadRow(`the description has more than ${formatNumber(TASK_LIMITS.message)} characters`);
    }
    const eventAt = event.at === undefined ? null : at(cells);
    if (event.at !== undefined && eventAt === null) throw new BadRow(`column "${event.at}" is empty or unknown`);
    return {
      ...{ line, key: rowKey(map.source, name, keyColumns, cells), taskKey: `${map.source}/${name}` },
      ...{ at: eventAt, by: by(cells) },
      title: shortened(cleanLine(fillTitle(oneLine)) || name, TASK_LIMITS.title),
      description,
      ...{ type: type(cells), status: status(cells), priority: rankOf(priority(cells)) },
      ...{ requester: requester(cells) ?? nobody },
      openedBy: task.openedBy === undefined ? undefined : openedBy(cells),
      assignee: task.assignee === undefined ? undefined : assignee(cells),
      tags: tagCells && tagsOf(tagCells.map((cell) => cell(cells))),
      ...{ openedAt: openedAt(cells), resolvedAt: resolvedAt(cells), closedAt: closedAt(cells) },
      dueAt: task.dueAt === undefined ? undefined : dueAt(cells),
      fields: fieldCells.map((cell) => {
        const text = cell(cells);
        return text === null ? null : shortened(text, MAX_FIELD_VALUE);
      }),
    };
  }

  return (line, cells) => {
    try {
      return read(line, cells);
    } catch (error) {
      if (error instanceof BadRow) return { line, trouble: error.message };
      throw error;
    }
  };
}

/**
 * A row's identity: 128 bits of SHA-256 over source, task and key cells. It doesn't depend on the file, the order of its
 * rows, or the rest of the map.
 */
function rowKey(source: string, task: string, columns: readonly number[], cells: readonly string[]): string {
  const parts = [source, task, ...columns.map((at) => cells[at] ?? "")];
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 22);
}

const keysOf = (all: readonly { key: string }[]) => all.map(({ key }) => key);

const shortened = (text: string, limit: number) =>
  text.length <= limit || codePoints(text) <= limit ? text : `${[...text].slice(0, limit - 1).join("")}…`;

/** Turns cells into tags: `Category 55` becomes `category-55`. */
function tagsOf(words: readonly (string | null)[]): string[] {
  const tags = words.flatMap((word) => {
    const pieces = (word ?? "").toLowerCase().match(TAG_CHARACTERS) ?? [];
    return [...pieces.join("-")].slice(0, TASK_LIMITS.tag).join("") || [];
  });
  return [...new Set(tags)].sort();
}
