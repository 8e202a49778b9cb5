import { useEffect, useRef, useState } from "react";
import { Brand, type Logo } from "~/ui/brand";
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
  const [live, setLive] = useState<SiteFields | null>(null);
  useEffect(() => {
    const form = place.current?.closest("form");
    if (!form) return;
    const look = () => {
      const sent = new FormData(form);
      setLive({ name: String(sent.get("name")).trim(), colour: normalizeColour(String(sent.get("colour"))) });
    };
    form.addEventListener("input", look);
    return () => form.removeEventListener("input", look);
  }, []);
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
