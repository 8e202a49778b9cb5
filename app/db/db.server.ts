import { settings } from "~/lib/settings.server";
import { connect } from "./connect.server";

/** This process's database. Only routes import it; everything below gets it as a parameter. */
export const db = connect(settings(), {
  connections: settings().databaseConnections,
  timeoutSeconds: settings().databaseTimeoutSeconds,
});
