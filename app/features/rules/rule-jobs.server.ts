import type { JobHandlers } from "~/features/jobs/job-queue.server";
import { RUN_RULES } from "./rules-subject.server";
import { runRules } from "./run-rules.server";

export const ruleJobs: JobHandlers = { [RUN_RULES]: runRules };
