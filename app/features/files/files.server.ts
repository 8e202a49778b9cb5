import { settings } from "~/lib/settings.server";
import { storeAt } from "./file-destination.server";

/** This process's file store. Only routes and jobs import it; everything below gets it as a parameter. */
export const { store: fileStore, incoming } = storeAt(settings());
