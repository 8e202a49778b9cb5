import { Time } from "~/ui/time";
import { SIGN_IN_NAMES } from "./addresses";
import * as say from "./addresses-copy";
import type { AddressHealth as Health } from "./mail-addresses.server";

/** The state of an address in a few words, and why and since when. */
export function AddressHealth({ health, now }: { health: Health; now: number }) {
  switch (health.state) {
    case "paused":
    case "failing": {
      const since = health.state === "paused" ? say.pausedSince : say.failingSince;
      return (
        <div className={`mail-health mail-health-${health.state}`}>
          <p>{since(<Time at={health.since} now={now} />)}</p>
          <p>{health.words}</p>
        </div>
      );
    }
    case "asks_for_consent":
      return <div className="mail-health mail-health-failing">{say.asksForConsent(SIGN_IN_NAMES[health.signIn])}</div>;
    case "exchanges_consent":
      return <div className="mail-health">{say.exchangesConsent(SIGN_IN_NAMES[health.signIn])}</div>;
    case "asks_for_passwords":
      return <div className="mail-health mail-health-failing">{say.asksForPasswords}</div>;
    default:
      return <div className="mail-health">{health.state === "working" ? say.working : say.notUsedYet}</div>;
  }
}
