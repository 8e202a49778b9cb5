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
