/* Two things remix-serve does for every request that are done already, or for nothing. */
import { readdirSync } from "node:fs";

/** Instead of morgan: the front door writes a structured line for every request, remix-serve's own would be a second one. */
export const logsNothing = () => (_request, _response, next) => next();

/**
 * Has `express.static` ask the disk only for files that are there: those of `public` are known once it is built, and the
 * address of a page is none of them. Files of the build have a mount of their own.
 */
export function askForKnownFiles(express) {
  const serveStatic = express.static;
  express.static = (folder, options) => {
    const serve = serveStatic(folder, options);
    if (folder !== "public") return serve;
    const known = new Set(filesIn(folder).filter((path) => !path.startsWith("/build/")));
    return (request, response, next) => (known.has(request.path) ? serve(request, response, next) : next());
  };
}

/** As addresses: "/icons/favicon.svg". */
const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, path, name }) => `${(parentPath ?? path).replaceAll("\\", "/").slice(folder.length)}/${name}`);
