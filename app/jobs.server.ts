import { databaseTrouble } from "~/db/database-errors.server";
import { db } from "~/db/db.server";
import type { Tx } from "~/db/transaction.server";
import { sweepParkedForms } from "~/features/auth/parked-forms.server";
import { sweepExpired } from "~/features/auth/session-queries.server";
import { sweepSites } from "~/features/branding/sites.server";
import { bulkJob } from "~/features/bulk/bulk-batch.server";
import { sweepBulkChanges } from "~/features/bulk/bulk-change.server";
import { clearIndexJob } from "~/features/conversation/corrections/redact-message.server";
import { sweepDrafts } from "~/features/conversation/drafts/draft-changes.server";
import { sendHeldMessage } from "~/features/conversation/sending/held-replies.server";
import { reindexFieldJob } from "~/features/custom-fields/reindex-field.server";
import { fileJobs, SWEEP_EVERY_MS, sweepFiles } from "~/features/files/file-rows.server";
import { fileStore, incoming } from "~/features/files/files.server";
import { type JobHandlers, pullInJobs } from "~/features/jobs/job-queue.server";
import { runJobs } from "~/features/jobs/job-runner.server";
import { planRecurring, type Recurring, recurringHandlers } from "~/features/jobs/recurring-jobs.server";
import { sweepAddresses } from "~/features/mail/addresses/mail-address-state.server";
import { alertAdmins, writeToAdmins } from "~/features/mail/addresses/mail-alerts.server";
import { linkJobs } from "~/features/mail/links/requested-links.server";
import { sweepMailLog } from "~/features/mail/log/sweep-mail.server";
import { sweepSentContent } from "~/features/mail/sending/forget-content.server";
import { mailJobs } from "~/features/mail/sending/mail-jobs.server";
import { remindRequesters } from "~/features/mail/sending/reminders.server";
import { sweepNotifications } from "~/features/notifications/changed-notifications.server";
import { newTaskJobs } from "~/features/notifications/notify.server";
import { sweepPresence } from "~/features/people/presence.server";
import { redactPersonJob } from "~/features/people-admin/anonymise.server";
import { handOverJob } from "~/features/people-admin/disable-account.server";
import { COUNT_EVERY_MS, countTasks } from "~/features/reports/count-tasks.server";
import { MAIL_EVERY_MS, mailReports } from "~/features/reports/mail-reports.server";
import { ruleJobs } from "~/features/rules/rule-jobs.server";
import { runSchedules, SCHEDULES_EVERY_MS } from "~/features/rules/scheduled-rules.server";
import { sweepWebhooks } from "~/features/rules/webhooks/send-webhooks.server";
import { sweepSecurityLog } from "~/features/security-log/security-log.server";
import { NOTICE_EVERY_MS, noticeClocks } from "~/features/service-levels/notice-clocks.server";
import { policyJobs } from "~/features/service-levels/policies-changed.server";
import { clocksDifferBody, clocksDifferSubject } from "~/features/service-levels/service-levels-copy";
import { verifySample } from "~/features/service-levels/verify-clocks.server";
import { readCatalogue } from "~/features/tasks/catalogue.server";
import { closeResolved } from "~/features/tasks/status/close-resolved.server";
import { wakeTask } from "~/features/tasks/status/wake-task.server";
import { emptyTrash } from "~/features/trash/delete-task.server";
import { addReferencesToViews } from "~/features/views/view-counts.server";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/lib/durations";
import { log, logTrouble } from "~/lib/log.server";

/** Verifies some clocks. A difference is a bug of ours, which admins can report. */
async function verifyClocksNightly(tx: Tx, now: number) {
  const differences = await verifySample(tx, now);
  if (differences.length === 0) return;
  const tasks = [...new Set(differences.map(({ taskId }) => taskId))];
  log.error({ differences: differences.slice(0, 20) }, "Stored clocks differ from their history");
  await writeToAdmins(tx, { subject: clocksDifferSubject, body: clocksDifferBody(tasks.slice(0, 20)) }, now);
}

/** Recurring jobs by kind. Each is scheduled once, however many processes run. */
const RECURRING: Record<string, Recurring> = {
  close_resolved: { everyMs: 10 * MINUTE_MS, work: closeResolved },
  sweep_sessions: { everyMs: HOUR_MS, work: sweepExpired },
  sweep_parked_forms: { everyMs: HOUR_MS, work: sweepParkedForms },
  sweep_files: { everyMs: SWEEP_EVERY_MS, work: (tx, now) => sweepFiles(tx, fileStore, incoming, now) },
  sweep_presence: { everyMs: 10 * MINUTE_MS, work: sweepPresence },
  sweep_bulk_changes: { everyMs: HOUR_MS, work: sweepBulkChanges },
  sweep_sites: { everyMs: HOUR_MS, work: sweepSites },
  sweep_security_log: { everyMs: DAY_MS, work: sweepSecurityLog },
  empty_trash: { everyMs: HOUR_MS, work: emptyTrash },
  sweep_notifications: { everyMs: HOUR_MS, work: sweepNotifications },
  verify_clocks: { everyMs: DAY_MS, work: verifyClocksNightly },
  notice_clocks: { everyMs: NOTICE_EVERY_MS, work: noticeClocks },
  run_schedules: { everyMs: SCHEDULES_EVERY_MS, work: runSchedules },
  count_tasks: { everyMs: COUNT_EVERY_MS, work: countTasks },
  mail_reports: { everyMs: MAIL_EVERY_MS, work: mailReports },
  alert_of_mail: { everyMs: MINUTE_MS, work: alertAdmins },
  sweep_mail_addresses: { everyMs: HOUR_MS, work: sweepAddresses },
  sweep_sent_content: { everyMs: HOUR_MS, work: sweepSentContent },
  sweep_mail_log: { everyMs: HOUR_MS, work: sweepMailLog },
  remind_requesters: { everyMs: HOUR_MS, work: remindRequesters },
  sweep_webhooks: { everyMs: DAY_MS, work: async (tx, now) => void (await sweepWebhooks(tx, now)) },
  sweep_drafts: { everyMs: HOUR_MS, work: async (tx, now) => (await sweepDrafts(tx, now)) > 0 },
};

/** Background jobs by kind; the feature that schedules a job provides its handler. */
const HANDLERS: JobHandlers = {
  wake_task: wakeTask,
  ...fileJobs(fileStore),
  ...recurringHandlers(RECURRING),
  ...newTaskJobs,
  ...linkJobs,
  ...mailJobs,
  send_message: sendHeldMessage,
  clear_index: clearIndexJob,
  hand_over: handOverJob,
  redact_person: redactPersonJob,
  reindex_field: reindexFieldJob,
  ...policyJobs,
  bulk: bulkJob,
  ...ruleJobs,
  refer_in_views: addReferencesToViews,
};

/** Job kinds scheduled for a day the user chose. */
const DATED = ["wake_task"];

/** Each job reads the current statuses and types first, as requests do. */
const handlers: JobHandlers = Object.fromEntries(
  Object.entries(HANDLERS).map(([kind, work]) => [
    kind,
    async (tx, payload, now, attempts) => {
      await readCatalogue(tx);
      await work(tx, payload, now, attempts);
    },
  ]),
);

export const startJobs = () =>
  runJobs(
    db,
    handlers,
    (error, kind) => {
      const trouble = databaseTrouble(error);
      if (trouble) logTrouble(error, trouble);
      else log.error({ err: error, kind }, "A job failed");
    },
    async (now) => {
      await planRecurring(db, RECURRING, now);
      return pullInJobs(db, DATED, now);
    },
  );
