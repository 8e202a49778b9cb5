import { Button, ButtonLink } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { SectionHeader } from "~/ui/page-header";
import { hasOpenStep, type Setup, type SetupStep } from "./first-run";
import * as say from "./setup-copy";

/** The setup checklist on Home until it's hidden. Once it's done, it suggests further features. */
export const SetupOnHome = ({ setup }: { setup: Setup }) =>
  hasOpenStep(setup) ? <OpenSetup setup={setup} /> : <SetupDone />;

const OpenSetup = ({ setup }: { setup: Setup }) => (
  <section aria-labelledby="setup" className="setup">
    <SectionHeader title={say.setUpYourDesk} id="setup">
      <span>{progress(setup)}</span>
    </SectionHeader>
    <SetupSteps steps={setup.steps} back="/" />
    <form className="buttons" method="post" action="/setup">
      <input type="hidden" name="back" value="/" />
      <Button look="quiet" name="hidden" value="yes">
        {say.hideChecklist}
      </Button>
      <ButtonLink look="quiet" href="/setup/sample">
        {setup.hasSamples ? say.removeSampleData : say.loadSampleData}
      </ButtonLink>
    </form>
  </section>
);

const SetupDone = () => (
  <section aria-labelledby="setup" className="setup">
    <SectionHeader title={say.deskIsReady} id="setup" />
    <p>
      {say.whatNext(
        (words) => (
          <a href="/settings/service-levels">{words}</a>
        ),
        (words) => (
          <a href="/settings/rules">{words}</a>
        ),
        (words) => (
          <a href="/macros">{words}</a>
        ),
      )}
    </p>
    <form className="buttons" method="post" action="/setup">
      <input type="hidden" name="back" value="/" />
      <Button name="hidden" value="yes">
        {say.hide}
      </Button>
    </form>
  </section>
);

const progress = ({ steps }: Setup) => say.doneOf(steps.filter(({ state }) => state === "done").length, steps.length);

/** `back`: the page to return to after a button. */
export function SetupSteps({ steps, back }: { steps: readonly SetupStep[]; back: string }) {
  const next = steps.find(({ state }) => state === "open")?.key;
  return (
    <ol className="setup-list">
      {steps.map((step) => (
        <li key={step.key} data-state={step.state} data-next={step.key === next ? "" : undefined}>
          <span className="setup-mark">
            {step.state === "done" && <Icon name="check" />}
            <span className="unseen">{STATES[step.state]}</span>
          </span>
          <div>
            {/* A prefetched preview would count as looked at. */}
            <a className="row-link" href={step.href} data-prefetch={step.key === "requester" ? "none" : undefined}>
              {step.title}
            </a>
            <p>{step.about}</p>
          </div>
          {step.state !== "done" && <SkipButton step={step} back={back} />}
        </li>
      ))}
    </ol>
  );
}

const STATES: Record<SetupStep["state"], string> = { open: say.toDo, done: say.done, skipped: say.skipped };

function SkipButton({ step: { key, title, state }, back }: { step: SetupStep; back: string }) {
  return (
    <form method="post" action="/setup" data-keeps-scroll>
      <input type="hidden" name="back" value={back} />
      {state === "open" ? (
        <Button look="quiet" name="skip" value={key} aria-label={say.skipStep(title)}>
          {say.skip}
        </Button>
      ) : (
        <Button look="quiet" name="resume" value={key} aria-label={say.resumeStep(title)}>
          {say.resume}
        </Button>
      )}
    </form>
  );
}
