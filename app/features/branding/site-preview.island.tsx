import { useEffect, useRef, useState } from "react";
import { Brand, type Logo } from "~/ui/brand";
import { COLOUR, coloursOf, colourTyped, type SiteFields } from "./branding";
import * as say from "./branding-copy";

type Props = SiteFields & {
  usual: string | null;
  logo: Logo | null;
  /** What the button asked to see. */
  typed: SiteFields | null;
};

/**
 * How a site looks, on light and on dark. It follows what is typed in the form around it; without scripts it shows what is
 * saved, or what the button sent.
 */
export function SitePreview({ name, colour, usual, logo, typed }: Props) {
  const place = useRef<HTMLElement>(null);
  const [live, setLive] = useState<SiteFields | null>(null);
  useEffect(() => {
    const form = place.current?.closest("form");
    if (!form) return;
    const look = () => {
      const sent = new FormData(form);
      setLive({ name: String(sent.get("name")).trim(), colour: colourTyped(String(sent.get("colour"))) });
    };
    form.addEventListener("input", look);
    return () => form.removeEventListener("input", look);
  }, []);
  const shown = live ?? typed ?? { name, colour };
  return (
    <section className="site-preview" aria-label={say.preview} ref={place}>
      {COLOUR.test(shown.colour) && <link rel="stylesheet" href={coloursOf(shown.colour, true)} />}
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
