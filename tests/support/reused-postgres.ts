import pg from "pg";
import { connectPostgres, rawOf } from "~/db/connect.server";
import type { Db } from "~/db/types";

/**
 * PostgreSQL databases that tests use one after another. Emptying one takes a few milliseconds; creating one and
 * connecting to it took longer than most tests.
 *
 * Each test still gets its own connections, which end with it. A late write fails instead of reaching the next test. A
 * database that can't be reset to its migrated state is dropped, and the next test gets a new one.
 */
export class ReusedDatabases {
  readonly #free: ReusedDatabase[] = [];
  readonly #create: () => Promise<{ url: string; drop: () => Promise<unknown> }>;

  constructor(create: () => Promise<{ url: string; drop: () => Promise<unknown> }>) {
    this.#create = create;
  }

  async lend(): Promise<{ db: Db; giveBack: () => Promise<void> }> {
    const database = this.#free.pop() ?? (await ReusedDatabase.begin(await this.#create()));
    const { db, end } = database.connect();
    const giveBack = async () => {
      await end();
      if (await database.reset()) this.#free.push(database);
      else await database.drop();
    };
    return { db, giveBack };
  }
}

/** Counts schema changes. Uses a sequence because tests may look into every table. */
const COUNT_SCHEMA_CHANGES = `
  create schema reuse;
  create sequence reuse.schema_changes;
  create function reuse.count_change() returns event_trigger language plpgsql as $$
    begin perform nextval('reuse.schema_changes'); end
  $$;
  create event trigger count_change on ddl_command_end execute function reuse.count_change();
`;

/** How long the server may still list a connection that is being closed. */
const CLOSING_MS = 200;

/** Uses between two vacuums. Until then, deleted rows stay in the files and slow each test down a little more. */
const VACUUM_EVERY = 25;

class ReusedDatabase {
  readonly #url: string;
  readonly #drop: () => Promise<unknown>;
  /** A connection that no test uses. */
  readonly #own: pg.Pool;
  #plan!: Plan;
  #uses = 0;

  static async begin({ url, drop }: { url: string; drop: () => Promise<unknown> }) {
    const database = new ReusedDatabase(url, drop);
    await database.#own.query(COUNT_SCHEMA_CHANGES);
    database.#plan = await planOf(database.#own);
    return database;
  }

  private constructor(url: string, drop: () => Promise<unknown>) {
    this.#url = url;
    this.#drop = drop;
    this.#own = new pg.Pool({ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true });
    this.#own.on("error", () => {}); // the server may stop before this worker does
  }

  connect(): { db: Db; end: () => Promise<void> } {
    const db = connectPostgres(this.#url);
    const raw = rawOf(db);
    if (raw.engine !== "postgres") throw new Error(`${this.#url} isn't a PostgreSQL database.`);
    /** Waits for running queries. Kysely ends a pool only if it has used it. */
    const end = async () => {
      await db.destroy();
      if (!raw.pool.ending) await raw.pool.end();
    };
    return { db, end };
  }

  /** Resets the database to its migrated state. Returns false if that isn't possible. */
  async reset(): Promise<boolean> {
    const found = await this.#find();
    if (!found) return false;
    const { filled, changed } = found;
    const { restore, sequences } = this.#plan;
    await this.#own.query(
      [
        "begin; set local session_replication_role = replica", // no triggers, and no foreign keys to order tables by
        ...[...filled, ...changed].map((table) => `delete from ${table}`),
        ...changed.map((table) => restore.get(table)),
        sequences,
        "commit",
      ].join(";\n"),
    );
    this.#uses++;
    if (this.#uses % VACUUM_EVERY === 0) await this.#own.query("vacuum (skip_locked)");
    return true;
  }

  /** Finds the tables to empty and those to restore. Null if a test left more than rows behind. */
  async #find() {
    for (const begin = performance.now(); ; ) {
      const { rows } = await this.#own.query({ name: "look", text: this.#plan.look });
      const { is_in_use, is_altered, filled, changed } = rows[0] as Found;
      if (is_altered) return null;
      if (!is_in_use) return { filled, changed };
      if (performance.now() - begin > CLOSING_MS) return null;
    }
  }

  async drop(): Promise<void> {
    await this.#own.end();
    await this.#drop();
  }
}

type Found = { is_in_use: boolean; is_altered: boolean; filled: string[]; changed: string[] };

type Plan = {
  /** Query that finds what a test left behind. */
  look: string;
  /** The insert statement for each table that migrations fill. */
  restore: Map<string, string>;
  /** Resets all sequences. */
  sequences: string;
};

/** Plans the reset. The database must be in its migrated state. */
async function planOf(own: pg.Pool): Promise<Plan> {
  const { rows: relations } = await own.query<{ name: string; kind: string }>(
    "select quote_ident(relname) as name, relkind as kind from pg_class where relnamespace = 'public'::regnamespace",
  );
  const restore = new Map<string, string>();
  const looks: string[] = [];
  for (const { name } of relations.filter(({ kind }) => kind === "r")) {
    const { rows } = await own.query(`select json_agg(t)::text as rows, ${CONTENT} as content from ${name} as t`);
    const [{ rows: kept, content }] = rows;
    if (kept === null) looks.push(`case when exists (select from ${name}) then ${pg.escapeLiteral(name)} end`);
    else {
      restore.set(
        name,
        `insert into ${name} overriding system value
         select * from json_populate_recordset(null::${name}, ${pg.escapeLiteral(kept)})`,
      );
      looks.push(
        `(select case when ${CONTENT} is distinct from '${content}' then ${pg.escapeLiteral(name)} end from ${name} as t)`,
      );
    }
  }
  const setBack: string[] = [];
  for (const { name } of relations.filter(({ kind }) => kind === "S")) {
    const { rows } = await own.query(`select last_value, is_called from ${name}`);
    setBack.push(`setval(${pg.escapeLiteral(name)}, ${rows[0].last_value}, ${rows[0].is_called})`);
  }
  const list = (isSeed: boolean) =>
    `array_remove(array[${looks.filter((look) => look.startsWith("(") === isSeed).join()}]::text[], null)`;
  return {
    look: `select
      exists (select from pg_stat_activity where datname = current_database() and backend_type = 'client backend'
        and pid <> pg_backend_pid()) as is_in_use,
      (select is_called from reuse.schema_changes) as is_altered,
      ${list(false)} as filled,
      ${list(true)} as changed`,
    restore,
    sequences: `select ${setBack.join()}`,
  };
}

/** Checksum of the rows of a table `t`. */
const CONTENT = `md5(string_agg(t::text, e'\\n' order by t::text))`;
