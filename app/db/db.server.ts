import { settings } from "~/lib/settings.server";
import { connect } from "./connect.server";

/** The database of this process. Only routes take it from here; everything below gets it as a parameter. */
export const db = connect(settings(), {
  connections: settings().databaseConnections,
  timeoutSeconds: settings().databaseTimeoutSeconds,
});
