import * as say from "./addresses-copy";

/** The steps of a setup test, in order. Shared by browser and server. */
export const SETUP_STEPS = ["fetch", "send", "arrival", "plus", "verdict"] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

export const SETUP_STEP_NAMES: Record<SetupStep, string> = {
  fetch: say.stepFetch,
  send: say.stepSend,
  arrival: say.stepArrival,
  plus: say.stepPlus,
  verdict: say.stepVerdict,
};

/** `absent`: the servers don't support it, and the desk works without it. */
export type StepState = "waiting" | "running" | "done" | "failed" | "absent" | "skipped";

export const STEP_STATE_NAMES: Record<StepState, string> = {
  waiting: say.stepWaiting,
  running: say.stepRunning,
  done: say.stepDone,
  failed: say.stepFailed,
  absent: say.stepAbsent,
  skipped: say.stepSkipped,
};

export type SetupTest = {
  /** Recognises the messages of this test. */
  key: string;
  startedAt: number;
  /** When the first message came back. */
  arrivedAt: number | null;
  /** `words`: the finding, or the error and what to do. */
  steps: Record<SetupStep, { state: StepState; words: string }>;
};

const OPEN: readonly StepState[] = ["waiting", "running"];

export const isOver = ({ steps }: SetupTest) => SETUP_STEPS.every((step) => !OPEN.includes(steps[step].state));

export const hasFailed = ({ steps }: SetupTest) => SETUP_STEPS.some((step) => steps[step].state === "failed");
