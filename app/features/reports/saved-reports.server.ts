import { isAmong } from "~/db/engine.server";
import { inTransaction, type Tx } from "~/db/transaction.server";
import type { Db } from "~/db/types";
import { createOnce } from "~/features/records/change-records.server";
import { deleteRecord, mayChange, mayManageRecord, usableBy } from "~/features/records/scoped-records.server";
import { type Scope, scopeName } from "~/features/records/sharing-scopes";
import { matchesPerson } from "~/features/search/people-conditions.server";
import { toShownQueries, toStoredQuery } from "~/features/search/query-references.server";
import { splitPeople } from "~/features/users/parse-people.server";
import { isAgent, type Viewer } from "~/features/users/users";
import { deskZone } from "~/lib/desk-zone.server";
import { nextMailAt } from "./mail-times";
import { singleTasks } from "./read-report.server";
import { type ChosenReport, reportHref } from "./report-address";
import { REPORT_LIMITS } from "./reports";
import { type Mailed, readStoredPeriod, type SavedReportForm, storedPeriod } from "./saved-report-schema";
import * as say from "./saved-reports-copy";

/** A saved report, as one viewer sees it. `recipients`: addresses of the agents it's mailed to. */
export type SavedReport = {
  id: number;
  name: string;
  href: string;
  chosen: ChosenReport;
  scope: Scope;
  team: { id: number; name: string } | null;
  mailed: Mailed;
  recipients: string;
  mayChange: boolean;
  updatedAt: number;
};

/** The viewer's saved reports: for everyone, then by team, then personal. */
export async function listReports(db: Db, viewer: Viewer, id: number | null = null): Promise<SavedReport[]> {
  if (!isAgent(viewer)) return [];
  const rows = await db
    .selectFrom("report")
    .leftJoin("team", "team.id", "report.team_id")
    .select(["report.id", "report.name", "period", "grouped_by", "query", "scope", "team_id", "mailed", "recipients"])
    .select(["report.updated_at", "team.name as team"])
    .select(mayChange("report", viewer))
    .where(usableBy("report", viewer))
    .$if(id !== null, (query) => query.where("report.id", "=", id ?? 0))
    .orderBy("scope")
    .orderBy("report.name")
    .orderBy("report.id")
    .execute();
  const queries = await toShownQueries(
    db,
    rows.map(({ query }) => query),
  );
  const people = await addressesOf(db, id === null ? [] : rows.flatMap(({ recipients }) => idsIn(recipients)));
  return rows.map((row, place) => {
    const period = readStoredPeriod(row.period) ?? "last-month";
    const chosen = { period, by: row.grouped_by, q: queries[place] ?? row.query };
    return {
      ...{ id: row.id, name: row.name, href: reportHref(chosen), chosen, scope: row.scope, mailed: row.mailed },
      team: row.team_id === null ? null : { id: row.team_id, name: row.team ?? "" },
      recipients: idsIn(row.recipients)
        .flatMap((one) => people.get(one) ?? [])
        .join(", "),
      ...{ mayChange: row.may_change === 1, updatedAt: row.updated_at },
    };
  });
}

export const readSavedReport = async (db: Db, viewer: Viewer, id: number) =>
  (await listReports(db, viewer, id))[0] ?? null;

export const describeReport = ({ name, href, scope, team, mailed, recipients }: SavedReport) =>
  [name, href, scopeName({ scope, team }), say.MAILED_NAMES[mailed], recipients].filter(Boolean).join("\n");

export const idsIn = (recipients: string) => JSON.parse(recipients) as number[];

async function addressesOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("user")
    .select(["id", "email"])
    .where(isAmong(db, "id", ids))
    .execute();
  return new Map(rows.flatMap(({ id, email }) => (email === null ? [] : [[id, email] as const])));
}

type Refused = { ok: false; why: "wrong"; errors: Record<string, string[]> };
type SaveReport = { ok: true; id: number } | { ok: false; why: "forbidden" } | Refused;

const wrong = (field: string, message: string): Refused => ({
  ok: false,
  why: "wrong",
  errors: { [field]: [message] },
});

/** Saves a new report. Idempotent per `requestKey`. */
export async function saveReport(
  db: Db,
  viewer: Viewer,
  { requestKey, ...form }: SavedReportForm & { requestKey: string },
  now: number,
): Promise<SaveReport> {
  const checked = await checkForm(db, viewer, form, now);
  if (!checked.ok) return checked;
  return inTransaction(db, (tx) =>
    createOnce<Refused>(tx, { userId: viewer.id, key: requestKey }, now, async () => {
      if (await isFull(tx, form.scope, viewer.id)) return limitReached(form.scope);
      const { id } = await tx
        .insertInto("report")
        .values({ ...checked.columns, owner_id: viewer.id, created_at: now, updated_at: now })
        .returning("id")
        .executeTakeFirstOrThrow();
      return id;
    }),
  );
}

/** `newer`: it changed since the form was loaded, so nothing was overwritten. */
type ChangeReport =
  | SaveReport
  | { ok: false; why: "no_such_report" }
  | { ok: false; why: "newer"; report: SavedReport };

export async function changeReport(
  db: Db,
  viewer: Viewer,
  id: number,
  { seen, ...form }: SavedReportForm & { seen: number | null },
  now: number,
): Promise<ChangeReport> {
  const report = await readSavedReport(db, viewer, id);
  if (!report) return { ok: false, why: "no_such_report" };
  if (!report.mayChange) return { ok: false, why: "forbidden" };
  const checked = await checkForm(db, viewer, form, now);
  if (!checked.ok) return checked;
  const changed = await inTransaction(db, async (tx) => {
    const isShared = (scope: Scope) => scope !== "personal";
    if (isShared(form.scope) !== isShared(report.scope) && (await isFull(tx, form.scope, viewer.id))) return "full";
    // Making it personal transfers it to the viewer.
    const owner = form.scope === "personal" ? { owner_id: viewer.id } : {};
    const { numUpdatedRows } = await tx
      .updateTable("report")
      .set({ ...checked.columns, ...owner, updated_at: Math.max(now, report.updatedAt + 1) })
      .where("id", "=", id)
      .where("updated_at", "=", seen ?? 0)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  });
  if (changed === "full") return limitReached(form.scope);
  if (changed) return { ok: true, id };
  const newer = await readSavedReport(db, viewer, id);
  return newer ? { ok: false, why: "newer", report: newer } : { ok: false, why: "no_such_report" };
}

/** Deletes a report, restorable for a day. Returns its name; null if the viewer may not change it. */
export async function deleteReport(db: Db, viewer: Viewer, id: number, now: number): Promise<string | null> {
  const report = await readSavedReport(db, viewer, id);
  if (!report?.mayChange) return null;
  await deleteRecord(db, "report", id, now);
  return report.name;
}

const limitOf = (scope: Scope) => (scope === "personal" ? REPORT_LIMITS.saved.personal : REPORT_LIMITS.saved.shared);
const limitReached = (scope: Scope) => wrong("name", say.reportLimitReached(limitOf(scope)));

async function isFull(tx: Tx, scope: Scope, ownerId: number): Promise<boolean> {
  const rows = await tx
    .selectFrom("report")
    .select("id")
    .where("deleted_at", "is", null)
    .where("scope", scope === "personal" ? "=" : "!=", "personal")
    .$if(scope === "personal", (query) => query.where("owner_id", "=", ownerId))
    .execute();
  return rows.length >= limitOf(scope);
}

async function checkForm(db: Db, viewer: Viewer, form: SavedReportForm, now: number) {
  const { name, period, by, q, scope, team, mailed } = form;
  if (scope === "team" && team === null) return wrong("scope", say.chooseATeam);
  if (!(await mayManageRecord(db, viewer, scope, team))) return { ok: false as const, why: "forbidden" as const };
  const matching = await singleTasks(db, viewer, q, now, 0);
  if (matching && "message" in matching) return wrong("q", matching.message);
  const people = await recipientsNamed(db, form.recipients);
  if ("unknown" in people) return wrong("recipients", say.noSuchAgents(people.unknown));
  if (mailed !== "never" && people.ids.length === 0) return wrong("recipients", say.addARecipient);
  if (people.ids.length > REPORT_LIMITS.recipients) {
    return wrong("recipients", say.tooManyRecipients(REPORT_LIMITS.recipients));
  }
  const columns = {
    ...{ name, scope, period: storedPeriod(period), grouped_by: by, query: await toStoredQuery(db, q), mailed },
    ...{ team_id: scope === "team" ? team : null, recipients: JSON.stringify(people.ids) },
    mail_at: nextMailAt(mailed, now, deskZone()),
  };
  return { ok: true as const, columns };
}

/** The agents named in a text, each unambiguously. */
async function recipientsNamed(db: Db, text: string): Promise<{ ids: number[] } | { unknown: string[] }> {
  const ids = new Set<number>();
  const unknown: string[] = [];
  for (const entry of splitPeople(text).slice(0, REPORT_LIMITS.recipients + 1)) {
    const found = await db
      .selectFrom("user")
      .select("id")
      .where(matchesPerson(entry))
      .where("role", "in", ["agent", "admin"])
      .where("state", "=", "active")
      .where("email", "is not", null)
      .limit(2)
      .execute();
    const [one] = found;
    if (one && found.length === 1) ids.add(one.id);
    else unknown.push(entry);
  }
  return unknown.length > 0 ? { unknown } : { ids: [...ids] };
}
