import { resolve } from "node:path";

/** Resolves against the folder where the command was typed: npm changes to the project's folder. */
export const typedPath = (name: string) => resolve(process.env.INIT_CWD ?? ".", name);
