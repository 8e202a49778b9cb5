import { useRef } from "react";
import { StatusMark } from "~/ui/badges";
import { typedText, useFormValues } from "~/ui/use-form-values";
import * as say from "./users-copy";

type Props = { theme: string; density: string; dates: string; examples: readonly { value: string; label: string }[] };

/** Rows of a list as the preferences make them look. With scripts it follows the form. */
export function LookSample({ theme, density, dates, examples }: Props) {
  const place = useRef<HTMLElement>(null);
  const values = useFormValues(place);
  const order = typedText(values, "dates", dates);
  return (
    <section
      className="look-sample"
      aria-label={say.preview}
      data-theme={typedText(values, "theme", theme)}
      data-density={typedText(values, "density", density)}
      ref={place}
    >
      <p>
        <StatusMark category="new" name={say.sampleStatus} />
        <b>{say.sampleTask}</b>
        <span>{examples.find(({ value }) => value === order)?.label}</span>
      </p>
      <p>
        <StatusMark category="waiting" name={say.sampleWaiting} />
        <b>{say.anotherSampleTask}</b>
      </p>
    </section>
  );
}
