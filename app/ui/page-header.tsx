import type { ReactNode } from "react";
import * as say from "./ui-copy";

type Crumb = { href: string; label: string };

/** Stands above the title of a page: the way back. `places` are those between, the nearest last. */
export function Trail({ name, places }: { name: string; places: readonly Crumb[] }) {
  return (
    <nav className="trail" aria-label={name}>
      <ol>
        {places.map(({ href, label }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** The way back from a page below /settings. */
export const SettingsTrail = ({ places = [] }: { places?: readonly Crumb[] }) => (
  <Trail name={say.settings} places={[{ href: "/settings", label: say.settings }, ...places]} />
);

/** The page's title, heading level 1; beside it what can be done here, under it a sentence if one is needed. */
export function PageHeader({ title, lead, children }: { title: ReactNode; lead?: ReactNode; children?: ReactNode }) {
  return (
    <header className="page-header">
      <h1>{title}</h1>
      {children && <div className="buttons">{children}</div>}
      {lead && <p className="page-lead">{lead}</p>}
    </header>
  );
}

/** A heading level 2 over a part of the page, a few words or a link at its other end. */
export function SectionHeader({ title, id, children }: { title: string; id?: string; children?: ReactNode }) {
  return (
    <div className="section-header">
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  );
}
