import * as say from "./first-run-copy";

/** The steps of setting up a desk, in order. */
export const STEPS = ["site", "people", "teams", "types", "email", "requester"] as const;
export type StepKey = (typeof STEPS)[number];

/** `hidden`: no longer on Home. `checked`: steps that leave nothing else in the data. */
export type SetupState = { hidden?: boolean; skipped?: StepKey[]; checked?: StepKey[] };

export type SetupStep = {
  key: StepKey;
  title: string;
  about: string;
  href: string;
  state: "open" | "done" | "skipped";
};

export type Setup = { steps: SetupStep[]; hidden: boolean; hasSamples: boolean };

export const hasOpenStep = ({ steps }: Setup) => steps.some(({ state }) => state === "open");

export const STEP_COPY: Record<StepKey, { title: string; about: string }> = {
  site: { title: say.siteStep, about: say.siteStepHint },
  people: { title: say.peopleStep, about: say.peopleStepHint },
  teams: { title: say.teamsStep, about: say.teamsStepHint },
  types: { title: say.typesStep, about: say.typesStepHint },
  email: { title: say.emailStep, about: say.emailStepHint },
  requester: { title: say.requesterStep, about: say.requesterStepHint },
};

/** People invited with one form. */
export const MOST_INVITED = 100;
