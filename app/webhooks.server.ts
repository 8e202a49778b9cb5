import { databaseTrouble } from "~/db/database-errors.server";
import { db } from "~/db/db.server";
import { sendWebhooks } from "~/features/rules/webhooks/send-webhooks.server";
import { log, logTrouble } from "~/lib/log.server";
import { repeat } from "~/lib/repeat.server";

const EVERY_MS = 1_000;
/** How long shutdown waits for a receiver that doesn't respond. */
const GRACE_MS = 1_000;

/** Posts webhooks in the background, outside of transactions. */
export const startWebhooks = () =>
  repeat(
    async () => {
      await sendWebhooks(db, Date.now());
    },
    {
      ...{ everyMs: EVERY_MS, graceMs: GRACE_MS },
      failed(error) {
        const trouble = databaseTrouble(error);
        if (trouble) logTrouble(error, trouble);
        else log.error({ err: error }, "Sending webhooks failed");
      },
    },
  );
