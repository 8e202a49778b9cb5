import type { ReactNode } from "react";
import * as say from "./ui-copy";

type Crumb = { href: string; label: string };

/** Breadcrumbs above a page title. `places` are the parents, the nearest last. */
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

export const SettingsTrail = ({ places = [] }: { places?: readonly Crumb[] }) => (
  <Trail name={say.settings} places={[{ href: "/settings", label: say.settings }, ...places]} />
);

/** The page title (h1), with actions beside it and an optional lead below. */
export function PageHeader({ title, lead, children }: { title: ReactNode; lead?: ReactNode; children?: ReactNode }) {
  return (
    <header className="page-header">
      <h1>{title}</h1>
      {children && <div className="buttons">{children}</div>}
      {lead && <p className="page-lead">{lead}</p>}
    </header>
  );
}

/** A section heading (h2), with a short text or link at the other end. */
export function SectionHeader({ title, id, children }: { title: string; id?: string; children?: ReactNode }) {
  return (
    <div className="section-header">
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  );
}
