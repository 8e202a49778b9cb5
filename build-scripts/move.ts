/**
 * `npm run move -- --from sqlite --to postgres://…` copies a desk to the other engine. `--files bucket` or
 * `--files folder` also moves its attachments there: see docs/operations.md.
 *
 * Exit codes: 0 everything moved, 1 refused with nothing changed, 2 moved without files that were already missing.
 */
import { parseArgs } from "node:util";
import type { Bucket, Settings } from "~/lib/settings.server";
import { moveDesk, moveFiles, report } from "./desk-copies";
import { type DeskLocation, mustBeIdle, mustExist, nameOf } from "./desk-location";
import { ExpectedError, runOrExplain, wrongOptions } from "./expected-errors";
import { typedPath } from "./path-argument";

const USAGE =
  "npm run move -- --from sqlite --to postgres://…, or the reverse. sqlite:FOLDER means another data folder. --files bucket or --files folder copies the attached files there, with or without the other options";

type Asked = { from: string; to: string; files: string | undefined } | { from: null; files: string };

function readArguments(): Asked {
  const text = { type: "string" } as const;
  let values: { from?: string; to?: string; files?: string };
  try {
    values = parseArgs({ options: { from: text, to: text, files: text } }).values;
  } catch (cause) {
    throw wrongOptions(cause, USAGE);
  }
  const { from, to, files } = values;
  if (files !== undefined && files !== "bucket" && files !== "folder") {
    throw new ExpectedError(`--files takes bucket or folder: ${USAGE}`);
  }
  if (from && to) return { from, to, files };
  if (files && !from && !to) return { from: null, files };
  throw new ExpectedError(`Enter the source and the target: ${USAGE}`);
}

type FilesAt = Required<Pick<DeskLocation, "bucket">>;

/** The files' current and new location; without `--files`, both come from the settings. */
function filesAsked(asked: Asked, { bucket }: Settings): [from: FilesAt, to: FilesAt] {
  if (!asked.files) return [{ bucket }, { bucket }];
  if (!bucket)
    throw new ExpectedError(
      "--files needs a bucket, so nothing was changed. Set S3_BUCKET and its keys, then try again.",
    );
  const [there, here] = [{ bucket }, { bucket: null }];
  return asked.files === "bucket" ? [here, there] : [there, here];
}

function parseLocation(text: string, dataDir: string, files: FilesAt): DeskLocation {
  if (text === "sqlite") return { databaseUrl: null, dataDir, ...files };
  if (text.startsWith("sqlite:")) {
    return { databaseUrl: null, dataDir: typedPath(text.slice("sqlite:".length)), ...files };
  }
  if (/^postgres(?:ql)?:\/\//.test(text) && URL.canParse(text)) return { databaseUrl: text, dataDir, ...files };
  throw new ExpectedError(`"${text.slice(0, 20)}" is neither sqlite nor a postgres:// address: ${USAGE}`);
}

const withBucket = ({ bucket }: { bucket?: Bucket | null }) =>
  bucket ? `with S3_BUCKET=${bucket.url}` : "without S3_BUCKET";

await runOrExplain(async () => {
  const asked = readArguments();
  const { settings } = await import("~/lib/settings.server");
  const { dataDir, databaseUrl } = settings();
  const [filesFrom, filesTo] = filesAsked(asked, settings());
  if (asked.from === null) {
    const place: DeskLocation = { dataDir, databaseUrl };
    mustExist(place);
    await mustBeIdle(place);
    const copied = await moveFiles({ ...place, ...filesFrom }, { ...place, ...filesTo });
    await report(
      `Copied the attached files. Next, start Taskdesk ${withBucket(filesTo)}. The original files are unchanged.`,
      copied,
    );
    return;
  }
  const [from, to] = [parseLocation(asked.from, dataDir, filesFrom), parseLocation(asked.to, dataDir, filesTo)];
  if (from.databaseUrl === to.databaseUrl && (from.databaseUrl !== null || from.dataDir === to.dataDir)) {
    throw new ExpectedError(
      "The source and the target are the same, so nothing was changed. Enter a different target.",
    );
  }
  mustExist(from);
  await mustBeIdle(from);
  const copied = await moveDesk(from, to);
  const next = to.databaseUrl
    ? "Next, start Taskdesk with DATABASE_URL set to the new database"
    : `Next, start Taskdesk without DATABASE_URL${to.dataDir === dataDir ? "" : `, and with DATA_DIR=${to.dataDir}`}`;
  const files = asked.files ? `, and ${withBucket(to)}` : "";
  await report(`Copied ${nameOf(from)} to ${nameOf(to)}. ${next}${files}. The original is unchanged.`, copied);
});
