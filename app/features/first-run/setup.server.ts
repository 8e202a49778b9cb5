import { type SqlBool, sql } from "kysely";
import { forUpdate } from "~/db/locks.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { hostNameOf, siteHref } from "~/features/branding/branding";
import { changeRecords } from "~/features/records/change-records.server";
import { maySetUpDesk } from "~/features/users/user-policy";
import type { Viewer } from "~/features/users/users";
import { settings } from "~/lib/settings.server";
import { type Setup, type SetupState, STEP_COPY, STEPS, type StepKey } from "./first-run";
import * as say from "./first-run-copy";

const stateIn = (stored: string) => JSON.parse(stored) as SetupState;

/** The setup checklist for Home: null once it's hidden. */
export async function setupForHome(db: Db, host: string): Promise<Setup | null> {
  const { setup } = await db.selectFrom("catalogue").select("setup").executeTakeFirstOrThrow();
  return stateIn(setup).hidden ? null : readSetup(db, host);
}

/** Whether an admin decided against a step. */
export async function isSkipped(db: Db, step: StepKey): Promise<boolean> {
  const { setup } = await db.selectFrom("catalogue").select("setup").executeTakeFirstOrThrow();
  return stateIn(setup).skipped?.includes(step) ?? false;
}

const isSample = sql<SqlBool>`exists (select 1 from sample_record where kind = 'user' and sample_record.id = other.id)`;

/** The checklist with the state of each step, read from the desk's data. `host` as in a Host header. */
export async function readSetup(db: Db, host: string): Promise<Setup> {
  const name = hostNameOf(host);
  const one = sql<number>`1`;
  const row = await db
    .selectFrom("catalogue")
    .select("catalogue.setup")
    .select(({ exists, selectFrom }) => [
      exists(selectFrom("site").select(one.as("one")).where("host", "=", name).where("deleted_at", "is", null)).as(
        "site",
      ),
      exists(
        selectFrom("user as other")
          .select(one.as("one"))
          .where("other.state", "=", "active")
          .where(sql<SqlBool>`not ${isSample}`)
          .offset(1)
          .limit(1),
      ).as("people"),
      exists(
        selectFrom("team")
          .innerJoin("team_member", "team_member.team_id", "team.id")
          .select(one.as("one"))
          .where("team.is_default", "=", 0)
          .where("team.archived_at", "is", null),
      ).as("teams"),
      exists(selectFrom("mail_address").select(one.as("one")).where("deleted_at", "is", null)).as("email"),
      exists(selectFrom("sample_record").select(one.as("one")).where("kind", "=", "task")).as("samples"),
      selectFrom("task")
        .select("task.id")
        .where("task.put_away", "is", null)
        .where("task.merged_into", "is", null)
        .orderBy("task.id", "desc")
        .limit(1)
        .as("task_id"),
    ])
    .executeTakeFirstOrThrow();
  const { skipped = [], checked = [], hidden = false } = stateIn(row.setup);
  const done: Record<StepKey, boolean> = {
    ...{ site: Boolean(row.site), people: Boolean(row.people), teams: Boolean(row.teams), email: Boolean(row.email) },
    ...{ types: checked.includes("types"), requester: checked.includes("requester") },
  };
  const hrefs: Record<StepKey, string> = {
    site: isListed(name, done.site)
      ? `${siteHref(name)}?setup`
      : `/settings/sites/new?host=${encodeURIComponent(name)}&setup`,
    people: "/users/invite",
    teams: "/setup/teams",
    types: "/setup/types",
    email: "/settings/addresses/new?setup",
    requester: row.task_id === null ? "/tasks/new" : `/tasks/${row.task_id}?as=requester`,
  };
  return {
    hidden,
    hasSamples: Boolean(row.samples),
    steps: STEPS.map((key) => ({
      key,
      ...STEP_COPY[key],
      ...(key === "requester" && row.task_id === null && { about: say.requesterStepWithoutTask }),
      href: hrefs[key],
      state: done[key] ? "done" : skipped.includes(key) ? "skipped" : "open",
    })),
  };
}

/** Whether the host has a page in the settings: it's in SITE_NAMES or has its own settings. */
const isListed = (name: string, hasSettings: boolean) =>
  hasSettings || [...settings().siteNames.keys()].some((host) => hostNameOf(host) === name);

type SetupChange = { skip: StepKey } | { resume: StepKey } | { hidden: boolean };

/** Skips a step, takes it up again, or hides or shows the checklist on Home. */
export const changeSetup = (db: Db, viewer: Viewer, change: SetupChange) =>
  changeRecords<{ ok: true }>(db, viewer, { may: maySetUpDesk }, async (tx) => {
    await updateState(tx, (state) => {
      if ("hidden" in change) return { ...state, hidden: change.hidden };
      const { skipped = [] } = state;
      if ("skip" in change) return { ...state, skipped: [...new Set([...skipped, change.skip])] };
      return { ...state, skipped: skipped.filter((key) => key !== change.resume) };
    });
    return { ok: true };
  });

/** Notes that an admin has done a step that leaves nothing else in the data. */
export async function checkStep(tx: Tx, step: StepKey): Promise<void> {
  await updateState(tx, (state) => ({ ...state, checked: [...new Set([...(state.checked ?? []), step])] }));
}

/** Like `checkStep` for an admin's visit to a page. Only the first one writes. */
export async function noteStep(db: Db, viewer: Viewer, step: StepKey): Promise<void> {
  if (!maySetUpDesk(viewer)) return;
  const { setup } = await db.selectFrom("catalogue").select("setup").executeTakeFirstOrThrow();
  if (!stateIn(setup).checked?.includes(step)) await inTransaction(db, (tx) => checkStep(tx, step));
}

async function updateState(tx: Tx, change: (state: SetupState) => SetupState): Promise<void> {
  const { setup } = await forUpdate(tx, tx.selectFrom("catalogue").select("setup")).executeTakeFirstOrThrow();
  const changed = JSON.stringify(change(stateIn(setup)));
  if (changed !== setup) await tx.updateTable("catalogue").set({ setup: changed }).execute();
}
