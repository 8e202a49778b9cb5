import type { Migration } from "kysely";
import * as desk from "./0001-desk";
import * as workingATask from "./0002-working-a-task";
import * as whatFormsSaid from "./0003-what-forms-said";
import * as forWhom from "./0004-for-whom-it-was-written";
import * as eventsOfMessages from "./0005-events-of-messages";
import * as teamsAndOrganizations from "./0006-teams-and-organizations";
import * as whoIsThere from "./0007-who-is-there";
import * as whatWasSeen from "./0008-what-was-seen";
import * as people from "./0009-people";
import * as bulkChanges from "./0010-bulk-changes";
import * as catalogue from "./0011-catalogue";
import * as trash from "./0013-trash";
import * as notifications from "./0014-notifications";
import * as viewColumns from "./0015-view-columns";
import * as queueIndexes from "./0017-queue-indexes";
import * as peopleWords from "./0018-people-words";
import * as indexMerges from "./0019-index-merges";
import * as whenDone from "./0020-when-done";
import * as sites from "./0021-sites";
import * as broughtBack from "./0022-brought-back";
import * as live from "./0023-live";
import * as notificationIndexes from "./0024-notification-indexes";
import * as confirmedAddresses from "./0025-confirmed-addresses";
import * as accountChanges from "./0026-account-changes";
import * as readers from "./0028-readers";
import * as calendarDays from "./0029-calendar-days";
import * as deskZone from "./0030-desk-zone";
import * as sessionCookies from "./0031-session-cookies";
import * as addressKeys from "./0034-address-keys";
import * as referencesInViews from "./0035-references-in-views";
import * as email from "./0036-email";
import * as receivedMail from "./0037-received-mail";
import * as mailTemplates from "./0038-mail-templates";
import * as linksAndNotices from "./0039-links-and-notices";
import * as mailUpkeep from "./0040-mail-upkeep";
import * as undelivered from "./0041-undelivered";
import * as pausesOfMail from "./0042-pauses-of-mail";
import * as thanksFilter from "./0043-thanks-filter";
import * as mailContents from "./0044-mail-contents";
import * as firstRun from "./0046-first-run";
import * as serviceLevels from "./0047-service-levels";
import * as rules from "./0049-rules";
import * as reports from "./0051-reports";
import * as narrowerRules from "./0055-narrower-rules";
import * as plainerExamples from "./0058-plainer-examples";
import * as firstAnswer from "./0059-first-answer";
import * as tasksByTeamAndAssignee from "./0060-tasks-by-team-and-assignee";

/** All migrations, in order. A released migration is never edited or removed from this list. */
export const MIGRATIONS: Record<string, Migration> = {
  "0001-desk": desk as Migration,
  "0002-working-a-task": workingATask as Migration,
  "0003-what-forms-said": whatFormsSaid as Migration,
  "0004-for-whom-it-was-written": forWhom as Migration,
  "0005-events-of-messages": eventsOfMessages as Migration,
  "0006-teams-and-organizations": teamsAndOrganizations as Migration,
  "0007-who-is-there": whoIsThere as Migration,
  "0008-what-was-seen": whatWasSeen as Migration,
  "0009-people": people as Migration,
  "0010-bulk-changes": bulkChanges as Migration,
  "0011-catalogue": catalogue as Migration,
  "0013-trash": trash as Migration,
  "0014-notifications": notifications as Migration,
  "0015-view-columns": viewColumns as Migration,
  "0017-queue-indexes": queueIndexes as Migration,
  "0018-people-words": peopleWords as Migration,
  "0019-index-merges": indexMerges as Migration,
  "0020-when-done": whenDone as Migration,
  "0021-sites": sites as Migration,
  "0022-brought-back": broughtBack as Migration,
  "0023-live": live as Migration,
  "0024-notification-indexes": notificationIndexes as Migration,
  "0025-confirmed-addresses": confirmedAddresses as Migration,
  "0026-account-changes": accountChanges as Migration,
  "0028-readers": readers as Migration,
  "0029-calendar-days": calendarDays as Migration,
  "0030-desk-zone": deskZone as Migration,
  "0031-session-cookies": sessionCookies as Migration,
  "0034-address-keys": addressKeys as Migration,
  "0035-references-in-views": referencesInViews as Migration,
  "0036-email": email as Migration,
  "0037-received-mail": receivedMail as Migration,
  "0038-mail-templates": mailTemplates as Migration,
  "0039-links-and-notices": linksAndNotices as Migration,
  "0040-mail-upkeep": mailUpkeep as Migration,
  "0041-undelivered": undelivered as Migration,
  "0042-pauses-of-mail": pausesOfMail as Migration,
  "0043-thanks-filter": thanksFilter as Migration,
  "0044-mail-contents": mailContents as Migration,
  "0046-first-run": firstRun as Migration,
  "0047-service-levels": serviceLevels as Migration,
  "0049-rules": rules as Migration,
  "0051-reports": reports as Migration,
  "0055-narrower-rules": narrowerRules as Migration,
  "0058-plainer-examples": plainerExamples as Migration,
  "0059-first-answer": firstAnswer as Migration,
  "0060-tasks-by-team-and-assignee": tasksByTeamAndAssignee as Migration,
};
