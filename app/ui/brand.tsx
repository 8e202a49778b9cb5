/** The mark: the bell on the desk. */
export function BrandMark() {
  return (
    <svg className="brand-mark" viewBox="0 0 24 24" aria-hidden="true">
      <path
        className="bell"
        d="M11 5.6V4.5h-1.2a.75.75 0 0 1 0-1.5h4.4a.75.75 0 0 1 0 1.5H13v1.1A8 8 0 0 1 20 13.5v1.25H4V13.5a8 8 0 0 1 7-7.9z"
      />
      <rect className="desk" x="2" y="17" width="20" height="2.5" rx="1.25" />
    </svg>
  );
}

/** Mark and name of this desk. `name` is the site's, from the host; without one, the product's. */
export function Brand({ name, href }: { name?: string | null | undefined; href?: string | undefined }) {
  const inside = (
    <>
      <BrandMark />
      <span>{name || "Taskdesk"}</span>
    </>
  );
  return href ? (
    <a className="brand" href={href}>
      {inside}
    </a>
  ) : (
    <span className="brand">{inside}</span>
  );
}
