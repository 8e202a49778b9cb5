import { settings } from "~/lib/settings.server";
import { storeAt } from "./store-at.server";

/**
 * The files of this process's desk, and where they arrive. Only routes and jobs take them from here; everything below
 * gets a parameter.
 */
export const { store: fileStore, incoming } = storeAt(settings());
