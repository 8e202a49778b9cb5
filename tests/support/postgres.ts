import { embeddedPostgres, type PostgresPlace } from "../../build-scripts/postgres";

/** Settings for a server that may lose everything. Its write-ahead log stays small because it may be in memory. */
const POSTGRES_SETTINGS = [
  ...["max_connections=200", "fsync=off", "full_page_writes=off", "wal_level=minimal", "max_wal_senders=0"],
  ...["max_wal_size=128MB", "wal_recycle=off"],
];

/** A real PostgreSQL server with the account desk, password desk. It isn't initialised or started yet. */
export const aPostgres = (place: PostgresPlace, ...settings: string[]) =>
  embeddedPostgres(place, [...POSTGRES_SETTINGS, ...settings]);
