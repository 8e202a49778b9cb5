/** How often a text is asked for before its plan is kept: one for each length of a list comes and goes. */
const OFTEN = 3;

/** Each connection keeps the plans of all that have a name, a tenth of a megabyte for a list of tasks. */
const MOST_NAMES = 250;

/** Texts that are counted at a time. */
const MOST_COUNTED = 1_000;

const ALL_COLUMNS = /(?:\b(?:select|distinct|returning)|,)\s*\*|\.\*/i;

/** One statement that names its columns. The rows of the others change with an upgrade, and a prepared one would then fail. */
const isKeepable = (text: string) =>
  /^\s*(select|with|insert|update|delete)\b/i.test(text) && !ALL_COLUMNS.test(text) && !text.includes(";");

/** The names under which a PostgreSQL server keeps what one pool of connections asks for often. */
export class StatementNames {
  readonly #names = new Map<string, string>();
  readonly #counts = new Map<string, number>();

  /**
   * The name under which each connection is to have this statement prepared; undefined for one that is parsed and planned
   * anew. Whether a prepared one is planned for the values of each time is still the server's choice, which compares what
   * both cost.
   */
  nameOf(text: string): string | undefined {
    const name = this.#names.get(text);
    if (name || this.#names.size >= MOST_NAMES || !isKeepable(text)) return name;
    const count = (this.#counts.get(text) ?? 0) + 1;
    this.#counts.delete(text); // put back below: the first is then the one not asked for longest
    if (count >= OFTEN) this.#names.set(text, `often_${this.#names.size}`);
    else this.#counts.set(text, count);
    if (this.#counts.size > MOST_COUNTED) this.#counts.delete(this.#counts.keys().next().value as string);
    return this.#names.get(text);
  }
}
