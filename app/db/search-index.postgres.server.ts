import { sql } from "kysely";
import type { SearchDocument } from "./search-index.server";
import type { Db } from "./types";

/** Replaces what the index has about `ids` by `documents`. */
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

/** What stands before words of a part; private characters that no text has as a part of a word. */
export const MARKS = { title: "\ue001", labels: "\ue002", notes: "\ue003" } as const;

/** What a tsvector can hold: https://www.postgresql.org/docs/17/textsearch-limitations.html */
const LAST_POSITION = 16_383;
const MAX_BYTES = 1_000_000; // the limit is 1 MiB less one, words and places together; a little air for alignment

/**
 * The parts of a document. A GIN index knows words but not where they stand, so what a question tells apart is told by
 * words of its own: words of the title stand in the document once more under a mark, words of labels and notes only so.
 * Requesters, who are shown neither, ask for words without a mark, and no note can match.
 *
 * weight   a letter at every place of the word, for questions about one part alone
 * perWord  positions kept of one word; PostgreSQL keeps 256 in all
 * upTo     last position for phrases. Later words are all put on the last one: found, but not as parts of a phrase
 * bytes    where this part ends at the latest; further new words of it are not found
 */
const PARTS = [
  { texts: "title", weight: "A", marks: ["", MARKS.title], perWord: 16, upTo: 2_000, bytes: 100_000 },
  { texts: "labels", weight: "B", marks: [MARKS.labels], perWord: 16, upTo: 6_000, bytes: 200_000 },
  { texts: "publicText", weight: "C", marks: [""], perWord: 200, upTo: 14_000, bytes: 800_000 },
  { texts: "notes", weight: "D", marks: [MARKS.notes], perWord: 200, upTo: LAST_POSITION - 2, bytes: MAX_BYTES },
] as const;

/** A document in the notation of PostgreSQL, `'fire':3A,17C 'printer':2A`; words are only letters, digits and marks. */
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
      if (position < upTo) position++; // a gap, so that no phrase reaches from one text into the next
    }
  }
  return [...lexemes].map(([word, places]) => `'${word}':${places.join(",")}`).join(" ");
}
