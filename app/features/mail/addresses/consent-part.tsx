import { startOfDay } from "~/lib/calendar-day";
import { DAY_MS } from "~/lib/durations";
import { ButtonLink } from "~/ui/button";
import { Notice } from "~/ui/notice";
import { SectionHeader } from "~/ui/page-header";
import { Time } from "~/ui/time";
import { SIGN_IN_NAMES } from "./addresses";
import * as say from "./addresses-copy";
import type { ReadAddress } from "./mail-addresses.server";

const WARN_MS = 14 * DAY_MS;

/** How an address signs in at Microsoft 365 or Google, until when, and the way to consent. */
export function ConsentPart({ address: { id, fields, consent }, now }: { address: ReadAddress; now: number }) {
  if (fields.signIn === "password") return null;
  const provider = SIGN_IN_NAMES[fields.signIn];
  const secretEnds = startOfDay(fields.renewBy);
  const ends = [consent ? consent.until : null, secretEnds].filter((end) => end !== null);
  const endsSoon = ends.some((end) => end - now < WARN_MS);
  return (
    <section aria-labelledby="consent">
      <SectionHeader title={say.consent} id="consent" />
      <div className="form">
        {consent && (
          <p>
            {consent.isGiven
              ? consent.until === null
                ? say.consentGiven
                : until(say.consentUntil, consent.until)
              : say.consentHint}
          </p>
        )}
        {secretEnds !== null && <p>{until(say.secretExpires, secretEnds)}</p>}
        {endsSoon && <Notice kind="warning">{say.renewSoon}</Notice>}
        {consent && (
          <div className="buttons">
            {/* Leaves the desk, so the browser has to load it. */}
            <ButtonLink
              look={consent.isGiven ? "plain" : "primary"}
              href={`/settings/addresses/${id}/consent`}
              target="_top"
            >
              {consent.isGiven ? say.signInAgainAt(provider) : say.signInAt(provider)}
            </ButtonLink>
          </div>
        )}
      </div>
    </section>
  );
  function until(words: typeof say.consentUntil, at: number) {
    return words(<Time at={at} now={now} />);
  }
}
