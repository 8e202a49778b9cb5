/** Stands above the title of a page below /settings: the way back. `places` are those between, the nearest last. */
export function SettingsTrail({ places = [] }: { places?: readonly { href: string; label: string }[] }) {
  return (
    <nav className="settings-trail" aria-label="Settings">
      <ol>
        {[{ href: "/settings", label: "Settings" }, ...places].map(({ href, label }) => (
          <li key={href}>
            <a href={href}>{label}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
