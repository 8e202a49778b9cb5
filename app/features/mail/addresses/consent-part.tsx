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

/** An address's sign-in at Microsoft 365 or Google, its expiry, and the consent button. */
export function ConsentPart({ address: { id, fields, consent }, now }: { address: ReadAddress; now: number }) {
  if (fields.signIn === "password") return null;
  const provider = SIGN_IN_NAMES[fields.signIn];
  const secretUntil = startOfDay(fields.renewBy);
  const ends = [consent ? consent.until : null, secretUntil].filter((end) => end !== null);
  const words = (at: number) => <Time at={at} now={now} />;
  return (
    <section aria-labelledby="consent">
      <SectionHeader title={say.consent} id="consent" />
      <div className="form">
        {consent && <p>{consentWords(consent)}</p>}
        {secretUntil !== null && <p>{say.secretEnds(words(secretUntil))}</p>}
        {ends.some((end) => end - now < WARN_MS) && <Notice kind="warning">{say.renewSoon}</Notice>}
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

  function consentWords({ isGiven, until }: { isGiven: boolean; until: number | null }) {
    if (!isGiven) return say.consentHint;
    return until === null ? say.consentGiven : say.consentUntil(words(until));
  }
}
