import { sql } from "kysely";
import type { SearchDocument } from "./search-index.server";
import type { Db } from "./types";

export async function storeInPostgres(tx: Db, ids: number[], documents: SearchDocument[]): Promise<void> {
  const kept = new Set(documents.map((document) => document.taskId));
  const gone = ids.filter((id) => !kept.has(id));
  if (gone.length > 0) await tx.deleteFrom("task_search").where("task_id", "in", gone).execute();
  if (documents.length === 0) return;

  await tx
    .insertInto("task_search")
    .values(
      documents.map((document) => ({
        task_id: document.taskId,
        document: sql<string>`${tsvectorLiteral(document)}::tsvector`,
      })),
    )
    .onConflict((conflict) =>
      conflict.column("task_id").doUpdateSet((eb) => ({ document: eb.ref("excluded.document") })),
    )
    .execute();
}

/** Prefixes of a part's words: private-use characters, which never occur in words. */
export const MARKS = { title: "\ue001", labels: "\ue002", notes: "\ue003" } as const;

/** Limits of a tsvector: https://www.postgresql.org/docs/17/textsearch-limitations.html */
const LAST_POSITION = 16_383;
const MAX_BYTES = 1_000_000; // the limit is 1 MiB less one for words and positions; leaves room for alignment

/**
 * The parts of a document. A GIN index stores words without positions or weights, so parts are told apart by prefixed words.
 * Title words are stored plain and with a mark, words of labels and notes only with one. Requesters see neither labels nor
 * notes: their queries use plain words, so notes can't match.
 *
 * weight   tsvector weight of each position, for queries on one part
 * perWord  positions kept per word; PostgreSQL keeps 256 in all
 * upTo     last position for phrases. Later words all share the last position: found, but not in phrases
 * bytes    total size at which the part is cut off; new words after that aren't found
 */
const PARTS = [
  { texts: "title", weight: "A", marks: ["", MARKS.title], perWord: 16, upTo: 2_000, bytes: 100_000 },
  { texts: "labels", weight: "B", marks: [MARKS.labels], perWord: 16, upTo: 6_000, bytes: 200_000 },
  { texts: "publicText", weight: "C", marks: [""], perWord: 200, upTo: 14_000, bytes: 800_000 },
  { texts: "notes", weight: "D", marks: [MARKS.notes], perWord: 200, upTo: LAST_POSITION - 2, bytes: MAX_BYTES },
] as const;

/** A document as tsvector literal, `'fire':3A,17C 'printer':2A`. Words have only letters, digits and marks: no escaping. */
export function tsvectorLiteral(document: SearchDocument): string {
  const lexemes = new Map<string, string[]>();
  let used = 0;
  let position = 0;

  for (const { texts, weight, marks, perWord, upTo, bytes } of PARTS) {
    const counts = new Map<string, number>();
    for (const text of document[texts]) {
      for (const word of text) {
        if (position < upTo) position++;
        const count = counts.get(word) ?? 0;
        const cost = marks.length * (count > 0 ? 2 : Buffer.byteLength(word) + 9);
        if (count === perWord || used + cost > bytes) continue;
        counts.set(word, count + 1);
        used += cost;
        const place = `${position < upTo ? position : LAST_POSITION}${weight}`;
        for (const mark of marks) {
          const places = lexemes.get(mark + word);
          if (places) places.push(place);
          else lexemes.set(mark + word, [place]);
        }
      }
      if (position < upTo) position++; // a gap, so no phrase matches across two texts
    }
  }
  return [...lexemes].map(([word, places]) => `'${word}':${places.join(",")}`).join(" ");
}
