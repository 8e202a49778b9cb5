import type { JobHandlers } from "~/features/jobs/job-queue.server";
import { acknowledge } from "./acknowledgement.server";
import { tellResolved } from "./resolved-mail.server";

/** Jobs that write mail to requesters. */
export const mailJobs: JobHandlers = { acknowledge, tell_resolved: tellResolved };
