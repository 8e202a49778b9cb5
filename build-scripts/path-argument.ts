import { resolve } from "node:path";

/** npm changes to the project's folder; a relative name is meant from where the command was typed. */
export const typedPath = (name: string) => resolve(process.env.INIT_CWD ?? ".", name);
