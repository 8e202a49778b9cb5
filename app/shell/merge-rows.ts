type Row = { id: number };
type Data = Record<string, unknown>;

const isRow = (value: unknown): value is Row => typeof (value as Row | null)?.id === "number";
const areRows = (value: unknown): value is Row[] => Array.isArray(value) && value.every(isRow);
const isData = (value: unknown): value is Data =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  Object.getPrototypeOf(value) === Object.prototype;

/**
 * Merges new data without moving rows: visible rows get new values in the old order, new rows stay out. `changes` counts
 * the rows that would appear, disappear or move. With none, returns the new data as is.
 */
export function mergeInPlace<Fresh>(shown: unknown, fresh: Fresh): { data: Fresh; changes: number } {
  const held = hold(shown, fresh);
  return { data: held.changes === 0 ? fresh : (held.data as Fresh), changes: held.changes };
}

function hold(shown: unknown, fresh: unknown): { data: unknown; changes: number } {
  if (areRows(shown) && areRows(fresh)) return holdRows(shown, fresh);
  if (Array.isArray(shown) && Array.isArray(fresh)) {
    if (shown.length !== fresh.length) return { data: shown, changes: 1 };
    const parts = fresh.map((value, index) => hold(shown[index], value));
    return { data: parts.map(({ data }) => data), changes: sum(parts) };
  }
  if (!isData(shown) || !isData(fresh)) return { data: fresh, changes: 0 };
  const parts = Object.entries(fresh).map(([name, value]) => ({ name, ...hold(shown[name], value) }));
  const changes = sum(parts);
  if (changes === 0) return { data: fresh, changes };
  // Data about the list, such as the next page's cursor, must keep matching the visible rows.
  const inner = parts.filter(({ data }) => typeof data === "object" && data !== null);
  const now = typeof fresh.now === "number" && { now: fresh.now };
  return { data: { ...shown, ...now, ...Object.fromEntries(inner.map(({ name, data }) => [name, data])) }, changes };
}

function holdRows(shown: Row[], fresh: Row[]): { data: Row[]; changes: number } {
  const before = new Map(shown.map((row) => [row.id, row]));
  const after = new Map(fresh.map((row) => [row.id, row]));
  if (shown.length === fresh.length && shown.every(({ id }, index) => fresh[index]?.id === id)) {
    return { data: fresh, changes: 0 };
  }
  const gone = shown.filter(({ id }) => !after.has(id));
  const others = fresh.filter((row) => JSON.stringify(before.get(row.id)) !== JSON.stringify(row));
  return { data: shown.map((row) => after.get(row.id) ?? row), changes: Math.max(1, gone.length + others.length) };
}

const sum = (parts: readonly { changes: number }[]) => parts.reduce((all, { changes }) => all + changes, 0);

type Said = { id: number; author?: string | null; isMine?: boolean };

/** Returns the authors of messages the task page doesn't show yet. Null if there are none, or on other pages. */
export function newWriters(shown: unknown, fresh: unknown): string[] | null {
  const messages = (data: unknown) => (data as { task?: { messages?: Said[] } } | null)?.task?.messages ?? null;
  const [before, after] = [messages(shown), messages(fresh)];
  if (!before || !after) return null;
  const known = new Set(before.map(({ id }) => id));
  const writers = after.filter(({ id, isMine }) => !known.has(id) && !isMine).map(({ author }) => author ?? "Taskdesk");
  return writers.length > 0 ? [...new Set(writers)] : null;
}
