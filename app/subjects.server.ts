import { fieldsSubject } from "~/features/history/undo-fields.server";
import { deliverySubject } from "~/features/mail/delivery-reports/delivery-subject.server";
import { planSecurityNotice } from "~/features/mail/links/account-mail.server";
import { mailLogSubject } from "~/features/mail/log/sweep-mail.server";
import { undeliveredSubject } from "~/features/mail/on-task/undelivered.server";
import { sentContentSubject } from "~/features/mail/sending/forget-content.server";
import { mailSubject } from "~/features/mail/sending/plan-mail.server";
import { notificationsSubject } from "~/features/notifications/notify.server";
import { peopleSubject } from "~/features/people/people-subject.server";
import { relationsSubject } from "~/features/relations/relations-subject.server";
import { rulesSubject } from "~/features/rules/rules-subject.server";
import { onSecurityEvents } from "~/features/security-log/security-log.server";
import { clockSubject } from "~/features/service-levels/clock-subject.server";
import { checklistSubject } from "~/features/tasks/checklist/checklist.server";
import { registerSubjects } from "~/features/tasks/subjects.server";
import { trashSubject } from "~/features/trash/move-to-trash.server";

/**
 * Registers what each feature adds to tasks: event listeners, undo handlers, history texts. Every process that reads or
 * writes tasks calls it first: server, commands and tests.
 */
export function registerAllSubjects() {
  onSecurityEvents([planSecurityNotice]);
  registerSubjects([
    fieldsSubject,
    checklistSubject,
    peopleSubject,
    relationsSubject,
    trashSubject,
    notificationsSubject,
    mailSubject,
    mailLogSubject,
    sentContentSubject,
    undeliveredSubject,
    deliverySubject,
    clockSubject,
    rulesSubject,
  ]);
}
