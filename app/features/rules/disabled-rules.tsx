import { Button } from "~/ui/button";
import { Notice } from "~/ui/notice";
import * as say from "./disabled-rules-copy";
import { RULE_LIMITS, ruleHref } from "./rules";

type Props = {
  /** Rules that failures disabled. */
  rules: readonly { id: number; name: string }[];
  /** The page it's on, to come back to. */
  back: "/" | "/settings/rules";
};

/** A notice to admins about rules disabled by failures. It stays until they are enabled, deleted or dismissed. */
export const DisabledRules = ({ rules, back }: Props) =>
  rules.map(({ id, name }) => (
    <Notice key={id} kind="warning">
      <p>{say.wasDisabled(<a href={`${ruleHref(id)}#run-log`}>{name}</a>, RULE_LIMITS.failures)}</p>
      <form className="buttons" method="post" action={`${ruleHref(id)}/changes`} data-keeps-scroll>
        <input type="hidden" name="back" value={back} />
        <Button look="quiet" name="verb" value="dismiss" aria-label={say.dismissNotice(name)}>
          {say.dismiss}
        </Button>
      </form>
    </Notice>
  ));
