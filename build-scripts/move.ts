/**
 * `npm run move -- --from sqlite --to postgres://…` copies a desk from one engine to the other: see docs/operations.md.
 *
 * Exit codes: 0 everything is there, 1 refused and nothing changed, 2 it is there without files that were missing already.
 */
import { parseArgs } from "node:util";
import { fromHere, moveDesk, mustBeIdle, mustExist, nameOf, type Place, report } from "./desk-copies";
import { Foreseen, orSayWhy } from "./foreseen";

const USAGE =
  "npm run move -- --from sqlite --to postgres://…, or the other way round; sqlite:FOLDER is another data folder";

function readArguments() {
  try {
    const { from, to } = parseArgs({ options: { from: { type: "string" }, to: { type: "string" } } }).values;
    if (from && to) return { from, to };
  } catch {
    // as one that is missing
  }
  throw new Foreseen(`Say from where and to where: ${USAGE}`);
}

function placeOf(text: string, dataDir: string): Place {
  if (text === "sqlite") return { databaseUrl: null, dataDir };
  if (text.startsWith("sqlite:")) return { databaseUrl: null, dataDir: fromHere(text.slice("sqlite:".length)) };
  if (/^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text)) return { databaseUrl: text, dataDir };
  throw new Foreseen(`"${text.slice(0, 20)}" is neither sqlite nor an address that starts with postgres://: ${USAGE}`);
}

await orSayWhy(async () => {
  const asked = readArguments();
  const { settings } = await import("~/lib/settings.server");
  const { dataDir } = settings();
  const [from, to] = [placeOf(asked.from, dataDir), placeOf(asked.to, dataDir)];
  if (from.databaseUrl === to.databaseUrl && (from.databaseUrl !== null || from.dataDir === to.dataDir)) {
    throw new Foreseen("That is the same place twice; nothing was changed.");
  }
  mustExist(from);
  await mustBeIdle(from);
  await mustBeIdle(to);
  const copied = await moveDesk(from, to);
  const next = to.databaseUrl
    ? "Start with DATABASE_URL set to it"
    : `Start without DATABASE_URL${to.dataDir === dataDir ? "" : `, and with DATA_DIR=${to.dataDir}`}`;
  await report(`Copied ${nameOf(from)} to ${nameOf(to)}. ${next}; the old one stays as it is.`, copied);
});
