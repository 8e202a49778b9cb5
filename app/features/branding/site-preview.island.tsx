import { useRef } from "react";
import { Brand, type Logo } from "~/ui/brand";
import { typedText, useFormValues } from "~/ui/use-form-values";
import { accentStylesheetHref, COLOUR, normalizeColour, type SiteFields } from "./branding";
import * as say from "./branding-copy";

type Props = SiteFields & {
  usual: string | null;
  logo: Logo | null;
  /** Values sent by the preview button. */
  typed: SiteFields | null;
};

/** Live preview of a site in light and dark. Without scripts it shows the saved values, or those the button sent. */
export function SitePreview({ name, colour, usual, logo, typed }: Props) {
  const place = useRef<HTMLElement>(null);
  const values = useFormValues(place);
  const live = values && {
    name: typedText(values, "name", ""),
    colour: normalizeColour(typedText(values, "colour", "")),
  };
  const shown = live ?? typed ?? { name, colour };
  return (
    <section className="site-preview" aria-label={say.preview} ref={place}>
      {COLOUR.test(shown.colour) && <link rel="stylesheet" href={accentStylesheetHref(shown.colour, true)} />}
      {[say.light, say.dark].map((theme) => (
        <div key={theme}>
          <Brand name={shown.name || usual} logo={logo} />
          <p>{theme}</p>
          <span className="button button-primary">{say.newTask}</span>
        </div>
      ))}
    </section>
  );
}
