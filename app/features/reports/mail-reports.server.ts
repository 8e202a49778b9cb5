import { isAmong } from "~/db/engine.server";
import type { Tx } from "~/db/transaction.server";
import { plainMarkdown } from "~/features/mail/plain-markdown";
import { unpausedSenders } from "~/features/mail/sending/mail-sender.server";
import { planWritten } from "~/features/mail/sending/plan-written.server";
import { toShownQuery } from "~/features/search/query-references.server";
import { deskZone } from "~/lib/desk-zone.server";
import { nextMailAt } from "./mail-times";
import { makeReport } from "./make-report.server";
import { reportHref } from "./report-address";
import { COLUMNS, formatCell } from "./report-columns";
import { periodOf } from "./report-period";
import type { Report } from "./report-types";
import { daysOf } from "./reports-copy";
import { readStoredPeriod } from "./saved-report-schema";
import { idsIn } from "./saved-reports.server";
import * as say from "./saved-reports-copy";

export const MAIL_EVERY_MS = 10 * 60_000;

/** The job `mail_reports`: mails one report that is due. True while there may be more. */
export async function mailReports(tx: Tx, now: number): Promise<boolean> {
  const due = await tx
    .selectFrom("report")
    .selectAll()
    .where("mail_at", "<=", now)
    .where("deleted_at", "is", null)
    .orderBy("mail_at")
    .limit(1)
    .executeTakeFirst();
  if (!due) return false;
  const [sender] = await unpausedSenders(tx);
  const period = readStoredPeriod(due.period) ?? "last-month";
  const chosen = { period, by: due.grouped_by, q: await toShownQuery(tx, due.query) };
  const days = typeof period === "string" ? periodOf(period, now, deskZone()) : period;
  for (const person of sender ? await recipientsOf(tx, idsIn(due.recipients)) : []) {
    const { id, name, email, role, preferences } = person;
    if (!sender || email === null) continue;
    // Each recipient gets counts of the tasks they can see.
    const report = await makeReport(
      tx,
      { id, name, email, role, preferences },
      { ...days, by: chosen.by, q: chosen.q },
      now,
    );
    if (!report.ok && report.why === "pending") return false; // in ten minutes
    if (!report.ok) continue;
    const content = {
      subject: say.mailSubject(due.name, daysOf(days.from, days.to)),
      body: bodyOf(report),
      links: { report: { to: reportHref({ ...chosen, period: days }) } },
    };
    const to = { userId: id, address: email };
    await planWritten(tx, { kind: "notification", sender, taskId: null, to, content }, now);
  }
  await tx
    .updateTable("report")
    .set({ mail_at: nextMailAt(due.mailed, now, deskZone()) })
    .where("id", "=", due.id)
    .execute();
  return true;
}

const recipientsOf = (tx: Tx, ids: readonly number[]) =>
  tx
    .selectFrom("user")
    .select(["id", "name", "email", "role", "preferences"])
    .where(isAmong(tx, "id", ids))
    .where("role", "in", ["agent", "admin"])
    .where("state", "=", "active")
    .where("email", "is not", null)
    .orderBy("id")
    .execute();

function bodyOf({ period, before, total }: Report): string {
  const lines = COLUMNS.map((column) => {
    const [now, past] = [total.now, total.before].map((figures) => formatCell(column, column.of(figures).value));
    return say.mailLine(plainMarkdown(column.label), plainMarkdown(now ?? ""), plainMarkdown(past ?? ""));
  });
  const intro = say.mailIntro(daysOf(period.from, period.to), daysOf(before.from, before.to));
  return [intro, lines.join("\n"), say.mailLink].join("\n\n");
}
