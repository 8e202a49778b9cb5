import * as say from "./addresses-copy";
import { SETUP_STEP_NAMES, SETUP_STEPS, type SetupTest, STEP_STATE_NAMES } from "./setup-test";

/** The steps of a setup test with their results. */
export const SetupSteps = ({ test: { steps } }: { test: SetupTest }) => (
  <table className="table setup-steps" aria-label={say.setupTest}>
    <thead>
      <tr>
        <th scope="col">{say.step}</th>
        <th scope="col">{say.state}</th>
        <th scope="col">{say.result}</th>
      </tr>
    </thead>
    <tbody>
      {SETUP_STEPS.map((step) => {
        const { state, words } = steps[step];
        return (
          <tr key={step}>
            <th scope="row">{SETUP_STEP_NAMES[step]}</th>
            <td className={state === "failed" ? "step-failed" : undefined}>{STEP_STATE_NAMES[state]}</td>
            <td className="step-words">{words}</td>
          </tr>
        );
      })}
    </tbody>
  </table>
);
