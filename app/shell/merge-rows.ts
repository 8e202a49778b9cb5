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
 * New data of a page whose rows stay where they are: those that are shown have their new values, in the old order, and what
 * has come is not there yet. `changes` is how many rows would come, go or move; with none the new data are as they came.
 */
export function inPlace<Fresh>(shown: unknown, fresh: Fresh): { data: Fresh; changes: number } {
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
  // What is said of the rows, such as where the next page begins, is true of those that are shown.
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

/** Who has said something that the page of a task did not show yet; null where nobody has, or it is no such page. */
export function newWriters(shown: unknown, fresh: unknown): string[] | null {
  const messages = (data: unknown) => (data as { task?: { messages?: Said[] } } | null)?.task?.messages ?? null;
  const [before, after] = [messages(shown), messages(fresh)];
  if (!before || !after) return null;
  const known = new Set(before.map(({ id }) => id));
  const writers = after.filter(({ id, isMine }) => !known.has(id) && !isMine).map(({ author }) => author ?? "Taskdesk");
  return writers.length > 0 ? [...new Set(writers)] : null;
}
